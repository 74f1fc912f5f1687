import { isIP } from 'node:net'
import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { emailKey } from '../contract/email.ts'
import { NEW_PASSWORD_MAX_LENGTH, NEW_PASSWORD_MIN_LENGTH } from '../contract/limits.ts'

/** A setting cannot be used; the message is one line that names it. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Where Google Books is, and how it may be requested. */
export interface GoogleBooksConfig {
  /** Address of the API, without a trailing slash. */
  baseUrl: string
  /** A secret. */
  apiKey?: string
  /** Requests a day that this server may send. */
  perDay: number
  /** Two letters; where Google cannot tell from our address. */
  country?: string
}

/** The OpenID Connect client that this server is at Google. */
export interface GoogleConfig {
  clientId: string
  /** A secret. */
  clientSecret: string
  /** The provider, to the letter as its tokens name it. */
  issuer: string
}

/** Where mail goes, and from whom it comes. */
export interface MailConfig {
  /** Address of the mail server; may hold a password. */
  url: string
  from: { name: string; address: string }
}

/** Has covers by ISBN. */
export const OPEN_LIBRARY_COVERS = 'covers.openlibrary.org'

const COVER_HOSTS = ['books.google.com', OPEN_LIBRARY_COVERS, 'www.gutenberg.org']
const HOST_NAME = /^[a-z\d](?:[a-z\d-]{0,62})(?:\.[a-z\d](?:[a-z\d-]{0,62}))*$/i

type Environment = Readonly<Record<string, string | undefined>>

/** Reads settings by their names; unset and blank ones take the fallback. */
function createReader(env: Environment) {
  const text = (name: string): string | undefined => env[name]?.trim() || undefined

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
    const shown = isSecret || value.includes('@') ? '' : `, not "${value}"`
    throw new ConfigError(`${name} must ${rule}${shown}.`)
  }

  return {
    text,
    read,
    number: (name: string, fallback: number, min: number, max: number): number =>
      read(name, fallback, `be a whole number from ${min} to ${max}`, (value) => {
        const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
        return number >= min && number <= max ? number : undefined
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
  }
}

type Reader = ReturnType<typeof createReader>

function parsePublicUrl(value: string): URL | undefined {
  const url = URL.parse(value)
  const isBare = url?.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
  return url && isBare && /^https?:$/.test(url.protocol) ? url : undefined
}

/** The address of a service as it was given: plain https, or http on this machine. */
function parseServiceUrl(value: string): string | undefined {
  const url = URL.parse(value)
  if (!url || url.search || url.hash || url.username || url.password) return undefined
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
  return isSafe ? value : undefined
}

function parseDatabaseUrl(value: string): string | undefined {
  const url = URL.parse(value)
  if (!url || !/^postgres(?:ql)?:$/.test(url.protocol)) return undefined
  // A socket's folder may stand behind the question mark.
  const hasHost = url.host !== '' || url.searchParams.has('host')
  return hasHost && !['', '/'].includes(url.pathname) ? value : undefined
}

function parseSmtpUrl(value: string): string | undefined {
  const url = URL.parse(value)
  const isBare = url && !url.search && !url.hash && ['', '/'].includes(url.pathname)
  return isBare && url.hostname !== '' && /^smtps?:$/.test(url.protocol) ? value : undefined
}

/** `books@example.org`, or `Catchword <books@example.org>`. */
function parseMailbox(value: string): MailConfig['from'] | undefined {
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

function readGoogleBooks({ text, read, number, choice }: Reader): GoogleBooksConfig | undefined {
  const perDay = number('GOOGLE_BOOKS_QUOTA', 1000, 0, 100_000_000)
  const api = 'https://www.googleapis.com/books/v1'
  const baseUrl = read('GOOGLE_BOOKS_URL', api, 'be a plain https address', parseServiceUrl)
  const apiKey = read(
    'GOOGLE_BOOKS_KEY',
    text('GOOGLE_BOOKS_KEY'),
    'consist of letters, digits, - and _ only',
    (value) => /^[\w-]{1,200}$/.exec(value)?.[0],
    true,
  )
  const country = read(
    'GOOGLE_BOOKS_COUNTRY',
    text('GOOGLE_BOOKS_COUNTRY'),
    'be a code of two letters',
    (value) => /^[A-Z]{2}$/i.exec(value)?.[0].toUpperCase(),
  )
  if (choice('CATALOGUE', ['local', 'google-books']) === 'local') return undefined
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    perDay,
    ...(apiKey !== undefined && { apiKey }),
    ...(country !== undefined && { country }),
  }
}

function readGoogle({ text, read }: Reader): GoogleConfig | undefined {
  const clientId = text('GOOGLE_CLIENT_ID')
  const clientSecret = text('GOOGLE_CLIENT_SECRET')
  const google = 'https://accounts.google.com'
  const issuer = read('GOOGLE_ISSUER', google, 'be a plain https address', parseServiceUrl)
  if (clientId === undefined && clientSecret === undefined) return undefined
  if (clientId === undefined) {
    throw new ConfigError('GOOGLE_CLIENT_SECRET needs GOOGLE_CLIENT_ID beside it.')
  }
  if (clientSecret === undefined) {
    throw new ConfigError('GOOGLE_CLIENT_ID needs GOOGLE_CLIENT_SECRET beside it.')
  }
  if (text('PUBLIC_URL') === undefined) {
    throw new ConfigError('GOOGLE_CLIENT_ID needs PUBLIC_URL, where Google sends readers back to.')
  }
  return { clientId, clientSecret, issuer }
}

function readMail({ text, read }: Reader): MailConfig | undefined {
  const rule = 'be an smtp:// or smtps:// address, such as smtps://name:password@mail.example'
  const url = read('SMTP_URL', undefined, rule, parseSmtpUrl, true)
  const address = 'be one email address, such as Catchword <books@example.org>'
  const from = read('MAIL_FROM', undefined, address, parseMailbox)
  if (url === undefined && from === undefined) return undefined
  if (url === undefined) throw new ConfigError('MAIL_FROM needs SMTP_URL beside it.')
  if (from === undefined) throw new ConfigError('SMTP_URL needs MAIL_FROM beside it.')
  if (text('PUBLIC_URL') === undefined) {
    throw new ConfigError('SMTP_URL needs PUBLIC_URL, where the links in mails lead.')
  }
  return { url, from }
}

function parseFactor(value: string): number | undefined {
  const factor = /^\d{1,7}(?:\.\d{1,6})?$/.test(value) ? Number(value) : 0
  return factor > 0 && factor <= 1_000_000 ? factor : undefined
}

const isHostName = (text: string): boolean => HOST_NAME.test(text)

function readCoverHosts({ text, list }: Reader): string[] {
  if (text('COVER_HOSTS') === 'none') return []
  const hosts = list('COVER_HOSTS', COVER_HOSTS, 'host names, or be "none"', isHostName)
  return hosts.map((host) => host.toLowerCase())
}

/** Where covers of books come from whose record has none. */
function readCovers({ choice }: Reader, hosts: readonly string[]) {
  const covers = choice('COVERS', ['generated', 'openlibrary'])
  if (covers === 'generated' || hosts.includes(OPEN_LIBRARY_COVERS)) return covers
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
  const reader = createReader(env)
  const { text, read, number, choice, list } = reader
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
  // Everybody who comes through a container or a proxy has one address; lenient limits are for nobody else.
  const local = !secure && isLoopback(publicUrl) && isLoopbackHost(host)
  // Tests hash passwords cheaply (accounts/passwords.ts); no account of a real site may come to that.
  if (text('TEST_CHEAP_PASSWORDS') !== undefined && !local) {
    throw new ConfigError('TEST_CHEAP_PASSWORDS is for tests on this machine alone.')
  }
  const dataDir = resolve(text('DATA_DIR') ?? 'data')
  const coverHosts = readCoverHosts(reader)
  return {
    /** 0 takes a free one. */
    port,
    /** Loopback only by default: opening to a network is a decision. */
    host,
    /** Absolute folder of the database, the pictures and the cached covers. */
    dataDir,
    /** Absolute folder of the book catalogue. */
    catalogueDir: resolve(text('CATALOGUE_DIR') ?? dataDir),
    /** PostgreSQL in place of SQLite in `dataDir`; holds a password. */
    databaseUrl: read(
      'DATABASE_URL',
      text('DATABASE_URL'),
      'be a postgres:// address with a host and a database, such as postgres://catchword@db.example:5432/catchword',
      parseDatabaseUrl,
      true,
    ),
    /** Absolute folder of the built SPA; the one by default may be built later. */
    distDir: resolve(text('DIST_DIR') ?? 'dist'),
    distDirGiven: text('DIST_DIR') !== undefined,
    /** Where readers reach the server, without a trailing slash. */
    publicUrl: publicUrl.origin,
    publicUrlGiven: text('PUBLIC_URL') !== undefined,
    /** Secure cookies, HSTS, the strict password rules. */
    secure,
    logLevel: choice('LOG_LEVEL', ['warn', 'fatal', 'error', 'info', 'debug', 'trace', 'silent']),
    /** Proxies whose X-Forwarded-* headers are believed; a prefix of 0 would believe everyone. */
    trustProxy: list('TRUST_PROXY', [], RANGES, (item) => isRange(item) && !/\/0+$/.test(item)),
    /** `url`: sessions from a URL need their cookie; `all`: every session begun by a browser does. */
    sessionBinding: choice('SESSION_BINDING', ['url', 'all']),
    /** In code points (decision 22). */
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
    /** Milliseconds; one statement of a search may take a tenth of it on PostgreSQL. */
    searchTimeout: number('SEARCH_TIMEOUT', 3000, 100, 60_000),
    /** Who may watch the server, beside this machine and `trustProxy`. */
    monitorAllow: list('MONITOR_ALLOW', [], RANGES, isRange),
    metrics: choice('METRICS', ['on', 'off']) === 'on',
    /** Mean delay of the event loop in ms above which requests are rejected; 0: never. */
    maxLoopDelay: number('MAX_LOOP_DELAY', 250, 0, 60_000),
    /** Memory of the process in MiB above which requests are rejected; 0: no bound. */
    maxMemory: number('MAX_MEMORY', 0, 0, 1_000_000),
    /** Hosts from which cover pictures may be fetched. */
    coverHosts,
    covers: readCovers(reader, coverHosts),
    /** Mail with links that set a new password (decision 59). */
    mail: readMail(reader),
    /** Google Books in front of the local catalogue. */
    googleBooks: readGoogleBooks(reader),
    /** Sign-in with Google (decision 20). */
    google: readGoogle(reader),
  }
}

export type Config = ReturnType<typeof readConfig>
