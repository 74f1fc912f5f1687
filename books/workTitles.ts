import type { Book, VolumeInfo } from '../contract/books.ts'
import { withoutArticle } from '../contract/articles.ts'
import { foldKey } from './foldKey.ts'
import { formsOfName } from './sameAuthor.ts'

// Editions of one work have the same first author, however the name is written, and the same title, but for
// subtitle, series and article, or the same original title.

/** A title folded, without article and without the series in brackets. */
const titleKey = (title: string): string =>
  withoutArticle(foldKey(title.replace(/\s*\([^()]*\)\s*$/, '') || title))

/** What a title says before its subtitle, where it has one; not the name of a series alone. */
function mainTitle(title: string, series = ''): string | undefined {
  const [start = '', rest] = title.split(/ ?[:;] | [-–—] /u, 2)
  return rest === undefined || foldKey(start) === foldKey(series) ? undefined : start
}

/** What a book says of its work. */
export type Titled = Pick<
  VolumeInfo,
  'title' | 'subtitle' | 'originalTitle' | 'authors' | 'series' | 'subjects'
> &
  Partial<Pick<VolumeInfo, 'categories' | 'publishedDate'>>

/** The original titles of a book, which may be one in two scripts: `Oku no Hosomichi = おくのほそ道`. */
export const originalsOf = ({ originalTitle }: Pick<Titled, 'originalTitle'>): string[] =>
  originalTitle?.split(' = ') ?? []

/** A book, as far as it is matched by its work. */
export type TitledBook = Pick<Book, 'id' | 'workId'> & { volumeInfo: Titled }

/** Which texts are alike: those of whole titles, of titles without their subtitle, of shorter names. */
type Kind = 'whole' | 'main' | 'short'

const keysOf = (titles: readonly string[]) => new Set(titles.map(titleKey).filter(Boolean))

const texts = (kind: Kind, author: string, keys: Iterable<string>): string[] =>
  Array.from(keys, (key) => `${kind} ${author} | ${key}`)

/**
 * The texts by which a book finds its work, the surest first, and `keys`, by which later editions find it. The first
 * key names a new work; there are none without title or author. `surest` are those with the author's own name.
 */
export function workTitles({ title, authors, series, ...others }: Titled) {
  const { name, shorter } = formsOfName(authors[0] ?? '')
  // Without an author a title says little.
  if (name === '') return { surest: [], finding: [], keys: [] }
  const titles = [...originalsOf(others), title]
  const whole = keysOf(titles)
  const starts = keysOf(titles.flatMap((text) => mainTitle(text, series?.name) ?? []))
  const surest = [
    ...texts('whole', name, new Set([...whole, ...starts])),
    ...texts('main', name, whole),
  ]
  // A subtitle is left out on one side only, and so are words of a name: two that differ are two works.
  return {
    surest,
    finding: [
      ...surest,
      ...texts('short', name, whole),
      ...shorter.flatMap((form) => texts('whole', form, whole)),
    ],
    keys: [
      ...texts('whole', name, whole),
      ...texts('main', name, starts),
      ...shorter.flatMap((form) => texts('short', form, whole)),
    ],
  }
}
