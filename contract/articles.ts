import articles from './articles.json' with { type: 'json' }
import { fold } from './fold.ts'

// Articles of titles, in one place for index, search, sorting and matching: the app sorts by them, too, and reads no
// books/. `leading` begin no title in another language, as `As I Lay Dying`; `behind` are more, behind a comma.

/** All articles, as they are written behind a title. */
export const ARTICLES: readonly string[] = [
  ...Object.values(articles.leading),
  ...Object.values(articles.behind),
].flatMap((words) => words.split(' '))

const begun = (words: readonly string[]): RegExp => new RegExp(`^(?:${words.join('|')}) (?=.)`, 'u')
const LEADING = begun(Object.values(articles.leading).flatMap((words) => words.split(' ')))
const ANY = begun(ARTICLES.map(fold))

/** A folded title without its leading article, as titles are indexed, compared and sorted. */
export const withoutArticle = (folded: string): string => folded.replace(LEADING, '')

/** The same without what is an article in any language: only for two titles that are the same otherwise. */
export const withoutAnyArticle = (folded: string): string => folded.replace(ANY, '')
