import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const list = readFileSync(join(import.meta.dirname, 'commonPasswords.txt'), 'utf8')

/** Common passwords (docs/security.md 3.2); compare in lower case without spaces. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(list.trim().split(/\s+/))
