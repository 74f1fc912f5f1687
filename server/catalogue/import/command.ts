import { createWriteStream, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { checkFolders } from '../checkFolders.ts'
import { ConfigError, readConfig } from '../../config.ts'
import { isStorageFailure, StoreError } from '../../store/errors.ts'
import { BookReader, type SourceState } from '../bookReader.ts'
import { CATALOGUE_FILE } from '../catalogueFile.ts'
import { prepareCatalogue } from '../prepareCatalogue.ts'
import { CatalogueBusy, rewriteCatalogue } from '../rewriteCatalogue.ts'
import { catchword, exportLine } from '../../../books/formats/catchword.ts'
import { createCsv } from '../../../books/formats/csvBooks.ts'
import { googleBooks } from '../../../books/formats/googleBooks.ts'
import { gutenberg } from '../../../books/formats/gutenberg.ts'
import { importBooks, ImportStopped, PruneRefused, type ImportProgress } from './importBooks.ts'
import { type Format } from '../../../books/formats/format.ts'
import { findInput, ImportError } from '../../../books/formats/input.ts'
import { openLibrary } from '../../../books/formats/openLibrary.ts'
import { bookOrBooks, number, progressLine, status, summary } from './report.ts'

const USAGE = `Usage: npm run catalogue -- <command>

  import <format> <file or folder> [--source name] [--prune [--force]] [--language en,fr]
      gutenberg      Project Gutenberg: pg_catalog.csv, or JSON lines
      open-library   Open Library: dumps of works, editions and authors
      google-books   Google Books: volumes or answers of its API
      csv            any table with a header: title, authors, isbn, ...
      catchword      what export wrote
      Files may be compressed (.gz). --prune takes out what the file no longer has;
      more than a third of the books only with --force.
  status
  export [--source name] [file]
  remove --source name

It works on the catalogue that the server reads (CATALOGUE_DIR), also while it runs.`

/** What was typed makes no sense; the message says what. */
class UsageError extends Error {
  override name = 'UsageError'
}

/** Where a command writes, and how it is stopped. */
export interface CommandStreams {
  out: NodeJS.WritableStream & { isTTY?: boolean }
  err: NodeJS.WritableStream & { isTTY?: boolean }
  signal: AbortSignal
}

const SOURCE = /^[a-z\d](?:[a-z\d-]{0,22}[a-z\d])?$/
const SHIPPED = 'bundled'
const LINE_EVERY_MS = 100
// Where there is no line to write over.
const PLAIN_EVERY_MS = 10_000
const ERASE_REST = '\u001B[K'
const PAGE = 500

/** The formats that can be imported, by what they are called on the command line. */
const FORMATS = new Map<string, (source: string) => Format<unknown>>([
  ['gutenberg', () => gutenberg],
  ['open-library', () => openLibrary],
  ['google-books', () => googleBooks],
  ['csv', createCsv],
  ['catchword', () => catchword],
])

interface Options {
  source?: string
  prune: boolean
  force: boolean
  language?: string
}

/** What was typed, where to write, and the folder of the catalogue, prepared when it is called for. */
interface Call extends CommandStreams {
  words: readonly string[]
  options: Options
  prepare: () => Promise<string>
}

function sourceNamed(name: string): string {
  if (name === SHIPPED) {
    throw new UsageError(`"${SHIPPED}" are the books that ship; they come and go with Catchword.`)
  }
  if (SOURCE.test(name)) return name
  throw new UsageError(`"${name}" is no name: up to 24 small letters, digits and hyphens.`)
}

function languagesNamed(text: string): string[] {
  const languages = text.toLowerCase().split(/\s*,\s*/)
  const bad = languages.find((language) => !/^[a-z]{2,3}$/.test(language))
  if (bad === undefined) return languages
  throw new UsageError(`"${bad}" is no language: give codes such as en,fr.`)
}

const openReader = (folder: string) => new BookReader(join(folder, CATALOGUE_FILE))

function sourcesIn(folder: string): SourceState[] {
  using reader = openReader(folder)
  return reader.sources()
}

/** Shows progress on one line that is written over, or now and then on a line of its own. */
function createProgress({ err }: CommandStreams) {
  let last = -Infinity
  const show = (progress: ImportProgress) => {
    const isLine = err.isTTY === true
    const isDue = performance.now() - last > (isLine ? LINE_EVERY_MS : PLAIN_EVERY_MS)
    if (!isDue && !(isLine && progress.done === 1)) return
    last = performance.now()
    const line = progressLine(progress)
    err.write(isLine ? `\r${line}${ERASE_REST}` : `${line}\n`)
  }
  const end = () => err.isTTY === true && err.write(`\r${ERASE_REST}`)
  return { show, end }
}

async function importFile({ words, options, prepare, ...streams }: Call): Promise<number> {
  const [name = '', path, more] = words
  const formatOf = FORMATS.get(name)
  if (!formatOf) {
    const all = [...FORMATS.keys()].join(', ')
    throw new UsageError(
      name === '' ? `Which format? One of ${all}.` : `"${name}" is none of ${all}.`,
    )
  }
  if (path === undefined) throw new UsageError(`Which file or folder is to be imported?`)
  if (more !== undefined) {
    throw new UsageError(`One file or folder at a time, not also "${more}".`)
  }
  const { source: named = name, prune, force, language } = options
  const source = sourceNamed(named)
  const languages = language === undefined ? undefined : languagesNamed(language)
  const folder = await prepare()
  const input = await findInput(path)
  const { show, end } = createProgress(streams)
  const { signal, out } = streams
  const what = { folder, input, source, prune, force, languages, format: formatOf(source) }
  const result = await importBooks({ ...what, signal, onProgress: show }).finally(end)
  for (const line of summary(result)) out.write(`${line}\n`)
  return result.isEmpty ? 1 : 0
}

async function showStatus({ words, options, prepare, out }: Call): Promise<number> {
  if (words.length > 0 || options.source !== undefined) {
    throw new UsageError('status takes nothing.')
  }
  for (const line of status(sourcesIn(await prepare()))) out.write(`${line}\n`)
  return 0
}

/**
 * Writes a file under another name beside it until it is whole, so that an earlier export stays where this
 * one fails or is stopped. What is no file (a device, a pipe) is written to as it is.
 *
 * @throws ImportError where there can be no such file
 */
async function writeFile(path: string, content: AsyncIterable<string>): Promise<void> {
  const folder = dirname(resolve(path))
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new ImportError(`There is no folder ${folder}.`)
  }
  const existing = statSync(path, { throwIfNoEntry: false })
  if (existing?.isDirectory()) throw new ImportError(`${path} is a folder; please name a file.`)
  if (existing && !existing.isFile()) return pipeline(content, createWriteStream(path))
  const partial = `${path}.${process.pid}`
  try {
    await pipeline(content, createWriteStream(partial, { mode: 0o644 }))
    await rename(partial, path)
  } finally {
    await rm(partial, { force: true })
  }
}

async function exportBooks({ words, options, prepare, out, err, signal }: Call): Promise<number> {
  const [path, more] = words
  if (more !== undefined) throw new UsageError(`One file at a time, not also "${more}".`)
  using reader = openReader(await prepare())
  const all = reader.sources().map(({ source }) => source)
  const { source: only } = options
  if (only !== undefined && !all.includes(only)) {
    throw new ImportError(`There are no books of "${only}"; there are: ${all.join(', ')}.`)
  }
  let count = 0
  async function* lines(): AsyncGenerator<string> {
    for (const source of only === undefined ? all : [only]) {
      for (let after = 0; ;) {
        if (signal.aborted) throw new ImportStopped()
        const { books, last } = reader.booksOf(source, after, PAGE)
        if (books.length === 0) break
        yield books.map((book) => `${exportLine(book)}\n`).join('')
        count += books.length
        after = last
      }
    }
  }
  if (path === undefined) await pipeline(lines, out, { end: false })
  else await writeFile(path, lines())
  err.write(`${number(count)} ${bookOrBooks(count)} exported.\n`)
  return 0
}

async function removeBooks({ words: [word], options, prepare, ...streams }: Call): Promise<number> {
  if (word !== undefined) throw new UsageError(`"${word}" was not expected.`)
  if (options.source === undefined) {
    throw new UsageError('Which source is to be removed? Give --source name.')
  }
  const source = sourceNamed(options.source)
  const folder = await prepare()
  if (!sourcesIn(folder).some((existing) => existing.source === source)) {
    throw new ImportError(`There is no source "${source}".`)
  }
  const { show, end } = createProgress(streams)
  const report = (work: string, done: number) =>
    show({ work, done, records: 0, rate: 0, left: undefined })
  const removed = await rewriteCatalogue(folder, async (writer) => {
    const count = writer.removeSource(source, (done) => report('Removing', done))
    report('Finishing', 1)
    return count
  }).finally(end)
  streams.out.write(`${number(removed)} ${bookOrBooks(removed)} of ${source} left the catalogue.\n`)
  return 0
}

const COMMANDS: ReadonlyMap<string, (call: Call) => Promise<number>> = new Map([
  ['import', importFile],
  ['status', showStatus],
  ['export', exportBooks],
  ['remove', removeBooks],
])

function parseCommand(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        source: { type: 'string' },
        prune: { type: 'boolean', default: false },
        force: { type: 'boolean', default: false },
        language: { type: 'string' },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

async function run(args: readonly string[], env: NodeJS.ProcessEnv, streams: CommandStreams) {
  const { values: options, positionals } = parseCommand(args)
  const [name, ...words] = positionals
  if (name !== 'import' && (options.prune || options.language !== undefined)) {
    throw new UsageError('--prune and --language belong to import.')
  }
  if (options.force && !options.prune) throw new UsageError('--force belongs to --prune.')
  if (name === undefined) throw new UsageError('What is to be done?')
  const command = COMMANDS.get(name)
  if (!command) throw new UsageError(`"${name}" is no command.`)
  const prepare = async () => {
    const config = readConfig(env)
    await checkFolders(config)
    await prepareCatalogue(config)
    return config.catalogueDir
  }
  return command({ words, options, prepare, ...streams })
}

const FORESEEN = [ImportError, ImportStopped, PruneRefused, CatalogueBusy, ConfigError, StoreError]

/** What is written of an error, and the exit code. */
function failure(error: unknown): { text: string; code: number } {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1)
  if (error instanceof UsageError) return { text: `${error.message}\n\n${USAGE}\n`, code: 2 }
  if (isStorageFailure(error)) {
    const text = `The disk is full or cannot be written to (${line}). Make room and try again.\n`
    return { text, code: 1 }
  }
  const isForeseen = FORESEEN.some((kind) => error instanceof kind)
  return {
    text: isForeseen ? `${line}\n` : `The command failed: ${line}\n`,
    code: error instanceof ImportStopped ? 130 : 1,
  }
}

/**
 * Runs one command on the catalogue; returns the exit code: 0, 1 where it failed, 2 where what was typed
 * makes no sense, 130 where it was stopped. Never throws; messages are one line.
 */
export async function runCatalogueCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  streams: CommandStreams,
): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    streams.out.write(`${USAGE}\n`)
    return 0
  }
  try {
    return await run(args, env, streams)
  } catch (error) {
    const { text, code } = failure(error)
    streams.err.write(text)
    return code
  }
}
