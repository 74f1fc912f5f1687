import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchBooks, type BenchBook } from './books.ts'

// A catalogue of made-up books that is made once and kept, since a million take minutes.

const COMMAND = join(import.meta.dirname, '../scripts/catalogue.ts')
const STORE = join(import.meta.dirname, '../server/store')
const SEARCH = join(import.meta.dirname, '../server/catalogue/search')
const MIGRATIONS = join(STORE, 'sqlite/migrations')

/** The source of the books, as the import names it. */
const SOURCE = 'catchword'

// Whatever changes one of these may change what an import writes.
const MADE_OF = [
  join(import.meta.dirname, 'books.ts'),
  ...['indexBook.ts', 'terms.ts', 'text.ts'].map((name) => join(SEARCH, name)),
  ...['bookWriter.ts', 'importRuns.ts', 'importStage.ts', 'indexRows.ts'].map((name) =>
    join(STORE, 'sqlite', name),
  ),
  ...readdirSync(MIGRATIONS).map((name) => join(MIGRATIONS, name)),
]

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of MADE_OF.toSorted()) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 12)
}

/** A book as a line of what `npm run catalogue -- import catchword` reads. */
function line({ id, isbn, worth, ...info }: BenchBook): string {
  const { title, authors, categories, description, publishedDate } = info
  const identifiers = isbn === undefined ? [] : [{ type: 'ISBN_13', identifier: isbn }]
  const volumeInfo = {
    title,
    authors,
    categories,
    publishedDate,
    ...(description !== undefined && { description }),
    industryIdentifiers: identifiers,
  }
  const book = { id, volumeInfo, accessInfo: { pdf: { isAvailable: false } }, saleInfo: {} }
  return `${JSON.stringify({ source: SOURCE, worth, book })}\n`
}

/** Writes `count` made-up books to a file, as `npm run catalogue -- import catchword` reads them; one that is there is left. */
export async function writeBooks(path: string, count: number): Promise<void> {
  if (existsSync(path)) return
  const file = createWriteStream(`${path}.part`)
  for (const book of benchBooks(count)) {
    if (!file.write(line(book))) await once(file, 'drain')
  }
  file.end()
  await once(file, 'close')
  renameSync(`${path}.part`, path)
}

/**
 * The data folder of an installation with `count` made-up books, `bench_1` to `bench_<count>`. It is
 * made with the import command, which shows its progress and goes on where it was stopped, and kept in
 * the folder of temporary files until what it is made of changes.
 */
export async function keptCatalogue(count: number): Promise<string> {
  const folder = join(tmpdir(), 'catchword-bench', `${count}-${fingerprint()}`)
  const done = join(folder, 'done')
  if (existsSync(done)) return folder
  mkdirSync(folder, { recursive: true })
  console.log(`Making ${count.toLocaleString('en')} books in ${folder}`)
  const path = join(folder, 'books.jsonl')
  await writeBooks(path, count)
  const child = spawn(process.execPath, [COMMAND, 'import', 'catchword', path], {
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code]: unknown[] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The import ended with ${String(code)}`)
  rmSync(path)
  writeFileSync(done, '')
  return folder
}
