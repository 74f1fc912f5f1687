import { join } from 'node:path'
import type { CatalogueBook } from '../catalogue/storedBook.ts'
import type { Config } from '../config.ts'
import { MIB_BYTES } from '../lib/units.ts'
import { createDrawnCovers } from './drawnCovers.ts'
import { createCoverFetcher, type CoverFetcher } from './fetchCover.ts'

/** What stands behind a cover's link. */
export interface Cover {
  type: string
  bytes: Buffer
  /** The same compressed with Brotli, where that is worth it. */
  compressed?: Buffer
  /** Generated because the remote picture could not be fetched: it may be there soon. */
  isStandIn: boolean
}

export type Covers = (book: CatalogueBook) => Promise<Cover>

interface CoversOptions {
  config: Pick<Config, 'dataDir' | 'coverHosts'>
  /** The default stores covers under the data folder. */
  fetchCover?: CoverFetcher
}

const DRAWN_MAX_BYTES = 32 * MIB_BYTES

/** The remote picture where the record has one and it can be fetched, else the generated cover. */
export function createCovers({ config, fetchCover }: CoversOptions): Covers {
  const drawn = createDrawnCovers(DRAWN_MAX_BYTES)
  const fetched =
    fetchCover ??
    createCoverFetcher({ hosts: config.coverHosts, folder: join(config.dataDir, 'covers') })
  return async ({ book, picture }) => {
    const { id, volumeInfo } = book
    const { title, authors, categories, imageLinks } = volumeInfo
    const bytes = picture === undefined ? undefined : await fetched(id, picture)
    if (bytes) return { type: 'image/webp', bytes, isStandIn: false }
    const key = JSON.stringify([id, imageLinks?.thumbnail ?? '', title, authors, categories])
    const { svg, compressed } = await drawn(key, { id, title, authors, categories })
    const type = 'image/svg+xml; charset=utf-8'
    return { type, bytes: svg, compressed, isStandIn: picture !== undefined }
  }
}
