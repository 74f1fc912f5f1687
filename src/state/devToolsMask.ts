import { isRecord } from '../lib/record.ts'

/** What stands in Redux DevTools where a secret or something personal was. */
export const MASK = '••••••'

/** Their texts never show: what signs in, who the reader is, their picture. Ids may show. */
const HIDDEN_KEY =
  /(?:token|password|email|authorization|cookie|profileImage|profileImageUrl)$|^(?:user)?name$/i
const NAME_KEY = /^(?:user)?name$/i
/** The names of exceptions, the one kind of `name` that is nobody's. */
const EXCEPTION_NAME = /^\w*Error$/
const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}+/gu
const PICTURE = /\b(?:data:[\w.+-]+\/|blob:)[^\s"'<>()]*/g
/** Shorter ones would be struck out of every other word. */
const SHORTEST_SECRET = 4
const SHORTEST_NAME = 2

/** The answers that are personal as a whole, in an action and in its cache entry. */
const PERSONAL_ANSWERS: readonly unknown[] = ['uploadProfileImage', 'exportAccount']

function isHidden(record: Record<string, unknown>, key: string): boolean {
  if (key === 'data') return PERSONAL_ANSWERS.includes(record['endpointName'])
  if (key === 'payload') return PERSONAL_ANSWERS.includes(endpointOf(record))
  if (NAME_KEY.test(key) && EXCEPTION_NAME.test(String(record[key]))) return false
  return HIDDEN_KEY.test(key)
}

/** The endpoint whose call an action tells of; `undefined` for any other action. */
export function endpointOf(action: object): string | undefined {
  const meta = isRecord(action) ? action['meta'] : undefined
  const arg = isRecord(meta) ? meta['arg'] : undefined
  const name = isRecord(arg) ? arg['endpointName'] : undefined
  return typeof name === 'string' ? name : undefined
}

function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Gives a value without secrets; the shape stays. What is no plain data becomes a text. */
interface Mask {
  <T>(value: T): T
}

/**
 * Masks what Redux DevTools gets: tokens, passwords, emails, the reader's names and pictures. By their
 * keys wherever they stand; those once seen also inside other texts, such as a server's sentence.
 */
export function createMask(): Mask {
  const secrets = new Set<string>()
  // Only struck out of sentences about the reader: "Emma" is also a book.
  const names = new Set<string>()
  const learned = new WeakSet<object>()
  // State is immutable, so each of its parts is masked once; apart for parts within an error.
  let masked = { error: new WeakMap<object, unknown>(), plain: new WeakMap<object, unknown>() }

  function learn(value: unknown): void {
    if (typeof value !== 'object' || value === null || learned.has(value)) return
    learned.add(value)
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner !== 'string') learn(inner)
      else if (isRecord(value) && isHidden(value, key)) {
        const known = NAME_KEY.test(key) ? names : secrets
        const isShort = inner.length < (known === names ? SHORTEST_NAME : SHORTEST_SECRET)
        if (isShort || inner === MASK || known.has(inner)) continue
        known.add(inner)
        masked = { error: new WeakMap(), plain: new WeakMap() }
      }
    }
  }

  function text(value: string, inError: boolean): string {
    let shown = value.replace(PICTURE, MASK)
    for (const secret of secrets) shown = shown.replaceAll(secret, MASK)
    if (inError) for (const name of names) shown = shown.replaceAll(name, MASK)
    return shown.includes('@') ? shown.replace(EMAIL, MASK) : shown
  }

  function walk(value: unknown, inError: boolean): unknown {
    if (typeof value === 'string') return text(value, inError)
    if (typeof value === 'function') return undefined
    if (typeof value !== 'object' || value === null) return value
    const cache = inError ? masked.error : masked.plain
    if (!cache.has(value)) cache.set(value, parts(value, inError))
    return cache.get(value)
  }

  function parts(value: object, inError: boolean): unknown {
    if (Array.isArray(value)) return value.map((inner) => walk(inner, inError))
    if (value instanceof Error) return `${value.name}: ${text(value.message, true)}`
    // A file to upload, a form: its name is the reader's, too.
    if (!isPlain(value)) return MASK
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        if (typeof inner === 'string' && inner !== '' && isHidden(value, key)) return [key, MASK]
        return [key, walk(inner, inError || key === 'error' || key === 'message')]
      }),
    )
  }

  function mask<T>(value: T): T
  function mask(value: unknown): unknown {
    learn(value)
    return walk(value, isRecord(value) && isRecord(value['error']))
  }
  return mask
}
