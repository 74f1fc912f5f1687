import { fold } from '../../../contract/fold.ts'

/** What tells whether two records are of the same book. */
export interface Identity {
  id: string
  volumeInfo: {
    title: string
    authors: readonly string[]
    industryIdentifiers?: readonly { type: string; identifier: string }[]
  }
}

const bare = (title: string): string => fold(title).replace(/^(?:the|an|a) (?=.)/, '')

/** The title before its subtitle, or `undefined` where it has none, or one that counts volumes. */
function mainTitle(title: string): string | undefined {
  const [main = '', ...rest] = title.split(/[:;(]| [-–—] /u)
  const key = bare(main)
  const numbered = /\d|\b(?:volume|vol|book|part|no)\b/i.test(rest.join(' '))
  return rest.length === 0 || numbered || key === '' ? undefined : key
}

/** Remembers books and says of each further one whether it is one of them. */
function createSeen(): (book: Identity) => boolean {
  const ids = new Set<string>()
  const titles = new Set<string>()
  const mains = new Set<string>()
  return ({ id, volumeInfo }) => {
    const { title, authors, industryIdentifiers = [] } = volumeInfo
    const author = fold(authors[0] ?? '')
    const key = (text: string) => `${text} | ${author}`
    const whole = key(bare(title))
    const main = mainTitle(title)
    const numbers = industryIdentifiers.map(({ identifier }) => identifier)
    const known =
      [id, ...numbers].some((one) => ids.has(one)) ||
      titles.has(whole) ||
      // `Frankenstein` is `Frankenstein: Or, The Modern Prometheus`; two of a series are not the same.
      (main === undefined ? mains.has(whole) : titles.has(key(main)))
    for (const one of [id, ...numbers]) ids.add(one)
    titles.add(whole)
    if (main !== undefined) mains.add(key(main))
    return known
  }
}

/**
 * One of `ours`, one of `theirs`, in turn, what is left of the longer at the end; no book twice: the
 * same id, ISBN, or title and first author. Of two the same ours stays, at its own place.
 */
export function interleave<T extends Identity>(ours: readonly T[], theirs: readonly T[]): T[] {
  const isOurs = createSeen()
  const own = ours.filter((book) => !isOurs(book))
  const others = theirs.filter((book) => !isOurs(book))
  const length = Math.max(own.length, others.length)
  return Array.from({ length }, (_, index) => [own[index], others[index]])
    .flat()
    .filter((book) => book !== undefined)
}

/**
 * How well a book answers a query, 0 the best: its title is the query; all words of the query stand
 * in its title and its authors' names; anything else that a catalogue found (a typo, a description).
 */
export function bandOf({ volumeInfo }: Identity, query: string): 0 | 1 | 2 {
  const asked = bare(query)
  const { title, authors } = volumeInfo
  if (bare(title) === asked || mainTitle(title) === asked) return 0
  const words = new Set(fold(`${title} ${authors.join(' ')}`).split(' '))
  return asked.split(' ').every((word) => words.has(word)) ? 1 : 2
}
