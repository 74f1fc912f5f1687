import { isAscii } from 'node:buffer'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { KIB_BYTES, MIB_BYTES } from '../../lib/units.ts'

/** An import cannot go on; the message is one line for the person who started it. */
export class ImportError extends Error {
  override name = 'ImportError'
}

/** A file to read, and its size on the disk. */
export interface InputFile {
  path: string
  bytes: number
}

/** What an import reads: one file, or those of a folder in the order of their names. */
export interface Input {
  /** For people. */
  name: string
  files: InputFile[]
  bytes: number
  /** Changes with the name, size or time of change of any file. */
  fingerprint: string
}

/** How many bytes were read from the disk, of how many. */
export interface Meter {
  read: number
  total: number
}

const CHUNK_BYTES = 256 * KIB_BYTES
// Longer lines are no records that anybody wrote.
const LINE_MAX = 4 * MIB_BYTES
// A document's text and value are in memory at once, within the heap of `npm run catalogue`.
const DOCUMENT_MAX = 8 * MIB_BYTES

const READ_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist.',
  ENOTDIR: 'does not exist.',
  EACCES: 'may not be read.',
  EPERM: 'may not be read.',
  Z_BUF_ERROR: 'ends too early: the compressed file was cut short. Fetch it again.',
  Z_DATA_ERROR: 'is damaged: it cannot be decompressed. Fetch it again.',
}

/** Why a file cannot be read, in one line. */
function readError(path: string, error: unknown): Error {
  if (error instanceof ImportError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = error instanceof Error ? error.message : String(error)
  const known = READ_ERRORS[code] ?? `cannot be read (${reason}).`
  return new ImportError(`${path} ${known}`, { cause: error })
}

/**
 * Looks up what is to be imported.
 *
 * @throws ImportError where it cannot be read, or a folder holds no file
 */
export async function findInput(path: string): Promise<Input> {
  const whole = resolve(path)
  try {
    const isFolder = (await stat(whole)).isDirectory()
    const names = isFolder ? (await readdir(whole)).filter((name) => !name.startsWith('.')) : ['']
    const hash = createHash('sha256')
    const files: InputFile[] = []
    for (const file of names.toSorted().map((name) => join(whole, name))) {
      const stats = await stat(file)
      if (isFolder && !stats.isFile()) continue
      hash.update(`${basename(file)} ${stats.size} ${stats.mtimeMs}\n`)
      files.push({ path: file, bytes: stats.size })
    }
    if (files.length === 0) throw new ImportError(`${whole} holds no file.`)
    return {
      name: basename(whole),
      files,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      fingerprint: hash.digest('hex').slice(0, 32),
    }
  } catch (error) {
    throw readError(whole, error)
  }
}

/** Every gzip file begins so, whatever its name. */
async function isCompressed(path: string): Promise<boolean> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
  return bytesRead === 2 && buffer.readUInt16BE() === 0x1f8b
}

/** The bytes of a file, decompressed. */
async function* readBytes({ path }: InputFile, meter: Meter): AsyncGenerator<Buffer> {
  try {
    const compressed = await isCompressed(path)
    const file = createReadStream(path, { highWaterMark: CHUNK_BYTES })
    file.on('data', (chunk) => (meter.read += chunk.length)).pause()
    const stream = compressed
      ? pipeline(file, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined)
      : file
    let isFirst = true
    for await (const chunk of stream) {
      if (!Buffer.isBuffer(chunk)) continue
      const isUtf16 = chunk[0] === 0xff || chunk[0] === 0xfe
      if (isFirst && !isUtf16 && chunk.includes(0)) {
        throw new ImportError(`${path} is not a text file.`)
      }
      isFirst = false
      yield chunk
    }
  } catch (error) {
    throw readError(path, error)
  }
}

function encodingOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true })
    return 'utf-8'
  } catch {
    // What spreadsheets write that know of no Unicode.
    return 'windows-1252'
  }
}

/**
 * The text of a file, by default in the encoding that its first bytes beyond ASCII have.
 *
 * @throws ImportError where it cannot be read, is cut short, damaged, or no text
 */
export async function* readText(
  file: InputFile,
  meter: Meter,
  encoding?: string,
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  for await (const chunk of readBytes(file, meter)) {
    if (!decoder && isAscii(chunk)) {
      yield chunk.toString('latin1')
      continue
    }
    decoder ??= new TextDecoder(encoding ?? encodingOf(chunk))
    yield decoder.decode(chunk, { stream: true })
  }
  if (decoder) yield decoder.decode()
}

/** The first characters of a file that are no space. */
export async function beginningOf(file: InputFile): Promise<string> {
  for await (const text of readText(file, { read: 0, total: 0 })) {
    const start = text.trimStart()
    if (start !== '') return start.slice(0, 10_000)
  }
  return ''
}

/** Why a record is left out: in a few words that all of its kind share, and which one it is. */
export interface Skipped {
  skipped: string
  example: string
}

/** The lines of a file (UTF-8) that are not blank, in groups as they were read. */
export async function* readLines(
  file: InputFile,
  meter: Meter,
): AsyncGenerator<(string | Skipped)[]> {
  let open = ''
  // How much was dropped of an open line that is too long.
  let dropped = 0
  const close = (end: string): string | Skipped => {
    const length = dropped + end.length
    dropped = 0
    return length > LINE_MAX
      ? { skipped: 'a line longer than 4 MB', example: `${length} characters` }
      : end.trim()
  }
  for await (const text of readText(file, meter, 'utf-8')) {
    const pieces = (open + text).split('\n')
    open = pieces.pop() ?? ''
    const lines = pieces.map(close).filter((line) => line !== '')
    if (dropped + open.length > LINE_MAX) {
      dropped += open.length
      open = ''
    }
    if (lines.length > 0) yield lines
  }
  const last = close(open)
  if (last !== '') yield [last]
}

/** A value that was read, or why there is none. */
export type Json = { value: unknown } | Skipped

function parseJson(line: string | Skipped): Json {
  if (typeof line !== 'string') return line
  try {
    const value: unknown = JSON.parse(line)
    return { value }
  } catch {
    return { skipped: 'broken JSON', example: line.slice(0, 60) }
  }
}

/**
 * The values of a file that has one on each line.
 *
 * @throws ImportError where not one of the first hundred lines is JSON
 */
export async function* readJsonLines(file: InputFile, meter: Meter): AsyncGenerator<Json[]> {
  const broken: Json[] = []
  const noJson = new ImportError(`${file.path} does not hold JSON lines.`)
  let isJson = false
  for await (const lines of readLines(file, meter)) {
    const values = lines.map(parseJson)
    isJson ||= values.some((json) => 'value' in json)
    if (isJson) yield [...broken.splice(0), ...values]
    else broken.push(...values)
    if (broken.length >= 100) throw noJson
  }
  if (broken.length > 0) throw noJson
}

/**
 * The value of a file that is one JSON document.
 *
 * @throws ImportError where it is none, or larger than 8 MB
 */
export async function readJsonDocument(file: InputFile, meter: Meter): Promise<unknown> {
  let document = ''
  for await (const text of readText(file, meter)) {
    document += text
    if (document.length > DOCUMENT_MAX)
      throw new ImportError(`${file.path} is one JSON document above 8 MB; write one book a line.`)
  }
  const json = parseJson(document.replace(/^\uFEFF/, ''))
  if ('value' in json) return json.value
  throw new ImportError(`${file.path} is not sound JSON.`)
}
