import { IN_LIST, LAST, type Queries } from './queries.ts'

/** How many titles a prefix looks at. */
const MAX_TITLES_BEGUN = 200

/** Looks up the ranks of books by their whole numbers, titles, authors and series. */
export function createNameLookUps(queries: Queries) {
  const { ranks } = queries

  /** Books with this title key, of the kinds `first` to `last`; the lower kind first. */
  function ranksByTitle(
    key: string,
    [first, last]: readonly [number, number] = [0, 1],
    most = queries.limit,
  ): number[] {
    const sql = `
      SELECT rank FROM book_titles WHERE key = ? AND kind BETWEEN ? AND ? ORDER BY kind, rank LIMIT ${most}`
    return ranks(sql, key, first, last)
  }

  return {
    ranksByTitle,

    /** Books with one of these title keys, of the kinds 0 and 1. */
    ranksByTitles(keys: readonly string[], most = queries.limit): number[] {
      // One key after another, each with a limit: thousands of books may be called `Poems`.
      const found = keys.flatMap((key) =>
        [0, 1].flatMap((kind) => ranksByTitle(key, [kind, kind], most)),
      )
      return [...new Set(found)].toSorted((one, other) => one - other).slice(0, most)
    },

    /** Books with a title key that begins so, of the first titles in the order of the alphabet. */
    ranksByTitleStart(start: string, most = queries.limit): number[] {
      const sql = `
        SELECT DISTINCT rank FROM (
          SELECT rank FROM book_titles WHERE key >= ? AND key < ? AND kind < 2
          ORDER BY key, kind, rank LIMIT ${MAX_TITLES_BEGUN}
        ) ORDER BY rank LIMIT ${most}`
      return ranks(sql, start, start + LAST)
    },

    /** Books with one of these ISBN-13s. */
    ranksByIsbns(isbns: readonly string[], most = queries.limit): number[] {
      const sql = `
        SELECT DISTINCT rank FROM book_isbns WHERE isbn13 ${IN_LIST} ORDER BY rank LIMIT ${most}`
      return ranks(sql, JSON.stringify(isbns))
    },

    /** Books by an author of one of these names. */
    ranksByAuthors(keys: readonly string[], most = queries.limit): number[] {
      const sql = `
        SELECT DISTINCT rank FROM json_each(?) CROSS JOIN book_authors ON author = value
        ORDER BY rank LIMIT ${most}`
      return ranks(sql, JSON.stringify(keys))
    },

    /** The books of a series by their numbers; what comes before the first volume comes behind the others. */
    ranksBySeries(key: string): number[] {
      const sql = `
        SELECT rank FROM books WHERE series = ?
        ORDER BY series_number IS NULL, series_number < 1, series_number, rank LIMIT ${queries.limit}`
      return ranks(sql, key)
    },
  }
}
