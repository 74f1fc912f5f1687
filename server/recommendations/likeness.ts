import { isCategory } from '../../contract/categories.ts'
import { originReason, REASONS, type Reason } from '../languages/reasons.ts'
import { isCommonOrigin, isRegion } from '../../books/origins.ts'
import { AUDIENCES, groupOf, isTheme } from '../../books/subjects.ts'
import type { BookFacts } from '../catalogue/bookFacts.ts'
import type { CatalogueFile } from '../catalogue/catalogueFile.ts'

// How alike two books are by what they are: without any reader.

// What books share says the more, the rarer it is: `ln` of how rare, times these. A subject has its group's.
const INTEREST = 3.5
const GENERAL_INTEREST = 2
const COUNTRY = 1
const REGION = 0.6
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
/** Says that a book is old and good, not what it is about. */
const CLASSIC = 'classic'
/** Books of one author are so much more alike. */
const AUTHOR = 0.3
/** How common subjects are among so many of the best-known books says how rare they are. */
const SAMPLE = 2000

/** How well a book for readers of one age suits those of another: nobody's shelf mixes picture books and Plath. */
const SUITS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'picture book': { children: 0.4, 'young adult': 0.1, adult: 0.05 },
  children: { 'picture book': 0.4, 'young adult': 0.6, adult: 0.05 },
  'young adult': { 'picture book': 0.1, children: 0.6, adult: 0.5 },
  adult: { 'picture book': 0.05, children: 0.05, 'young adult': 0.6 },
}

/** What is read to children who cannot read yet, or by those who have just learned it. */
const PICTURE_BOOK = 'picture book'
const FOR_SMALL = [PICTURE_BOOK, 'early reader']

/** How well a book without any of another's interests suits its readers. */
const MIXED = 0.4
/** For each first interest that the other lacks and that is no general one, and for a comic beside a book without pictures. */
const PARTED = 0.75
const COMIC = 0.5

/** How popularity counts where only content speaks for a book: the power of the number of ratings. */
const POPULARITY = 0.1

/** What a book is about, as a vector. */
export interface Content {
  weights: ReadonlyMap<string, number>
  length: number
  audience: string
  /** As in `BookFacts`, as are the interests. */
  author: string
  interests: readonly string[]
}

/** Whether an interest says no more than that a book is a story, or is none. */
export const isGeneral = (interest: string) => interest === 'Fiction' || interest === 'Non-Fiction'

/** By how much a book of this popularity (`StoredBook.popularity`) is rather recommended than one of 100. */
export const weightOf = (popularity: number): number =>
  10 ** (((popularity - 100) / 20) * POPULARITY)

/** Interests whose books share no more than that they are true, or in verse. */
const LUMPS = ['Non-Fiction', 'Biography', 'Poetry']
export const isLump = (interest = ''): boolean => LUMPS.includes(interest)

/** An origin beside subjects, some of which are called the same: where a plot is says something else. */
const ORIGIN = 'origin '
const originFeature = (origin: string): string => `${ORIGIN}${origin}`

/** The origin that a key of `weights` names; none of an interest or a subject. */
export const originIn = (feature: string): string | undefined =>
  feature.startsWith(ORIGIN) ? feature.slice(ORIGIN.length) : undefined

/** All that a book may share with others. */
function featuresOf({ interests, subjects, origins }: BookFacts): string[] {
  return [...interests, ...subjects, ...origins.map(originFeature)]
}

/** A key of what books of an interest have. */
const bothOf = (interest: string, feature: string): string => `${interest} / ${feature}`

/** What a book has in common with each of several, in their order. */
interface Kinships {
  /** In interests, subjects, origins and author: 0 where nothing is, 1.3 at most. */
  alike: readonly number[]
  /** The weight of what they share besides interests; without a limit where the author is the same. */
  shared: readonly number[]
}

/** Compares the books of one catalogue. */
export interface Likeness {
  /** What a book is compared by; found once for each. */
  contentOf: (book: BookFacts) => Content
  /** Compares books with several at once. */
  toEach: (ones: readonly Content[]) => (two: Content) => Kinships
  /** How well a book suits the readers of another, by age and kind: 1 where nothing speaks against it. */
  suits: (one: Content, two: Content) => number
  /**
   * The weight of what two books share besides interests, less what books of an interest that both have share anyway:
   * two graphic novels are not alike for being graphic novels.
   */
  tells: (one: Content, two: Content) => number
  /** How large a share of the best-known books has something (a key of `weights`). */
  shareOf: (feature: string) => number
  /** The reason in what both books share, the rarest: an origin or a subject, or else the interest that the first one's page shows. */
  shared: (book: BookFacts, other: BookFacts) => Reason | undefined
}

const likenesses = new WeakMap<CatalogueFile, Likeness>()

/** How the books of a catalogue are compared. */
export function likenessIn(catalogue: CatalogueFile): Likeness {
  const cached = likenesses.get(catalogue)
  if (cached) return cached
  const counts = new Map<string, number>()
  const sample = catalogue.best(SAMPLE)
  const countOf = (feature: string): number => counts.get(feature) ?? 0
  for (const book of sample) {
    for (const name of featuresOf(book)) {
      counts.set(name, countOf(name) + 1)
      for (const interest of book.interests) {
        const both = bothOf(interest, name)
        counts.set(both, countOf(both) + 1)
      }
    }
  }
  const shareOf = (feature: string): number => (countOf(feature) + 1) / (sample.length + 1)
  const rarityOf = (feature: string): number => Math.log(1 / shareOf(feature)) + 0.1
  /** As `rarityOf`, among the books of an interest. */
  const rarityIn = (interest: string, feature: string): number =>
    Math.log((countOf(interest) + 1) / (countOf(bothOf(interest, feature)) + 1))
  const contents = new WeakMap<BookFacts, Content>()

  function contentOf(book: BookFacts): Content {
    const ready = contents.get(book)
    if (ready) return ready
    const weights = new Map<string, number>()
    for (const [at, name] of book.interests.entries()) {
      const weight = isGeneral(name) ? GENERAL_INTEREST : INTEREST * rarityOf(name)
      weights.set(name, weight * INTEREST_FADE ** at)
    }
    for (const [at, subject] of book.subjects.entries()) {
      if (AUDIENCES.has(subject)) continue
      const group = GROUPS.get(groupOf(subject) ?? '') ?? 1
      weights.set(subject, group * rarityOf(subject) * (1 - FADE * at))
    }
    for (const origin of book.origins) {
      const feature = originFeature(origin)
      if (isCommonOrigin(origin)) continue
      weights.set(feature, (isRegion(origin) ? REGION : COUNTRY) * rarityOf(feature))
    }
    const squares = weights.values().reduce((sum, weight) => sum + weight * weight, 0)
    const isForSmall = book.subjects.some((name) => FOR_SMALL.includes(name))
    const audience = isForSmall
      ? PICTURE_BOOK
      : (book.subjects.find((subject) => Object.hasOwn(SUITS, subject)) ?? '')
    const { author, interests } = book
    const content = { weights, length: Math.sqrt(squares), audience, author, interests }
    contents.set(book, content)
    return content
  }

  const likeness: Likeness = {
    contentOf,
    shareOf,
    toEach(ones) {
      const having = new Map<string, { at: number; weight: number; part: number }[]>()
      for (const [at, { weights, length }] of ones.entries()) {
        for (const [name, weight] of weights) {
          const list = having.get(name) ?? []
          list.push({ at, weight, part: weight / length })
          having.set(name, list)
        }
      }
      return ({ weights, length, author }) => {
        const isBySame = ones.map((one) => author !== '' && one.author === author)
        const alike = isBySame.map<number>((is) => (is ? AUTHOR : 0))
        const shared = isBySame.map<number>((is) => (is ? Infinity : 0))
        for (const [name, weight] of weights) {
          const isInterest = isCategory(name)
          for (const { at, weight: own, part } of having.get(name) ?? []) {
            alike[at] = (alike[at] ?? 0) + (part * weight) / length
            if (!isInterest) shared[at] = (shared[at] ?? 0) + own
          }
        }
        return { alike, shared }
      }
    },
    tells(one, two) {
      const both = one.interests.filter((name) => two.interests.includes(name) && !isGeneral(name))
      let telling = 0
      for (const [name, weight] of one.weights) {
        if (isCategory(name) || name === CLASSIC || !two.weights.has(name)) continue
        const rarity = rarityOf(name)
        const rest = Math.min(rarity, ...both.map((interest) => rarityIn(interest, name)))
        telling += (weight * rest) / rarity
      }
      return telling
    },
    suits(one, two) {
      const [mine, theirs] = [one.interests, two.interests]
      const isMixed =
        mine.length > 0 && theirs.length > 0 && !mine.some((name) => theirs.includes(name))
      const parted = [...mine.slice(0, 1), ...theirs.slice(0, 1)].filter(
        (first) => !isGeneral(first) && !(mine.includes(first) && theirs.includes(first)),
      )
      const isComic = theirs.includes('Graphic Novels') && !mine.includes('Graphic Novels')
      const byAge = SUITS[one.audience]?.[two.audience] ?? 1
      return byAge * (isMixed ? MIXED : 1) * PARTED ** parted.length * (isComic ? COMIC : 1)
    },
    shared(book, other): Reason | undefined {
      const { weights } = contentOf(other)
      const [theme] = [...contentOf(book).weights]
        .filter(([name]) => weights.has(name) && (isTheme(name) || originIn(name) !== undefined))
        .toSorted(([, one], [, two]) => two - one)
      if (theme) {
        const [subject] = theme
        const origin = originIn(subject)
        return origin === undefined
          ? { text: REASONS.about, values: { subject } }
          : { text: originReason(origin) }
      }
      const [interest = ''] = book.interests
      // `More Fiction` says too little where more is known of a book.
      const isVague = isGeneral(interest) && book.subjects.length > 0
      return other.interests.includes(interest) && !isVague
        ? { text: REASONS.more, values: { interest } }
        : undefined
    },
  }
  likenesses.set(catalogue, likeness)
  return likeness
}
