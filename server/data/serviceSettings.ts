import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** Any of these says where the data is. */
const PLACES = ['DATA_DIR', 'CATALOGUE_DIR', 'DATABASE_URL', 'DATABASE_URL_FILE']

/**
 * The environment of a command on the data: where it does not say where that is, with the settings of this machine's
 * service (`deploy/catchword.service`), if it has one and we may read them.
 */
export function withServiceSettings(
  env: NodeJS.ProcessEnv,
  file = '/etc/catchword.env',
): NodeJS.ProcessEnv {
  if (PLACES.some((name) => env[name])) return env
  try {
    return { DATA_DIR: '/var/lib/catchword', ...parseEnv(readFileSync(file, 'utf8')), ...env }
  } catch {
    return env
  }
}
