import type { BookFacts } from '../catalogue/bookFacts.ts'
import type { Reason } from '../languages/reasons.ts'
import { weightOf, type Content, type Likeness } from './likeness.ts'
import type { Themes } from './themes.ts'

/** What a heart says for a candidate is divided by this power of the best that it says for any. */
const EQUAL_POWER = 0.5
/** What a book with all of a reader's themes has more: times what the hearts say, and by itself where it is alike. */
const THEME = 1
const THEME_ALONE = 0.5
const ALIKE_ENOUGH = 0.35
/** Where no heart says so much of what they usually say at best, the most alike is the reason. */
const FAINT = 0.15

/** What a refused book says against another counts so much of what hearts say for it. */
const AGAINST = 2

/** A book that says something for others. */
export interface Taught {
  facts: BookFacts
  /** How much of a heart it is, at most 1. */
  weight: number
  /** Why there is a card, if this book says most for it. */
  reason: Reason
}

/** What is compared of it. */
type Heart = Taught & { content: Content }

/** A book that may be recommended; lists are in the order of the hearts. */
export interface Candidate {
  book: BookFacts
  own: Content
  /** As in `Kinships`. */
  alike: readonly number[]
  /** What each heart says for it. */
  says: readonly number[]
  /** The places of the hearts whose readers say so, more than what the books are. */
  byReaders: readonly number[]
  /** What each refused book says for it, in their order. */
  against: readonly number[]
}

/** A candidate, how much speaks for it, and which heart most. */
export interface Scored {
  book: BookFacts
  score: number
  /** To the heart that it is most like. */
  alike: number
  because: Taught
  /** Others that say as much. */
  equally: Taught[]
  /** Whether that heart's readers say so, more than what the books are. */
  byReaders: boolean
}

interface Reader {
  hearts: readonly Heart[]
  /** What speaks against books that are like it. */
  refused: readonly BookFacts[]
  likeness: Likeness
  /** None where what is scored is for a book alone. */
  themes: Themes | undefined
}

const sumOf = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0)

const isOfSame = (one: BookFacts, other: BookFacts): boolean =>
  (one.author !== '' && one.author === other.author) ||
  (one.series !== null && one.series === other.series)

/**
 * Scores candidates. Hearts are equal: one with many readers says no more than others. What has much of the reader's
 * themes counts more, even where no heart speaks for it. What is like a refused book counts less, the less hearts say
 * for it; so does what is by its author or of its series.
 */
export function scoresBy(
  candidates: readonly Candidate[],
  { hearts, refused, likeness, themes }: Reader,
): Scored[] {
  const bestOf = (of: 'says' | 'against', at: number) =>
    candidates.reduce((best, one) => Math.max(best, one[of][at] ?? 0), 0)
  const partOf = (best: number) => (themes && best > 0 ? best ** -EQUAL_POWER : 1)
  const bests = hearts.map((_, at) => bestOf('says', at))
  const parts = bests.map((best, at) => (hearts[at]?.weight ?? 1) * partOf(best))
  const partsAgainst = refused.map((_, at) => partOf(bestOf('against', at)))
  const usual = bests.reduce((sum, best, at) => sum + best * (parts[at] ?? 0), 0) / bests.length
  const ofOrigin = hearts.map(({ content }) => themes?.isOfOrigin(content) ?? false)
  return candidates.flatMap(
    ({ book, own, alike: alikes, says: all, byReaders: places, against }) => {
      const remains = themes?.remainsOf(book, own) ?? 1
      const says = all.map((one, at) => one * (parts[at] ?? 0) * (ofOrigin[at] ? remains : 1))
      const alike = Math.max(...alikes)
      const share = themes?.shareOf(own) ?? 0
      const most = Math.max(...says)
      let score = sumOf(says) * (1 + THEME * share)
      if (share > 0) {
        const suits = Math.max(...hearts.map(({ content }) => likeness.suits(content, own)))
        const kin = Math.min(1, alike / ALIKE_ENOUGH)
        score += THEME_ALONE * share * share * kin * suits * weightOf(book.popularity)
      }
      const nos = refused.map((other, at) => {
        const no = (against[at] ?? 0) * (partsAgainst[at] ?? 0)
        return isOfSame(book, other) ? Math.max(no, most) : no
      })
      if (score > 0) score *= score / (score + AGAINST * sumOf(nos))
      const told = share > 0 && most < FAINT * usual ? alikes : says
      const loudest = Math.max(...told)
      const [because, ...equally] = hearts.filter((_, at) => told[at] === loudest)
      const byReaders = places.some((at) => told[at] === loudest)
      return because ? [{ book, score, alike, because, equally, byReaders }] : []
    },
  )
}
