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
  /** Changes with what the cover shows. */
  key: string
  /** Drawn because the remote picture could not be had: it may be there soon. */
  isStandIn: boolean
}

/** The cover of a book, whatever stands behind it. */
export type Covers = (book: CatalogueBook) => Promise<Cover>

/** From what covers are made. */
interface CoversOptions {
  config: Pick<Config, 'dataDir' | 'coverHosts'>
  /** How remote covers are fetched; the default keeps them under the data folder. */
  fetchCover?: CoverFetcher
}

const DRAWN_MAX_BYTES = 32 * MIB_BYTES

/** The remote picture where the record has one and it can be had, else the drawn cover. */
export function createCovers({ config, fetchCover }: CoversOptions): Covers {
  const drawn = createDrawnCovers(DRAWN_MAX_BYTES)
  const fetched =
    fetchCover ??
    createCoverFetcher({ hosts: config.coverHosts, folder: join(config.dataDir, 'covers') })
  return async ({ book, picture }) => {
    const { id, volumeInfo } = book
    const { title, authors, categories, imageLinks } = volumeInfo
    const bytes = picture === undefined ? undefined : await fetched(id, picture)
    if (bytes) {
      return { type: 'image/webp', bytes, key: `${picture} ${bytes.length}`, isStandIn: false }
    }
    const key = JSON.stringify([id, imageLinks?.thumbnail ?? '', title, authors, categories])
    const { svg, compressed } = await drawn(key, { id, title, authors, categories })
    return {
      type: 'image/svg+xml; charset=utf-8',
      bytes: svg,
      compressed,
      key: `${key} ${svg.length}`,
      isStandIn: picture !== undefined,
    }
  }
}
