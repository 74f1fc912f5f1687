import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { createGate } from '../lib/gate.ts'
import { openPicture } from '../lib/openPicture.ts'
import { writeWhole } from '../lib/writeWhole.ts'

const SIDE = 512

const gate = createGate({ atOnce: 2, waiting: 16 })

/** The file cannot be taken as a picture; the message is a sentence for the reader. */
export class PhotoRejected extends Error {
  /** `type`: not a picture of a kind we take; `content`: one that cannot be read. */
  readonly reason: 'type' | 'content'

  constructor(reason: 'type' | 'content', message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PhotoRejected'
    this.reason = reason
  }
}

const SIGNATURES: readonly (readonly [offset: number, bytes: Buffer])[][] = [
  [[0, Buffer.from([0xff, 0xd8, 0xff])]],
  [[0, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])]],
  [
    [0, Buffer.from('RIFF')],
    [8, Buffer.from('WEBP')],
  ],
  [[0, Buffer.from('GIF8')]],
]

function looksLikePicture(bytes: Buffer): boolean {
  return SIGNATURES.some((parts) =>
    parts.every(([offset, part]) => bytes.subarray(offset, offset + part.length).equals(part)),
  )
}

/**
 * Decodes a picture and makes it our own: upright, 512 × 512, WebP, without metadata. What the client
 * said about name and type counts for nothing.
 *
 * @throws PhotoRejected for anything that is not a sound JPEG, PNG, WebP or GIF of sensible size
 * @throws GateFull where too many wait already
 */
export async function makePhoto(bytes: Buffer): Promise<Buffer> {
  if (!looksLikePicture(bytes)) {
    throw new PhotoRejected('type', ERROR_TEXTS.imageRejected)
  }
  try {
    return await gate(() =>
      openPicture(bytes).resize(SIDE, SIDE, { fit: 'cover' }).webp({ quality: 82 }).toBuffer(),
    )
  } catch (error) {
    if (!(error instanceof Error) || error.name === 'GateFull') throw error
    const large = /pixel limit|timeout/i.test(error.message)
    throw new PhotoRejected(
      'content',
      large
        ? 'This picture is too large. Please choose a smaller one.'
        : 'This picture cannot be read. Please choose another.',
      { cause: error },
    )
  }
}

const NAME = /^[a-z2-7]{26}\.webp$/
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** 26 letters of 5 random bits: nobody guesses a picture's address. */
function randomName(): string {
  const letters = [...randomBytes(26)].map((byte) => ALPHABET.charAt(byte & 31))
  return `${letters.join('')}.webp`
}

/** The pictures under the data folder. Files are whole or absent, whenever the power goes. */
export function createPhotoFolder(dataDir: string) {
  const folder = join(dataDir, 'pictures')
  return {
    folder,

    /** Whether a text is a name that `save` may have given. */
    isName(name: string): boolean {
      return NAME.test(name)
    },

    /** Stores a picture under a new random name and answers the name. */
    async save(picture: Buffer): Promise<string> {
      const name = randomName()
      await writeWhole(folder, name, picture)
      return name
    },

    /** Deletes a picture; an absent one is no error. */
    async remove(name: string): Promise<void> {
      if (NAME.test(name)) await rm(join(folder, name), { force: true })
    },
  }
}

/** Where profile pictures are kept. */
export type PhotoFolder = ReturnType<typeof createPhotoFolder>
