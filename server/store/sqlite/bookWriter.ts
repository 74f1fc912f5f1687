import type { SQLInputValue } from 'node:sqlite'
import type { BookRow, IndexedBook, RankedBook } from '../bookImport.ts'
import { indexBook, SLOTS, TermChanges } from '../../catalogue/search/indexBook.ts'
import { Statements, writeKeys, writeWords, type OutputRow } from './indexRows.ts'
import { termKeys } from '../../catalogue/search/terms.ts'

/** A row of the books table. */
export function bookRow(row: OutputRow): BookRow {
  const { picture } = row
  return {
    id: String(row['id']),
    pop: Number(row['pop']),
    source: String(row['source']),
    record: String(row['record']),
    picture: typeof picture === 'string' ? picture : null,
  }
}

/**
 * Writes books and all that finds them; each call belongs into a transaction. What it removes from the
 * indexes it finds by the book's record, never by a scan.
 */
export class BookWriter extends Statements {
  /**
   * Where a source's books stand; a new source gets the next slot.
   *
   * @throws RangeError where there are too many sources
   */
  sourceOf(source: string): { slot: number; places: number } {
    const known = this.get('SELECT slot, places FROM book_sources WHERE source = ?', source)
    if (known) return { slot: Number(known['slot']), places: Number(known['places']) }
    const next = this.get('SELECT coalesce(max(slot) + 1, 0) AS slot FROM book_sources')
    const slot = Number(next?.['slot'] ?? 0)
    if (slot >= SLOTS) throw new RangeError(`A catalogue has at most ${SLOTS} sources`)
    this.run(
      "INSERT INTO book_sources (source, slot, fingerprint, places) VALUES (?, ?, '', 0)",
      source,
      slot,
    )
    return { slot, places: 0 }
  }

  setPlaces(source: string, places: number): void {
    this.run('UPDATE book_sources SET places = ? WHERE source = ?', places, source)
  }

  /** The rows of the books with these ids. */
  rowsOf(ids: readonly string[]): Map<string, BookRow> {
    const rows = this.all(
      'SELECT id, pop, source, record, picture FROM books ' +
        'WHERE id IN (SELECT value FROM json_each(?))',
      JSON.stringify(ids),
    )
    return new Map(rows.map(bookRow).map((row) => [row.id, row]))
  }

  /** Takes books out of every index; their rows stay. */
  unindex(books: readonly IndexedBook[], changes: TermChanges): void {
    for (const { pop, book } of books) {
      const index = indexBook(book)
      for (const category of index.categories) {
        this.run('DELETE FROM book_categories WHERE category = ? AND pop = ?', category, pop)
      }
      for (const author of index.authors) {
        this.run('DELETE FROM book_authors WHERE author = ? AND pop = ?', author, pop)
      }
      for (const isbn13 of index.isbns) {
        this.run('DELETE FROM book_isbns WHERE isbn13 = ? AND pop = ?', isbn13, pop)
      }
      for (const { key, kind } of index.titles) {
        this.run('DELETE FROM book_titles WHERE key = ? AND kind = ? AND pop = ?', key, kind, pop)
      }
      this.run('DELETE FROM books_fts WHERE rowid = ?', pop)
      this.run('DELETE FROM books_text WHERE rowid = ?', pop)
      changes.add(index, -1)
    }
  }

  /** Writes rows and indexes, the best first. A row whose id is there takes the new rank. */
  write(source: string, books: readonly RankedBook[], changes: TermChanges): void {
    for (const { pop, book, record, picture } of books) {
      this.run(
        'INSERT INTO books (pop, id, source, record, picture) VALUES (?, ?, ?, ?, ?) ' +
          'ON CONFLICT (id) DO UPDATE SET pop = excluded.pop, source = excluded.source, ' +
          'record = excluded.record, picture = excluded.picture',
        pop,
        book.id,
        source,
        record,
        picture,
      )
    }
    const indexed = books.map(({ pop, book }) => ({ pop, index: indexBook(book) }))
    for (const { index } of indexed) changes.add(index, 1)
    writeKeys(this, indexed)
    writeWords(this, indexed)
  }

  /** Brings the words that typo correction knows up to date. */
  writeTerms(changes: TermChanges): void {
    const changed = changes.list()
    if (changed.length === 0) return
    const known = new Map(
      this.all(
        'SELECT term, id, books FROM terms WHERE term IN (SELECT value FROM json_each(?))',
        JSON.stringify(changed.map(([term]) => term)),
      ).map((row) => [row['term'], { id: Number(row['id']), books: Number(row['books']) }]),
    )
    const last = this.get('SELECT coalesce(max(id), 0) AS id FROM terms')
    let id = Number(last?.['id'])
    const terms: SQLInputValue[] = []
    const keys: number[] = []
    for (const [term, change] of changed) {
      const row = known.get(term)
      const books = (row?.books ?? 0) + change
      if (row === undefined) {
        id += 1
        terms.push(id, term, books)
        keys.push(...termKeys(id, term))
      } else if (books > 0) {
        this.run('UPDATE terms SET books = ? WHERE id = ?', books, row.id)
      } else {
        this.#forgetWord(row.id, term)
      }
    }
    this.insert('terms', ['id', 'term', 'books'], terms)
    // In the order of the table: every page of it is then taken up once.
    keys.sort((one, other) => one - other)
    this.insert('term_deletes', ['key'], keys)
  }

  #forgetWord(id: number, term: string): void {
    this.run(
      'DELETE FROM term_deletes WHERE key IN (SELECT value FROM json_each(?))',
      JSON.stringify(termKeys(id, term)),
    )
    this.run('DELETE FROM terms WHERE id = ?', id)
  }

  /** Gives the row a rank below zero: in no index, kept for those who favor it. */
  park(pops: readonly number[]): void {
    const least = this.get('SELECT min(pop, 0) AS pop FROM books ORDER BY pop LIMIT 1')
    let parked = Number(least?.['pop'] ?? 0)
    for (const pop of pops) this.run('UPDATE books SET pop = ? WHERE pop = ?', --parked, pop)
  }

  /** Takes out the words that stand in no book. */
  forgetWords(): void {
    const words = this.all('SELECT id, term FROM terms WHERE books <= 0')
    for (const { id, term } of words) this.#forgetWord(Number(id), String(term))
  }

  /**
   * Takes books out of the catalogue; answers how many stay parked for the readers who favor them.
   * `areCounted`: whether their words count among those that typo correction knows.
   */
  leave(books: readonly IndexedBook[], { areCounted = true } = {}): number {
    const changes = new TermChanges()
    this.unindex(books, changes)
    const favored = new Set(
      this.all(
        'SELECT DISTINCT book_id AS id FROM favorites ' +
          'WHERE book_id IN (SELECT value FROM json_each(?))',
        JSON.stringify(books.map(({ book }) => book.id)),
      ).map((row) => row['id']),
    )
    this.park(books.filter(({ book }) => favored.has(book.id)).map(({ pop }) => pop))
    for (const { pop, book } of books) {
      if (!favored.has(book.id)) this.run('DELETE FROM books WHERE pop = ?', pop)
    }
    if (areCounted) this.writeTerms(changes)
    return favored.size
  }
}
