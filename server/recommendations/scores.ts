import type { BookFacts } from '../catalogue/bookFacts.ts'
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

/** A heart, and what is compared of it. */
interface Heart {
  facts: BookFacts
  content: Content
}

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
}

/** A candidate, how much speaks for it, and which heart most. */
export interface Scored {
  book: BookFacts
  score: number
  /** To the heart that it is most like. */
  alike: number
  because: BookFacts
  /** Others that say as much. */
  equally: BookFacts[]
  /** Whether that heart's readers say so, more than what the books are. */
  byReaders: boolean
}

/**
 * Scores candidates. Hearts are equal: one with many readers says no more than others. What has much of the reader's
 * themes counts more, even where no heart speaks for it.
 */
export function scoresBy(
  candidates: readonly Candidate[],
  hearts: readonly Heart[],
  likeness: Likeness,
  themes: Themes | undefined,
): Scored[] {
  const bests = hearts.map((_, at) =>
    candidates.reduce((best, { says }) => Math.max(best, says[at] ?? 0), 0),
  )
  const parts = bests.map((best) => (themes && best > 0 ? best ** -EQUAL_POWER : 1))
  const usual = bests.reduce((sum, best) => sum + best ** (1 - EQUAL_POWER), 0) / bests.length
  return candidates.map(({ book, own, alike: alikes, says: all, byReaders: places }) => {
    const says = all.map((one, at) => one * (parts[at] ?? 0))
    const alike = Math.max(...alikes)
    const share = themes?.shareOf(own) ?? 0
    let score = says.reduce((sum, one) => sum + one, 0) * (1 + THEME * share)
    if (share > 0) {
      const suits = Math.max(...hearts.map(({ content }) => likeness.suits(content, own)))
      const kin = Math.min(1, alike / ALIKE_ENOUGH)
      score += THEME_ALONE * share * share * kin * suits * weightOf(book.popularity)
    }
    const told = share > 0 && Math.max(...says) < FAINT * usual ? alikes : says
    const most = Math.max(...told)
    const [because = book, ...equally] = hearts
      .filter((_, at) => told[at] === most)
      .map(({ facts }) => facts)
    const byReaders = places.some((at) => told[at] === most)
    return { book, score, alike, because, equally, byReaders }
  })
}
