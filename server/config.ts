import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { editDistance } from '../books/editDistance.ts'
import { emailKey } from '../contract/email.ts'
import { isLanguage, LANGUAGES, type Language } from '../contract/languages.ts'
import { NEW_PASSWORD_MAX_LENGTH, NEW_PASSWORD_MIN_LENGTH } from '../contract/limits.ts'

/** A setting cannot be used; the message is one line that names it. */
export class ConfigError extends Error {}

/** Has covers by ISBN. */
export const OPEN_LIBRARY_COVERS = 'covers.openlibrary.org'

export const GOOGLE_ISSUER = 'https://accounts.google.com'

const COVER_HOSTS = ['books.google.com', OPEN_LIBRARY_COVERS, 'www.gutenberg.org']
const HOST_NAME = /^[a-z\d](?:[a-z\d-]{0,62})(?:\.[a-z\d](?:[a-z\d-]{0,62}))*$/i

type Environment = Readonly<Record<string, string | undefined>>

/** Settings that are secrets: `NAME_FILE` may name a file that holds the value. */
const SECRETS = [
  'DATABASE_URL',
  'GOOGLE_BOOKS_KEY',
  'GOOGLE_CLIENT_SECRET',
  'MONITOR_TOKEN',
  'SMTP_URL',
]

/** The password of the database, which its driver reads by itself. */
const DRIVERS_PASSWORD = 'PGPASSWORD'

/** Settings that say which installation a command works on. */
export const PLACE_SETTINGS = ['CATALOGUE_DIR', 'DATABASE_URL', 'DATA_DIR']

/** The environment with what the files of secrets hold. */
function withSecrets(env: Environment): Environment {
  const values: Record<string, string | undefined> = { ...env }
  for (const name of SECRETS) {
    const file = env[`${name}_FILE`]?.trim()
    if (!file) continue
    if (env[name]?.trim()) throw new ConfigError(`Set ${name} or ${name}_FILE, not both.`)
    try {
      values[name] = readFileSync(file, 'utf8')
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new ConfigError(`${name}_FILE cannot be read (${reason}).`, { cause: error })
    }
    if (values[name].trim() === '') throw new ConfigError(`${name}_FILE names an empty file.`)
  }
  return values
}

/** Reads settings by their names; unset and blank ones take the fallback. */
function createSettingsParser(env: Environment) {
  const known = new Set([...SECRETS.map((name) => `${name}_FILE`), DRIVERS_PASSWORD])
  const notes: string[] = []
  const text = (name: string): string | undefined => {
    known.add(name)
    return env[name]?.trim() || undefined
  }

  /** What is set and nearly one of these names, among those that have been read. */
  const misspelt = (names: readonly string[] = [...known]): string[] =>
    Object.keys(env).flatMap((name) => {
      if (known.has(name) || !env[name]?.trim()) return []
      if (names.includes(name.replace(/_FILE$/, ''))) {
        return [`${name} has no effect: it is no secret.`]
      }
      const meant = nearest(name.toUpperCase(), known)
      const isOneOf = meant !== undefined && names.includes(meant.replace(/_FILE$/, ''))
      return isOneOf ? [`${name} is no setting. Is ${meant} meant?`] : []
    })
  const refusal = (line: string) => new ConfigError([line, ...misspelt()].join(' '))

  /** `parse` answers `undefined` for what cannot be used; a secret is not repeated in the error. */
  const read = <T>(
    name: string,
    fallback: T,
    rule: string,
    parse: (value: string) => T | undefined,
    isSecret = false,
  ): T => {
    const value = text(name)
    if (value === undefined) return fallback
    const parsed = parse(value)
    if (parsed !== undefined) return parsed
    // What stands before an @ may be a password.
    const shown = isSecret || value.includes('@') ? '' : `, not ${JSON.stringify(value)}`
    throw refusal(`${name} must ${rule}${shown}.`)
  }

  return {
    text,
    read,
    /** Two settings that need each other and PUBLIC_URL; `undefined` where neither is set. */
    pair: <A, B>(
      [first, a]: readonly [string, A | undefined],
      [second, b]: readonly [string, B | undefined],
      why: string,
    ): readonly [A, B] | undefined => {
      if (a === undefined && b === undefined) return undefined
      if (a === undefined) throw refusal(`${second} also needs ${first}.`)
      if (b === undefined) throw refusal(`${first} also needs ${second}.`)
      if (text('PUBLIC_URL') !== undefined) return [a, b]
      throw refusal(`${first} needs PUBLIC_URL, ${why}.`)
    },
    number: (name: string, fallback: number, min: number, max: number): number =>
      read(name, fallback, `be a whole number from ${min} to ${max}`, (value) => {
        const isInRange = /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max
        return isInRange ? Number(value) : undefined
      }),
    /** The first of the choices is the default. */
    choice: <const T extends string>(name: string, [first, ...more]: readonly [T, ...T[]]): T => {
      const choices = [first, ...more]
      return read(name, first, `be one of ${choices.join(', ')}`, (value) =>
        choices.find((choice) => choice === value),
      )
    },
    list: (name: string, fallback: string[], what: string, isItem: (item: string) => boolean) =>
      read(name, fallback, `list ${what}`, (value) => {
        const items = value.split(',').map((item) => item.trim())
        return items.every(isItem) ? items : undefined
      }),
    /** Notes those of the settings that are set and do nothing, and why. */
    unused: (why: string, ...names: string[]): void => {
      const set = names.filter((name) => text(name) !== undefined)
      notes.push(...set.map((name) => `${name} has no effect ${why}.`))
    },
    /** What is set and does nothing, one line each; call it when every setting has been read. */
    notes: (): string[] => [...notes, ...misspelt()],
    misspelt,
  }
}

/** The name that was meant, by a letter or two; of a short one by one letter: HOME is not HOST. */
function nearest(name: string, known: ReadonlySet<string>): string | undefined {
  const near = Array.from(known, (other) => ({ other, distance: editDistance(name, other, 2) }))
    .filter(({ other, distance }) => distance <= (other.length < 8 ? 1 : 2))
    .toSorted((one, other) => one.distance - other.distance)
  return near[0]?.other
}

type SettingsParser = ReturnType<typeof createSettingsParser>

/** Whether an address has no query, no fragment, no name and no password. */
const isBare = ({ search, hash, username, password }: URL): boolean =>
  [search, hash, username, password].every((part) => part === '')

function parsePublicUrl(value: string): URL | undefined {
  const url = URL.parse(value)
  const isHttp = url?.pathname === '/' && /^https?:$/.test(url.protocol)
  return isHttp && isBare(url) ? url : undefined
}

/** The address of a service as it was given: plain https, or http on this machine. */
function parseServiceUrl(value: string): string | undefined {
  const url = URL.parse(value)
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url))
  return isSafe && isBare(url) ? value : undefined
}

const PASSWORD_RULE = 'what is special in a password is percent-encoded (/ is %2F, @ is %40)'
const DATABASE_RULE =
  'be a postgres:// address with a host and a database, such as postgres://catchword@db.example:5432/catchword; ' +
  `${PASSWORD_RULE}, or the password stands in ${DRIVERS_PASSWORD}`

/** Whether each % is of a character, as the drivers expect. */
function isPercentEncoded(value: string): boolean {
  try {
    decodeURIComponent(value)
    return true
  } catch {
    return false
  }
}

function parseDatabaseUrl(value: string): string | undefined {
  // As PostgreSQL's own programs read it: another @, / or % belongs to a password that is not encoded.
  const parts = /^postgres(?:ql)?:\/\/(?:[^@/?#]*@)?([^@/?#]*)\/[^@/?#]+(?:\?([^@#]*))?$/.exec(
    value,
  )
  if (!parts || !isPercentEncoded(value)) return undefined
  const [, server = '', options] = parts
  // A socket's folder may stand behind the question mark.
  const hasServer = server !== '' || new URLSearchParams(options).has('host')
  return hasServer && URL.canParse(`postgres://${server || 'socket'}`) ? value : undefined
}

function parseSmtpUrl(value: string): string | undefined {
  const url = URL.parse(value)
  const isServer =
    url && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && isPercentEncoded(value)
  return isServer && ['', '/'].includes(url.pathname + url.search + url.hash) ? value : undefined
}

/** `books@example.org`, or `Catchword <books@example.org>`. */
function parseMailbox(value: string): { name: string; address: string } | undefined {
  const [, name = '', inside, alone = ''] =
    /^(?:"?([^<>"\p{Cc}]*)"?\s*<([^<>]+)>|([^<>]+))$/u.exec(value) ?? []
  const address = inside ?? alone
  return emailKey(address) === undefined ? undefined : { name: name.trim(), address }
}

/** Whether an address stays within this machine. */
export function isLoopback({ hostname }: Pick<URL, 'hostname'>): boolean {
  const isLoopbackV4 = isIP(hostname) === 4 && hostname.startsWith('127.')
  // Names below localhost never leave the machine either (RFC 6761), and browsers trust them as much.
  const isLocalName = hostname === 'localhost' || hostname.endsWith('.localhost')
  return isLocalName || hostname === '[::1]' || isLoopbackV4
}

/** Whether a server that listens on this host is reached from this machine alone. */
export function isLoopbackHost(host: string): boolean {
  return isLoopback({ hostname: isIP(host) === 6 ? `[${host}]` : host })
}

const parseKey = (value: string): string | undefined => /^[\w-]{1,200}$/.exec(value)?.[0]
const parseToken = (value: string): string | undefined => /^[\w-]{20,200}$/.exec(value)?.[0]
const parseProviderName = (value: string) => /^[^\p{Cc}]{1,40}$/u.exec(value)?.[0]
const parseCountry = (value: string) => /^[A-Z]{2}$/i.exec(value)?.[0].toUpperCase()

const LANGUAGE_RULE = `be one of ${LANGUAGES.join(', ')}`
const parseLanguage = (value: string): Language | undefined =>
  isLanguage(value) ? value : undefined

/** Google Books in front of the local catalogue. */
function readGoogleBooks({ read, choice, unused }: SettingsParser) {
  const api = 'https://www.googleapis.com/books/v1'
  const baseUrl = read('GOOGLE_BOOKS_URL', api, 'be a plain https address', parseServiceUrl)
  const keyRule = 'consist of letters, digits, - and _ only'
  const apiKey = read('GOOGLE_BOOKS_KEY', undefined, keyRule, parseKey, true)
  const country = read('GOOGLE_BOOKS_COUNTRY', undefined, 'be a code of two letters', parseCountry)
  if (choice('CATALOGUE', ['local', 'google-books']) === 'local') {
    const names = ['GOOGLE_BOOKS_URL', 'GOOGLE_BOOKS_KEY', 'GOOGLE_BOOKS_COUNTRY']
    unused('without CATALOGUE=google-books', ...names)
    return undefined
  }
  return {
    /** Without a slash at its end. */
    baseUrl: baseUrl.replace(/\/+$/, ''),
    /** A secret. */
    ...(apiKey !== undefined && { apiKey }),
    /** Two letters; where Google cannot tell from our address. */
    ...(country !== undefined && { country }),
  }
}

/**
 * The OpenID Connect client that this server is at Google or elsewhere: `issuer` to the letter as its tokens name it,
 * `name` as readers know it; by `trustsEmail`, an email counts as verified of which it does not say whether it is.
 */
function readGoogle({ text, read, choice, pair, unused }: SettingsParser) {
  const rule = 'be a plain https address'
  const issuer = read('GOOGLE_ISSUER', GOOGLE_ISSUER, rule, parseServiceUrl)
  const nameRule = 'be one line of at most 40 characters'
  const name = read('OIDC_NAME', 'Google', nameRule, parseProviderName)
  const trustsEmail = choice('OIDC_TRUST_EMAIL', ['false', 'true']) === 'true'
  const client = pair(
    ['GOOGLE_CLIENT_ID', text('GOOGLE_CLIENT_ID')],
    ['GOOGLE_CLIENT_SECRET', text('GOOGLE_CLIENT_SECRET')],
    'where Google sends readers back to',
  )
  if (!client) unused('without GOOGLE_CLIENT_ID', 'GOOGLE_ISSUER', 'OIDC_NAME', 'OIDC_TRUST_EMAIL')
  return client && { clientId: client[0], clientSecret: client[1], issuer, name, trustsEmail }
}

/** The mail server, whose address may hold a password, and from whom mail comes. */
function readMail({ read, pair }: SettingsParser) {
  const rule = `be an smtp:// or smtps:// address, such as smtps://name:password@mail.example; ${PASSWORD_RULE}`
  const url = read('SMTP_URL', undefined, rule, parseSmtpUrl, true)
  const address = 'be one email address, such as Catchword <books@example.org>'
  const from = read('MAIL_FROM', undefined, address, parseMailbox)
  const mail = pair(['SMTP_URL', url], ['MAIL_FROM', from], 'where the links in mails lead')
  return mail && { url: mail[0], from: mail[1] }
}

function parseFactor(value: string): number | undefined {
  const factor = /^\d{1,7}(?:\.\d{1,6})?$/.test(value) ? Number(value) : 0
  return factor > 0 && factor <= 1_000_000 ? factor : undefined
}

const isHostName = (text: string): boolean => HOST_NAME.test(text)

/** From which hosts covers may be fetched, and where those come from of books whose record has none. */
function readCovers({ text, list, choice }: SettingsParser) {
  const hosts = list('COVER_HOSTS', COVER_HOSTS, 'host names, or be "none"', isHostName)
  const coverHosts = text('COVER_HOSTS') === 'none' ? [] : hosts.map((host) => host.toLowerCase())
  const covers = choice('COVERS', ['generated', 'openlibrary'])
  if (covers === 'generated' || coverHosts.includes(OPEN_LIBRARY_COVERS))
    return { coverHosts, covers }
  throw new ConfigError(`COVERS=openlibrary needs ${OPEN_LIBRARY_COVERS} in COVER_HOSTS.`)
}

const RANGES = 'addresses or CIDR ranges, such as 10.0.0.0/8'

function isRange(range: string): boolean {
  // ipaddr.js reads more than one way of writing an address, such as 127.1.
  const isAddress = isIP(range.split('/', 1).join('')) !== 0
  return isAddress && (!range.includes('/') || ipaddr.isValidCIDR(range))
}

/** @throws ConfigError one line that names the setting, for any value that cannot be used */
export function readConfig(env: Environment) {
  const parser = createSettingsParser(withSecrets(env))
  const { text, read, number, choice, list, unused } = parser
  const port = number('PORT', 3000, 0, 65535)
  const publicUrl = read(
    'PUBLIC_URL',
    new URL(`http://localhost:${port}`),
    'be an http or https address without a path, a name or a password, such as https://books.example',
    parsePublicUrl,
  )
  const secure = publicUrl.protocol === 'https:'
  const host = read('HOST', '127.0.0.1', 'be an address or a host name', (value) =>
    isIP(value) || isHostName(value) ? value : undefined,
  )
  // A prefix of 0 would believe everyone.
  const trustProxy = list('TRUST_PROXY', [], RANGES, (item) => isRange(item) && !/\/0+$/.test(item))
  // Who comes through a container or a proxy is from anywhere; lenient limits are for nobody else.
  const isOpen = secure || !isLoopback(publicUrl) || !isLoopbackHost(host)
  const local = !isOpen && trustProxy.length === 0
  // Tests hash passwords cheaply (accounts/passwords.ts); no account of a real site may come to that.
  if (text('TEST_CHEAP_PASSWORDS') !== undefined && !local) {
    throw new ConfigError('TEST_CHEAP_PASSWORDS is for tests on this machine alone.')
  }
  const dataDir = resolve(text('DATA_DIR') ?? 'data')
  if (!secure) unused('without https in PUBLIC_URL', 'HSTS')
  const config = {
    /** 0 takes a free one. */
    port,
    /** Loopback only by default: opening to a network is a decision. */
    host,
    /** Absolute folder of the database and the cached covers. */
    dataDir,
    /** Absolute folder of the book catalogue. */
    catalogueDir: resolve(text('CATALOGUE_DIR') ?? dataDir),
    /** `off`: the catalogue has the host's own books alone. */
    bundledBooks: choice('BUNDLED_BOOKS', ['on', 'off']),
    /** PostgreSQL in place of SQLite in `dataDir`; holds a password. */
    databaseUrl: read('DATABASE_URL', text('DATABASE_URL'), DATABASE_RULE, parseDatabaseUrl, true),
    /** Absolute folder of the built SPA; the one by default may be built later. */
    distDir: resolve(text('DIST_DIR') ?? 'dist'),
    isDistDirSet: text('DIST_DIR') !== undefined,
    /** Where readers reach the server, without a trailing slash. */
    publicUrl: publicUrl.origin,
    isPublicUrlSet: text('PUBLIC_URL') !== undefined,
    /** Secure cookies, HSTS, the strict password rules. */
    secure,
    /** Of readers who chose none, and whose browser names none of ours. */
    defaultLanguage: read('DEFAULT_LANGUAGE', 'en', LANGUAGE_RULE, parseLanguage),
    /** Strict-Transport-Security for this host alone, for those below it, too, or to forget what was told. */
    hsts: choice('HSTS', ['on', 'subdomains', 'off']),
    logLevel: choice('LOG_LEVEL', ['warn', 'fatal', 'error', 'info', 'debug', 'trace', 'silent']),
    /** Proxies whose X-Forwarded-* headers are believed. */
    trustProxy,
    /** `url`: sessions from a URL need their cookie; `all`: every session begun by a browser does. */
    sessionBinding: choice('SESSION_BINDING', ['url', 'all']),
    /** `closed`: nobody makes an account but the host (`npm run data -- readers add`). */
    registration: choice('REGISTRATION', ['open', 'closed']),
    /** In code points, as readers count: an emoji is one. */
    passwordMin: number('PASSWORD_MIN', NEW_PASSWORD_MIN_LENGTH, 1, NEW_PASSWORD_MAX_LENGTH),
    /** Failed logins in a row before an account has to wait (docs/security.md 3.3). */
    loginFreeFailures: number('LOGIN_FREE_FAILURES', local ? 250 : 5, 0, 1_000_000),
    loginFailuresPerDay: number('LOGIN_FAILURES_PER_DAY', local ? 5000 : 100, 1, 1_000_000),
    /** Seconds. */
    loginMaxDelay: number('LOGIN_MAX_DELAY', 60, 1, 3600),
    /** Multiplies every rate limit of docs/security.md 2.2. */
    rateLimitFactor: read(
      'RATE_LIMIT_FACTOR',
      local ? 50 : 1,
      'be a number above 0, at most 1000000',
      parseFactor,
    ),
    /** Who may watch the server, beside this machine. */
    monitorAllow: list('MONITOR_ALLOW', [], RANGES, isRange),
    /** With which anybody may, from anywhere. A secret. */
    monitorToken: read(
      'MONITOR_TOKEN',
      undefined,
      'have 20 to 200 letters, digits, - and _ only',
      parseToken,
      true,
    ),
    /** Mean delay of the event loop in ms above which requests are rejected; 0: never. */
    maxLoopDelay: number('MAX_LOOP_DELAY', 250, 0, 60_000),
    ...readCovers(parser),
    /** Mails password reset links; without it the form does not offer them. */
    mail: readMail(parser),
    googleBooks: readGoogleBooks(parser),
    /** Sign-in with Google; without it the button leads to a message. */
    google: readGoogle(parser),
  }
  const misplaced = parser.misspelt(PLACE_SETTINGS)
  return { ...config, notes: parser.notes(), misplaced }
}

/**
 * Refuses settings by which a command would work on another installation than the one that is meant.
 * @throws ConfigError one line that names the first of them
 */
export function refuseMisplaced({ misplaced: [first] }: Config): void {
  if (first !== undefined) throw new ConfigError(`${first} Nothing was changed.`)
}

export type Config = ReturnType<typeof readConfig>
export type GoogleBooksConfig = NonNullable<Config['googleBooks']>
export type GoogleConfig = NonNullable<Config['google']>
export type MailConfig = NonNullable<Config['mail']>
