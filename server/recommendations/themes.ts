import { isCategory } from '../../contract/categories.ts'
import type { BookFacts } from '../catalogue/bookFacts.ts'
import type { BookReader } from '../catalogue/bookReader.ts'
import { isGeneral, originIn, type Content, type Likeness } from './likeness.ts'

// What a reader's hearts have in common and few books have is what this reader looks for: Japanese novels, dystopias,
// mothers and daughters. Readers of the hearts' neighbours often know nothing of it.

/** Half a heart may be chance, and what many books have says little, however many hearts have it. */
const CHANCE = 0.5
const COMMONNESS = 2
const LEAST = 0.2
/** The weightiest, or so much weight, are all that a book can have. */
const FULL = 3
const FULL_LEAST = 5
/** So many are looked for, and of each so many books. */
const THEMES_MOST = 12
const OF_THEME = 40
/** With so few hearts the origin of one is a theme already: there is little else to go by. */
const FEW_HEARTS = 3
export const isFew = (hearts: number): boolean => hearts <= FEW_HEARTS
/** Readers want these by themselves, not because two of their books have them. */
const NO_THEME = /^erotic|^sex/

/** What the hearts of a reader share. */
export interface Themes {
  /** How much of it a book has, 0 to 1. */
  shareOf: (content: Content) => number
  /** The best-known books that have some of it, at most THEMES_MOST × OF_THEME. */
  books: (reader: BookReader) => BookFacts[]
}

/** How many hearts these count as. */
export const weightOfAll = (hearts: readonly { weight: number }[]): number =>
  hearts.reduce((sum, { weight }) => sum + weight, 0)

export function themesOf(
  hearts: readonly { content: Content; weight: number }[],
  likeness: Pick<Likeness, 'shareOf'>,
): Themes {
  const all = weightOfAll(hearts)
  const counts = new Map<string, number>()
  for (const { content, weight } of hearts) {
    for (const name of content.weights.keys()) counts.set(name, (counts.get(name) ?? 0) + weight)
  }
  const weighed = [...counts].flatMap(([name, count]) => {
    const isShared = count > 1 || (isFew(all) && originIn(name) !== undefined)
    if (!isShared || isGeneral(name) || NO_THEME.test(name)) return []
    const common = likeness.shareOf(name)
    const shared = (count - CHANCE) / all - COMMONNESS * common
    const weight = shared * Math.log(1 / common)
    return weight > LEAST ? [[name, weight] as const] : []
  })
  const themes = new Map(
    weighed.toSorted(([, one], [, other]) => other - one).slice(0, THEMES_MOST),
  )
  const full = [...themes.values()].slice(0, FULL).reduce((sum, weight) => sum + weight, 0)
  return {
    shareOf({ weights }) {
      let has = 0
      for (const [name, weight] of themes) if (weights.has(name)) has += weight
      return Math.min(1, has / Math.max(full, FULL_LEAST))
    },
    books: (reader) =>
      [...themes.keys()]
        .filter((name) => !isCategory(name))
        .flatMap((name) => {
          const origin = originIn(name)
          return origin === undefined
            ? reader.factsBy('subject', name, OF_THEME)
            : reader.factsBy('origin', origin, OF_THEME)
        }),
  }
}
