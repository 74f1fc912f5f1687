import type { Statements } from './indexRows.ts'

/** An import of fewer books leaves the full-text indexes as they are: they merge what comes by themselves. */
export const WORTH_MERGING = 10_000

// Whoever else writes waits for one of these steps, a fraction of a second each.
const MERGED_PAGES = 1000

/**
 * Brings each full-text index into one piece, which is searched fastest: a step at a time, each a
 * transaction of its own. What is in one piece already is left.
 */
export function* mergeIndexes(statements: Statements): Generator<void> {
  for (const table of ['books_fts', 'books_text']) {
    const merge = `INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`
    // Negative: begin with all pieces, whatever their sizes.
    for (let pages = -MERGED_PAGES, before = -2; ; pages = MERGED_PAGES) {
      statements.run(merge, pages)
      const total = Number(statements.get('SELECT total_changes() AS total')?.['total'])
      if (total - before < 2) break
      before = total
      yield
    }
  }
}
