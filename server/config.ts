import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { NEW_PASSWORD_MAX_LENGTH, NEW_PASSWORD_MIN_LENGTH } from '../contract/limits.ts'

/** A setting cannot be used; the message is one line that names it. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ConfigError'
  }
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const SESSION_BINDINGS = ['url', 'all'] as const

/** What the server is told from outside, checked. */
export interface Config {
  /** TCP port to listen on; 0 takes a free one. */
  port: number
  /** Address to listen on. The default is loopback only: opening to a network is a decision. */
  host: string
  /** Absolute folder of the database, the pictures and the cached covers. */
  dataDir: string
  /** Absolute folder of the book catalogue. */
  catalogueDir: string
  /** A PostgreSQL database to use in place of SQLite in `dataDir`; holds a password. */
  databaseUrl: string | undefined
  /** Absolute folder of the built SPA. */
  distDir: string
  /** Whether `distDir` was given; the one by default may be built later. */
  distDirGiven: boolean
  /** Scheme, host and port under which readers reach the server, without a trailing slash. */
  publicUrl: string
  /** Whether `publicUrl` was given, or follows from the port. */
  publicUrlGiven: boolean
  /** `publicUrl` is https: Secure cookies, HSTS, the strict password rules. */
  secure: boolean
  logLevel: (typeof LOG_LEVELS)[number]
  /** Proxies (addresses or CIDRs) whose X-Forwarded-* headers are believed. */
  trustProxy: string[]
  /** `url`: sessions from a URL need their cookie; `all`: every session begun by a browser does. */
  sessionBinding: (typeof SESSION_BINDINGS)[number]
  /** Shortest password, in code points (decision 22). */
  passwordMin: number
  /** Failed logins in a row on an account before it has to wait (../shared/security.md 3.4). */
  loginFreeFailures: number
  /** Failed logins on an account in a day. */
  loginFailuresPerDay: number
  /** Longest pause between two failed logins on an account, in seconds. */
  loginMaxDelay: number
  /** Multiplies every rate limit of ../shared/security.md 2.1. */
  rateLimitFactor: number
  /** How long a search may take, in ms; one statement of it a tenth of that on PostgreSQL. */
  searchTimeout: number
  /** Addresses or CIDRs that may watch the server, beside this machine and `trustProxy`. */
  monitorAllow: string[]
  /** Whether /metrics is served. */
  metrics: boolean
  /** Mean delay of the event loop in ms above which requests are rejected; 0: never. */
  maxLoopDelay: number
  /** Memory of the process in MiB above which requests are rejected; 0: no bound. */
  maxMemory: number
  /** Hosts from which cover pictures may be fetched. */
  coverHosts: string[]
  /** Google Books in front of the local catalogue; `undefined`: the local one alone. */
  googleBooks: GoogleBooksConfig | undefined
  /** Sign-in with Google; `undefined`: this server has none (decision 20). */
  google: GoogleConfig | undefined
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

const COVER_HOSTS = 'books.google.com,covers.openlibrary.org,www.gutenberg.org'
const HOST_NAME = /^[a-z\d](?:[a-z\d-]{0,62})(?:\.[a-z\d](?:[a-z\d-]{0,62}))*$/i

type Environment = Readonly<Record<string, string | undefined>>

/** The text of a setting; unset and blank are the same. */
function text(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim()
  return value === '' ? undefined : value
}

function integer(env: Environment, name: string, fallback: number, min: number, max: number) {
  const value = text(env, name)
  if (value === undefined) return fallback
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (number >= min && number <= max) return number
  throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${value}".`)
}

function choice<const T extends readonly string[]>(
  env: Environment,
  name: string,
  choices: T,
  fallback: T[number],
): T[number] {
  const value = text(env, name)
  if (value === undefined) return fallback
  const found = choices.find((choice) => choice === value)
  if (found !== undefined) return found
  throw new ConfigError(`${name} must be one of ${choices.join(', ')}, not "${value}".`)
}

function list(value: string): string[] {
  return value.split(',').map((item) => item.trim())
}

function readPublicUrl(value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const bare = url?.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
  if (url && bare && (url.protocol === 'http:' || url.protocol === 'https:')) return url
  // What stands before an @ may hold a password, so it is not repeated.
  const [bareOf, told] = value.includes('@')
    ? ['a path, a name or a password', '']
    : ['a path', `, not "${value}"`]
  throw new ConfigError(
    `PUBLIC_URL must be an http or https address without ${bareOf}, such as https://books.example${told}.`,
  )
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

function readDatabaseUrl(env: Environment): string | undefined {
  const value = text(env, 'DATABASE_URL')
  if (value === undefined) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  // A socket's folder may stand behind the question mark.
  const hosted = url?.host !== '' || url.searchParams.has('host')
  const named = hosted && url?.pathname !== '' && url?.pathname !== '/'
  if (named && (url?.protocol === 'postgres:' || url?.protocol === 'postgresql:')) return value
  // What was given may hold a password, so it is not repeated.
  throw new ConfigError(
    'DATABASE_URL must be a postgres:// address with a host and a database, ' +
      'such as postgres://catchword@db.example:5432/catchword.',
  )
}

function readGoogleBooks(env: Environment): GoogleBooksConfig | undefined {
  const perDay = integer(env, 'GOOGLE_BOOKS_QUOTA', 1000, 0, 100_000_000)
  const baseUrl = text(env, 'GOOGLE_BOOKS_URL') ?? 'https://www.googleapis.com/books/v1'
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  const bare = url && !url.search && !url.hash && !url.username && !url.password
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url))
  if (!bare || !safe) throw new ConfigError('GOOGLE_BOOKS_URL must be a plain https address.')
  const apiKey = text(env, 'GOOGLE_BOOKS_KEY')
  if (apiKey !== undefined && !/^[\w-]{1,200}$/.test(apiKey)) {
    // It is a secret, so it is not repeated.
    throw new ConfigError('GOOGLE_BOOKS_KEY must consist of letters, digits, - and _ only.')
  }
  const country = text(env, 'GOOGLE_BOOKS_COUNTRY')?.toUpperCase()
  if (country !== undefined && !/^[A-Z]{2}$/.test(country)) {
    throw new ConfigError(`GOOGLE_BOOKS_COUNTRY must be a code of two letters, not "${country}".`)
  }
  if (choice(env, 'CATALOGUE', ['local', 'google-books'], 'local') === 'local') return undefined
  return {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    perDay,
    ...(apiKey !== undefined && { apiKey }),
    ...(country !== undefined && { country }),
  }
}

function readGoogle(env: Environment, publicUrlGiven: boolean): GoogleConfig | undefined {
  const clientId = text(env, 'GOOGLE_CLIENT_ID')
  const clientSecret = text(env, 'GOOGLE_CLIENT_SECRET')
  const issuer = text(env, 'GOOGLE_ISSUER') ?? 'https://accounts.google.com'
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  const bare = url && !url.search && !url.hash && !url.username && !url.password
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url))
  if (!bare || !safe) throw new ConfigError('GOOGLE_ISSUER must be a plain https address.')
  if (clientId === undefined && clientSecret === undefined) return undefined
  if (clientId === undefined || clientSecret === undefined) {
    const [there, missing] =
      clientId === undefined
        ? ['GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID']
        : ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']
    throw new ConfigError(`${there} needs ${missing} beside it.`)
  }
  if (!publicUrlGiven) {
    throw new ConfigError('GOOGLE_CLIENT_ID needs PUBLIC_URL, where Google sends readers back to.')
  }
  return { clientId, clientSecret, issuer }
}

function readHost(env: Environment): string {
  const host = text(env, 'HOST') ?? '127.0.0.1'
  if (isIP(host) || HOST_NAME.test(host)) return host
  throw new ConfigError(`HOST must be an address or a host name, not "${host}".`)
}

/** Whether a text is an address or a CIDR range with a prefix of at least `fewest` bits. */
function isRange(range: string, fewest: number): boolean {
  const [address = '', prefix, ...rest] = range.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (prefix === undefined) return true
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1
  return bits >= fewest && bits <= (family === 4 ? 32 : 128)
}

function readTrustProxy(env: Environment): string[] {
  const value = text(env, 'TRUST_PROXY')
  if (value === undefined) return []
  const ranges = list(value)
  // A prefix of 0 would believe everyone.
  const bad = ranges.find((range) => !isRange(range, 1))
  if (bad === undefined) return ranges
  throw new ConfigError(
    `TRUST_PROXY must list addresses or CIDR ranges, such as 10.0.0.0/8; "${bad}" is none.`,
  )
}

function readMonitorAllow(env: Environment): string[] {
  const value = text(env, 'MONITOR_ALLOW')
  if (value === undefined) return []
  const ranges = list(value)
  const bad = ranges.find((range) => !isRange(range, 0))
  if (bad === undefined) return ranges
  throw new ConfigError(
    `MONITOR_ALLOW must list addresses or CIDR ranges, such as 10.0.0.0/8; "${bad}" is none.`,
  )
}

function readRateLimitFactor(env: Environment, fallback: number): number {
  const value = text(env, 'RATE_LIMIT_FACTOR')
  if (value === undefined) return fallback
  const factor = /^\d{1,7}(?:\.\d{1,6})?$/.test(value) ? Number(value) : 0
  if (factor > 0 && factor <= 1_000_000) return factor
  throw new ConfigError(
    `RATE_LIMIT_FACTOR must be a number above 0, at most 1000000, not "${value}".`,
  )
}

function readCoverHosts(env: Environment): string[] {
  const value = text(env, 'COVER_HOSTS') ?? COVER_HOSTS
  if (value === 'none') return []
  const hosts = list(value.toLowerCase())
  const bad = hosts.find((host) => !HOST_NAME.test(host))
  if (bad === undefined) return hosts
  throw new ConfigError(`COVER_HOSTS must list host names, or be "none"; "${bad}" is none.`)
}

/**
 * Reads every setting from the environment, once, at the start. Unset and empty settings take their
 * defaults; the README lists them.
 *
 * @throws ConfigError one line that names the setting, for any value that cannot be used
 */
export function readConfig(env: Environment): Config {
  const port = integer(env, 'PORT', 3000, 0, 65535)
  const given = text(env, 'PUBLIC_URL')
  const publicUrl = readPublicUrl(given ?? `http://localhost:${port}`)
  const secure = publicUrl.protocol === 'https:'
  const host = readHost(env)
  // Everybody who comes through a container or a proxy has one address; lenient limits are for nobody else.
  const local = !secure && isLoopback(publicUrl) && isLoopbackHost(host)
  // Tests hash passwords cheaply (accounts/passwords.ts); no account of a real site may come to that.
  if (text(env, 'TEST_CHEAP_PASSWORDS') !== undefined && !local) {
    throw new ConfigError('TEST_CHEAP_PASSWORDS is for tests on this machine alone.')
  }
  const dataDir = resolve(text(env, 'DATA_DIR') ?? 'data')
  return {
    port,
    host,
    dataDir,
    catalogueDir: resolve(text(env, 'CATALOGUE_DIR') ?? dataDir),
    databaseUrl: readDatabaseUrl(env),
    distDir: resolve(text(env, 'DIST_DIR') ?? 'dist'),
    distDirGiven: text(env, 'DIST_DIR') !== undefined,
    publicUrl: publicUrl.origin,
    publicUrlGiven: given !== undefined,
    secure,
    logLevel: choice(env, 'LOG_LEVEL', LOG_LEVELS, 'warn'),
    trustProxy: readTrustProxy(env),
    sessionBinding: choice(env, 'SESSION_BINDING', SESSION_BINDINGS, 'url'),
    passwordMin: integer(env, 'PASSWORD_MIN', NEW_PASSWORD_MIN_LENGTH, 1, NEW_PASSWORD_MAX_LENGTH),
    loginFreeFailures: integer(env, 'LOGIN_FREE_FAILURES', local ? 250 : 5, 0, 1_000_000),
    loginFailuresPerDay: integer(env, 'LOGIN_FAILURES_PER_DAY', local ? 5000 : 100, 1, 1_000_000),
    loginMaxDelay: integer(env, 'LOGIN_MAX_DELAY', 60, 1, 3600),
    rateLimitFactor: readRateLimitFactor(env, local ? 50 : 1),
    searchTimeout: integer(env, 'SEARCH_TIMEOUT', 3000, 100, 60_000),
    monitorAllow: readMonitorAllow(env),
    metrics: choice(env, 'METRICS', ['on', 'off'], 'on') === 'on',
    maxLoopDelay: integer(env, 'MAX_LOOP_DELAY', 250, 0, 60_000),
    maxMemory: integer(env, 'MAX_MEMORY', 0, 0, 1_000_000),
    coverHosts: readCoverHosts(env),
    googleBooks: readGoogleBooks(env),
    google: readGoogle(env, given !== undefined),
  }
}
