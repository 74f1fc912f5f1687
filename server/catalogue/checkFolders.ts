import { access, constants, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CATALOGUE_FILE } from './catalogueFile.ts'
import { ConfigError, type Config } from '../config.ts'
import { inTime } from '../lib/gate.ts'
import { makeFolder } from '../lib/makeFolder.ts'
import { reasonOf } from '../store/errors.ts'

/** For how long a file system may keep silent, in ms. */
const SILENCE_MS = 4000

/** A folder does not respond: whoever waits for it, waits for ever, and so does the end of the process. */
export class FolderSilent extends ConfigError {
  override name = 'FolderSilent'
}

async function check(folder: string, make: (folder: string) => Promise<void>): Promise<void> {
  await make(folder)
  const file = await stat(join(folder, CATALOGUE_FILE)).catch(() => undefined)
  if (file && !file.isFile()) throw new Error(`its ${CATALOGUE_FILE} is no file`)
  await access(folder, file ? constants.R_OK : constants.W_OK)
}

/**
 * Makes the folders of the data and of the catalogue, where they are missing.
 * @throws ConfigError one line that names the setting, also where a folder does not respond
 */
export async function checkFolders(
  { dataDir, catalogueDir }: Pick<Config, 'dataDir' | 'catalogueDir'>,
  { make = makeFolder, silence = SILENCE_MS } = {},
): Promise<void> {
  const folders = new Map([[dataDir, 'DATA_DIR']])
  if (!folders.has(catalogueDir)) folders.set(catalogueDir, 'CATALOGUE_DIR')
  for (const [folder, name] of folders) {
    const line = (reason: string) =>
      `${name} ${folder} cannot be used: ${reason}. Set it to a folder.`
    const checked = check(folder, make).then(() => '', reasonOf)
    const reason = await inTime(checked, silence)
    if (reason === undefined) throw new FolderSilent(line('its file system does not respond'))
    if (reason !== '') throw new ConfigError(line(reason))
  }
}
