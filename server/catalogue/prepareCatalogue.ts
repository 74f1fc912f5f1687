import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { loadBundledBooks } from './bundled.ts'
import { CATALOGUE_FILE } from './catalogueFile.ts'
import { openOldBooks, type OldBooksLocation } from './oldBooks.ts'
import { CatalogueBusy, rewriteCatalogue } from './rewriteCatalogue.ts'

const TRY_AGAIN_MS = 200

/** Where the catalogue is, and where books were before there was one. */
export interface CatalogueLocation extends OldBooksLocation {
  /** Absolute folder of `catalogue.db`. */
  catalogueDir: string
}

/** Takes over the books of an installation that kept them beside the readers' data. */
async function takeOverOldBooks(location: CatalogueLocation): Promise<void> {
  const old = await openOldBooks(location)
  if (!old) return
  try {
    await rewriteCatalogue(location.catalogueDir, async (writer) => {
      for (const { source, slot, places } of await old.sources()) {
        writer.addSource(source, { slot, places })
      }
      for await (const rows of old.pages()) {
        for (const { pop, source, book, picture } of rows) {
          writer.addRanked(pop, { book, source, ...(picture !== undefined && { picture }) })
        }
      }
    })
  } finally {
    await old.close()
  }
}

/**
 * Creates the catalogue where it is missing, and brings its bundled books up to date. While somebody else
 * changes it, it is left as it is.
 *
 * @throws StoreError, or an Error that names what is wrong with a bundled record
 */
export async function prepareCatalogue(location: CatalogueLocation): Promise<void> {
  const file = join(location.catalogueDir, CATALOGUE_FILE)
  for (;;) {
    try {
      if (!existsSync(file)) await takeOverOldBooks(location)
      await loadBundledBooks(location.catalogueDir)
      return
    } catch (error) {
      if (!(error instanceof CatalogueBusy)) throw error
      if (existsSync(file)) return
      await delay(TRY_AGAIN_MS)
    }
  }
}
