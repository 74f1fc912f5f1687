import type { Titled, TitledBook } from '../../../books/workTitles.ts'
import { workKey } from '../../../books/works.ts'
import type { createNameLookUps } from './names.ts'
import { IN_LIST, type Queries } from './queries.ts'
import type { createWorkLookUps } from './works.ts'

/** So many books of a title or an author are compared with one that is looked for. */
const COMPARED_MOST = 300

type Names = ReturnType<typeof createNameLookUps>
type Works = ReturnType<typeof createWorkLookUps>

/** Looks up what the books of a reader's library are matched with (`LibraryShelf`). */
export function createLibraryLookUps({ all, ranks }: Queries, names: Names, works: Works) {
  /** The titles of at most so many books at these ranks. */
  function titled(some: readonly number[]): TitledBook[] {
    const sql = `
      SELECT id, work, json_remove(record -> '$.volumeInfo', '$.description') AS titled
      FROM books WHERE rank ${IN_LIST} ORDER BY rank LIMIT ${COMPARED_MOST}`
    return all(sql, JSON.stringify(some)).map(({ id, work, titled }) => {
      const volumeInfo: Titled = JSON.parse(String(titled))
      return { id: String(id), workId: String(work), volumeInfo }
    })
  }

  return {
    byIds: (ids: readonly string[]) =>
      titled(ranks(`SELECT rank FROM books WHERE id ${IN_LIST}`, JSON.stringify(ids))),
    byIsbns: (isbns: readonly string[]) => titled(names.ranksByIsbns(isbns, COMPARED_MOST)),
    byTitles: (keys: readonly string[]) => titled(names.ranksByTitles(keys, COMPARED_MOST)),
    byAuthors: (keys: readonly string[]) => titled(names.ranksByAuthors(keys, COMPARED_MOST)),
    byWorkTitles(texts: readonly string[]) {
      const keys = texts.map(workKey)
      const found = works.worksByTitles(keys)
      const expected = [...new Set(keys.flatMap((key) => found.get(key) ?? []))]
      if (expected.length === 0) return []
      const sql = `SELECT min(rank) AS rank FROM books WHERE work ${IN_LIST} GROUP BY work`
      const best = titled(ranks(sql, JSON.stringify(expected)))
      return expected.flatMap((work) => best.find(({ workId }) => workId === work) ?? [])
    },
  }
}
