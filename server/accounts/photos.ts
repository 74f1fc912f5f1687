import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { createGate, GateFull } from '../lib/gate.ts'
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
    if (!(error instanceof Error) || error instanceof GateFull) throw error
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

/** How old a file that is under way must be to be taken for one left by a crash, in ms. */
const LEFT_BEHIND = 60_000

// An empty file of this name stands in the folder while one picture takes the place of another; that
// it does is durable with the new picture.
const EXCHANGE = /^\.exchange-([a-z2-7]{26}\.webp)-(none|[a-z2-7]{26}\.webp)-([\w-]{1,64})$/
const TEMPORARY = /^\.[\da-f-]{36}\.tmp$/

/** The picture that a reader has now; `undefined` where there is no such reader. */
export type PictureOf = (userId: string) => Promise<string | null | undefined>

/** A picture that takes the place of another. */
interface Exchange {
  userId: string
  /** The name of the picture before. */
  before: string | null
  picture: Buffer
  /** Makes the new name the reader's; `false` where the picture before is no longer theirs. */
  commit: (name: string) => Promise<boolean>
  pictureOf: PictureOf
}

/** The pictures under the data folder. Files are whole or absent, whenever the power goes. */
export function createPhotoFolder(dataDir: string) {
  const folder = join(dataDir, 'pictures')

  const remove = async (name: string): Promise<void> => {
    if (NAME.test(name)) await rm(join(folder, name), { force: true })
  }

  const save = async (picture: Buffer, name: string): Promise<string> => {
    await writeWhole(folder, name, picture)
    return name
  }

  /** Ends an exchange: of the two pictures only the one stays that the reader has. */
  const settle = async (mark: string, pictureOf: PictureOf): Promise<void> => {
    const [, name = '', before = '', userId = ''] = EXCHANGE.exec(mark) ?? []
    const current = await pictureOf(userId)
    for (const picture of [name, before]) if (picture !== current) await remove(picture)
    await rm(join(folder, mark), { force: true })
  }

  return {
    folder,

    /** Whether a text is a name that `save` may have given. */
    isName(name: string): boolean {
      return NAME.test(name)
    },

    /** Stores a picture under a new random name and answers the name. */
    save: (picture: Buffer): Promise<string> => save(picture, randomName()),

    /** Deletes a picture; an absent one is no error. */
    remove,

    /**
     * Stores a picture, makes it the reader's, and deletes the one before; answers its name, or
     * `undefined` where `commit` did. Whatever fails, also the process, no picture is lost that a
     * reader has, and none stays that nobody has (see `sweep`).
     */
    async exchange({ userId, before, picture, commit, pictureOf }: Exchange) {
      const name = randomName()
      const mark = `.exchange-${name}-${before ?? 'none'}-${userId}`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(join(folder, mark), '', { mode: 0o600 })
      try {
        await save(picture, name)
        return (await commit(name)) ? name : undefined
      } finally {
        // Where it fails, the mark stays for `sweep`; the answer is that of the commit.
        await settle(mark, pictureOf).catch(() => undefined)
      }
    },

    /**
     * Clears away what a process that died in the middle of an upload has left; answers how much is
     * too young to tell it from an upload under way, perhaps of another server.
     */
    async sweep(pictureOf: PictureOf): Promise<number> {
      let young = 0
      for (const entry of await readdir(folder).catch(() => [])) {
        const isMark = EXCHANGE.test(entry)
        if (!isMark && !TEMPORARY.test(entry)) continue
        const path = join(folder, entry)
        const found = await stat(path).catch(() => undefined)
        if (!found) continue
        if (Date.now() - found.mtimeMs < LEFT_BEHIND) young += 1
        else if (isMark) await settle(entry, pictureOf)
        else await rm(path, { force: true })
      }
      return young
    },
  }
}

/** Where profile pictures are kept. */
export type PhotoFolder = ReturnType<typeof createPhotoFolder>
