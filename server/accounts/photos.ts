import { randomBytes } from 'node:crypto'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { openPicture, UnknownKind } from '../lib/openPicture.ts'

const SIDE = 512

/** The file cannot be taken as a picture; the message is a sentence for the reader. */
export class PhotoRejected extends Error {
  override name = 'PhotoRejected'
  readonly reason: 'type' | 'content'

  constructor(reason: 'type' | 'content', message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** A picture upright, 512 × 512, as WebP without metadata; rejects with PhotoRejected. Uploads are few at once (routes/upload.ts). */
export async function makePhoto(bytes: Buffer): Promise<Buffer> {
  try {
    return await openPicture(bytes)
      .resize(SIDE, SIDE, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error instanceof UnknownKind)
      throw new PhotoRejected('type', ERROR_TEXTS.imageRejected, { cause: error })
    const message = /pixel limit|timeout/i.test(error.message)
      ? 'This picture is too large. Please choose a smaller one.'
      : 'This picture cannot be read. Please choose another.'
    throw new PhotoRejected('content', message, { cause: error })
  }
}

/** The path under which a stored picture is served. */
export const pictureUrl = (name: string): string => `/media/${name}`

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** A new name for a picture: 26 letters of 5 random bits, so that nobody guesses its address. */
export function createPictureName(): string {
  const letters = [...randomBytes(26)].map((byte) => ALPHABET.charAt(byte & 31))
  return `${letters.join('')}.webp`
}
