import type { Book, VolumeInfo } from '../contract/books.ts'
import { fold, withoutArticle } from '../contract/fold.ts'
import { authorKey } from './words.ts'

// Editions of one work have the same first author and the same title, but for subtitle, series and article,
// or the same original title.

/** A title folded, without article and without the series in brackets. */
const titleKey = (title: string): string =>
  withoutArticle(fold(title.replace(/\s*\([^()]*\)\s*$/, '') || title))

/** What a title says before its subtitle, where it has one; not the name of a series alone. */
function mainTitle(title: string, series = ''): string | undefined {
  const [start = '', rest] = title.split(/ ?[:;] | [-–—] /u, 2)
  return rest === undefined || fold(start) === fold(series) ? undefined : start
}

/** What a book says of its work. */
export type Titled = Pick<VolumeInfo, 'title' | 'originalTitle' | 'authors' | 'series'>

/** A book, as far as it is matched by its work. */
export type TitledBook = Pick<Book, 'id' | 'workId'> & { volumeInfo: Titled }

/**
 * The texts by which a book finds its work, the surest first, and those by which later editions find it. The
 * first of both names a new work; there are none without title or author.
 */
export function workTitles({ title, originalTitle, authors, series }: Titled) {
  const author = authorKey(authors[0] ?? '')
  const keyed = (kind: 'whole' | 'main', names: readonly string[]): string[] =>
    [...new Set(names.map(titleKey))]
      .filter((key) => key !== '')
      .map((key) => `${kind} ${author} | ${key}`)
  const titles = [originalTitle ?? [], title].flat()
  const starts = titles.flatMap((name) => mainTitle(name, series?.name) ?? [])
  const whole = keyed('whole', titles)
  // Without an author a title says little.
  if (author === '' || whole.length === 0) return { finding: [], keys: [] }
  // A subtitle is left out on one side only: two that differ are two works.
  return {
    finding: [...whole, ...keyed('whole', starts), ...keyed('main', titles)],
    keys: [...whole, ...keyed('main', starts)],
  }
}
