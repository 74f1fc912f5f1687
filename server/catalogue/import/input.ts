import { isAscii } from 'node:buffer'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { KIB_BYTES, MIB_BYTES } from '../../lib/units.ts'

/** An import cannot go on; the message is one line for the person who started it. */
export class ImportError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ImportError'
  }
}

/** A file to read. */
export interface InputFile {
  path: string
  /** As it lies on the disk. */
  bytes: number
}

/** What an import reads: one file, or those of a folder in the order of their names. */
export interface Input {
  /** For people. */
  name: string
  files: InputFile[]
  bytes: number
  /** Changes when a file is another one, or another size, or was written again. */
  fingerprint: string
}

/** Counts the bytes that were read from the disk, of how many. */
export interface Meter {
  read: number
  total: number
}

const CHUNK_BYTES = 256 * KIB_BYTES
/** Longer lines are no records that anybody wrote. */
const LINE_MAX_BYTES = 4 * MIB_BYTES

/** Why a file cannot be read, in one line. */
function readError(path: string, error: unknown): Error {
  if (error instanceof ImportError) return error
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const told = (text: string) => new ImportError(`${path} ${text}`, { cause: error })
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return told('does not exist.')
    case 'EACCES':
    case 'EPERM':
      return told('may not be read.')
    case 'Z_BUF_ERROR':
      return told('ends too early: the compressed file was cut short. Fetch it again.')
    case 'Z_DATA_ERROR':
      return told('is damaged: it cannot be decompressed. Fetch it again.')
    default:
      return told(`cannot be read (${error instanceof Error ? error.message : String(error)}).`)
  }
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
    const names = isFolder ? (await readdir(whole)).filter((name) => !name.startsWith('.')) : []
    const paths = isFolder ? names.toSorted().map((name) => join(whole, name)) : [whole]
    const hash = createHash('sha256')
    const files: InputFile[] = []
    for (const file of paths) {
      const { size, mtimeMs } = await stat(file)
      if (isFolder && !(await stat(file)).isFile()) continue
      hash.update(`${basename(file)} ${size} ${mtimeMs}\n`)
      files.push({ path: file, bytes: size })
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

async function isCompressed(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
    // Every gzip file begins so, whatever its name.
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await file.close()
  }
}

/**
 * The bytes of a file, decompressed.
 *
 * @throws ImportError where it cannot be read, is cut short, damaged, or no text
 */
async function* readBytes({ path }: InputFile, meter: Meter): AsyncGenerator<Buffer> {
  try {
    const compressed = await isCompressed(path)
    const file = createReadStream(path, { highWaterMark: CHUNK_BYTES })
    file.on('data', (chunk) => (meter.read += chunk.length))
    file.pause()
    let stream: Readable = file
    if (compressed) {
      const gunzip = createGunzip({ chunkSize: CHUNK_BYTES })
      file.on('error', (error) => gunzip.destroy(error))
      stream = file.pipe(gunzip)
    }
    let first = true
    try {
      for await (const chunk of stream) {
        if (!Buffer.isBuffer(chunk)) continue
        const wide = chunk[0] === 0xff || chunk[0] === 0xfe
        if (first && !wide && chunk.includes(0))
          throw new ImportError(`${path} is not a text file.`)
        first = false
        yield chunk
      }
    } finally {
      stream.destroy()
      file.destroy()
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

/** The text of a file in the encoding that its first bytes beyond ASCII have. */
export async function* readText(file: InputFile, meter: Meter): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  for await (const chunk of readBytes(file, meter)) {
    if (!decoder && isAscii(chunk)) {
      yield chunk.toString('latin1')
      continue
    }
    decoder ??= new TextDecoder(encodingOf(chunk))
    yield decoder.decode(chunk, { stream: true })
  }
  if (decoder) yield decoder.decode()
}

/** About how many characters a record holds. */
export function weigh(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 1
  let weight = 1
  for (const part of Object.values(value)) weight += weigh(part)
  return weight
}

/** So many characters of records at most wait in one place, or one record that has more. */
export const WEIGHT_MAX = 1_000_000

/** A line, or that it was too long to be one. */
export type Line = string | { tooLong: number }

/** The lines of a file (UTF-8) that are not blank, in groups as they were read. */
export async function* readLines(file: InputFile, meter: Meter): AsyncGenerator<Line[]> {
  let open: Buffer[] = []
  let length = 0
  const close = (): Line[] => {
    const whole = open.length === 1 ? open[0] : Buffer.concat(open)
    const line: Line =
      length > LINE_MAX_BYTES ? { tooLong: length } : (whole ?? Buffer.of()).toString('utf8').trim()
    open = []
    length = 0
    return line === '' ? [] : [line]
  }
  const hold = (piece: Buffer) => {
    length += piece.length
    if (length > LINE_MAX_BYTES) open = []
    else open.push(piece)
  }
  for await (const chunk of readBytes(file, meter)) {
    const lines: Line[] = []
    let start = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      hold(chunk.subarray(start, end))
      lines.push(...close())
      start = end + 1
    }
    hold(chunk.subarray(start))
    if (lines.length > 0) yield lines
  }
  const last = close()
  if (last.length > 0) yield last
}

/** The first characters of a file that are no space. */
export async function beginningOf(file: InputFile): Promise<string> {
  for await (const text of readText(file, { read: 0, total: 0 })) {
    const start = text.replace(/^[\uFEFF\s]+/, '')
    if (start !== '') return start.slice(0, 10_000)
  }
  return ''
}
