import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import type { CatalogueBook } from '../../books/storedBook.ts'
import { MIB_BYTES } from '../../contract/units.ts'
import '../lib/openPicture.ts'
import type { Covers } from './covers.ts'

/** The size that links are previewed in, in pixels, and where the cover fits in. */
const WIDTH = 1200
const HEIGHT = 630
const COVER = { width: 1100, height: 550, fit: 'inside' } as const
/** The house's light ground (src/theme.ts). */
const GROUND = '#faf6ef'
const MAX_BYTES = 32 * MIB_BYTES

async function draw(cover: Buffer): Promise<Buffer> {
  const input = await sharp(cover).resize(COVER).toBuffer()
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: GROUND } })
    .composite([{ input }])
    .png({ palette: true })
    .toBuffer()
}

/** Pictures for previews of links: a book's cover on the house's ground, as PNG, since no preview shows SVG. */
export function createPreviews(covers: Covers) {
  const pictures = new LRUCache<string, Buffer, Buffer>({
    maxSize: MAX_BYTES,
    sizeCalculation: (png) => png.length,
    fetchMethod: (_key, _old, { context }) => draw(context),
  })

  return async (found: CatalogueBook): Promise<{ bytes: Buffer; isPlaceholder: boolean }> => {
    const { bytes: cover, isPlaceholder } = await covers(found)
    const { id, volumeInfo } = found.book
    const key = `${id} ${volumeInfo.imageLinks?.thumbnail} ${isPlaceholder}`
    return { bytes: await pictures.forceFetch(key, { context: cover }), isPlaceholder }
  }
}
