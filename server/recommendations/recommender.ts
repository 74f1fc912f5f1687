import type { Book, Recommendation } from '../../contract/books.ts'
import { CATEGORIES } from '../../contract/categories.ts'
import { factsOfBook, type BookFacts } from '../catalogue/bookFacts.ts'
import type { BookReader } from '../catalogue/bookReader.ts'
import type { LocalCatalogue } from '../catalogue/catalogue.ts'
import { candidatesOf, rarityIn } from './candidates.ts'
import { bitsOf, likenessOf, weightOf } from './likeness.ts'
import type { Neighbours } from './neighbours.ts'

/** Works of 'Picked for You', and of one author among them (decision 53). */
const PICKED_MOST = 24
const PICKED_OF_AUTHOR = 2

/** Works after a book, and of one author among them (decision 54). */
const SIMILAR_MOST = 12
const SIMILAR_OF_AUTHOR = 4

/** So many hearts of a reader weigh, the latest; all are left out. */
export const HEARTS_MOST = 60

/** Where there are fewer candidates, the best-known books fill up a reader's row. */
const CANDIDATES_LEAST = 80

const NEIGHBOURS_MOST = 100

/** How much a cosine of 1 counts beside a likeness of 1. */
const NEIGHBOUR = 60

/** So many readers of a work are half believed: what the work is counts the less, the more there are. */
const READERS_BELIEVED = 20
const LEAST_OF_CONTENT = 0.1

/** A candidate, how much speaks for it, and which heart most. */
interface Scored {
  book: BookFacts
  score: number
  because: BookFacts
  /** Whether that heart's readers say so, more than what the books are. */
  byReaders: boolean
}

const sum = (list: readonly number[]): number => list.reduce((total, one) => total + one, 0)

const bestFirst = (one: Scored, other: Scored): number => other.score - one.score

/** At most `most` works, the best first, at most `ofAuthor` of one author. */
function pick(scored: readonly Scored[], most: number, ofAuthor: number): Scored[] {
  const counts = new Map<string, number>()
  const fitting = scored.toSorted(bestFirst).filter(({ book: { author } }) => {
    const count = (counts.get(author) ?? 0) + 1
    counts.set(author, count)
    return author === '' || count <= ofAuthor
  })
  return fitting.slice(0, most)
}

/** The facts of books as the catalogue has them, or else as their records say. */
function factsOf(reader: BookReader, books: readonly Book[]): BookFacts[] {
  const current = reader.factsByIds(books.map(({ id }) => id))
  return books.map((book) => current.get(book.id) ?? factsOfBook(book))
}

function recommend(
  reader: BookReader,
  picked: readonly Scored[],
  reasonOf: (one: Scored) => string | undefined,
): Recommendation[] {
  const books = reader.books(picked.map(({ book }) => book.rank))
  const records = new Map(books.map(({ rank, book }) => [rank, book]))
  return picked.flatMap((one) => {
    const book = records.get(one.book.rank)
    const reason = reasonOf(one)
    return book && reason !== undefined ? [{ book, reason }] : []
  })
}

interface Options {
  catalogue: Pick<LocalCatalogue, 'reader'>
  /** Of this host's readers, as found by now. */
  neighbours: () => Neighbours
}

/**
 * Recommends from what the books are and from what this host's readers favor, the more from these the more
 * they are. Reads the catalogue and what is in memory; computes nothing about other readers.
 */
export function createRecommender({ catalogue, neighbours }: Options) {
  const heartsOf = (work: string): number => neighbours().get(work)?.count ?? 0

  /** By work, the cosine to each of the books, by its place: of the nearest works. */
  function cosinesTo(books: readonly BookFacts[], without: ReadonlySet<string>) {
    const cosines = new Map<string, number[]>()
    for (const [place, book] of books.entries()) {
      for (const { work, cosine } of neighbours().get(book.work)?.neighbours ?? []) {
        if (without.has(work)) continue
        const list = cosines.get(work) ?? []
        list[place] = cosine
        cosines.set(work, list)
      }
    }
    const nearest = [...cosines].map(([work, list]) => ({ work, list, cosine: sum(list) }))
    nearest.sort((one, other) => other.cosine - one.cosine)
    return new Map(nearest.slice(0, NEIGHBOURS_MOST).map(({ work, list }) => [work, list]))
  }

  /** The candidates for a reader of `books`, without those of `ids` and `works`; at least `least`, where there are. */
  function scoresOf(
    reader: BookReader,
    books: readonly BookFacts[],
    { ids, works }: { ids: ReadonlySet<string>; works: ReadonlySet<string> },
    least: number,
  ): Scored[] {
    const [newest] = books
    if (!newest) return []
    const rarity = rarityIn(reader)
    const isOpen = ({ id, work }: BookFacts) => !works.has(work) && !ids.has(id)
    const cosines = cosinesTo(books, works)
    const hearts = books.map((facts) => {
      const count = heartsOf(facts.work)
      return { facts, believed: count / (count + READERS_BELIEVED) }
    })
    const found = new Map<string, Scored>()
    const consider = (book: BookFacts): void => {
      if (found.has(book.work) || !isOpen(book)) return
      const scored: Scored = { book, score: 0, because: newest, byReaders: false }
      const weight = weightOf(book.popularity)
      const list = cosines.get(book.work)
      let most = 0
      for (const [place, { facts, believed }] of hearts.entries()) {
        const byReaders = NEIGHBOUR * believed * (list?.[place] ?? 0)
        const content = Math.max(1 - believed, LEAST_OF_CONTENT)
        const byContent = content * weight * likenessOf(facts, book, rarity)
        scored.score += byReaders + byContent
        if (byReaders + byContent <= most) continue
        most = byReaders + byContent
        scored.because = facts
        scored.byReaders = byReaders > byContent
      }
      found.set(book.work, scored)
    }
    reader.factsByWorks([...cosines.keys()]).forEach(consider)
    candidatesOf(reader, books, isOpen).forEach(consider)
    if (found.size < least) reader.best(least + ids.size).forEach(consider)
    return [...found.values()]
  }

  return {
    /** How many readers of this host favor a work; 0 where they are few. */
    heartsOf,

    /** For a reader with these favorites: `latest` are the newest, at most HEARTS_MOST, `favorites` the ids of all. */
    forYou(latest: readonly Book[], favorites: readonly string[]): Recommendation[] {
      const reader = catalogue.reader()
      const books = factsOf(reader, latest)
      const ids = new Set(favorites)
      const works = new Set(books.map(({ work }) => work))
      for (const work of reader.worksOf(favorites).values()) works.add(work)
      const titles = new Map(books.map((facts, at) => [facts, latest[at]?.volumeInfo.title ?? '']))
      const scored = scoresOf(reader, books, { ids, works }, CANDIDATES_LEAST)
      const picked = pick(scored, PICKED_MOST, PICKED_OF_AUTHOR)
      const reasonOf = (one: Scored) => `Because you loved ${titles.get(one.because) ?? ''}`
      return recommend(reader, picked, reasonOf)
    },

    /** What comes after a book: the next of its series, then what is most like it. Empty where nothing is. */
    similar(book: Book): Recommendation[] {
      const reader = catalogue.reader()
      const [own = factsOfBook(book)] = factsOf(reader, [book])
      const next = reader.nextInSeries(own)?.work
      const without = { ids: new Set([own.id]), works: new Set([own.work]) }
      const scored = scoresOf(reader, [own], without, 0).filter(({ score }) => score > 0)
      for (const one of scored) if (one.book.work === next) one.score = Infinity
      const rarity = rarityIn(reader)
      return recommend(reader, pick(scored, SIMILAR_MOST, SIMILAR_OF_AUTHOR), (one) => {
        const { authors, series } = book.volumeInfo
        if (one.book.work === next) return `Next in ${series?.name ?? ''}`
        if (one.byReaders) return 'Readers of this book also loved it'
        const isBySame = own.author !== '' && own.author === one.book.author
        if (isBySame) return `Also by ${authors[0] ?? ''}`
        const shared = bitsOf(own.interests & one.book.interests)
        const [rarest] = shared.toSorted((bit, other) => (rarity[other] ?? 0) - (rarity[bit] ?? 0))
        return rarest === undefined ? undefined : `More ${CATEGORIES[rarest]}`
      })
    },
  }
}
