import { LRUCache } from 'lru-cache'
import type { BookFacts } from '../bookFacts.ts'
import { IN_LIST, numberOrNull, textOrNull, type Queries } from './queries.ts'

/** The places of so many books in series are kept in memory, at most; they are small. */
const VOLUMES_KEPT = 20_000

/** The work of a book, and its place in a series. */
type VolumeOfWork = Pick<BookFacts, 'work' | 'author' | 'series' | 'number'>

/** Looks up which work a book or a title is of, and its place in a series. */
export function createWorkLookUps({ all }: Queries) {
  /** Readers ask for their lists again and again, with thousands of books that they have read. */
  const kept = new LRUCache<string, VolumeOfWork>({ max: VOLUMES_KEPT })

  return {
    /** The works of those of the books that are there, and their places in series. */
    volumesOf(ids: readonly string[]): VolumeOfWork[] {
      const missing = ids.filter((id) => !kept.has(id))
      const sql = `SELECT id, work, author, series, series_number FROM books WHERE id ${IN_LIST}`
      const rows = missing.length > 0 ? all(sql, JSON.stringify(missing)) : []
      const found = new Map(
        rows.map((row) => [
          String(row['id']),
          {
            work: String(row['work']),
            author: textOrNull(row['author']) ?? '',
            series: textOrNull(row['series']),
            number: numberOrNull(row['series_number']),
          },
        ]),
      )
      const volumes = ids.flatMap((id) => found.get(id) ?? kept.get(id) ?? [])
      for (const [id, volume] of found) kept.set(id, volume)
      return volumes
    },

    /** The works of those of the books that are there, by id. */
    worksOf(ids: readonly string[]): ReadonlyMap<string, string> {
      const rows = all(`SELECT id, work FROM books WHERE id ${IN_LIST}`, JSON.stringify(ids))
      return new Map(rows.map(({ id, work }) => [String(id), String(work)]))
    },

    /** As `worksOf`, but only where there are other editions of the work. */
    sharedWorksOf(ids: readonly string[]): Record<string, string> {
      const other =
        'SELECT 1 FROM books AS other WHERE other.work = books.work AND other.id <> books.id'
      const sql = `SELECT id, work FROM books WHERE id ${IN_LIST} AND EXISTS (${other})`
      const rows = all(sql, JSON.stringify(ids))
      return Object.fromEntries(rows.map(({ id, work }) => [String(id), String(work)]))
    },

    /** The works that have titles with these numbers (`workKey`), by number. */
    worksByTitles(keys: readonly number[]): ReadonlyMap<number, string> {
      const rows = all(
        `SELECT key, work FROM work_titles WHERE key ${IN_LIST}`,
        JSON.stringify(keys),
      )
      return new Map(rows.map(({ key, work }) => [Number(key), String(work)]))
    },
  }
}
