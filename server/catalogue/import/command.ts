import { once } from 'node:events'
import { createWriteStream, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { finished } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '../../config.ts'
import { isStorageFailure, StoreError } from '../../store/errors.ts'
import { createBookReader, type BookReader } from '../bookReader.ts'
import { CATALOGUE_FILE, openCatalogueFile } from '../catalogueFile.ts'
import { prepareCatalogue } from '../prepareCatalogue.ts'
import { CatalogueBusy, rewriteCatalogue } from '../rewriteCatalogue.ts'
import { exportLine } from './catchword.ts'
import { FORMATS, withFormat } from './formats.ts'
import { importBooks, ImportStopped, type ImportProgress } from './importBooks.ts'
import { findInput, ImportError } from './input.ts'
import { bookOrBooks, number, progressLine, status, summary } from './report.ts'

const USAGE = `Usage: npm run catalogue -- <command>

  import <format> <file or folder> [--source name] [--prune] [--language en,fr]
      gutenberg      Project Gutenberg: pg_catalog.csv, or JSON lines
      open-library   Open Library: dumps of works, editions and authors
      google-books   Google Books: volumes or answers of its API
      csv            any table with a header: title, authors, isbn, ...
      catchword      what export wrote
      Files may be compressed (.gz). --prune takes out what the file no longer has.
  status
  export [--source name] [file]
  remove --source name

It works on the catalogue that the server reads (CATALOGUE_DIR), also while it runs.`

const HELP = ['--help', '-h']

/** What was typed makes no sense; the message says what. */
class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

/** Where a command writes, and how it is told to stop. */
export interface CommandStreams {
  out: NodeJS.WritableStream & { isTTY?: boolean }
  err: NodeJS.WritableStream & { isTTY?: boolean }
  /** Aborted where the person wants it to stop. */
  signal: AbortSignal
}

const SOURCE = /^[a-z\d](?:[a-z\d-]{0,22}[a-z\d])?$/
const SHIPPED = 'bundled'
// Where there is no line to write over.
const PLAIN_EVERY_MS = 10_000
const PAGE = 500

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

/** Works on the catalogue in a folder; answers the exit code. */
type Work = (folder: string, streams: CommandStreams) => Promise<number>

/** What is read of the catalogue in a folder. */
async function withReader<T>(folder: string, read: (reader: BookReader) => Promise<T>): Promise<T> {
  const database = openCatalogueFile(join(folder, CATALOGUE_FILE))
  try {
    return await read(createBookReader(database))
  } finally {
    database.close()
  }
}

/** Shows progress on one line that is written over, or now and then on a line of its own. */
function createProgress({ err }: CommandStreams) {
  let last = -Infinity
  let shown = 0
  return {
    show(progress: ImportProgress) {
      const line = progressLine(progress)
      const now = performance.now()
      if (err.isTTY === true) {
        err.write(`\r${line.padEnd(shown)}`)
        shown = line.length
      } else if (now - last > PLAIN_EVERY_MS) {
        last = now
        err.write(`${line}\n`)
      }
    },
    end() {
      if (shown > 0) err.write(`\r${' '.repeat(shown)}\r`)
      shown = 0
    },
  }
}

interface ImportArguments {
  source: string | undefined
  prune: boolean
  languages: string[] | undefined
}

function importWork(words: readonly string[], given: ImportArguments): Work {
  const [named = '', path, ...more] = words
  const name = FORMATS.find((known) => known === named)
  if (name === undefined) {
    const known = FORMATS.join(', ')
    throw new UsageError(
      named === '' ? `Which format? One of ${known}.` : `"${named}" is none of ${known}.`,
    )
  }
  if (path === undefined) throw new UsageError(`Which file or folder is to be imported?`)
  if (more.length > 0) throw new UsageError(`One file or folder at a time, not also "${more[0]}".`)
  const source = sourceNamed(given.source ?? name)
  const { prune, languages } = given
  return async (folder, streams) => {
    const input = await findInput(path)
    const progress = createProgress(streams)
    const run = withFormat(name, source, (format) =>
      importBooks({
        folder,
        format,
        input,
        source,
        prune,
        ...(languages && { languages }),
        signal: streams.signal,
        onProgress: (told) => progress.show(told),
      }),
    )
    const result = await run.finally(() => progress.end())
    for (const line of summary(result)) streams.out.write(`${line}\n`)
    return result.isEmpty ? 1 : 0
  }
}

const statusWork: Work = (folder, { out }) =>
  withReader(folder, async (reader) => {
    for (const line of status(reader.sources())) out.write(`${line}\n`)
    return 0
  })

const statIfThere = (path: string) => statSync(path, { throwIfNoEntry: false })

/**
 * Has a file written by `work`: under another name beside it until it is whole, so that one of an earlier
 * export stays where this one fails or is stopped. What is no file (a device, a pipe) is written to as it is.
 *
 * @param work answers whether it came to its end
 * @throws ImportError where there can be no such file
 */
async function writeFileBy(
  path: string,
  work: (target: NodeJS.WritableStream, failed: Promise<never>) => Promise<boolean>,
): Promise<void> {
  const folder = dirname(resolve(path))
  if (!statIfThere(folder)?.isDirectory()) throw new ImportError(`There is no folder ${folder}.`)
  const there = statIfThere(path)
  if (there?.isDirectory()) throw new ImportError(`${path} is a folder; please name a file.`)
  const isOwn = there === undefined || there.isFile()
  const written = isOwn ? `${path}.${process.pid}` : path
  const target = createWriteStream(written, { mode: 0o644 })
  const ended = finished(target)
  const failed = ended.then(() => never)
  failed.catch(() => undefined)
  try {
    const isWhole = await work(target, failed)
    target.end()
    await ended
    if (isOwn && isWhole) await rename(written, path)
  } finally {
    target.destroy()
    if (isOwn) await rm(written, { force: true })
  }
}

function exportWork(words: readonly string[], only: string | undefined): Work {
  const [path, ...more] = words
  if (more.length > 0) throw new UsageError(`One file at a time, not also "${more[0]}".`)
  return (folder, { out, err, signal }) =>
    withReader(folder, async (reader) => {
      const known = reader.sources().map(({ source }) => source)
      if (only !== undefined && !known.includes(only)) {
        throw new ImportError(`There are no books of "${only}"; there are: ${known.join(', ')}.`)
      }
      let count = 0
      const writeTo = async (target: NodeJS.WritableStream, failed: Promise<never>) => {
        for (const source of only === undefined ? known : [only]) {
          for (let after = 0; !signal.aborted;) {
            const page = reader.booksOf(source, after, PAGE)
            if (page.books.length === 0) break
            const text = page.books.map((book) => `${exportLine(book)}\n`).join('')
            if (!target.write(text)) await Promise.race([once(target, 'drain'), failed])
            count += page.books.length
            after = page.last
          }
        }
        return !signal.aborted
      }
      if (path === undefined) await writeTo(out, never)
      else await writeFileBy(path, writeTo)
      if (signal.aborted) throw new ImportStopped()
      err.write(`${number(count)} ${bookOrBooks(count)} exported.\n`)
      return 0
    })
}

const never = new Promise<never>(() => undefined)

function removeWork(words: readonly string[], given: string | undefined): Work {
  if (words.length > 0) throw new UsageError(`"${words[0]}" was not expected.`)
  if (given === undefined)
    throw new UsageError('Which source is to be removed? Give --source name.')
  const source = sourceNamed(given)
  return async (folder, { out }) => {
    const known = await withReader(folder, async (reader) => reader.fingerprint(source))
    if (known === undefined) throw new ImportError(`There is no source "${source}".`)
    const removed = await rewriteCatalogue(folder, async (writer) => writer.removeSource(source))
    out.write(`${number(removed)} ${bookOrBooks(removed)} of ${source} left the catalogue.\n`)
    return 0
  }
}

function plan(args: readonly string[]): Work {
  let parsed
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        source: { type: 'string' },
        prune: { type: 'boolean', default: false },
        language: { type: 'string' },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
  const { source, prune, language } = parsed.values
  const [command, ...words] = parsed.positionals
  if (command !== 'import' && (prune || language !== undefined)) {
    throw new UsageError('--prune and --language belong to import.')
  }
  switch (command) {
    case 'import': {
      const languages = language === undefined ? undefined : languagesNamed(language)
      return importWork(words, { source, prune, languages })
    }
    case 'status':
      if (words.length > 0 || source !== undefined) throw new UsageError('status takes nothing.')
      return statusWork
    case 'export':
      return exportWork(words, source)
    case 'remove':
      return removeWork(words, source)
    case undefined:
      throw new UsageError('What is to be done?')
    default:
      throw new UsageError(`"${command}" is no command.`)
  }
}

/** The one line that says why a command failed. */
function failure(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1)
  if (isStorageFailure(error)) {
    return `The disk is full or cannot be written to (${line}). Make room and try again.`
  }
  const isForeseen = [ImportError, CatalogueBusy, ConfigError, StoreError].some(
    (known) => error instanceof known,
  )
  return isForeseen ? line : `The command failed: ${line}`
}

/**
 * Runs one command on the catalogue; answers the exit code: 0, 1 where it failed, 2 where what was
 * typed makes no sense, 130 where it was stopped. Never throws; messages are one line.
 */
export async function runCatalogueCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  streams: CommandStreams,
): Promise<number> {
  if (args.some((word) => HELP.includes(word))) {
    streams.out.write(`${USAGE}\n`)
    return 0
  }
  try {
    const work = plan(args)
    const config = readConfig(env)
    await prepareCatalogue(config)
    return await work(config.catalogueDir, streams)
  } catch (error) {
    if (error instanceof UsageError) {
      streams.err.write(`${error.message}\n\n${USAGE}\n`)
      return 2
    }
    if (error instanceof ImportStopped) {
      streams.err.write(`${error.message}\n`)
      return 130
    }
    streams.err.write(`${failure(error)}\n`)
    return 1
  }
}
