import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { loadBundledBooks } from './bundled.ts'
import { CATALOGUE_FILE, isOlder, openCatalogueFile } from './catalogueFile.ts'
import { CatalogueBusy } from './rewriteCatalogue.ts'

const TRY_AGAIN_MS = 200

function canBeRead(file: string): boolean {
  if (!existsSync(file)) return false
  using database = openCatalogueFile(file)
  return !isOlder(database)
}

/**
 * Creates the catalogue where it is missing or older, and brings its bundled books up to date. While another
 * process changes it, one that can be read is left as it is.
 *
 * @throws StoreError, or an Error that names what is wrong with a bundled record
 */
export async function prepareCatalogue({ catalogueDir }: { catalogueDir: string }): Promise<void> {
  const file = join(catalogueDir, CATALOGUE_FILE)
  for (;;) {
    try {
      await loadBundledBooks(catalogueDir)
      return
    } catch (error) {
      if (!(error instanceof CatalogueBusy)) throw error
      if (canBeRead(file)) return
      await delay(TRY_AGAIN_MS)
    }
  }
}
