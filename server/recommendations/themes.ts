import { isCategory } from '../../contract/categories.ts'
import { isCommonOrigin } from '../../books/origins.ts'
import type { BookFacts } from '../catalogue/bookFacts.ts'
import type { CatalogueFile } from '../catalogue/catalogueFile.ts'
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
/**
 * Where so many of the hearts are of rare origins, a book counts by how many have one of its origins. What such hearts
 * say for books of other rare origins, and for American and British ones, remains so far. Children do not choose by
 * origin.
 */
const ABROAD = 0.5
const HOME = 0.5
const ELSEWHERE = 0.5
const COMMON = 0.2
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
  /** Where the hearts are of rare origins: which of them are. */
  isOfOrigin: (heart: Content) => boolean
  /** What remains of what those say for a book, 0 to 1: less where it is of none of their origins. */
  remainsOf: (book: Pick<BookFacts, 'origins'>, content: Content) => number
  /** The best-known books that have some of it, at most THEMES_MOST × OF_THEME. */
  books: (catalogue: CatalogueFile) => BookFacts[]
}

/** How many hearts these count as. */
export const weightOfAll = (hearts: readonly { weight: number }[]): number =>
  hearts.reduce((sum, { weight }) => sum + weight, 0)

const isOrigin = (feature: string): boolean => originIn(feature) !== undefined
/** Whether a book has a rare origin: others have no weight. */
const hasOrigin = ({ weights }: Content): boolean => weights.keys().some(isOrigin)
const FOR_CHILDREN = ['children', 'picture book']
const isChosenByOrigin = (heart: Content): boolean =>
  hasOrigin(heart) && !FOR_CHILDREN.includes(heart.audience)

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
  const isAbroad =
    weightOfAll(hearts.filter(({ content }) => isChosenByOrigin(content))) >= ABROAD * all
  /** How many of the hearts have one of the rare origins of a book. */
  const compatriotsOf = ({ weights }: Content): number =>
    Math.max(
      0,
      ...weights
        .keys()
        .filter(isOrigin)
        .map((name) => counts.get(name) ?? 0),
    )
  return {
    shareOf(content) {
      let has = 0
      for (const [name, weight] of themes) if (content.weights.has(name)) has += weight
      const share = has / Math.max(full, FULL_LEAST)
      const home = isAbroad ? (HOME * (compatriotsOf(content) - CHANCE)) / all : 0
      return Math.min(1, Math.max(share, home))
    },
    isOfOrigin: (heart) => isAbroad && isChosenByOrigin(heart),
    remainsOf(book, content) {
      if (!isAbroad || compatriotsOf(content) > 0) return 1
      return hasOrigin(content) && !book.origins.some(isCommonOrigin) ? ELSEWHERE : COMMON
    },
    books: (catalogue) =>
      [...themes.keys()]
        .filter((name) => !isCategory(name))
        .flatMap((name) => {
          const origin = originIn(name)
          return origin === undefined
            ? catalogue.factsBy('subject', name, OF_THEME)
            : catalogue.factsBy('origin', origin, OF_THEME)
        }),
  }
}
