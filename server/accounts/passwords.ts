import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ERROR_TEXTS, type ErrorSentence } from '../../contract/errorTexts.ts'
import { NEW_PASSWORD_MAX_LENGTH } from '../../contract/limits.ts'
import { createGate } from '../lib/gate.ts'

/** The length of a text in code points, by which names and passwords are measured: as readers count. */
export const countCodePoints = (text: string): number => Array.from(text).length

/** What argon2id is given; memory in KiB. */
interface Parameters {
  memory: number
  passes: number
  parallelism: number
}

/** As docs/security.md 3.1 has it. */
const STRONG: Parameters = { memory: 19_456, passes: 2, parallelism: 1 }
/** Tests hash passwords by the thousand; config.ts refuses their setting for any public site. */
const CHEAP: Parameters = { memory: 64, passes: 1, parallelism: 1 }
const PARAMETERS = process.env['TEST_CHEAP_PASSWORDS'] === 'on' ? CHEAP : STRONG
const SALT_BYTES = 16
const TAG_BYTES = 32

const deriveTag = promisify(argon2)

// Two of the four threads of Node's pool: the others are for files and pictures.
const gate = createGate({ atOnce: 2, waiting: 32 })

/** How many passwords are being hashed, and how many wait for their turn. */
export const hashing = gate.load

interface Hash extends Parameters {
  salt: Buffer
  tag: Buffer
}

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{11,86})$/

function parse(phc: string): Hash | undefined {
  const [, ...parts] = PHC.exec(phc) ?? []
  const [memory = 0, passes = 0, parallelism = 0] = parts.map(Number)
  const [salt, tag] = parts.slice(3).map((part) => Buffer.from(part, 'base64'))
  return salt && tag && { memory, passes, parallelism, salt, tag }
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

function tagOf(
  password: string,
  { memory, passes, parallelism, salt, tag }: Hash,
  first?: () => Promise<void>,
): Promise<Buffer> {
  // Compatibility forms of the same characters are the same password (NIST SP 800-63B).
  const message = Buffer.from(password.normalize('NFKC'), 'utf8')
  const request = { message, nonce: salt, memory, passes, parallelism }
  return gate(async () => {
    await first?.()
    return deriveTag('argon2id', { ...request, tagLength: tag.length })
  })
}

/** @throws GateFull where too many wait already */
export async function hashPassword(password: string): Promise<string> {
  const { memory, passes, parallelism } = PARAMETERS
  const salt = randomBytes(SALT_BYTES)
  const tag = await tagOf(password, { ...PARAMETERS, salt, tag: Buffer.alloc(TAG_BYTES) })
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`
}

/** No password has this hash; it costs what a real one costs. */
const NO_READER = { ...PARAMETERS, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) }

/**
 * Whether a password has this hash; without one it takes as long, so that the time does not tell who has an
 * account (docs/security.md 3.3). `first` runs when it is this password's turn.
 */
export async function verifyPassword(
  password: string,
  phc: string | undefined,
  first?: () => Promise<void>,
): Promise<boolean> {
  const hash = (phc === undefined ? undefined : parse(phc)) ?? NO_READER
  const tag = await tagOf(password, hash, first)
  return timingSafeEqual(tag, hash.tag) && hash !== NO_READER
}

/** Whether a hash is weaker than those made today, and should be replaced at the next login. */
export function isOutdated(phc: string): boolean {
  const hash = parse(phc)
  if (!hash) return true
  return hash.memory < PARAMETERS.memory || hash.passes < PARAMETERS.passes
}

const commonPasswords = readFileSync(join(import.meta.dirname, 'commonPasswords.txt'), 'utf8')

/** Common passwords (docs/security.md 3.2); compare in lower case without spaces. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(commonPasswords.trim().split(/\s+/))

/** How a password is compared with lists and names. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '')

/**
 * Why a new password is rejected, for the reader (docs/security.md 3.2). `min` code points are needed;
 * `strict`, with https: not a common password, nor the own name or email.
 */
export function passwordFault(
  password: string,
  owner: { name: string; email: string },
  { min, strict }: { min: number; strict: boolean },
): ErrorSentence | undefined {
  const length = countCodePoints(password)
  if (length < min) return { text: ERROR_TEXTS.passwordTooShort, values: { count: min } }
  if (length > NEW_PASSWORD_MAX_LENGTH) {
    return { text: ERROR_TEXTS.passwordTooLong, values: { count: NEW_PASSWORD_MAX_LENGTH } }
  }
  if (!strict) return undefined
  const candidate = plain(password)
  if (COMMON_PASSWORDS.has(candidate)) return ERROR_TEXTS.passwordCommon
  const email = plain(owner.email)
  const own = [plain(owner.name), email, email.split('@', 1).join('')]
  return own.includes(candidate) ? ERROR_TEXTS.passwordOwn : undefined
}
