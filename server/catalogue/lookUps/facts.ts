import type { SQLInputValue, StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import type { Category } from '../../../contract/categories.ts'
import type { BookFacts } from '../bookFacts.ts'
import { popularityOf } from '../ranks.ts'
import { IN_LIST, numberOrNull, textOrNull, type Queries, type Row } from './queries.ts'

/** The facts of so many books are kept in memory, at most. */
const FACTS_KEPT = 5000

/** Works of a category among which recommendations look: the best known. */
const OF_CATEGORY = 500

/** Where books are found by what they have. */
const TABLES = {
  author: 'book_authors',
  subject: 'book_subjects',
  origin: 'book_origins',
  category: 'book_categories',
}

/** The columns of `books` that `factsOfRow` reads. */
const FACTS = 'id, rank, work, author, series, series_number, year, interests, subjects, origins'

function listOf(value: unknown): string[] {
  const list: string[] = JSON.parse(String(value))
  return list
}

function factsOfRow(row: Row): BookFacts {
  const rank = Number(row['rank'])
  return {
    rank,
    id: String(row['id']),
    popularity: popularityOf(rank),
    work: String(row['work']),
    author: textOrNull(row['author']) ?? '',
    series: textOrNull(row['series']),
    number: numberOrNull(row['series_number']),
    year: numberOrNull(row['year']),
    interests: listOf(row['interests']),
    subjects: listOf(row['subjects']),
    origins: listOf(row['origins']),
  }
}

/** The ranks of the best-known books that have a value. */
const selectBest = (what: keyof typeof TABLES, most: number): string =>
  `SELECT rank FROM ${TABLES[what]} WHERE ${what} = ? ORDER BY rank LIMIT ${most}`

/** Looks up the facts that shelves and recommendations are made of. */
export function createFactLookUps({ statement, ranks }: Queries) {
  /** Most requests are about the same books: those read last are kept, and what is found out about them with them. */
  const known = new LRUCache<number, BookFacts, StatementSync>({
    max: FACTS_KEPT,
    memoMethod: (rank, _, { context }) => factsOfRow(context.get(rank) ?? {}),
  })
  const shelves = new Map<Category, readonly BookFacts[]>()

  /** The facts of the books at the ranks that a query finds. */
  function factsAt(sql: string, ...values: SQLInputValue[]): BookFacts[] {
    const context = statement(`SELECT ${FACTS} FROM books WHERE rank = ?`)
    return ranks(sql, ...values).map((rank) => known.memo(rank, { context }))
  }

  /** The best-known books with this author (by `authorKey`), subject, origin or interest among theirs. */
  const factsBy = (what: keyof typeof TABLES, name: string, most: number): BookFacts[] =>
    factsAt(selectBest(what, most), name)

  return {
    factsBy,

    /** The ranks of the same, at most so many. */
    ranksBy: (what: keyof typeof TABLES, name: string, most: number): number[] =>
      ranks(selectBest(what, most), name),

    /** The facts of those of the books that are there, by id. */
    factsByIds(ids: readonly string[]): ReadonlyMap<string, BookFacts> {
      const found = factsAt(`SELECT rank FROM books WHERE id ${IN_LIST}`, JSON.stringify(ids))
      return new Map(found.map((facts) => [facts.id, facts]))
    },

    /** The best-known edition of each work that is there. */
    factsByWorks: (names: readonly string[]): BookFacts[] =>
      factsAt(
        `SELECT min(rank) AS rank FROM books WHERE work ${IN_LIST} GROUP BY work ORDER BY rank`,
        JSON.stringify(names),
      ),

    /** The facts of the books at these ranks, in any order. */
    factsByRanks: (some: readonly number[]): BookFacts[] =>
      factsAt(`SELECT rank FROM books WHERE rank ${IN_LIST}`, JSON.stringify(some)),

    /** The books of a series with a number above `after`, at most so many, by their numbers; read as they are taken. */
    factsBySeries(series: string, after: number, most: number): IteratorObject<BookFacts> {
      const volumes = statement(`
        SELECT ${FACTS} FROM books WHERE series = ? AND series_number > ?
        ORDER BY series_number, rank LIMIT ${most}`)
      return volumes.iterate(series, after).map(factsOfRow)
    },

    /** The best-known works of a category, the best-known edition in it for each; the same list every time. */
    bestOf(category: Category): readonly BookFacts[] {
      const seen = new Set<string>()
      const shelf =
        shelves.get(category) ??
        factsBy('category', category, OF_CATEGORY).filter(
          ({ work }) => !seen.has(work) && seen.add(work),
        )
      shelves.set(category, shelf)
      return shelf
    },

    /** The best-known books. */
    best: (most: number): BookFacts[] =>
      factsAt(`SELECT rank FROM books ORDER BY rank LIMIT ${most}`),

    /** The rank of the best-known book. */
    firstRank: (): number => ranks('SELECT coalesce(min(rank), 0) AS rank FROM books')[0] ?? 0,
  }
}
