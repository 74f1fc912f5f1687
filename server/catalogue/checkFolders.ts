import { existsSync } from 'node:fs'
import { access, constants, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CATALOGUE_FILE } from './catalogueFile.ts'
import { ConfigError, type Config } from '../config.ts'
import { reasonOf } from '../store/errors.ts'

/** Makes the folders of the data and of the catalogue, where they are missing. @throws ConfigError */
export async function checkFolders({
  dataDir,
  catalogueDir,
}: Pick<Config, 'dataDir' | 'catalogueDir'>): Promise<void> {
  const folders = new Map([[catalogueDir, 'CATALOGUE_DIR']]).set(dataDir, 'DATA_DIR')
  for (const [folder, name] of folders) {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const hasCatalogue = existsSync(join(folder, CATALOGUE_FILE))
      await access(folder, hasCatalogue ? constants.R_OK : constants.W_OK)
    } catch (error) {
      const reason = reasonOf(error)
      throw new ConfigError(`${name} ${folder} cannot be used: ${reason}. Set it to a folder.`)
    }
  }
}
