import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { storedBook } from '../bookImport.ts'
import { readRecord } from '../sql/books.ts'
import {
  ImportConflict,
  type BulkImport,
  type ImportState,
  type LearningHelp,
  type StagedRun,
  type StoredBook,
} from '../store.ts'
import { bookRow } from './bookWriter.ts'
import { transact } from './dialect.ts'
import { addSegments, takesSegments } from './ftsSegments.ts'
import { INSERT, Statements } from './indexRows.ts'
import { mergeIndexes, WORTH_MERGING } from './mergeIndexes.ts'

// A worker folds the log into the file meanwhile; here that is done only when the log has so many pages,
// 256 MB.
const LOG_PAGES = 65_536

const TEXTS = ['books_fts', 'books_text'] as const

/** Rows that go from the stages into one table, in its own order. */
interface Sweep {
  from: string
  key: string
  into: string
  values: string
  /** How many at a time: whoever else writes waits for one transaction. */
  rows: number
}

const copied = (table: string, columns: string): Sweep => ({
  from: table,
  key: columns.split(', ', 1).join(''),
  into: `${INSERT} INTO main.${table} (${columns})`,
  values: columns,
  rows: 40_000,
})

// Nothing finds a book whose record is not there.
const SWEEPS: readonly Sweep[] = [
  {
    from: 'fresh',
    key: 'pop',
    into: `${INSERT} INTO main.books (pop, id, source, record, picture)`,
    values: 'pop, id, {source}, record, picture',
    rows: 10_000,
  },
  copied('book_categories', 'category, pop'),
  copied('book_authors', 'author, pop'),
  copied('book_isbns', 'isbn13, pop'),
  copied('book_titles', 'key, kind, pop'),
]
// Others may bring the same words.
const KEYS: Sweep = {
  ...copied('keys', 'key'),
  into: 'INSERT OR IGNORE INTO main.term_deletes (key)',
  rows: 100_000,
}

// The remainders of so many words are prepared at a time, some 25 each.
const LEARNED = 45_000

const FOLDER = /^import-(\d+)-/

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It may be another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** A folder for files, beside the catalogue; those that killed imports left behind go. */
function makeFolder(catalogue: string): string {
  const parent = dirname(catalogue)
  for (const name of readdirSync(parent)) {
    const [, pid] = FOLDER.exec(name) ?? []
    if (pid !== undefined && !isAlive(Number(pid))) {
      rmSync(join(parent, name), { recursive: true, force: true })
    }
  }
  return mkdtempSync(join(parent, `import-${process.pid}-`))
}

/** The connection of one import to the catalogue, beside that of the store. */
function connect(catalogue: string): DatabaseSync {
  const database = new DatabaseSync(catalogue, {
    timeout: 5000,
    enableForeignKeyConstraints: true,
    // Full-text indexes come in as the rows they are made of.
    defensive: false,
  })
  // A commit that a power cut takes away is one whose progress it takes away too: it is done again.
  database.exec('PRAGMA synchronous = NORMAL')
  database.exec('PRAGMA cache_size = -8192')
  database.exec(`PRAGMA wal_autocheckpoint = ${LOG_PAGES}`)
  return database
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

class SqliteBulkImport implements BulkImport {
  readonly settings: BulkImport['settings']
  readonly folder: string
  readonly #database: DatabaseSync
  readonly #statements: Statements
  readonly #source: string
  readonly #state: () => Promise<ImportState>
  #attached: readonly string[] = []

  constructor(
    database: DatabaseSync,
    settings: BulkImport['settings'],
    state: () => Promise<ImportState>,
  ) {
    this.settings = settings
    this.folder = makeFolder(settings.catalogue)
    this.#database = database
    this.#statements = new Statements(database)
    this.#source = settings.source
    this.#state = state
  }

  places(): number {
    const row = this.#statements.get(
      'SELECT places FROM book_sources WHERE source = ?',
      this.#source,
    )
    return Number(row?.['places'] ?? 0)
  }

  /** Makes files readable here, as `stage0` and so on, in place of others; answers these names. */
  #stages(files: readonly string[]): string[] {
    if (files !== this.#attached) {
      this.#detach()
      for (const [index, path] of files.entries()) {
        this.#database.prepare(`ATTACH ? AS stage${index}`).run(path)
        this.#database.exec(`PRAGMA stage${index}.cache_size = -1024`)
      }
      this.#attached = files
    }
    return files.map((_, index) => `stage${index}`)
  }

  #detach(): void {
    for (const index of this.#attached.keys()) this.#database.exec(`DETACH stage${index}`)
    this.#attached = []
  }

  #transact<T>(run: StagedRun, isBegun: boolean, work: () => T): T {
    return transact(this.#database, () => {
      const row = this.#statements.get(
        'SELECT run_from, run_to FROM book_imports ' +
          'WHERE source = ? AND records = ? AND finished_at IS NULL',
        this.#source,
        run.from,
      )
      const standing = row && row['run_from'] !== row['run_to'] ? row['run_from'] : undefined
      if (!row || standing !== (isBegun ? run.place : undefined)) {
        throw new ImportConflict(this.#source)
      }
      return work()
    })
  }

  /** Whether nothing has come between since the run was prepared, and no book of it came before. */
  #isPure(run: StagedRun): boolean {
    if (run.counts.changed > 0) return false
    return this.#stages(run.files).every((stage) => {
      const known = this.#statements.get(
        `SELECT 1 FROM ${stage}.fresh f CROSS JOIN main.books b ON b.id = f.id LIMIT 1`,
      )
      const seen = this.#statements.get(
        `SELECT 1 FROM ${stage}.same s CROSS JOIN main.book_imports_seen o
         ON o.source = ? AND o.id = s.id LIMIT 1`,
        this.#source,
      )
      return known === undefined && seen === undefined
    })
  }

  /** Where to cut a table of the stages, so that each piece has about `rows` rows. */
  #cuts(files: readonly string[], { from, key, rows }: Sweep): (string | number)[] {
    const [first = ''] = this.#stages(files)
    const each = Math.max(1, Math.floor(rows / files.length))
    const cuts: (string | number)[] = []
    for (;;) {
      const last = cuts.at(-1)
      const row = this.#statements.get(
        `SELECT ${key} AS cut FROM ${first}.${from} ${last === undefined ? '' : `WHERE ${key} > ?`}
         ORDER BY ${key} LIMIT 1 OFFSET ?`,
        ...(last === undefined ? [each] : [last, each]),
      )
      if (row === undefined) return cuts
      const { cut } = row
      cuts.push(typeof cut === 'number' ? cut : String(cut))
    }
  }

  *#sweep(
    files: readonly string[],
    sweep: Sweep,
    inOne: (work: () => void) => void,
  ): Generator<void> {
    const { from, key, into, values } = sweep
    const cuts = this.#cuts(files, sweep)
    for (let piece = 0; piece <= cuts.length; piece++) {
      const start = cuts[piece - 1]
      const end = cuts[piece]
      const bounds = [
        ...(start === undefined ? [] : [`${key} > ?`]),
        ...(end === undefined ? [] : [`${key} <= ?`]),
      ].join(' AND ')
      inOne(() => {
        for (const stage of this.#stages(files)) {
          this.#statements.run(
            `${into}
             SELECT ${values.replace('{source}', quoted(this.#source))} FROM ${stage}.${from}
             ${bounds === '' ? '' : `WHERE ${bounds}`} ORDER BY ${key}`,
            ...[start, end].filter((bound) => bound !== undefined),
          )
        }
      })
      yield
    }
  }

  *#texts(run: StagedRun): Generator<void> {
    for (const stage of this.#stages(run.files)) {
      for (const table of TEXTS) {
        this.#transact(run, true, () => {
          if (!addSegments(this.#database, table, stage)) {
            throw new Error(`The full-text index ${table} takes nothing in.`)
          }
        })
        yield
      }
    }
  }

  *#index(run: StagedRun): Generator<void> {
    for (const sweep of SWEEPS) {
      yield* this.#sweep(run.files, sweep, (work) => this.#transact(run, true, work))
    }
    yield* this.#texts(run)
  }

  /** Takes the places of the run; `false` where others have them. */
  #reserve(run: StagedRun): boolean {
    const end = run.place + run.records - run.from
    return this.#transact(run, false, () => {
      const taken = this.#statements.run(
        'UPDATE book_sources SET places = ? WHERE source = ? AND places <= ?',
        end,
        this.#source,
        run.place,
      )
      if (taken === 0) return false
      this.#statements.run(
        'UPDATE book_imports SET run_from = ?, run_to = ? WHERE source = ?',
        run.place,
        end,
        this.#source,
      )
      return true
    })
  }

  async write(
    run: StagedRun,
    now: number,
    pause: () => Promise<void>,
  ): Promise<ImportState | undefined> {
    if (!this.#isPure(run)) return undefined
    const brings = run.counts.added > 0
    if (brings) {
      if (!this.#reserve(run)) return undefined
      for (const _ of this.#index(run)) await pause()
    }
    const stages = this.#stages(run.files)
    this.#transact(run, brings, () => {
      for (const stage of stages) {
        this.#statements.run(
          `${INSERT} INTO main.terms (term, books) SELECT term, books FROM ${stage}.words WHERE true
           ON CONFLICT (term) DO UPDATE SET books = books + excluded.books`,
        )
      }
      const ids = stages.flatMap((stage) => [
        `SELECT id FROM ${stage}.fresh`,
        `SELECT id FROM ${stage}.same`,
      ])
      this.#statements.run(
        `${INSERT} INTO main.book_imports_seen (source, id)
         SELECT ?, id FROM (${ids.join(' UNION ALL ')}) ORDER BY id`,
        this.#source,
      )
      const { added, unchanged, repeated, held } = run.counts
      this.#statements.run(
        'UPDATE book_imports SET records = ?, notes = ?, updated_at = ?, added = added + ?, ' +
          'unchanged = unchanged + ?, repeated = repeated + ?, held = held + ?, ' +
          'run_from = 0, run_to = 0 WHERE source = ?',
        run.records,
        run.notes,
        now,
        added,
        unchanged,
        repeated,
        held,
        this.#source,
      )
    })
    return this.#state()
  }

  async learn({ prepareKeys, pause }: LearningHelp): Promise<void> {
    const row = this.#statements.get('SELECT coalesce(max(id), 0) AS id FROM main.terms')
    const last = Number(row?.['id'])
    const prepare = (after: number) => {
      const files = after < last ? prepareKeys(after, Math.min(last, after + LEARNED)) : undefined
      // It is waited for below; an error that comes sooner has its say there.
      files?.catch(() => undefined)
      return files
    }
    let next = prepare(0)
    // Meanwhile the workers are at it.
    const { added } = await this.#state()
    if (added >= WORTH_MERGING) for (const _ of mergeIndexes(this.#statements)) await pause(0)
    for (let after = LEARNED; next; after += LEARNED) {
      const files = await next
      next = prepare(after)
      for (const _ of this.#sweep(files, KEYS, (work) => transact(this.#database, work))) {
        await pause(Math.min(1, (after - LEARNED) / last))
      }
      this.#forget(files)
    }
  }

  booksOf(run: StagedRun, after: number, last: number): StoredBook[] {
    const found: { number: number; stored: StoredBook }[] = []
    const each = (sql: string, take: (row: Readonly<Record<string, unknown>>) => StoredBook) => {
      for (const row of this.#statements.all(`${sql} > ? AND number <= ?`, after, last)) {
        found.push({ number: Number(row['number']), stored: take(row) })
      }
    }
    for (const stage of this.#stages(run.files)) {
      each(
        `SELECT number, pop, id, ${quoted(this.#source)} AS source, record, picture
         FROM ${stage}.fresh WHERE number`,
        (row) => storedBook(bookRow(row)),
      )
      each(
        `SELECT s.number, b.* FROM ${stage}.same s CROSS JOIN main.books b ON b.id = s.id
         WHERE number`,
        (row) => storedBook(bookRow(row)),
      )
      each(
        `SELECT number, record, worth, picture FROM ${stage}.other WHERE number`,
        ({ record, worth, picture }) => ({
          book: readRecord(String(record)),
          worth: Number(worth),
          source: this.#source,
          ...(typeof picture === 'string' && { picture }),
        }),
      )
    }
    return found.toSorted((one, other) => one.number - other.number).map(({ stored }) => stored)
  }

  #forget(files: readonly string[]): void {
    if (files === this.#attached) this.#detach()
    for (const path of files) rmSync(path, { force: true })
  }

  forget(run: StagedRun): void {
    this.#forget(run.files)
  }

  close(): void {
    this.#database.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/**
 * Opens what `BulkImport` says, in SQLite; `undefined` where this SQLite keeps full-text indexes in
 * another form than is known here.
 */
export function openBulkImport(
  settings: BulkImport['settings'],
  state: () => Promise<ImportState>,
): BulkImport | undefined {
  const database = connect(settings.catalogue)
  if (TEXTS.every((table) => takesSegments(database, table))) {
    return new SqliteBulkImport(database, settings, state)
  }
  database.close()
  return undefined
}
