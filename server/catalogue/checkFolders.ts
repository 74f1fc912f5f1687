import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import { CATALOGUE_FILE } from './catalogueDatabase.ts'
import { ConfigError, type Config } from '../config.ts'
import { isThere, makeFolder } from '../lib/writeWhole.ts'
import { reasonOf } from '../store/errors.ts'

/** Makes the folders of the data and of the catalogue, where they are missing. @throws ConfigError */
export async function checkFolders({
  dataDir,
  catalogueDir,
}: Pick<Config, 'dataDir' | 'catalogueDir'>): Promise<void> {
  const folders = new Map([[dataDir, 'DATA_DIR']])
  if (catalogueDir !== dataDir) folders.set(catalogueDir, 'CATALOGUE_DIR')
  for (const [folder, name] of folders) {
    try {
      makeFolder(folder, folder === dataDir ? undefined : dataDir)
      const hasCatalogue = isThere(join(folder, CATALOGUE_FILE))
      await access(folder, hasCatalogue ? constants.R_OK : constants.W_OK)
    } catch (error) {
      const reason = reasonOf(error)
      throw new ConfigError(`${name} ${folder} cannot be used: ${reason}. Set it to a folder.`)
    }
  }
}
