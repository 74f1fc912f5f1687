import articles from './articles.json' with { type: 'json' }
import { fold } from './fold.ts'

// Articles of titles, in one place for index, sorting and matching: the app sorts by them, too, and reads no books/.
// `leading` begin no title in another language, as `As I Lay Dying`; `behind` are more, behind a comma.

const listed = (groups: readonly string[]): string[] => groups.flatMap((group) => group.split(' '))
const leading = Object.values(articles.leading)

/** All articles, as they are written behind a title. */
export const ARTICLES: readonly string[] = listed([...leading, ...Object.values(articles.behind)])

/** A function that takes one of these from the front of a folded title. */
function without(words: readonly string[]): (folded: string) => string {
  const begun = new RegExp(`^(?:${words.join('|')}) (?=.)`, 'u')
  return (folded) => folded.replace(begun, '')
}

/** A folded title without its leading article, as titles are compared and sorted. */
export const withoutArticle = without(listed(leading))

/** As titles are searched for: who types `provence` seldom means La Provence. */
export const withoutEnglishArticle = without(listed([articles.leading.English]))

/** Without what is an article in any language: only for two titles that are the same otherwise. */
export const withoutAnyArticle = without(ARTICLES.map(fold))
