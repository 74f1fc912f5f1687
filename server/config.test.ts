import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const notesOf = (env: Record<string, string>) => readConfig(env).notes

test('takes a blank setting as unset', () => {
  expect(readConfig({ PORT: ' ', HOST: '', TRUST_PROXY: '' })).toEqual(readConfig({}))
})

test('takes what is set', () => {
  expect(readConfig({ DATA_DIR: '/srv/data' }).catalogueDir).toBe('/srv/data')
  const set = readConfig({
    CATALOGUE_DIR: '/srv/books',
    DEFAULT_LANGUAGE: 'pt-BR',
    TRUST_PROXY: '10.0.0.0/8, ::1',
    MONITOR_ALLOW: '0.0.0.0/0, 10.1.2.3',
    COVERS: 'openlibrary',
    COVER_HOSTS: 'Covers.Example, covers.openlibrary.org',
    DATABASE_URL: 'postgres://catchword:p%2Fss%40w%25rd@[::1]:5432/catchword',
  })
  expect(set).toMatchObject({
    catalogueDir: '/srv/books',
    defaultLanguage: 'pt-BR',
    trustProxy: ['10.0.0.0/8', '::1'],
    monitorAllow: ['0.0.0.0/0', '10.1.2.3'],
    covers: 'openlibrary',
    coverHosts: ['covers.example', 'covers.openlibrary.org'],
    databaseUrl: 'postgres://catchword:p%2Fss%40w%25rd@[::1]:5432/catchword',
  })
  const socket = 'postgres:///catchword?host=/run/postgresql&user=catchword'
  expect(readConfig({ DATABASE_URL: socket }).databaseUrl).toBe(socket)
  expect(readConfig({ COVER_HOSTS: 'none' }).coverHosts).toEqual([])
})

test('is strict behind https and on a network, loose on loopback', () => {
  const strict = { loginFreeFailures: 5, loginFailuresPerDay: 100, rateLimitFactor: 1 }
  expect(readConfig({ PUBLIC_URL: 'https://books.example' })).toMatchObject({
    publicUrl: 'https://books.example',
    secure: true,
    loginMaxDelay: 60,
    ...strict,
  })
  expect(readConfig({ PUBLIC_URL: 'http://192.168.1.5:3000/' })).toMatchObject({
    publicUrl: 'http://192.168.1.5:3000',
    secure: false,
    ...strict,
  })
  // In a container the address that readers type may be this machine's; who comes in is not. Nor who comes through
  // a proxy, even where nothing says that it speaks https.
  for (const env of [
    { PUBLIC_URL: 'http://127.example' },
    { PUBLIC_URL: 'http://mylocalhost' },
    { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' },
    { HOST: '::', PUBLIC_URL: 'http://localhost:3000' },
    { TRUST_PROXY: '127.0.0.1' },
  ])
    expect(readConfig(env)).toMatchObject(strict)
  for (const env of [
    { PUBLIC_URL: 'http://127.0.0.1:8080' },
    { PUBLIC_URL: 'http://books.localhost' },
    { HOST: '::1' },
  ])
    expect(readConfig(env).rateLimitFactor).toBe(50)
})

test('notes what is nearly a setting', () => {
  const meant = {
    PUBLIC_ULR: 'PUBLIC_URL',
    SMTP_URl: 'SMTP_URL',
    SMTP_URL_FIEL: 'SMTP_URL_FILE',
    PGPASWORD: 'PGPASSWORD',
    log_level: 'LOG_LEVEL',
    CATALOG: 'CATALOGUE',
    DATADIR: 'DATA_DIR',
  }
  for (const [name, setting] of Object.entries(meant)) {
    expect(notesOf({ [name]: '1' })).toEqual([`${name} is no setting. Is ${setting} meant?`])
  }
  const others =
    'HOME PATH PWD OLDPWD USER LOGNAME SHELL TERM LANG LC_ALL TZ HOSTNAME MAIL EDITOR TMPDIR SHLVL NODE_ENV ' +
    'NODE_OPTIONS PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE POSTGRES_PASSWORD INVOCATION_ID JOURNAL_STREAM ' +
    'STATE_DIRECTORY NOTIFY_SOCKET COLORTERM LS_COLORS SSH_TTY KEEP npm_command COLUMNS CORES COLORS HISTFILE'
  expect(notesOf(Object.fromEntries(others.split(' ').map((name) => [name, '1'])))).toEqual([])
  expect(notesOf({ PUBLIC_ULR: ' ' })).toEqual([])
  // Where it stops the start, too.
  expect(() => readConfig({ MAIL_FROM: 'a@example.org', SMTP_URl: 'smtp://mail' })).toThrow(
    'MAIL_FROM also needs SMTP_URL. SMTP_URl is no setting. Is SMTP_URL meant?',
  )
})

test('notes what is set and does nothing', () => {
  const GOOGLE_CLIENT_ID_FILE = '/run/secrets/id'
  const idle = { GOOGLE_BOOKS_KEY: 'k', GOOGLE_ISSUER: 'https://id.example', HSTS: 'off' }
  expect(notesOf({ GOOGLE_CLIENT_ID_FILE, ...idle })).toEqual([
    'HSTS has no effect without https in PUBLIC_URL.',
    'GOOGLE_BOOKS_KEY has no effect without CATALOGUE=google-books.',
    'GOOGLE_ISSUER has no effect without GOOGLE_CLIENT_ID.',
    'GOOGLE_CLIENT_ID_FILE has no effect: it is no secret.',
  ])
})

test.each(['DATADIR', 'DATABASE_ULR', 'DATABASE_URL_FLE', 'DATA_DIR_FILE'])(
  'knows that %s was meant to say which installation a command works on',
  (name) => expect(readConfig({ [name]: '/srv/x' }).misplaced).toHaveLength(1),
)

test('takes a secret from a file that a setting names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [file, empty] = [join(folder, 'key'), join(folder, 'empty')]
  writeFileSync(file, 'key-1\n')
  writeFileSync(empty, '\n')
  const { googleBooks } = readConfig({ CATALOGUE: 'google-books', GOOGLE_BOOKS_KEY_FILE: file })
  expect(googleBooks?.apiKey).toBe('key-1')
  for (const [env, line] of [
    [{ GOOGLE_BOOKS_KEY_FILE: empty }, /^GOOGLE_BOOKS_KEY_FILE names an empty file\.$/],
    [{ SMTP_URL_FILE: join(folder, 'no') }, /^SMTP_URL_FILE cannot be read \(ENOENT[^\n]+$/],
    [
      { GOOGLE_BOOKS_KEY_FILE: file, GOOGLE_BOOKS_KEY: 'other' },
      /^Set GOOGLE_BOOKS_KEY or GOOGLE_BOOKS_KEY_FILE, not both\.$/,
    ],
    [{ DATABASE_URL_FILE: file }, /^DATABASE_URL must be a postgres:[^\n]+$/],
  ] as const) {
    expect(() => readConfig(env)).toThrow(line)
  }
})

test('refuses cheap hashes of passwords for a site that others reach', () => {
  expect(() => readConfig({ TEST_CHEAP_PASSWORDS: 'on' })).not.toThrow()
  for (const PUBLIC_URL of ['https://books.example', 'http://192.168.1.5', 'https://localhost']) {
    expect(() => readConfig({ TEST_CHEAP_PASSWORDS: 'on', PUBLIC_URL })).toThrow(ConfigError)
  }
})

test('asks Google Books only where that is wanted', () => {
  expect(readConfig({ GOOGLE_BOOKS_KEY: 'key' }).googleBooks).toBeUndefined()
  const wanted = { CATALOGUE: 'google-books', GOOGLE_BOOKS_KEY: 'k-1', GOOGLE_BOOKS_COUNTRY: 'nl' }
  const baseUrl = 'https://www.googleapis.com/books/v1'
  expect(readConfig(wanted).googleBooks).toStrictEqual({ baseUrl, apiKey: 'k-1', country: 'NL' })
  const here = { CATALOGUE: 'google-books', GOOGLE_BOOKS_URL: 'http://127.0.0.1:8080/books/v1/' }
  expect(readConfig(here).googleBooks).toStrictEqual({ baseUrl: 'http://127.0.0.1:8080/books/v1' })
})

const google = {
  PUBLIC_URL: 'https://books.example',
  GOOGLE_CLIENT_ID: 'id-1',
  GOOGLE_CLIENT_SECRET: 'canary',
}

test('signs in with Google where it is told the client and the address', () => {
  expect(readConfig({ PUBLIC_URL: 'https://books.example' }).google).toBeUndefined()
  expect(readConfig(google).google).toStrictEqual({
    clientId: 'id-1',
    clientSecret: 'canary',
    issuer: 'https://accounts.google.com',
    name: 'Google',
    trustsEmail: false,
  })
  const here = 'http://127.0.0.1:9000/realms/readers/'
  const own = { GOOGLE_ISSUER: here, OIDC_NAME: ' Bücher & Co ', OIDC_TRUST_EMAIL: 'true' }
  expect(readConfig({ ...google, ...own }).google).toMatchObject({
    issuer: here,
    name: 'Bücher & Co',
    trustsEmail: true,
  })
})

const mail = {
  PUBLIC_URL: 'https://books.example',
  SMTP_URL: 'smtps://me%40books.example:canary@mail.example:465',
  MAIL_FROM: 'Catch, word <books@example.org>',
}

test.each([
  ['Catch, word <books@example.org>', 'Catch, word'],
  ['"Bücher" <books@example.org>', 'Bücher'],
  ['books@example.org', ''],
])('sends mail where it is told through which server, and from whom: %s', (from, name) => {
  expect(readConfig({ ...mail, MAIL_FROM: from }).mail).toStrictEqual({
    url: mail.SMTP_URL,
    from: { name, address: 'books@example.org' },
  })
})

test.each<[string, Record<string, string>]>([
  ['GOOGLE_CLIENT_ID', { ...google, GOOGLE_CLIENT_SECRET: '' }],
  ['GOOGLE_CLIENT_SECRET', { ...google, GOOGLE_CLIENT_ID: ' ' }],
  ['GOOGLE_ISSUER', { ...google, GOOGLE_ISSUER: 'https://me:canary@accounts.example' }],
  ['OIDC_NAME', { ...google, OIDC_NAME: 'a\nb' }],
  ['OIDC_TRUST_EMAIL', { ...google, OIDC_TRUST_EMAIL: 'yes' }],
  ['SMTP_URL', { ...mail, SMTP_URL: 'smtp://me:canary@mail.example?pool=true' }],
  ['SMTP_URL', { ...mail, MAIL_FROM: '' }],
  ['SMTP_URL', { ...mail, PUBLIC_URL: '' }],
  ['MAIL_FROM', { ...mail, SMTP_URL: '' }],
  ['MAIL_FROM', { ...mail, MAIL_FROM: 'a@example.org, b@example.org' }],
  ['MAIL_FROM', { ...mail, MAIL_FROM: 'Catch\r\nBcc: x <a@example.org>' }],
])('refuses half a configuration, by %s: %j', (name, env) => {
  const read = () => readConfig(env)
  expect(read).toThrow(new RegExp(`^${name} [^\n]+$`))
  expect(read).not.toThrow(/canary/)
})

const ENCODED = /percent-encoded \(\/ is %2F, @ is %40\)/

test.each([
  ['DATABASE_URL', 'postgres://me:canary@db.example:canary/catchword', ENCODED],
  ['DATABASE_URL', 'postgres://me:12/canary@db.example/catchword', ENCODED],
  ['DATABASE_URL', 'postgres://me:12@canary@db.example/catchword', ENCODED],
  ['SMTP_URL', 'smtps://me:12/canary@mail.example', ENCODED],
  ['SMTP_URL', 'smtps://me:12%ABcanary@mail.example', ENCODED],
  ['PUBLIC_URL', 'https://me:canary@books.example', /without a path, a name or a password/],
])('never repeats a password, and says how it is written: %s=%s', (name, value, how) => {
  const read = () => readConfig({ ...mail, [name]: value })
  expect(read).toThrow(new RegExp(`^${name} [^\n]*${how.source}[^\n]*$`))
  expect(read).not.toThrow(/canary/)
})

const REFUSED = {
  PORT: ['x', '65536', '3000.5'],
  HOST: ['http://localhost'],
  PUBLIC_URL: ['ftp://books.example', 'https://books.example/app', 'https://books.example/?x=1'],
  DEFAULT_LANGUAGE: ['pt'],
  LOG_LEVEL: ['loud'],
  TRUST_PROXY: ['true', '0.0.0.0/0', '10.0.0.0/33', '10.0.0.1,,'],
  SESSION_BINDING: ['none'],
  PASSWORD_MIN: ['0', '129'],
  LOGIN_FREE_FAILURES: ['-1'],
  LOGIN_FAILURES_PER_DAY: ['0'],
  LOGIN_MAX_DELAY: ['3601'],
  MONITOR_ALLOW: ['everyone'],
  MONITOR_TOKEN: ['short', 'with a space, and long enough'],
  HSTS: ['yes'],
  MAX_LOOP_DELAY: ['-1'],
  RATE_LIMIT_FACTOR: ['0', 'fast'],
  COVER_HOSTS: ['https://covers.example'],
  COVERS: ['amazon'],
  CATALOGUE: ['amazon'],
  GOOGLE_BOOKS_URL: ['http://books.example'],
  GOOGLE_BOOKS_KEY: ['two words'],
  GOOGLE_BOOKS_COUNTRY: ['Netherlands'],
  DATABASE_URL: ['catchword.db', 'mysql://db.example/catchword', 'postgres://db.example'],
}

test.each(
  Object.entries(REFUSED).flatMap(([name, values]) =>
    values.map((value) => [name, value] as const),
  ),
)('refuses %s=%s with one line that names it', (name, value) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(new RegExp(`^${name} [^\n]+$`))
})
