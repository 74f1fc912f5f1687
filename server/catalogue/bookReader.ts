import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import type { Book } from '../../contract/books.ts'
import type { Category } from '../../contract/categories.ts'
import type { CatalogueBook, StoredBook } from '../../books/storedBook.ts'
import { workKey } from '../../books/works.ts'
import type { Titled, TitledBook } from '../../books/workTitles.ts'
import { FACTS, factsOf, numberOf, textOf, type BookFacts } from './bookFacts.ts'
import type { ImportedFile } from './bookWriter.ts'
import { StoreError } from '../store/errors.ts'
import {
  bookOf,
  checkWhole,
  createStatements,
  isOlder,
  openCatalogueFile,
  popularityOf,
} from './catalogueFile.ts'
import { closeKeys } from './search/typos.ts'

/** What a source has, and where it came from. */
export type SourceState = Omit<ImportedFile, 'fingerprint'> & { source: string; books: number }

type Row = Readonly<Record<string, unknown>>

/** The address of its remote cover, where a row has one. */
export const pictureOf = ({ picture }: Row) => (typeof picture === 'string' ? { picture } : {})

/** The facts of so many books are kept in memory, at most. */
const FACTS_KEPT = 5000

/** So are the places of so many in series, which are small. */
const VOLUMES_KEPT = 20_000

/** Works of a category among which recommendations look: the best known. */
const OF_CATEGORY = 500

/** So many books of a title or an author are compared with one that is looked for. */
const COMPARED_MOST = 300

/** Where books are found by what they have. */
const TABLES = {
  author: 'book_authors',
  subject: 'book_subjects',
  origin: 'book_origins',
  category: 'book_categories',
}

/** What is one of a list given as JSON. */
const IN_LIST = 'IN (SELECT value FROM json_each(?))'

// How many titles a prefix looks at, and how many words a mistyped one is compared with.
const MAX_TITLES_BEGUN = 200
const MAX_WORDS_COMPARED = 5000
const MAX_SOUNDING = 200
// `books_fts` has an index of prefixes of up to so many letters.
const INDEXED_PREFIX = 4
const MAX_NAMED = 24
/** Greater than every text that begins with the one before it. */
const LAST = '\u{10FFFF}'

/** Columns of `books_fts`, as FTS5 writes a list of them. */
export type Columns =
  | 'title'
  | 'series'
  | 'author'
  | 'category'
  | 'title series author'
  | 'title author category'
  | 'title series author category'

/** A word of titles, series and authors, and in how many books it is. */
export interface Term {
  term: string
  books: number
}

/** The work of a book, and its place in a series. */
type VolumeOfWork = Pick<BookFacts, 'work' | 'author' | 'series' | 'number'>

/** An FTS5 match expression; `undefined` finds nothing. Words are letters and digits only. */
export type Match = string | undefined

export const matchWord = (word: string): string => `"${word}"`

/** Whatever all of the parts find. */
export const matchAll = (parts: readonly Match[]): Match =>
  parts.includes(undefined) ? undefined : `(${parts.join(' AND ')})`

/** Whatever one of the parts finds. */
export function matchAny(parts: readonly Match[]): Match {
  const present = parts.filter((part) => part !== undefined)
  return present.length === 0 ? undefined : `(${present.join(' OR ')})`
}

/** A search cannot read the catalogue's file. Answered as 503 with Retry-After. */
export class CatalogueUnreadable extends Error {}

/**
 * Reads one catalogue file, synchronously; each query takes well below a millisecond, and reads a bounded number of
 * rows, by an index. A rank names a book within the file; lists are the best known first unless said otherwise.
 */
export class BookReader {
  readonly #database: DatabaseSync
  readonly #file: string
  readonly #statement: (sql: string) => StatementSync
  readonly #shelves = new Map<Category, readonly BookFacts[]>()
  /** How many books the search under way looks up at most, unless said otherwise. */
  limit = 0

  /** @throws StoreError where the file cannot be opened, or is to be written anew first */
  constructor(file: string) {
    this.#file = file
    this.#database = openCatalogueFile(file)
    if (isOlder(this.#database)) {
      this.close()
      const remedy = 'start this one, and it is written anew'
      throw new StoreError('older', `The catalogue ${file} is from an older Catchword: ${remedy}.`)
    }
    this.#statement = createStatements(this.#database)
  }

  /** @throws StoreError where the file is damaged, which its opening does not tell */
  check(): void {
    checkWhole(this.#database, this.#file)
  }

  close(): void {
    this.#database.close()
  }

  [Symbol.dispose](): void {
    this.close()
  }

  #all(sql: string, ...values: SQLInputValue[]) {
    return this.#statement(sql).all(...values)
  }

  #ranks(sql: string, ...values: SQLInputValue[]): number[] {
    return this.#all(sql, ...values).map((row) => Number(row['rank']))
  }

  /** The books at these ranks, in their order. */
  books(ranks: readonly number[]): { rank: number; book: Book }[] {
    const select = this.#statement('SELECT record FROM books WHERE rank = ?')
    return ranks.flatMap((rank) => {
      const row = select.get(rank)
      return row ? [{ rank, book: bookOf(row) }] : []
    })
  }

  byId(id: string): CatalogueBook | undefined {
    const row = this.#statement('SELECT record, picture FROM books WHERE id = ?').get(id)
    return row && { book: bookOf(row), ...pictureOf(row) }
  }

  /** Those of the books that are there, in any order. */
  byIds(ids: readonly string[]): Book[] {
    return this.#all(`SELECT record FROM books WHERE id ${IN_LIST}`, JSON.stringify(ids)).map(
      bookOf,
    )
  }

  // What shelves and recommendations are made of.

  /** Most requests are about the same books: those read last are kept, and what is found out about them with them. */
  readonly #known = new LRUCache<number, BookFacts, StatementSync>({
    max: FACTS_KEPT,
    memoMethod: (rank, _, { context }) => factsOf(context.get(rank) ?? {}),
  })

  /** The facts of the books at the ranks that a query finds. */
  #facts(ranks: string, ...values: SQLInputValue[]): BookFacts[] {
    const context = this.#statement(`SELECT ${FACTS} FROM books WHERE rank = ?`)
    return this.#ranks(ranks, ...values).map((rank) => this.#known.memo(rank, { context }))
  }

  /** The facts of the best known of some rows. */
  #best(rows: string, most: number, ...values: SQLInputValue[]): BookFacts[] {
    return this.#facts(`SELECT rank FROM ${rows} ORDER BY rank LIMIT ${most}`, ...values)
  }

  /** The facts of those of the books that are there, by id. */
  factsByIds(ids: readonly string[]): ReadonlyMap<string, BookFacts> {
    const found = this.#facts(`SELECT rank FROM books WHERE id ${IN_LIST}`, JSON.stringify(ids))
    return new Map(found.map((facts) => [facts.id, facts]))
  }

  /** The best-known edition of each work that is there. */
  factsByWorks(names: readonly string[]): BookFacts[] {
    const ranks = `SELECT min(rank) AS rank FROM books WHERE work ${IN_LIST} GROUP BY work ORDER BY rank`
    return this.#facts(ranks, JSON.stringify(names))
  }

  /** The best-known books with this author (by `authorKey`), subject, origin or interest among theirs. */
  factsBy(what: keyof typeof TABLES, name: string, most: number): BookFacts[] {
    return this.#best(`${TABLES[what]} WHERE ${what} = ?`, most, name)
  }

  /** The ranks of the same, at most so many. */
  ranksBy(what: keyof typeof TABLES, name: string, most: number): number[] {
    const sql = `SELECT rank FROM ${TABLES[what]} WHERE ${what} = ? ORDER BY rank LIMIT ${most}`
    return this.#ranks(sql, name)
  }

  /** The facts of the books at these ranks, in any order. */
  factsByRanks(ranks: readonly number[]): BookFacts[] {
    return this.#facts(`SELECT rank FROM books WHERE rank ${IN_LIST}`, JSON.stringify(ranks))
  }

  /** The books of a series with a number above `after`, at most so many, by their numbers; read as they are taken. */
  factsBySeries(series: string, after: number, most: number): IteratorObject<BookFacts> {
    const statement = this.#statement(`
      SELECT ${FACTS} FROM books WHERE series = ? AND series_number > ?
      ORDER BY series_number, rank LIMIT ${most}`)
    return statement.iterate(series, after).map(factsOf)
  }

  /** The best-known works of a category, the best-known edition in it for each; the same list every time. */
  bestOf(category: Category): readonly BookFacts[] {
    const seen = new Set<string>()
    const shelf =
      this.#shelves.get(category) ??
      this.factsBy('category', category, OF_CATEGORY).filter(
        ({ work }) => !seen.has(work) && seen.add(work),
      )
    this.#shelves.set(category, shelf)
    return shelf
  }

  /** The rank of the best-known book. */
  firstRank(): number {
    return this.#ranks('SELECT coalesce(min(rank), 0) AS rank FROM books')[0] ?? 0
  }

  /** The best-known books. */
  best(most: number): BookFacts[] {
    return this.#best('books', most)
  }

  /** Readers ask for their lists again and again, with thousands of books that they have read. */
  readonly #volumes = new LRUCache<string, VolumeOfWork>({ max: VOLUMES_KEPT })

  /** The works of those of the books that are there, and their places in series. */
  volumesOf(ids: readonly string[]): VolumeOfWork[] {
    const missing = ids.filter((id) => !this.#volumes.has(id))
    const sql = `SELECT id, work, author, series, series_number FROM books WHERE id ${IN_LIST}`
    const rows = missing.length > 0 ? this.#all(sql, JSON.stringify(missing)) : []
    const found = new Map(
      rows.map((row) => [
        String(row['id']),
        {
          work: String(row['work']),
          author: textOf(row['author']) ?? '',
          series: textOf(row['series']),
          number: numberOf(row['series_number']),
        },
      ]),
    )
    const volumes = ids.flatMap((id) => found.get(id) ?? this.#volumes.get(id) ?? [])
    for (const [id, volume] of found) this.#volumes.set(id, volume)
    return volumes
  }

  /** The works of those of the books that are there, by id. */
  worksOf(ids: readonly string[]): ReadonlyMap<string, string> {
    const rows = this.#all(`SELECT id, work FROM books WHERE id ${IN_LIST}`, JSON.stringify(ids))
    return new Map(rows.map(({ id, work }) => [String(id), String(work)]))
  }

  /** As `worksOf`, but only where there are other editions of the work. */
  sharedWorksOf(ids: readonly string[]): Record<string, string> {
    const other =
      'SELECT 1 FROM books AS other WHERE other.work = books.work AND other.id <> books.id'
    const sql = `SELECT id, work FROM books WHERE id ${IN_LIST} AND EXISTS (${other})`
    const rows = this.#all(sql, JSON.stringify(ids))
    return Object.fromEntries(rows.map(({ id, work }) => [String(id), String(work)]))
  }

  /** The works that have titles with these numbers (`workKey`), by number. */
  worksByTitles(keys: readonly number[]): ReadonlyMap<number, string> {
    const sql = `SELECT key, work FROM work_titles WHERE key ${IN_LIST}`
    const rows = this.#all(sql, JSON.stringify(keys))
    return new Map(rows.map(({ key, work }) => [Number(key), String(work)]))
  }

  // What a library is matched by.

  /** Of at most so many books at these ranks. */
  #titled(ranks: readonly number[]): TitledBook[] {
    const sql = `
      SELECT id, work, json_remove(record -> '$.volumeInfo', '$.description') AS titled
      FROM books WHERE rank ${IN_LIST} ORDER BY rank LIMIT ${COMPARED_MOST}`
    return this.#all(sql, JSON.stringify(ranks)).map(({ id, work, titled }) => {
      const volumeInfo: Titled = JSON.parse(String(titled))
      return { id: String(id), workId: String(work), volumeInfo }
    })
  }

  #titledByWorks(texts: readonly string[]): TitledBook[] {
    const keys = texts.map(workKey)
    const works = this.worksByTitles(keys)
    const expected = [...new Set(keys.flatMap((key) => works.get(key) ?? []))]
    if (expected.length === 0) return []
    const best = this.#titled(this.factsByWorks(expected).map(({ rank }) => rank))
    return expected.flatMap((work) => best.find(({ workId }) => workId === work) ?? [])
  }

  /** `LibraryShelf`. */
  readonly library = {
    byIds: (ids: readonly string[]) =>
      this.#titled(Array.from(this.factsByIds(ids).values(), ({ rank }) => rank)),
    byIsbns: (isbns: readonly string[]) => this.#titled(this.ranksByIsbns(isbns, COMPARED_MOST)),
    byTitles: (keys: readonly string[]) => this.#titled(this.ranksByTitles(keys, COMPARED_MOST)),
    byAuthors: (keys: readonly string[]) => this.#titled(this.ranksByAuthors(keys, COMPARED_MOST)),
    byWorkTitles: (texts: readonly string[]) => this.#titledByWorks(texts),
  }

  // What a search looks up.

  /** Books with one of these ISBN-13s. */
  ranksByIsbns(isbns: readonly string[], most = this.limit): number[] {
    const sql = `
      SELECT DISTINCT rank FROM book_isbns WHERE isbn13 ${IN_LIST} ORDER BY rank LIMIT ${most}`
    return this.#ranks(sql, JSON.stringify(isbns))
  }

  /** Books with this title key, of the kinds `first` to `last`; the lower kind first. */
  ranksByTitle(
    key: string,
    [first, last]: readonly [number, number] = [0, 1],
    most = this.limit,
  ): number[] {
    const sql = `
      SELECT rank FROM book_titles WHERE key = ? AND kind BETWEEN ? AND ? ORDER BY kind, rank LIMIT ${most}`
    return this.#ranks(sql, key, first, last)
  }

  /** Books with one of these title keys, of the kinds 0 and 1. */
  ranksByTitles(keys: readonly string[], most = this.limit): number[] {
    // One key after another, each with a limit: thousands of books may be called `Poems`.
    const ranks = keys.flatMap((key) =>
      [0, 1].flatMap((kind) => this.ranksByTitle(key, [kind, kind], most)),
    )
    return [...new Set(ranks)].toSorted((one, other) => one - other).slice(0, most)
  }

  /** Books with a title key that begins so, of the first titles in the order of the alphabet. */
  ranksByTitleStart(start: string, most = this.limit): number[] {
    const sql = `
      SELECT DISTINCT rank FROM (
        SELECT rank FROM book_titles WHERE key >= ? AND key < ? AND kind < 2
        ORDER BY key, kind, rank LIMIT ${MAX_TITLES_BEGUN}
      ) ORDER BY rank LIMIT ${most}`
    return this.#ranks(sql, start, start + LAST)
  }

  /** Books by an author of one of these names. */
  ranksByAuthors(keys: readonly string[], most = this.limit): number[] {
    const sql = `
      SELECT DISTINCT rank FROM json_each(?) CROSS JOIN book_authors ON author = value
      ORDER BY rank LIMIT ${most}`
    return this.#ranks(sql, JSON.stringify(keys))
  }

  /** The books of a series by their numbers; what comes before the first volume comes behind the others. */
  ranksBySeries(key: string): number[] {
    const sql = `
      SELECT rank FROM books WHERE series = ?
      ORDER BY series_number IS NULL, series_number < 1, series_number, rank LIMIT ${this.limit}`
    return this.#ranks(sql, key)
  }

  /** Books with words of these columns. */
  matching(columns: Columns, match: Match, most = this.limit): number[] {
    const sql = `SELECT rowid AS rank FROM books_fts WHERE books_fts MATCH ? ORDER BY rowid LIMIT ${most}`
    return match === undefined ? [] : this.#ranks(sql, `{${columns}} : (${match})`)
  }

  /** Books with words anywhere, in the description too, in any of their forms (stems). */
  matchingText(match: Match, most = this.limit): number[] {
    const sql = `SELECT rowid AS rank FROM books_text WHERE books_text MATCH ? ORDER BY rowid LIMIT ${most}`
    return match === undefined ? [] : this.#ranks(sql, match)
  }

  /** The folded names of series with words, of the most popular of their books. */
  seriesOf(match: Match, most: number): string[] {
    const sql = `
      SELECT b.series FROM books_fts f CROSS JOIN books b ON b.rank = f.rowid
      WHERE books_fts MATCH ? ORDER BY f.rowid LIMIT ${most}`
    if (match === undefined) return []
    return [...new Set(this.#all(sql, `{series} : (${match})`).map((row) => String(row['series'])))]
  }

  #terms(sql: string, ...values: SQLInputValue[]): Term[] {
    return this.#all(sql, ...values).map((row) => ({
      term: String(row['term']),
      books: Number(row['books']),
    }))
  }

  /** In how many titles, series and authors a word is. */
  booksWith(word: string): number {
    const [term] = this.#terms('SELECT term, books FROM terms WHERE term = ?', word)
    return term?.books ?? 0
  }

  /** The match of a word of titles and authors, or of all words that begin so. */
  match(word: string, isPrefix = false): Match {
    if (!isPrefix) return this.booksWith(word) > 0 ? matchWord(word) : undefined
    const words = this.wordsFrom(word, MAX_NAMED + 1).map(({ term }) => term)
    // For a longer prefix than FTS5 has indexed it reads all books of every word: few words are named.
    const isNamed = words.length <= 1 || (word.length > INDEXED_PREFIX && words.length <= MAX_NAMED)
    return isNamed ? matchAny(words.map(matchWord)) : `"${word}" *`
  }

  /** Words that begin so, of these lengths at least and at most, in the order of the alphabet. */
  wordsFrom(
    start: string,
    most = MAX_WORDS_COMPARED,
    [shortest, longest]: readonly [number, number] = [0, 100],
  ): Term[] {
    const sql = `
      SELECT term, books FROM terms WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ?
      ORDER BY term LIMIT ${most}`
    return this.#terms(sql, start, start + LAST, shortest, longest)
  }

  /** Words that share a SymSpell delete with this one, the commonest first; some are further away. */
  closeWords(word: string, edits: 1 | 2): Term[] {
    const { starts, span } = closeKeys(word, edits)
    const sql = `
      SELECT DISTINCT t.term, t.books FROM json_each(?) s
      CROSS JOIN term_deletes d ON d.key BETWEEN s.value AND s.value + ${span}
      CROSS JOIN terms t ON t.id = d.key & ${span} WHERE length(t.term) BETWEEN ? AND ?
      ORDER BY t.books DESC, t.term LIMIT ${MAX_WORDS_COMPARED}`
    return this.#terms(sql, JSON.stringify(starts), word.length - edits, word.length + edits)
  }

  /** Words that sound the same in English, the commonest first. */
  wordsSounding(sound: string): Term[] {
    const sql = `SELECT term, books FROM terms WHERE sound = ? ORDER BY books DESC LIMIT ${MAX_SOUNDING}`
    return this.#terms(sql, sound)
  }

  // What the catalogue's command shows and exports.

  sources(): SourceState[] {
    const rows = this.#statement(`
      SELECT source, name, imported_at,
        (SELECT count(*) FROM books b WHERE b.source = s.source) AS books
      FROM book_sources s ORDER BY source`)
    return rows.all().map((row) => ({
      source: String(row['source']),
      books: Number(row['books']),
      name: String(row['name']),
      importedAt: Number(row['imported_at']),
    }))
  }

  /** The books of a source, the most popular first, read as they are taken. */
  *booksOf(source: string): Generator<StoredBook> {
    const sql = 'SELECT rank, record, picture FROM books WHERE source = ? ORDER BY rank'
    for (const row of this.#database.prepare(sql).iterate(source)) {
      const popularity = popularityOf(Number(row['rank']))
      yield { book: bookOf(row), popularity, source, ...pictureOf(row) }
    }
  }
}
