import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack, type Extract, type Pack } from 'tar-stream'
import { DataError } from './dataError.ts'

/** A file that goes into an archive: its bytes, or where they are. */
export type ArchiveFile = { name: string } & ({ bytes: Buffer } | { path: string })

/** A file that comes out of an archive. */
export interface ArchiveEntry {
  name: string
  /** In bytes. */
  size: number
  /** To be read to its end before the next entry comes. */
  content: AsyncIterable<Buffer>
}

type Sink = ReturnType<Pack['entry']>

/** The SHA-256 of every file in an archive, by name. */
type Hashes = Map<string, string>

async function* chunksOf(file: ArchiveFile): AsyncGenerator<Buffer> {
  if ('bytes' in file) yield file.bytes
  else for await (const chunk of createReadStream(file.path)) yield Buffer.from(chunk)
}

function bytesOf(chunk: unknown): Buffer {
  if (Buffer.isBuffer(chunk)) return chunk
  throw new TypeError(`The archive gave a ${typeof chunk}`)
}

function notWhole(path: string, error: unknown): DataError {
  const reason = error instanceof Error ? error.message : String(error)
  return new DataError(`${path} is not a whole backup (${reason}).`, { cause: error })
}

/** The bytes of an entry; what is wrong with the archive shows here as well as between entries. */
async function* bytesIn(path: string, chunks: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of chunks) yield bytesOf(chunk)
  } catch (error) {
    throw notWhole(path, error)
  }
}

/** Waits until the stream takes more. */
async function drained(stream: Extract | Sink): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const close = (): void => reject(new Error('The archive was closed'))
  stream.once('drain', () => resolve())
  stream.once('close', close)
  await promise
  stream.off('close', close)
}

const sizeOf = async (file: ArchiveFile): Promise<number> =>
  'bytes' in file ? file.bytes.length : (await stat(file.path)).size

/** The files as a tar, and their hashes as they go by. */
async function* tarOf(files: AsyncIterable<ArchiveFile>, hashes: Hashes): AsyncGenerator<Buffer> {
  const tar = pack()
  const fill = async (): Promise<void> => {
    for await (const file of files) {
      const hash = createHash('sha256')
      const entry = tar.entry({ name: file.name, size: await sizeOf(file), mode: 0o600 })
      for await (const chunk of chunksOf(file)) {
        hash.update(chunk)
        if (!entry.write(chunk)) await drained(entry)
      }
      const ended = new Promise<void>((resolve, reject) => {
        entry.once('close', () => resolve())
        entry.once('error', reject)
      })
      entry.end(undefined)
      await ended
      hashes.set(file.name, hash.digest('hex'))
    }
    tar.finalize()
  }
  const filled = fill()
  filled.catch((error: unknown) => {
    tar.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  for await (const chunk of tar) yield bytesOf(chunk)
  await filled
}

/**
 * The files of a gzipped tar, one after another.
 *
 * @throws DataError where it is none, damaged or cut short
 */
export async function* readArchive(path: string): AsyncGenerator<ArchiveEntry> {
  const tar = extract()
  const unpacking = pipeline(createReadStream(path), createGunzip(), async (chunks) => {
    for await (const chunk of chunks) {
      if (!tar.write(chunk)) await drained(tar)
    }
    tar.end(undefined)
  })
  unpacking.catch((error: unknown) => {
    tar.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  try {
    for await (const entry of tar) {
      const { name, size, type } = entry.header
      if (type !== 'file') throw new Error(`${name} is not a file`)
      yield { name, size, content: bytesIn(path, entry) }
    }
    await unpacking
  } catch (error) {
    if (error instanceof DataError) throw error
    throw notWhole(path, error)
  } finally {
    tar.destroy()
  }
}

async function digest(content: AsyncIterable<Buffer>, hash: Hash): Promise<string> {
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}

/**
 * Writes the files as a gzipped tar, readable by us alone, brings it to the disk and reads it again.
 *
 * @throws DataError where what is read is not what was written; the file system's errors
 */
export async function writeArchive(
  path: string,
  files: AsyncIterable<ArchiveFile>,
  signal?: AbortSignal,
): Promise<void> {
  const written: Hashes = new Map()
  await pipeline(
    Readable.from(tarOf(files, written)),
    createGzip(),
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    { ...(signal && { signal }) },
  )
  const file = await open(path, 'r+')
  await file.sync()
  await file.close()
  for await (const { name, content } of readArchive(path)) {
    signal?.throwIfAborted()
    if ((await digest(content, createHash('sha256'))) !== written.get(name)) {
      throw new DataError(`${name} in the backup is not what was written. Is the disk sound?`)
    }
    written.delete(name)
  }
  if (written.size > 0) throw new DataError('The backup lacks files that were written to it.')
}
