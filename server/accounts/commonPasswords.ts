import { readFileSync } from 'node:fs'

const list = readFileSync(new URL('commonPasswords.txt', import.meta.url), 'utf8')

/** Common passwords (docs/security.md 3.2); compare in lower case without spaces. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(list.trim().split(/\s+/))
