// A type, not an interface: Kysely's `withTables` takes only what has an index signature.
/** The catalogue's half of the SQLite schema (migration 0002), as Kysely reads it. */
export type BookTables = {
  book_sources: { source: string; slot: number; fingerprint: string }
  books: { pop: number; id: string; source: string; record: string; picture: string | null }
  book_categories: { category: string; pop: number }
  book_authors: { author: string; pop: number }
}
