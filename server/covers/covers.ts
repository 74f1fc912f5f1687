import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { OPEN_LIBRARY_COVERS, type Config } from '../config.ts'
import { isbn13Of } from '../../books/isbn.ts'
import { MIB_BYTES } from '../../contract/units.ts'
import { renderCover, type CoverBook } from '../../covers/renderCover.ts'
import type { CatalogueBook } from '../../books/storedBook.ts'
import { createTurns } from '../lib/gate.ts'
import { createCoverFetcher, type CoverFetcher } from './fetchCover.ts'

/** What stands behind a cover's link. */
interface Cover {
  type: string
  bytes: Buffer
  /** Generated because the remote picture could not be fetched: it may be there soon. */
  isPlaceholder: boolean
  /** A placeholder while the picture is being fetched: the next request may have it. */
  isLate?: boolean
}

export type Covers = (book: CatalogueBook) => Promise<Cover>

const GENERATED_MAX_BYTES = 32 * MIB_BYTES

/** Where Open Library has a book's cover, if it has one. */
function openLibraryLink({ volumeInfo }: CatalogueBook['book']): string | undefined {
  const identifiers = volumeInfo.industryIdentifiers ?? []
  const [isbn] = identifiers.flatMap(({ identifier }) => isbn13Of(identifier) ?? [])
  return isbn && `https://${OPEN_LIBRARY_COVERS}/b/isbn/${isbn}-L.jpg?default=false`
}

/** The remote picture, with COVERS=openlibrary also by ISBN, where it can be fetched; else the generated cover. */
export function createCovers(
  config: Pick<Config, 'dataDir' | 'coverHosts' | 'covers'>,
  log: (line: string) => void,
  fetchCover: CoverFetcher = createCoverFetcher({
    hosts: config.coverHosts,
    folder: join(config.dataDir, 'covers'),
    log,
  }),
): Covers {
  // A cover takes far longer to be drawn than to be sent.
  const generated = new LRUCache<string, Buffer, CoverBook>({
    maxSize: GENERATED_MAX_BYTES,
    sizeCalculation: (svg) => svg.length,
    memoMethod: (_key, _old, { context: coverBook }) => Buffer.from(renderCover(coverBook)),
  })

  // A page may show hundreds.
  const ownTurn = createTurns(1000)

  return async ({ book, picture }) => {
    const { id, volumeInfo } = book
    const { title, authors, categories, subjects, series, imageLinks } = volumeInfo
    const link = picture ?? (config.covers === 'openlibrary' ? openLibraryLink(book) : undefined)
    const fetched = link === undefined ? undefined : await fetchCover(id, link)
    if (Buffer.isBuffer(fetched))
      return { type: 'image/webp', bytes: fetched, isPlaceholder: false }
    const shown = { id, title, authors, categories, subjects, series }
    const key = JSON.stringify([imageLinks?.thumbnail, shown])
    if (!generated.has(key)) await ownTurn()
    const svg = generated.memo(key, { context: shown })
    const [isPlaceholder, isLate] = [link !== undefined, fetched === 'later']
    return { type: 'image/svg+xml; charset=utf-8', bytes: svg, isPlaceholder, isLate }
  }
}
