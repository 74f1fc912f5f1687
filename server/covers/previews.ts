import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import type { CatalogueBook } from '../../books/storedBook.ts'
import { withoutForeignWords } from '../../covers/renderCover.ts'
import { MIB_BYTES } from '../../contract/units.ts'
import { createGate } from '../lib/gate.ts'
import { hasRoom } from '../lib/hasRoom.ts'
import '../lib/openPicture.ts'
import { writeWhole } from '../lib/writeWhole.ts'
import type { Covers } from './covers.ts'

/** The size that links are previewed in, in pixels, and where the cover fits in. */
const WIDTH = 1200
const HEIGHT = 630
const COVER = { width: 1100, height: 550, fit: 'inside' } as const
/** The house's light ground (src/theme.ts). */
const GROUND = '#faf6ef'
const MAX_BYTES = 8 * MIB_BYTES

async function draw(cover: Buffer): Promise<Buffer> {
  const input = await sharp(cover).resize(COVER).toBuffer()
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: GROUND } })
    .composite([{ input }])
    .png({ palette: true })
    .toBuffer()
}

/**
 * Pictures for previews of links: a book's cover on the house's ground, as PNG, since no preview shows SVG, and without
 * words that our typefaces lack. One is drawn at a time, and kept in `folder` while the disk has room. @throws GateFull where too many wait to be drawn
 */
export function createPreviews(covers: Covers, folder: string) {
  const gate = createGate({ atOnce: 1, waiting: 32 })
  const pictures = new LRUCache<string, Buffer, Buffer>({
    maxSize: MAX_BYTES,
    sizeCalculation: (png) => png.length,
    fetchMethod: async (file, _old, { context }) => {
      const stored = await readFile(join(folder, file)).catch(() => undefined)
      if (stored) return stored
      const png = await gate(() => draw(context))
      // What cannot be stored can still be shown.
      if (await hasRoom(dirname(folder))) await writeWhole(folder, file, png).catch(() => undefined)
      return png
    },
  })

  return async (found: CatalogueBook): Promise<{ bytes: Buffer; isPlaceholder: boolean }> => {
    const { bytes, type, isPlaceholder } = await covers(found)
    const isDrawn = type.startsWith('image/svg')
    const cover = isDrawn ? Buffer.from(withoutForeignWords(bytes.toString())) : bytes
    const shown = createHash('sha256').update(cover).digest('hex').slice(0, 16)
    const file = `${found.book.id}-${shown}.png`
    return { bytes: await pictures.forceFetch(file, { context: cover }), isPlaceholder }
  }
}
