import { existsSync, readFileSync } from 'node:fs'
import { ConfigError, PLACE_SETTINGS } from '../config.ts'
import { reasonOf } from '../store/errors.ts'

/** Any of these says where the data is. */
const SAYING = [...PLACE_SETTINGS, 'DATABASE_URL_FILE']

// The name; values in quotes, if any; the rest of the line without spaces at its ends. A \ takes the next character as
// it is, and joins two lines.
const SETTING =
  /^[ \t]*([A-Za-z_]\w*)[ \t]*=((?:[ \t]*(?:'[^']*'?|"(?:\\[^]|[^"\\])*"?))*)[ \t]*((?:\\[^]|[^ \t\r\n\\]|[ \t]+(?=[^ \t\r\n]))*)/gm
const QUOTED = /[ \t]*(?:'([^']*)'?|"((?:\\[^]|[^"\\])*)"?)/g

/** Reads a file as systemd reads an `EnvironmentFile`: a # within a value belongs to it (systemd.exec(5)). */
export function parseEnvironmentFile(text: string): Record<string, string> {
  const settings = Array.from(text.matchAll(SETTING), ([, name = '', quoted = '', plain = '']) => {
    const first = quoted.replace(
      QUOTED,
      (_, single?: string, double = '') =>
        single ?? double.replace(/\\(?:[\r\n]|(["\\`$]))/g, '$1'),
    )
    return [name, first + plain.replace(/\\(?:[\r\n]|([^]))/g, '$1')]
  })
  return Object.fromEntries(settings)
}

/**
 * The environment of a command on the data: where it does not say where that is, with the settings of this machine's
 * service (`deploy/catchword.service`), if it has one. @throws ConfigError where we may not read them
 */
export function withServiceSettings(
  env: NodeJS.ProcessEnv,
  file = '/etc/catchword.env',
): NodeJS.ProcessEnv {
  if (SAYING.some((name) => env[name]) || !existsSync(file)) return env
  try {
    const settings = parseEnvironmentFile(readFileSync(file, 'utf8'))
    return { DATA_DIR: '/var/lib/catchword', ...settings, ...env }
  } catch (error) {
    const line = `The server's settings cannot be read (${reasonOf(error)}).`
    throw new ConfigError(`${line} Run this as root (sudo), or set DATA_DIR.`, { cause: error })
  }
}
