import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { renderCover, type CoverBook } from '../../covers/renderCover.ts'

const brotli = promisify(brotliCompress)

/** A generated cover, plain and compressed with Brotli. */
export interface GeneratedCover {
  svg: Buffer
  compressed: Buffer
}

/** What the cache costs for each cover beside its bytes. */
const OVERHEAD = 512

const BROTLI = {
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: 6,
  },
}

async function render(book: CoverBook): Promise<GeneratedCover> {
  const svg = Buffer.from(renderCover(book))
  return { svg, compressed: await brotli(svg, BROTLI) }
}

/** Renders covers, each once, and caches up to `maxBytes` of them by `key`. */
export function createGeneratedCovers(maxBytes: number) {
  const covers = new LRUCache<string, GeneratedCover, CoverBook>({
    maxSize: maxBytes,
    sizeCalculation: ({ svg, compressed }) => svg.length + compressed.length + OVERHEAD,
    fetchMethod: (_key, _stale, { context: book }) => render(book),
    // A cover evicted while it is rendered is still sent.
    ignoreFetchAbort: true,
  })
  return (key: string, book: CoverBook) => covers.forceFetch(key, { context: book })
}
