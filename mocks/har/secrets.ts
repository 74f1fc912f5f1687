import { decodeBase64 } from './base64.ts'
import { isRecord, parseJson } from './json.ts'
import type { Recording } from './recording.ts'

/** What a secret is, for counting it and for naming it without saying it. */
export type SecretKind = 'token' | 'password' | 'email' | 'cookie' | 'authorization' | 'reader id'

/** Every secret of a HAR, and what it is. */
export type Secrets = ReadonlyMap<string, SecretKind>

const KINDS: readonly [kind: SecretKind, name: RegExp][] = [
  ['password', /passw|passphrase|pwd|\b(pin|otp)\b/i],
  ['email', /e-?mail/i],
  ['authorization', /authorization/i],
  ['token', /token|secret|api[-_]?key|jwt|csrf|xsrf|signature|credential/i],
  ['cookie', /cookie|session|\bsid\b/i],
]

/** The secrets of OAuth, and of links that set a password, have names that are innocent in a body. */
const ADDRESS_SECRETS = /^(code|state|nonce|key|sig|reset)$/i

// A link of a book to a shop: public, whatever it is called.
const PUBLIC_FIELDS = new Set(['acsTokenLink'])

// HAR itself is a few levels deep; what is below this is not taken over either.
const DEPTH_MAX = 128

function kindOf(name: string): SecretKind | undefined {
  if (PUBLIC_FIELDS.has(name)) return undefined
  return KINDS.find(([, pattern]) => pattern.test(name))?.[0]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function parsed(text: string): unknown {
  // Most texts are scripts and pages.
  return /^\s*[[{"]/.test(text) ? parseJson(text) : undefined
}

/**
 * Looks through the whole of a HAR, exporters' own fields too, for the values of tokens, passwords,
 * emails, cookies and authorizations: in headers, cookies, addresses, forms and JSON bodies, of every
 * site.
 */
export function collectSecrets(har: unknown): Secrets {
  const secrets = new Map<string, SecretKind>()

  function add(kind: SecretKind, value: string): void {
    const secret = value.trim()
    if (secret !== '' && !secrets.has(secret)) secrets.set(secret, kind)
  }

  function addCookies(line: string): void {
    for (const pair of line.split(/[;\n]/)) {
      const value = pair.slice(pair.indexOf('=') + 1)
      if (pair.includes('=')) add('cookie', value.replaceAll('"', ''))
    }
  }

  function addAuthorization(value: string): void {
    const credential = value.replace(/^\s*[A-Za-z][\w-]*\s+/, '')
    add('authorization', credential)
    if (!/^\s*basic\s/i.test(value)) return
    const bytes = decodeBase64(credential)
    if (!bytes) return
    const pair = new TextDecoder().decode(bytes)
    add('password', pair.slice(pair.indexOf(':') + 1))
  }

  /** A header, cookie, parameter or field. */
  function addNamed(name: string, value: string, isCookie: boolean): void {
    const lower = name.toLowerCase()
    if (isCookie) add('cookie', value)
    else if (lower === 'cookie') addCookies(value)
    else if (lower === 'set-cookie') {
      for (const line of value.split('\n')) addCookies(line.split(';')[0] ?? '')
    } else if (/^(proxy-)?authorization$/.test(lower)) addAuthorization(value)
    else {
      const kind = kindOf(name)
      if (kind) add(kind, value)
    }
  }

  /** `name=value` in an address or a form. */
  function addParameters(text: string): void {
    for (const [, name = '', value = ''] of text.matchAll(
      /(?:^|[?&#;])([^=&#?\s]{1,100})=([^&#;\s"']*)/g,
    )) {
      const kind = kindOf(name) ?? (ADDRESS_SECRETS.test(name) ? 'token' : undefined)
      if (kind === undefined) continue
      add(kind, decoded(value))
      // Where it was encoded as forms are.
      if (value.includes('+')) add(kind, decoded(value.replaceAll('+', ' ')))
    }
  }

  function walk(value: unknown, path: readonly string[]): void {
    if (path.length > DEPTH_MAX) return
    if (typeof value === 'string') walkText(value, path)
    else if (Array.isArray(value)) {
      // Items go by the name of their list.
      for (const item of value) walk(item, [...path, path.at(-1) ?? ''])
    } else if (isRecord(value)) walkRecord(value, path)
  }

  function walkRecord(record: Record<string, unknown>, path: readonly string[]): void {
    const { name, value, text, encoding } = record
    if (typeof name === 'string' && typeof value === 'string') {
      addNamed(name, value, path.at(-1) === 'cookies')
    }
    if (typeof text === 'string' && encoding === 'base64') {
      const bytes = decodeBase64(text)
      if (bytes) walk(parsed(new TextDecoder().decode(bytes)), path)
    }
    for (const [field, inner] of Object.entries(record)) walk(inner, [...path, field])
  }

  function walkText(text: string, path: readonly string[]): void {
    const field = path.at(-1) ?? ''
    const kind = kindOf(field)
    if (kind === 'authorization') addAuthorization(text)
    else if (kind) add(kind, text)
    const inner = parsed(text)
    if (inner !== undefined) walk(inner, path)
    // Scripts and pages are full of what looks like a parameter.
    else if (field !== 'text' || path.at(-2) === 'postData') addParameters(text)
  }

  walk(har, [])
  return secrets
}

// Longer ones are no secret that anything but a copy would repeat.
const SPELT_MAX = 4096

const isShort = (secret: string): boolean => Array.from(secret).length < 8
const isWord = (secret: string): boolean => /^\p{L}{1,15}$/u.test(secret)

/** A secret as it may be written: plain, in an address, in base64, in other letters. */
function spellings(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret.slice(0, SPELT_MAX))
  const base64 = btoa(String.fromCharCode(...bytes)).replaceAll('=', '')
  return [secret, encodeURIComponent(secret), base64].map((text) => text.toLowerCase())
}

/** Every text of a value, the names of its fields too. */
function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (Array.isArray(value)) for (const item of value) yield* textsOf(item)
  else if (isRecord(value)) {
    for (const [field, inner] of Object.entries(value)) {
      yield field
      yield* textsOf(inner)
    }
  }
}

/** A part of a recording: its name for a message, and its texts in small letters. */
interface Place {
  name: string
  texts: readonly string[]
  /** Whether it is a book's, and full of words. */
  isProse: boolean
}

function readPlace(name: string, value: unknown, isProse = false): Place {
  return { name, texts: [...textsOf(value)].map((text) => text.toLowerCase()), isProse }
}

/**
 * Looks for secrets in what is about to be written. Short ones (fewer than 8 characters, such as a
 * cookie's `dark`) count only as a whole text, and single words do not count in books, which are full
 * of words.
 * @returns where one was found, such as `a value of kind "token" in call 3`; `undefined` where there is none
 */
export function findSecret(
  recording: Recording,
  secrets: Secrets,
  harmless: ReadonlySet<string>,
): string | undefined {
  const { calls, books, ...rest } = recording
  const places: Place[] = [
    readPlace('the title or path', rest),
    ...calls.map((call, index) => readPlace(`call ${index + 1}`, call)),
    ...books.map((book, index) => readPlace(`book ${index + 1} of the answers`, book, true)),
  ]
  for (const [secret, kind] of secrets) {
    if (harmless.has(secret)) continue
    const spelt = spellings(secret)
    for (const { name, texts, isProse } of places) {
      if (isProse && (isShort(secret) || isWord(secret))) continue
      const isThere = texts.some((text) =>
        isShort(secret) ? text === spelt[0] : spelt.some((spelling) => text.includes(spelling)),
      )
      if (isThere) return `a value of kind "${kind}" in ${name}`
    }
  }
  return undefined
}
