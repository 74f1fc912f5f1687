import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { createGate, GateFull } from '../lib/gate.ts'
import { openPicture } from '../lib/openPicture.ts'
import { writeWhole } from '../lib/writeWhole.ts'

const SIDE = 512

const gate = createGate({ atOnce: 2, waiting: 16 })

/** The file cannot be taken as a picture; the message is a sentence for the reader. */
export class PhotoRejected extends Error {
  override name = 'PhotoRejected'
  readonly reason: 'type' | 'content'

  constructor(reason: 'type' | 'content', message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** How JPEG, PNG, GIF and WebP begin; of WebP without the four bytes of its size. */
const SIGNATURES = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF8', 'RIFFWEBP']

function looksLikePicture(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 12)
  const sizeless = start.slice(0, 4) + start.slice(8)
  return SIGNATURES.some((signature) => start.startsWith(signature) || sizeless === signature)
}

/** A picture upright, 512 × 512, as WebP without metadata; rejects with PhotoRejected or GateFull. */
export async function makePhoto(bytes: Buffer): Promise<Buffer> {
  if (!looksLikePicture(bytes)) throw new PhotoRejected('type', ERROR_TEXTS.imageRejected)
  try {
    return await gate(async () => {
      const picture = await openPicture(bytes)
      return picture.resize(SIDE, SIDE, { fit: 'cover' }).webp({ quality: 82 }).toBuffer()
    })
  } catch (error) {
    if (!(error instanceof Error) || error instanceof GateFull) throw error
    const message = /pixel limit|timeout/i.test(error.message)
      ? 'This picture is too large. Please choose a smaller one.'
      : 'This picture cannot be read. Please choose another.'
    throw new PhotoRejected('content', message, { cause: error })
  }
}

/** The path under which a stored picture is served. */
export const pictureUrl = (name: string): string => `/media/${name}`

const NAME = /^[a-z2-7]{26}\.webp$/
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** Whether a text is a name that `save` may have returned. */
const isName = (name: string): boolean => NAME.test(name)

/** 26 letters of 5 random bits: nobody guesses a picture's address. */
function randomName(): string {
  const letters = [...randomBytes(26)].map((byte) => ALPHABET.charAt(byte & 31))
  return `${letters.join('')}.webp`
}

/** How old a file of an upload is when it was left by a crash, in ms. */
const LEFT_BEHIND_MS = 60_000

// An empty file marks that one picture is replacing another; it is durable with the new picture.
const EXCHANGE = /^\.exchange-([a-z2-7]{26}\.webp)-(none|[a-z2-7]{26}\.webp)-([\w-]{1,64})$/
const TEMPORARY = /^\.[\da-f-]{36}\.tmp$/

/** The picture that a reader has now; `undefined` where there is no such reader. */
type PictureOf = (userId: string) => Promise<string | null | undefined>

interface Exchange {
  userId: string
  before: string | null
  picture: Buffer
  /** Makes the new name the reader's; `false` where they no longer have the one before. */
  commit: (name: string) => Promise<boolean>
  pictureOf: PictureOf
}

/** The pictures under the data folder. Files are whole or absent, whenever the power goes. */
export function createPhotoFolder(dataDir: string) {
  const folder = join(dataDir, 'pictures')

  /** Deletes a picture; an absent one is no error. */
  const remove = async (name: string): Promise<void> => {
    if (isName(name)) await rm(join(folder, name), { force: true })
  }

  /** Stores a picture under a new random name. */
  const save = async (picture: Buffer, name = randomName()): Promise<string> => {
    await writeWhole(folder, name, picture)
    return name
  }

  /** Ends an exchange: of the two pictures only the one stays that the reader has. */
  const endExchange = async (mark: string, pictureOf: PictureOf): Promise<void> => {
    const [, name = '', before = '', userId = ''] = EXCHANGE.exec(mark) ?? []
    const current = await pictureOf(userId)
    for (const picture of [name, before]) if (picture !== current) await remove(picture)
    await rm(join(folder, mark), { force: true })
  }

  return {
    folder,
    isName,
    remove,
    save,

    /** The bytes of a picture; `undefined` where there is none of this name. */
    async read(name: string): Promise<Buffer | undefined> {
      if (!isName(name)) return undefined
      return readFile(join(folder, name)).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      })
    },

    /** Replaces a reader's picture; `undefined` where they have another by now. A crash is for `sweep`. */
    async exchange({ userId, before, picture, commit, pictureOf }: Exchange) {
      const name = randomName()
      const mark = `.exchange-${name}-${before ?? 'none'}-${userId}`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(join(folder, mark), '', { mode: 0o600 })
      try {
        return (await commit(await save(picture, name))) ? name : undefined
      } finally {
        // Where it fails, the mark stays for `sweep`.
        await endExchange(mark, pictureOf).catch(() => undefined)
      }
    },

    /** Deletes what a crash left of uploads; how many files may be of uploads under way is returned. */
    async sweep(pictureOf: PictureOf): Promise<number> {
      let young = 0
      for (const entry of await readdir(folder).catch(() => [])) {
        const isMark = EXCHANGE.test(entry)
        if (!isMark && !TEMPORARY.test(entry)) continue
        const path = join(folder, entry)
        const found = await stat(path).catch(() => undefined)
        if (!found) continue
        if (Date.now() - found.mtimeMs < LEFT_BEHIND_MS) young += 1
        else if (isMark) await endExchange(entry, pictureOf)
        else await rm(path, { force: true })
      }
      return young
    },
  }
}

export type PhotoFolder = ReturnType<typeof createPhotoFolder>
