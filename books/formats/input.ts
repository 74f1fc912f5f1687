import { isAscii } from 'node:buffer'
import { open, readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { KIB_BYTES, MIB_BYTES } from '../../contract/units.ts'
import type { Skipped, SourceRecord } from '../record.ts'
import { otherFileIn } from './otherFiles.ts'
import { encodingByHeader } from './table.ts'

/** An import cannot go on; the message is one line for the person who started it. */
export class ImportError extends Error {
  override name = 'ImportError'
}

/** What should be text is none. */
export class NoText extends ImportError {}

/** A file to read, and its size on the disk. */
export interface InputFile {
  path: string
  bytes: number
  /** What it holds, where a reader sent it: never compressed. After each piece `pause` is awaited. */
  content?: { buffer: Buffer; pause: () => Promise<void> | void }
  /** Its encoding, where somebody said it. */
  encoding?: string | undefined
  /** Where others go on without what cannot be read of this one: takes the reason. */
  onFault?: (reason: string) => void
}

/** What an import reads: one file, or those of a folder in the order of their names. */
export interface Input {
  /** For people. */
  name: string
  files: InputFile[]
  bytes: number
}

/** How far reading is, and what it comes upon beside the records. */
export interface Meter {
  /** Bytes read from the disk, of how many. */
  read: number
  total: number
  /** Called for each thing that was dropped or replaced within a record: its kind, and which or where. */
  onLoss?: (kind: string, example: string) => void
  /** Called before the last row of a table that has no line end behind it, and whether that lacks cells: it may be cut. */
  onOpenEnd?: (isShort: boolean) => void
  /** Called with the path of a file whose encoding was guessed, and the encoding. */
  onGuess?: (path: string, encoding: string) => void
  /** Called with the header of each column of a table that is not taken. */
  onOtherColumn?: (header: string) => void
}

/** What reading an input needs beside it. */
export interface Reading {
  input: Input
  meter: Meter
  /** A folder for what does not fit into memory. */
  folder: string
  /** Called now and then where no records come for long: what is done, and how far, 0 to 1. */
  onWork: (what: string, done: number) => void
  signal: AbortSignal
}

/** A kind of catalogue that can be imported. */
export interface Format<Raw> {
  /**
   * The records of the input in an order that is the same every time, in groups.
   *
   * @throws ImportError where the input is unreadable or of another format
   */
  read(reading: Reading): AsyncIterable<readonly Raw[]>
  /** What one record says; a record for which it throws is skipped. */
  map(raw: Raw): SourceRecord | Skipped
}

const CHUNK_BYTES = 256 * KIB_BYTES
// Read in a few milliseconds.
const PIECE_BYTES = 16 * KIB_BYTES
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
  const text = READ_ERRORS[code] ?? `cannot be read (${reason}).`
  return new ImportError(`${path} ${text}`, { cause: error })
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
    const files: InputFile[] = []
    for (const file of names.toSorted().map((name) => join(whole, name))) {
      const stats = await stat(file)
      if (isFolder && !stats.isFile()) continue
      files.push({ path: file, bytes: stats.size })
    }
    if (files.length === 0) throw new ImportError(`${whole} holds no file.`)
    return {
      name: basename(whole),
      files,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    }
  } catch (error) {
    throw readError(whole, error)
  }
}

const CONTROLS = /(?![\t-\r])\p{Cc}/gu

/** Binary files are full of control characters; a few, and any number of NUL, are damage. */
function looksLikeText(start: Buffer): boolean {
  const text = new TextDecoder(markedEncoding(start)).decode(start).replaceAll('\0', '')
  return (text.match(CONTROLS) ?? []).length <= text.length / 20
}

async function openFile(path: string, meter: Meter): Promise<Readable> {
  const handle = await open(path)
  const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
  const file = handle.createReadStream({ start: 0, highWaterMark: CHUNK_BYTES })
  file.on('data', (chunk) => (meter.read += chunk.length)).pause()
  // Every gzip file begins so, whatever its name.
  return buffer.readUInt16BE() === 0x1f8b
    ? pipeline(file, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined)
    : file
}

async function* piecesOf({ buffer, pause }: NonNullable<InputFile['content']>) {
  for (let at = 0; at < buffer.length; at += PIECE_BYTES) {
    yield buffer.subarray(at, at + PIECE_BYTES)
    await pause()
  }
}

/** The bytes of a file, decompressed. */
async function* readBytes(file: InputFile, meter: Meter): AsyncGenerator<Buffer> {
  const { path, content, onFault } = file
  try {
    const stream = content ? piecesOf(content) : await openFile(path, meter)
    let isFirst = true
    for await (const chunk of stream) {
      if (!Buffer.isBuffer(chunk)) continue
      const other = isFirst ? otherFileIn(chunk.toString('latin1', 0, 300)) : undefined
      if (other) throw new NoText(`${path}: ${other}`)
      if (isFirst && !looksLikeText(chunk)) throw new NoText(`${path} is not a text file.`)
      isFirst = false
      yield chunk
    }
    if (isFirst) onFault?.(`${path} is empty.`)
  } catch (error) {
    const fault = readError(path, error)
    if (!onFault) throw fault
    onFault(fault.message)
  }
}

/** The encoding that the first bytes tell: by a byte order mark, or as every other one is NUL. */
function markedEncoding([first, second, third, fourth]: Buffer): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (second === 0 && fourth === 0 && first && third) return 'utf-16le'
  return first === 0 && third === 0 && second && fourth ? 'utf-16be' : undefined
}

/**
 * The encoding of a file: the one that its beginning tells, else that somebody said or the given one, else UTF-8 where most of its
 * letters beyond ASCII are sound in it, else one that spreadsheets write which know of no Unicode, by a table's header.
 */
async function encodingOf(file: InputFile, fallback?: string): Promise<string> {
  const decoder = new TextDecoder()
  let start: Buffer | undefined
  let encoding: string | undefined
  let sound = 0
  let broken = 0
  for await (const chunk of readBytes(file, { read: 0, total: 0 })) {
    encoding ??= markedEncoding(chunk) ?? file.encoding ?? fallback ?? ''
    if (encoding !== '') return encoding
    start ??= chunk
    if (isAscii(chunk)) continue
    const text = decoder.decode(chunk, { stream: true })
    // The replacement character of an earlier damage is a sound one.
    const written = chunk.toString('latin1').split('\u00EF\u00BF\u00BD').length - 1
    broken += text.split('\uFFFD').length - 1 - written
    sound += (text.match(/[^\0-\x7f\uFFFD]/g) ?? []).length + written
  }
  return start && broken > sound ? encodingByHeader(start) : 'utf-8'
}

/** A text without byte order marks and NUL; what is damaged is told by the text around it. */
function cleaned(text: string, { onLoss }: Meter): string {
  for (const { 0: found, index } of onLoss ? text.matchAll(/[\0\uFFFD]/g) : []) {
    const around = text.slice(Math.max(0, index - 30), index + 30).replaceAll(/[\s\0]+/g, ' ')
    const isNul = found === '\0'
    onLoss?.(isNul ? 'NUL characters, dropped' : 'invalid letters, now \uFFFD', around)
  }
  return text.replaceAll(/[\0\uFEFF]/g, '')
}

/**
 * The text of a file, by default in the encoding that it has as a whole, without byte order marks and NUL.
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
    if (!decoder && !file.encoding && isAscii(chunk) && !chunk.includes(0)) {
      yield cleaned(chunk.toString('latin1'), meter)
      continue
    }
    if (!decoder) {
      decoder = new TextDecoder(await encodingOf(file, encoding))
      const isGuess = !file.encoding && !decoder.encoding.startsWith('utf-')
      if (isGuess) meter.onGuess?.(file.path, decoder.encoding)
    }
    // Bytes that windows-1252 does not have come as control characters.
    const text = decoder.decode(chunk, { stream: true })
    const isLatin = decoder.encoding === 'windows-1252'
    yield cleaned(isLatin ? text.replaceAll(/[\x80-\x9f]/g, '\uFFFD') : text, meter)
  }
  if (decoder) yield cleaned(decoder.decode(), meter)
}

/** The first characters of a file that are no space. */
export async function beginningOf(file: InputFile): Promise<string> {
  for await (const text of readText(file, { read: 0, total: 0 }, 'utf-8')) {
    const start = text.trimStart()
    if (start !== '') return start.slice(0, 10_000)
  }
  return ''
}

const closeLine = (line: string): string | Skipped =>
  line.length > LINE_MAX
    ? { skipped: 'a line longer than 4 MB', example: line.slice(0, 60) }
    : line.trim()

/** What is said of a record in which the file ends, as after a broken download. */
export const CUT = 'cut: the file ends in it, fetch it again'

/** The lines of a file (UTF-8, unless its mark is another) that are not blank, in groups as they were read. */
export async function* readLines(
  file: InputFile,
  meter: Meter,
): AsyncGenerator<(string | Skipped)[]> {
  let open = ''
  for await (const text of readText(file, meter, 'utf-8')) {
    const pieces = (open + text).split('\n')
    // Of one that is too long no more is kept than tells so.
    open = pieces.pop()?.slice(0, LINE_MAX + 1) ?? ''
    const lines = pieces.map(closeLine).filter((line) => line !== '')
    if (lines.length > 0) yield lines
  }
  const last = closeLine(open)
  // Each kind of lines that is read ends with a value of JSON; one that is cut has no value yet.
  const isCut = typeof last === 'string' && 'skipped' in parseJson(last.replace(/^[^[{]*/, ''))
  if (last !== '') yield [isCut ? { skipped: CUT, example: last.slice(0, 60) } : last]
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
  const json = parseJson(document)
  if ('value' in json) return json.value
  throw new ImportError(`${file.path} is not sound JSON.`)
}
