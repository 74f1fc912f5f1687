import { AUDIENCES, groupOf } from '../../books/subjects.ts'
import type { BookFacts } from '../catalogue/bookFacts.ts'
import type { BookReader } from '../catalogue/bookReader.ts'

// How alike two books are by what they are: without any reader.

/** What a shared interest says beside a shared subject, which says the more, the rarer it is: `ln` of how rare. */
const INTEREST = 8
const GENERAL_INTEREST = 2
/** Interests and subjects are ordered: an interest says so much of the one before, a subject so much less. */
const INTEREST_FADE = 0.6
const FADE = 0.05
/** What kind of book it is says more than where it is set; what is not named here weighs 1. */
const GROUPS = new Map([
  ['genre', 1.5],
  ['form', 1.2],
  ['time', 0.7],
  ['place', 0.5],
])
const THEMES = ['topic', 'time', 'place']
/** Books of one author are so much more alike. */
const AUTHOR = 0.3
/** How common subjects are among so many of the best-known books says how rare they are. */
const SAMPLE = 2000

/** How well a book for readers of one age suits those of another: nobody's shelf mixes picture books and Plath. */
const SUITS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'picture book': { children: 0.4, 'young adult': 0.1, adult: 0.05 },
  children: { 'picture book': 0.5, 'young adult': 0.6, adult: 0.05 },
  'young adult': { 'picture book': 0.1, children: 0.6, adult: 0.5 },
  adult: { 'picture book': 0.05, children: 0.05, 'young adult': 0.6 },
}

/** How well a book without any of another's interests suits its readers. */
const MIXED = 0.4

/** How popularity counts where only content speaks for a book: the power of the number of ratings. */
const POPULARITY = 0.1

/** What a book is about, as a vector. */
interface Content {
  weights: ReadonlyMap<string, number>
  length: number
  audience: string
  /** As in `BookFacts`, as are the interests. */
  author: string
  interests: readonly string[]
}

export const isGeneral = (interest: string) => interest === 'Fiction' || interest === 'Non-Fiction'

/** By how much a book of this popularity (`StoredBook.popularity`) is rather recommended than one of 100. */
export const weightOf = (popularity: number): number =>
  10 ** (((popularity - 100) / 20) * POPULARITY)

/** Compares the books of one catalogue. */
export interface Likeness {
  /** What a book is compared by; found once for each. */
  contentOf: (book: BookFacts) => Content
  /** How alike two books are in interests, subjects and author: 0 where nothing is, 1.3 at most. */
  of: (one: Content, two: Content) => number
  /** How well a book suits the readers of another: 1 where nothing speaks against it. */
  suits: (one: Content, two: Content) => number
  /** The rarest subject of both books, or else the interest that the first one's page shows. */
  shared: (book: BookFacts, other: BookFacts) => string | undefined
}

const likenesses = new WeakMap<BookReader, Likeness>()

/** How the books of a catalogue are compared. */
export function likenessIn(reader: BookReader): Likeness {
  const cached = likenesses.get(reader)
  if (cached) return cached
  const counts = new Map<string, number>()
  const sample = reader.best(SAMPLE)
  for (const { subjects } of sample) {
    for (const subject of subjects) counts.set(subject, (counts.get(subject) ?? 0) + 1)
  }
  const contents = new WeakMap<BookFacts, Content>()

  function contentOf(book: BookFacts): Content {
    const ready = contents.get(book)
    if (ready) return ready
    const weights = new Map<string, number>()
    for (const [at, name] of book.interests.entries()) {
      weights.set(name, (isGeneral(name) ? GENERAL_INTEREST : INTEREST) * INTEREST_FADE ** at)
    }
    for (const [at, subject] of book.subjects.entries()) {
      if (AUDIENCES.has(subject)) continue
      const rarity = Math.log((sample.length + 1) / ((counts.get(subject) ?? 0) + 1)) + 0.1
      const group = GROUPS.get(groupOf(subject) ?? '') ?? 1
      weights.set(subject, group * rarity * (1 - FADE * at))
    }
    const squares = weights.values().reduce((sum, weight) => sum + weight * weight, 0)
    const audience = book.subjects.find((subject) => Object.hasOwn(SUITS, subject)) ?? ''
    const { author, interests } = book
    const content = { weights, length: Math.sqrt(squares), audience, author, interests }
    contents.set(book, content)
    return content
  }

  const likeness: Likeness = {
    contentOf,
    of(one, two) {
      let product = 0
      for (const [name, weight] of one.weights) product += weight * (two.weights.get(name) ?? 0)
      const bySame = one.author !== '' && one.author === two.author ? AUTHOR : 0
      return bySame + (product === 0 ? 0 : product / (one.length * two.length))
    },
    suits(one, two) {
      const isMixed =
        one.interests.length > 0 &&
        two.interests.length > 0 &&
        !one.interests.some((name) => two.interests.includes(name))
      return (SUITS[one.audience]?.[two.audience] ?? 1) * (isMixed ? MIXED : 1)
    },
    shared(book, other) {
      const { weights } = contentOf(other)
      const [theme] = [...contentOf(book).weights]
        .filter(([name]) => weights.has(name) && THEMES.includes(groupOf(name) ?? ''))
        .toSorted(([, one], [, two]) => two - one)
      if (theme) return `Also about ${theme[0]}`
      const [interest = ''] = book.interests
      // `More Fiction` says too little where more is known of a book.
      const isVague = isGeneral(interest) && book.subjects.length > 0
      return other.interests.includes(interest) && !isVague ? `More ${interest}` : undefined
    },
  }
  likenesses.set(reader, likeness)
  return likeness
}
