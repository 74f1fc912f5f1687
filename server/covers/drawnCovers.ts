import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
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
 * Draws covers and keeps the last drawn in memory, up to `maxBytes`: the longest unused go first.
 * `key` names the book and the version of its cover.
 */
export function createDrawnCovers(
  maxBytes: number,
): (key: string, book: CoverBook) => Promise<DrawnCover> {
  // Oldest first: a Map keeps the order in which its entries came.
  const covers = new Map<string, Promise<DrawnCover>>()
  const sizes = new Map<string, number>()
  let bytes = 0

  function drop(key: string): void {
    bytes -= sizes.get(key) ?? 0
    sizes.delete(key)
    covers.delete(key)
  }

  return async (key, book) => {
    const known = covers.get(key)
    if (known) {
      covers.delete(key)
      covers.set(key, known)
      return known
    }
    const drawing = draw(book)
    covers.set(key, drawing)
    try {
      const cover = await drawing
      const size = cover.svg.length + cover.compressed.length + OVERHEAD
      sizes.set(key, size)
      bytes += size
      for (const oldest of covers.keys()) {
        if (bytes <= maxBytes) break
        drop(oldest)
      }
      return cover
    } catch (error) {
      drop(key)
      throw error
    }
  }
}
