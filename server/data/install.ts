import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { CATALOGUE_FILE } from '../catalogue/catalogueFile.ts'
import type { CatalogueLocation } from '../catalogue/prepareCatalogue.ts'
import { syncFolder } from '../lib/syncFolder.ts'
import { StoreError } from '../store/errors.ts'
import { READERS_FILE } from '../store/sqlite.ts'
import { databasesIn, openAlone } from './databases.ts'
import { DataError } from './dataError.ts'
import { PICTURES_FOLDER } from './manifest.ts'

// What may be there without anything of a reader's or a host's.
const IGNORED = /^(?:covers|lost\+found|catalogue\.lock|replaced-.*|\..*)$/

/** The files and folders that a new installation takes the place of. */
function occupied({ dataDir, catalogueDir }: CatalogueLocation): string[] {
  const inData = existsSync(dataDir) ? readdirSync(dataDir) : []
  const found = inData.filter((name) => !IGNORED.test(name)).map((name) => join(dataDir, name))
  const catalogue = join(catalogueDir, CATALOGUE_FILE)
  const others = found.filter((path) => path !== catalogueDir && path !== catalogue)
  return existsSync(catalogue) ? [...others, catalogue] : others
}

/**
 * Refuses folders that a new installation must not take.
 *
 * @throws DataError where a server runs on them, or where they are occupied, without `force`
 */
export function checkFree(location: CatalogueLocation, force: boolean): void {
  for (const file of databasesIn(location.dataDir)) {
    try {
      openAlone(file).close()
    } catch (error) {
      // One that is beyond opening is set aside as it is.
      if (!(error instanceof StoreError && error.code === 'damaged')) throw error
    }
  }
  const [first] = occupied(location)
  if (force || !first) return
  throw new DataError(
    `${dirname(first)} is not empty. --force keeps what is there in a folder of its own there.`,
  )
}

/** Renames all files, or none. */
function renameAll(renames: readonly (readonly [from: string, to: string])[]): void {
  const undo: [string, string][] = []
  try {
    for (const [from, to] of renames) {
      renameSync(from, to)
      undo.unshift([to, from])
    }
  } catch (error) {
    for (const [from, to] of undo) renameSync(from, to)
    throw error
  }
}

/** Copies a file, perhaps to another disk, and syncs it. */
async function copyDurably(from: string, to: string): Promise<void> {
  copyFileSync(from, to)
  const handle = await open(to, 'r+')
  await handle.sync()
  await handle.close()
}

/**
 * Puts the databases and the pictures of the folder `staged`, which is on the disk of `dataDir`, into an
 * installation. What was there is kept whole in `replaced-<time>/` beside it; resolves with these folders.
 *
 * @throws DataError where a server runs on it
 */
export async function install(staged: string, location: CatalogueLocation): Promise<string[]> {
  const { dataDir, catalogueDir } = location
  const aside = `replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  mkdirSync(catalogueDir, { recursive: true, mode: 0o700 })
  const catalogue = join(catalogueDir, `.${CATALOGUE_FILE}-restored`)
  try {
    await copyDurably(join(staged, CATALOGUE_FILE), catalogue)
    checkFree(location, true)
    const before = occupied(location)
    const folders = [...new Set(before.map((path) => join(dirname(path), aside)))]
    for (const folder of folders) mkdirSync(folder, { mode: 0o700 })
    renameAll([
      ...before.map((path) => [path, join(dirname(path), aside, basename(path))] as const),
      [join(staged, PICTURES_FOLDER), join(dataDir, PICTURES_FOLDER)],
      [catalogue, join(catalogueDir, CATALOGUE_FILE)],
      [join(staged, READERS_FILE), join(dataDir, READERS_FILE)],
    ])
    const changed = [...folders, join(dataDir, PICTURES_FOLDER), catalogueDir, dataDir]
    for (const folder of changed) await syncFolder(folder)
    return folders
  } finally {
    rmSync(catalogue, { force: true })
  }
}
