import { createWriteStream, statSync } from 'node:fs'
import { basename, extname, join, matchesGlob, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { checkFolders } from '../checkFolders.ts'
import { readConfig, refuseMisplaced } from '../../config.ts'
import { endKilledRestore } from '../ownFolder.ts'
import { isThere } from '../../lib/writeWhole.ts'
import { isStorageFailure, withRemedy } from '../../store/errors.ts'
import { READERS_FILE } from '../../store/sqlite.ts'
import { openCatalogueFile, type CatalogueFile } from '../catalogueFile.ts'
import { CATALOGUE_FILE } from '../catalogueDatabase.ts'
import { isWithoutBundled, prepareCatalogue } from '../bundled.ts'
import { rewriteCatalogue } from '../rewriteCatalogue.ts'
import { catchword, exportLine } from '../../../books/formats/catchword.ts'
import { createCsv } from '../../../books/formats/csvBooks.ts'
import { googleBooks } from '../../../books/formats/googleVolume.ts'
import { gutenberg } from '../../../books/formats/gutenberg.ts'
import { bookOrBooks, number } from './amounts.ts'
import { importBooks, type ImportProgress } from './importBooks.ts'
import { readOwnInterests } from './ownInterests.ts'
import {
  findInput,
  ImportError,
  type Format,
  type Input,
  type InputFile,
} from '../../../books/formats/input.ts'
import { openLibrary } from '../../../books/formats/openLibrary.ts'
import { progressLine, status, summary } from './report.ts'

const USAGE = `Usage: npm run catalogue -- <command>

  import <format> <file or folder> [--source name] [--prune [--yes]] [--language en,fr]
         [--encoding name] [--subjects own.csv]
      gutenberg      Project Gutenberg: pg_catalog.csv, or JSON lines
      open-library   Open Library: dumps of works, editions and authors
      google-books   Google Books: volumes or responses of its API
      csv            any table with a header: title, authors, isbn, ...
      catchword      what export wrote
      Files can be compressed (.gz). --prune removes books that the file no longer has,
      more than a tenth of the source's only with --yes. --subjects names a table of your own,
      subject,interest: what your subjects mean. --encoding says what a file that is not UTF-8
      is written in, such as windows-1250, koi8-r, gbk or shift_jis.
  status
  export [--source name] [file]
  remove --source name

It works on the server's catalogue (DATA_DIR, CATALOGUE_DIR), even while the server runs.
--new makes one where no server has been.
`

/** What was typed makes no sense; the message says what. */
class UsageError extends Error {}

/** Where a command writes, and how it is stopped. */
export interface CommandStreams {
  out: NodeJS.WritableStream
  err: NodeJS.WritableStream
  signal: AbortSignal
}

const SOURCE = /^[a-z\d](?:[a-z\d-]{0,22}[a-z\d])?$/
const SHIPPED = 'bundled'
const PROGRESS_EVERY_MS = 5000

const JSON_FILES = ['*.jsonl', '*.ndjson', '*.json']
const TABLES = ['*.csv', '*.tsv', '*.txt']

/** The formats by what they are called on the command line, each with the files that it reads of a folder. */
const FORMATS = new Map<string, [(source: string) => Format<unknown>, files: string[]]>([
  ['gutenberg', [() => gutenberg, ['*.csv', ...JSON_FILES]]],
  [
    'open-library',
    [() => openLibrary, ['*dump*.txt', '*authors*.txt', '*editions*.txt', '*works*.txt']],
  ],
  ['google-books', [() => googleBooks, JSON_FILES]],
  ['csv', [createCsv, TABLES]],
  ['catchword', [() => catchword, JSON_FILES]],
])

/** What may be typed; each command takes its own. */
const read = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      source: { type: 'string' },
      prune: { type: 'boolean' },
      yes: { type: 'boolean' },
      new: { type: 'boolean' },
      language: { type: 'string' },
      subjects: { type: 'string' },
      encoding: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })

/** What was typed behind the command, where to write, and the folder of the catalogue, prepared when it is called for. */
interface Call extends CommandStreams {
  words: string[]
  values: ReturnType<typeof read>['values']
  prepare: () => Promise<string>
}

function sourceNamed(name: string): string {
  if (name === SHIPPED) {
    throw new UsageError(
      `"${SHIPPED}" is the source of the bundled books; they come and go with Catchword. BUNDLED_BOOKS=off leaves them out.`,
    )
  }
  if (SOURCE.test(name)) return name
  throw new UsageError(
    `"${name}" is not a source name: up to 24 lowercase letters, digits and hyphens.`,
  )
}

function languagesNamed(text: string): string[] {
  const languages = text.toLowerCase().split(/\s*,\s*/)
  const bad = languages.find((language) => !/^[a-z]{2,3}$/.test(language))
  // `ger` is `de`.
  if (bad === undefined) return Intl.getCanonicalLocales(languages)
  throw new UsageError(`"${bad}" is not a language: give codes such as en,fr.`)
}

function encodingNamed(name: string): string {
  try {
    return new TextDecoder(name).encoding
  } catch {
    throw new UsageError(`"${name}" is not an encoding: give one such as windows-1250 or gbk.`)
  }
}

/** An input without the files of a folder that are no dumps by their names, each of which is told. */
function dumpsOf(input: Input, path: string, patterns: string[], err: NodeJS.WritableStream) {
  const isFolder = input.files[0]?.path !== resolve(path)
  if (!isFolder) return input
  const isDump = ({ path: file }: InputFile) => {
    const plain = basename(file).toLowerCase().replace(/\.gz$/, '')
    return patterns.some((pattern) => matchesGlob(plain, pattern))
  }
  const named = patterns.join(', ')
  for (const file of input.files.filter((file) => !isDump(file))) {
    err.write(
      `${basename(file.path)} was left out: its name is none of ${named}, or those with .gz.\n`,
    )
  }
  const files = input.files.filter(isDump)
  if (files.length === 0) throw new ImportError(`${resolve(path)} holds no file named ${named}.`)
  return { ...input, files, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) }
}

const openFileIn = (folder: string) => openCatalogueFile(join(folder, CATALOGUE_FILE))

/** Refuses a source that the catalogue does not have. @throws ImportError */
function requireSource(catalogue: CatalogueFile, source: string): void {
  const names = catalogue.sources().map((known) => known.source)
  if (names.includes(source)) return
  throw new ImportError(`There is no source ${source}. There are: ${names.join(', ')}.`)
}

async function importFile({ words, values, prepare, out, err, signal }: Call): Promise<number> {
  const [name = '', path] = words
  const format = FORMATS.get(name)
  if (!format) {
    throw new UsageError(`Which format? One of ${[...FORMATS.keys()].join(', ')}, not "${name}".`)
  }
  if (path === undefined) throw new UsageError('Which file or folder do you want to import?')
  const { prune, yes, language, subjects } = values
  const encoding = values.encoding === undefined ? undefined : encodingNamed(values.encoding)
  const source = sourceNamed(values.source ?? name)
  const languages = language === undefined ? undefined : languagesNamed(language)
  const own = subjects === undefined ? undefined : await readOwnInterests(subjects)
  const folder = await prepare()
  const [formatOf, patterns] = format
  const found = dumpsOf(await findInput(path), path, patterns, err)
  const input = { ...found, files: found.files.map((file) => ({ ...file, encoding })) }
  let shownAt = performance.now()
  const onProgress = (progress: ImportProgress): void => {
    if (performance.now() - shownAt < PROGRESS_EVERY_MS) return
    shownAt = performance.now()
    err.write(`${progressLine(progress)}\n`)
  }
  const what = { folder, input, source, prune, yes, languages, own, format: formatOf(source) }
  const result = await importBooks({ ...what, signal, onProgress })
  for (const line of summary(result, join(folder, CATALOGUE_FILE))) out.write(`${line}\n`)
  return result.isEmpty ? 1 : 0
}

async function showStatus({ values, prepare, out }: Call): Promise<number> {
  const folder = await prepare()
  using catalogue = openFileIn(folder)
  if (values.source !== undefined) requireSource(catalogue, values.source)
  const file = join(folder, CATALOGUE_FILE)
  for (const line of status(catalogue.sources(), file, statSync(file).size)) out.write(`${line}\n`)
  return 0
}

async function exportBooks({ words, values, prepare, out, err, signal }: Call): Promise<number> {
  const [path] = words
  const extension = extname(path ?? '')
  if (!['', '.jsonl', '.ndjson', '.json'].includes(extension)) {
    throw new ImportError(`An export is JSON lines: name it .jsonl, not ${extension}.`)
  }
  using catalogue = openFileIn(await prepare())
  const { source: only } = values
  if (only !== undefined) requireSource(catalogue, only)
  let count = 0
  function* lines(): Generator<string> {
    for (const { source } of catalogue.sources()) {
      if (source !== (only ?? source)) continue
      for (const book of catalogue.booksOf(source)) {
        yield `${exportLine(book)}\n`
        count += 1
      }
    }
  }
  const target = path === undefined ? out : createWriteStream(path)
  await pipeline(lines, target, { end: path !== undefined, signal })
  err.write(`${number(count)} ${bookOrBooks(count)} exported.\n`)
  return 0
}

async function removeImportedBooks({ values, prepare, out }: Call): Promise<number> {
  if (values.source === undefined) {
    throw new UsageError('Which source do you want to remove? Give --source name.')
  }
  const source = sourceNamed(values.source)
  const folder = await prepare()
  {
    using catalogue = openFileIn(folder)
    requireSource(catalogue, source)
  }
  const removed = await rewriteCatalogue(folder, async (writer) => writer.removeSource(source))
  const books = `${number(removed)} ${bookOrBooks(removed)} of ${source}`
  out.write(`${books} removed from the catalogue ${join(folder, CATALOGUE_FILE)}.\n`)
  return 0
}

/** Each command, how many words it takes, and whether it changes books. */
const COMMANDS = new Map([
  ['import', { run: importFile, most: 2, isWriting: true }],
  ['status', { run: showStatus, most: 0, isWriting: false }],
  ['export', { run: exportBooks, most: 1, isWriting: false }],
  ['remove', { run: removeImportedBooks, most: 0, isWriting: true }],
])

const isUsage = (error: unknown): error is Error =>
  error instanceof UsageError ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))

/** What is written of an error, and the exit code. */
function failure(error: unknown, { aborted }: AbortSignal): { text: string; code: number } {
  if (isUsage(error)) return { text: `${error.message}\n\n${USAGE}`, code: 2 }
  if (aborted) return { text: 'Stopped; the catalogue is unchanged.\n', code: 130 }
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1)
  const text = isStorageFailure(error)
    ? `The disk is full or not writable (${line}). Free some space and try again.`
    : withRemedy(line)
  return { text: `${text}\n`, code: 1 }
}

/**
 * Runs one command on the catalogue; returns the exit code: 0, 1 where it failed, 2 where what was typed
 * makes no sense, 130 where it was stopped. Never throws; messages are one line.
 */
export async function runCatalogueCommand(
  args: readonly string[],
  settings: () => NodeJS.ProcessEnv,
  streams: CommandStreams,
): Promise<number> {
  const prepare = async (isWriting: boolean, isNew?: boolean) => {
    const config = readConfig(settings())
    if (isWriting || isNew) refuseMisplaced(config)
    for (const note of config.notes) streams.err.write(`${note}\n`)
    const { dataDir, catalogueDir, databaseUrl } = config
    // Beside readers.db the catalogue may be one that an import has made here by mistake.
    const isBeside = databaseUrl === undefined && catalogueDir === dataDir
    const sign = join(catalogueDir, isBeside ? READERS_FILE : CATALOGUE_FILE)
    if (!isNew && !isThere(sign)) {
      const line = `No server has been here: there is no ${sign}.`
      throw new ImportError(
        `${line} Set DATA_DIR and CATALOGUE_DIR as your server has them, or add --new.`,
      )
    }
    await checkFolders(config)
    if (isWriting) endKilledRestore(config)
    // Only a server's start brings the bundled books back: its settings may not be those of this command.
    const bundledBooks = isWithoutBundled(catalogueDir) ? 'off' : config.bundledBooks
    await prepareCatalogue({ catalogueDir, bundledBooks })
    return catalogueDir
  }
  try {
    const { values, positionals } = read(args)
    if (values.help) {
      streams.out.write(USAGE)
      return 0
    }
    const [name = '', ...words] = positionals
    const command = COMMANDS.get(name)
    if (!command) throw new UsageError(`Which command? "${name}" is not one.`)
    const more = words[command.most]
    if (more !== undefined) throw new UsageError(`"${more}" is one argument too many.`)
    return await command.run({
      words,
      values,
      prepare: () => prepare(command.isWriting, values.new),
      ...streams,
    })
  } catch (error) {
    const { text, code } = failure(error, streams.signal)
    streams.err.write(text)
    return code
  }
}
