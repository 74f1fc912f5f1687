import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack, type Header } from 'tar-stream'
import { Type, type Static } from 'typebox'
import { Check } from 'typebox/schema'
import { isStorageFailure, reasonOf } from '../store/errors.ts'
import { makeFile } from '../lib/writeWhole.ts'
import { DataError } from './dataError.ts'

export const MANIFEST_FILE = 'manifest.json'

/** What a backup says about itself. */
const Manifest = Type.Object({
  product: Type.Literal('catchword'),
  format: Type.Literal(2),
  /** When its copying began, ISO 8601. */
  takenAt: Type.String(),
  readers: Type.Integer(),
  favorites: Type.Integer(),
  pictures: Type.Integer(),
})
export type Manifest = Static<typeof Manifest>

/** Parses a manifest; `undefined` where it is none that this version knows. */
export function parseManifest(text: string): Manifest | undefined {
  try {
    const manifest: unknown = JSON.parse(text)
    return Check(Manifest, manifest) ? manifest : undefined
  } catch {
    return undefined
  }
}

/** Writes files of a folder as a gzipped tar (0600), durably, and reads it again. */
export async function writeArchive(
  path: string,
  folder: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const tar = pack()
  async function fill(): Promise<void> {
    for (const name of names) {
      const from = join(folder, name)
      const { size } = await stat(from)
      await pipeline(createReadStream(from), tar.entry({ name, size, mode: 0o600 }))
    }
    tar.finalize()
  }
  // What fails here ends the writing, too.
  fill().catch((error: unknown) => tar.destroy(error instanceof Error ? error : undefined))
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  await pipeline(tar, createGzip(), file, { signal })
  // At its end gzip has the checksum of what was written.
  await pipeline(createReadStream(path), createGunzip(), new PassThrough().resume(), { signal })
}

/**
 * Unpacks a gzipped tar, each file to where `placeOf` says; what that throws ends the unpacking.
 * @throws DataError where the archive is none, damaged or cut short; the file system's errors
 */
export async function unpackArchive(
  path: string,
  placeOf: (header: Header) => string,
  signal: AbortSignal,
): Promise<void> {
  const tar = extract()
  const reading = pipeline(createReadStream(path), createGunzip(), tar, { signal })
  // Awaited below; until then its error comes out of the tar.
  reading.catch(() => undefined)
  try {
    for await (const entry of tar) {
      const to = placeOf(entry.header)
      makeFile(to)
      await pipeline(entry, createWriteStream(to, { flush: true }))
    }
    await reading
  } catch (error) {
    tar.destroy()
    if (error instanceof DataError || isStorageFailure(error) || signal.aborted) throw error
    throw new DataError(`${path} is not a whole backup (${reasonOf(error)}).`, { cause: error })
  }
}
