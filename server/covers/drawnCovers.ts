import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { drawCover, type CoverBook } from './drawCover.ts'

const brotli = promisify(brotliCompress)

/** A drawn cover, as it is and as it travels. */
export interface DrawnCover {
  svg: Buffer
  /** The same, compressed with Brotli. */
  compressed: Buffer
}

/** What keeping one costs beside its bytes. */
const OVERHEAD = 512

async function draw(book: CoverBook): Promise<DrawnCover> {
  const svg = Buffer.from(drawCover(book))
  const compressed = await brotli(svg, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: 6,
      [constants.BROTLI_PARAM_SIZE_HINT]: svg.length,
    },
  })
  return { svg, compressed }
}

/**
 * Draws covers and keeps the last drawn in memory, up to `maxBytes`, an integer: the longest unused go
 * first. Whoever asks for one that is being drawn waits for that; what could not be drawn is not kept.
 * `key` names the book and the version of its cover.
 *
 * @throws the error of the drawing
 */
export function createDrawnCovers(
  maxBytes: number,
): (key: string, book: CoverBook) => Promise<DrawnCover> {
  const covers = new LRUCache<string, DrawnCover, CoverBook>({
    maxSize: maxBytes,
    sizeCalculation: ({ svg, compressed }) => svg.length + compressed.length + OVERHEAD,
    fetchMethod: (_key, _stale, { context: book }) => draw(book),
    // One that others take the place of while it is drawn is still waited for.
    ignoreFetchAbort: true,
  })
  return (key, book) => covers.forceFetch(key, { context: book })
}
