import { randomBytes } from 'node:crypto'
import { openPicture } from '../lib/openPicture.ts'

const SIDE = 512

/** A picture upright, 512 × 512, as WebP without metadata. Rejects with UnknownKind, or why it cannot be read. */
export const makePhoto = async (bytes: Buffer): Promise<Buffer> =>
  openPicture(bytes).resize(SIDE, SIDE, { fit: 'cover' }).webp({ quality: 82 }).toBuffer()

/** The path under which a stored picture is served. */
export const pictureUrl = (name: string): string => `/media/${name}`

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** A new name for a picture: 26 letters of 5 random bits, so that nobody guesses its address. */
export function createPictureName(): string {
  const letters = [...randomBytes(26)].map((byte) => ALPHABET.charAt(byte & 31))
  return `${letters.join('')}.webp`
}
