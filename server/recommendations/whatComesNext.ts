import { SIMILAR_MAX, SIMILAR_SHOWN } from '../../contract/limits.ts'
import type { BookFacts } from '../catalogue/bookFacts.ts'
import { REASONS, type Reason } from '../languages/reasons.ts'
import { isGeneral, isLump, type Likeness } from './likeness.ts'

// Which of the books that were found for one book come after it, in which order, and why.

/** So many of an author, besides the next of the series. */
const OF_AUTHOR = 2
/** A card by content alone is for the readers of the book, and shares so many things with it. */
const SUITS_LEAST = 0.5
const COMMON_LEAST = 2
/** Readers say nothing of what suits them less; a list that is still short is filled up with what suits a little less. */
const READERS_SUIT = 0.42
const FILL_SUIT = 0.4
/**
 * Readers' word must weigh so much, times what links the books: what they share that is rare among books of their
 * interests, and an interest that is not broad.
 */
const READERS_LEAST = 0.02
/** What waits behind those that are shown needs more of it. */
const READERS_BEHIND = 0.06
const INTEREST_LINK = 3
const BROAD: readonly string[] = ['Historical Fiction', 'Romance', 'Young Adult', 'Graphic Novels']
/** Of what is linked, the known goes first: the power of its readers, as a part of so many. */
const KNOWN = 0.25
const MANY_READERS = 1000
/**
 * Readers have read both the classics and what is new: that says nothing where one is so many times older. Ages are in
 * years before NOW, and not less than NEW.
 */
const AGES_APART = 4.5
const NOW = 2030
const NEW = 30
/** What a card by content counts with another first interest, for each interest besides, and with the same rare origin. */
const ELSEWHERE = 0.5
const STRANGE = 0.5
const SAME_ORIGIN = 1.5
/** A shorter list is filled up so far with what is like the book. */
const FILLED = 6

/** A book that was found, how much speaks for it, and whether that is its readers more than what it is. */
export interface NextBook {
  book: BookFacts
  score: number
  /** The score without what a search asks for besides. */
  said: number
  byReaders: boolean
  /** How many it has, here and elsewhere. */
  readers: number
}

/** A book to show, and why. */
interface Card {
  book: BookFacts
  reason: Reason
}

/** What the page of the book calls its series and its first author. */
interface Names {
  series: string | undefined
  author: string | undefined
}

/** Interests that say what kind of book it is, not only for whom, or whether it is made up. */
const kindsOf = ({ interests }: BookFacts): string[] =>
  interests.filter(
    (name) => !isGeneral(name) && name !== 'Young Adult' && name !== "Children's Books",
  )

/** A book of facts or a life, not a story. */
const isTrue = ({ interests }: BookFacts): boolean =>
  !interests.includes('Fiction') &&
  interests.some((name) => name === 'Non-Fiction' || name === 'Biography')

const ageOf = ({ year }: BookFacts): number => Math.max(NEW, NOW - (year ?? NOW))

/** How many times older one book is; 1 where a year is unknown. */
function timesOlder(one: BookFacts, other: BookFacts): number {
  const [mine, theirs] = [ageOf(one), ageOf(other)]
  const isKnown = one.year !== null && other.year !== null
  return isKnown ? Math.max(mine, theirs) / Math.min(mine, theirs) : 1
}

/**
 * What comes after a book, at most SIMILAR_MAX: the next of its series, then what its readers love and what is by its
 * author, then what is like it. A short list is filled up to six with what has less in common, the most first, and none
 * is empty whose first interest has others.
 */
export function whatComesNext(
  likeness: Likeness,
  own: BookFacts,
  found: readonly NextBook[],
  names: Names,
): Card[] {
  const content = likeness.contentOf(own)
  const kinds = kindsOf(own)
  const [interest = ''] = own.interests

  const isNarrow = (name: string): boolean =>
    own.interests.includes(name) && !isGeneral(name) && !BROAD.includes(name) && !isLump(name)

  function reasonOf(
    { book, byReaders }: NextBook,
    isNext: boolean,
    isBySame: boolean,
  ): Reason | undefined {
    if (isNext) return { text: REASONS.next, values: { series: names.series ?? '' } }
    if (byReaders) return { text: REASONS.byReaders }
    if (isBySame) return { text: REASONS.byAuthor, values: { author: names.author ?? '' } }
    return likeness.shared(own, book)
  }

  function rate(one: NextBook) {
    const { book, score, said, byReaders, readers } = one
    const other = likeness.contentOf(book)
    const shared = [...content.weights].filter(
      ([name]) => other.weights.has(name) && !own.interests.includes(name),
    )
    const older = timesOlder(own, book)
    const subjects = shared.filter(([name]) => own.subjects.includes(name)).length
    // What is shared and no subject is a rare origin.
    const hasOrigin = shared.length > subjects
    // What books of different times share says less.
    const weight = shared.reduce((sum, [, more]) => sum + more, 0) / Math.sqrt(older)
    const strange = book.interests.filter(
      (name) => !isGeneral(name) && !own.interests.includes(name),
    ).length
    const isSameKind = kindsOf(book).some((name) => kinds.includes(name))
    const isNext =
      own.series !== null &&
      own.series === book.series &&
      (book.number ?? 0) - (own.number ?? Infinity) <= 1
    const isBySame = own.author !== '' && own.author === book.author
    const suits = likeness.suits(content, other)
    const isOfShelf = interest === book.interests[0]
    const link =
      1 + likeness.tells(content, other) + (book.interests.some(isNarrow) ? INTEREST_LINK : 0)
    return {
      book,
      reason: reasonOf(one, isNext, isBySame),
      isNext,
      isBySame,
      byReaders,
      score: isBySame ? score : score * (readers / MANY_READERS) ** KNOWN,
      told: said * link,
      older,
      isMixed: isTrue(own) !== isTrue(book),
      suits,
      alike:
        weight * (isOfShelf ? 1 : ELSEWHERE) * STRANGE ** strange * (hasOrigin ? SAME_ORIGIN : 1),
      common: subjects + Number(hasOrigin) + Number(isSameKind),
      isOfShelf,
    }
  }
  type Rated = ReturnType<typeof rate>

  const taken: Rated[] = []
  /** Takes the best of these until there are `most`, few of an author. */
  function take(list: readonly Rated[], valueOf: (one: Rated) => number, most = SIMILAR_MAX): void {
    for (const one of list.toSorted((one, other) => valueOf(other) - valueOf(one))) {
      const { book, isNext } = one
      // `More Fiction` is no reason, except where there would be too few.
      const isMore = most === FILLED && book.interests.includes(interest)
      const more = { text: REASONS.more, values: { interest } }
      const reason = one.reason ?? (isMore ? more : undefined)
      const ofAuthor = taken.filter((other) => other.book.author === book.author && !other.isNext)
      const isFull = book.author !== '' && !isNext && ofAuthor.length >= OF_AUTHOR
      if (
        taken.length < most &&
        reason !== undefined &&
        !isFull &&
        !taken.some((other) => other.book === book)
      ) {
        taken.push({ ...one, reason })
      }
    }
  }
  const scoreOf = ({ score }: Rated) => score
  /** Whether a card by readers or the author can be shown. */
  const isGood = (
    { older, score, told, suits, isMixed, isBySame, byReaders }: Rated,
    least: number,
  ) =>
    isBySame
      ? score > 0
      : byReaders && !isMixed && suits >= READERS_SUIT && told >= least && older < AGES_APART

  const rated = found.map(rate)
  const others = rated.filter(({ isNext }) => !isNext)
  take(
    rated.filter(({ isNext }) => isNext),
    scoreOf,
  )
  take(
    others.filter((one) => isGood(one, READERS_LEAST)),
    scoreOf,
    SIMILAR_SHOWN,
  )
  take(
    others.filter((one) => isGood(one, READERS_BEHIND)),
    scoreOf,
  )
  take(
    others.filter(
      ({ suits, common, isMixed }) => suits >= SUITS_LEAST && common >= COMMON_LEAST && !isMixed,
    ),
    ({ alike }) => alike,
    FILLED,
  )
  take(
    others.filter(({ book, suits }) => suits >= FILL_SUIT && book.interests.includes(interest)),
    ({ isOfShelf }) => Number(isOfShelf),
    FILLED,
  )
  const isLast = ({ isNext, isBySame, byReaders }: Rated) => !isNext && !isBySame && !byReaders
  // Those that are shown, then those that take the place of what is marked.
  return [taken.slice(0, SIMILAR_SHOWN), taken.slice(SIMILAR_SHOWN)]
    .flatMap((part) => part.toSorted((one, other) => Number(isLast(one)) - Number(isLast(other))))
    .flatMap(({ book, reason }) => (reason ? [{ book, reason }] : []))
}
