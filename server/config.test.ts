import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const notesOf = (env: Record<string, string>) => readConfig(env).notes

describe('readConfig', () => {
  test('answers the defaults for an empty environment', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      catalogueDir: resolve('data'),
      databaseUrl: undefined,
      distDir: resolve('dist'),
      isDistDirSet: false,
      publicUrl: 'http://localhost:3000',
      isPublicUrlSet: false,
      secure: false,
      defaultLanguage: 'en',
      hsts: 'on',
      logLevel: 'warn',
      trustProxy: [],
      sessionBinding: 'url',
      registration: 'open',
      bundledBooks: 'on',
      passwordMin: 8,
      loginFreeFailures: 250,
      loginFailuresPerDay: 5000,
      loginMaxDelay: 60,
      rateLimitFactor: 50,
      monitorAllow: [],
      maxLoopDelay: 250,
      covers: 'generated',
      coverHosts: ['books.google.com', 'covers.openlibrary.org', 'www.gutenberg.org'],
      notes: [],
      misplaced: [],
    })
  })

  test('has the catalogue in the data folder, or where it is told', () => {
    expect(readConfig({ DATA_DIR: '/srv/data' }).catalogueDir).toBe('/srv/data')
    expect(readConfig({ CATALOGUE_DIR: '/srv/books' }).catalogueDir).toBe('/srv/books')
  })

  test('takes a language of the app as the host’s, and names them otherwise', () => {
    expect(readConfig({ DEFAULT_LANGUAGE: 'pt-BR' }).defaultLanguage).toBe('pt-BR')
    expect(() => readConfig({ DEFAULT_LANGUAGE: 'pt' })).toThrow(
      'DEFAULT_LANGUAGE must be one of en, ar, de, es, fr, it, ja, nl, pl, pt-BR, not "pt".',
    )
  })

  test('takes a blank setting as unset', () => {
    expect(readConfig({ PORT: ' ', HOST: '', TRUST_PROXY: '' })).toEqual(readConfig({}))
  })

  test('is strict behind https and on a network, loose on loopback', () => {
    expect(readConfig({ PUBLIC_URL: 'https://books.example' })).toMatchObject({
      publicUrl: 'https://books.example',
      secure: true,
      loginFreeFailures: 5,
      loginFailuresPerDay: 100,
      loginMaxDelay: 60,
      rateLimitFactor: 1,
    })
    expect(readConfig({ PUBLIC_URL: 'http://192.168.1.5:3000/' })).toMatchObject({
      publicUrl: 'http://192.168.1.5:3000',
      secure: false,
      loginFreeFailures: 5,
      loginFailuresPerDay: 100,
      rateLimitFactor: 1,
    })
    expect(readConfig({ PUBLIC_URL: 'http://127.0.0.1:8080' }).rateLimitFactor).toBe(50)
    expect(readConfig({ PUBLIC_URL: 'http://127.example' }).rateLimitFactor).toBe(1)
    expect(readConfig({ PUBLIC_URL: 'http://books.localhost' }).rateLimitFactor).toBe(50)
    expect(readConfig({ PUBLIC_URL: 'http://mylocalhost' }).rateLimitFactor).toBe(1)
    // In a container the address that readers type may be this machine's; who comes in is not.
    for (const HOST of ['0.0.0.0', '::', '192.168.1.5']) {
      const local = { HOST, PUBLIC_URL: 'http://localhost:3000' }
      expect(readConfig(local)).toMatchObject({ loginFreeFailures: 5, rateLimitFactor: 1 })
    }
    expect(readConfig({ HOST: '::1' }).rateLimitFactor).toBe(50)
    // Nor who comes through a proxy, even where nothing says that it speaks https.
    expect(readConfig({ TRUST_PROXY: '127.0.0.1' })).toMatchObject({
      loginFreeFailures: 5,
      loginFailuresPerDay: 100,
      rateLimitFactor: 1,
    })
  })

  test('notes what is nearly a setting, and what is set and does nothing', () => {
    const meant = {
      PUBLIC_ULR: 'PUBLIC_URL',
      PUBLICURL: 'PUBLIC_URL',
      SMTP_URl: 'SMTP_URL',
      SMTP_URL_FIEL: 'SMTP_URL_FILE',
      PGPASWORD: 'PGPASSWORD',
      log_level: 'LOG_LEVEL',
      CATALOG: 'CATALOGUE',
      DATADIR: 'DATA_DIR',
      PROT: 'PORT',
      GOOGLE_CLIENT_SECRETS: 'GOOGLE_CLIENT_SECRET',
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
    expect(notesOf({ GOOGLE_CLIENT_ID_FILE: '/run/secrets/id' })).toEqual([
      'GOOGLE_CLIENT_ID_FILE has no effect: it is no secret.',
    ])
    // Where it stops the start, too.
    expect(() => readConfig({ MAIL_FROM: 'a@example.org', SMTP_URl: 'smtp://mail' })).toThrow(
      'MAIL_FROM also needs SMTP_URL. SMTP_URl is no setting. Is SMTP_URL meant?',
    )

    const idle = { GOOGLE_BOOKS_KEY: 'k', GOOGLE_ISSUER: 'https://id.example', HSTS: 'off' }
    expect(notesOf(idle)).toEqual([
      'HSTS has no effect without https in PUBLIC_URL.',
      'GOOGLE_BOOKS_KEY has no effect without CATALOGUE=google-books.',
      'GOOGLE_ISSUER has no effect without GOOGLE_CLIENT_ID.',
    ])
  })

  test.each(['DATADIR', 'DATABASE_ULR', 'DATABASE_URL_FLE', 'DATABASE_URLFILE', 'DATA_DIR_FILE'])(
    'knows that %s was meant to say which installation a command works on',
    (name) => {
      expect(readConfig({ [name]: '/srv/x' }).misplaced).toHaveLength(1)
    },
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
      [{ GOOGLE_BOOKS_KEY_FILE: folder }, /^GOOGLE_BOOKS_KEY_FILE cannot be read \(EISDIR[^\n]+$/],
      [{ SMTP_URL_FILE: join(folder, 'no') }, /^SMTP_URL_FILE cannot be read \(ENOENT[^\n]+$/],
      [
        { GOOGLE_BOOKS_KEY_FILE: file, GOOGLE_BOOKS_KEY: 'other' },
        /^Set GOOGLE_BOOKS_KEY or GOOGLE_BOOKS_KEY_FILE, not both\.$/,
      ],
      [{ DATABASE_URL_FILE: file }, /^DATABASE_URL must be a postgres:[^\n]+$/],
    ] as const) {
      expect(() => readConfig(env)).toThrow(ConfigError)
      expect(() => readConfig(env)).toThrow(line)
    }
  })

  test('refuses cheap hashes of passwords for a site that others reach', () => {
    expect(() => readConfig({ TEST_CHEAP_PASSWORDS: 'on' })).not.toThrow()
    for (const PUBLIC_URL of ['https://books.example', 'http://192.168.1.5', 'https://localhost']) {
      expect(() => readConfig({ TEST_CHEAP_PASSWORDS: 'on', PUBLIC_URL })).toThrow(ConfigError)
    }
  })

  test('reads lists', () => {
    const config = readConfig({
      TRUST_PROXY: '10.0.0.0/8, ::1',
      COVER_HOSTS: 'Covers.Example, books.google.com',
    })
    expect(config.trustProxy).toEqual(['10.0.0.0/8', '::1'])
    expect(config.coverHosts).toEqual(['covers.example', 'books.google.com'])
    expect(readConfig({ COVER_HOSTS: 'none' }).coverHosts).toEqual([])
    expect(readConfig({ MONITOR_ALLOW: '0.0.0.0/0, 10.1.2.3' }).monitorAllow).toEqual([
      '0.0.0.0/0',
      '10.1.2.3',
    ])
  })

  test('fetches covers by ISBN from a host that covers may come from', () => {
    expect(readConfig({ COVERS: 'openlibrary' }).covers).toBe('openlibrary')
    expect(() => readConfig({ COVERS: 'openlibrary', COVER_HOSTS: 'none' })).toThrow(
      'COVERS=openlibrary needs covers.openlibrary.org in COVER_HOSTS.',
    )
  })

  test.each([
    'postgres://db.example/catchword',
    'postgresql://me:secret@db.example:5433/catchword?sslmode=verify-full',
    'postgres:///catchword?host=/run/postgresql&user=catchword',
    'postgres://catchword@/catchword?host=/run/postgresql',
    'postgres://catchword@%2Frun%2Fpostgresql/catchword',
    'postgres://catchword:p%2Fss%40w%25rd@[::1]:5432/catchword',
  ])('takes the database %s', (url) => {
    expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
  })

  test('asks Google Books only where that is wanted', () => {
    expect(readConfig({ GOOGLE_BOOKS_KEY: 'key' }).googleBooks).toBeUndefined()
    expect(
      readConfig({ CATALOGUE: 'google-books', GOOGLE_BOOKS_KEY: 'k-1' }).googleBooks,
    ).toStrictEqual({ baseUrl: 'https://www.googleapis.com/books/v1', apiKey: 'k-1' })
    const inNl = readConfig({ CATALOGUE: 'google-books', GOOGLE_BOOKS_COUNTRY: 'nl' })
    expect(inNl.googleBooks?.country).toBe('NL')
    const here = { CATALOGUE: 'google-books', GOOGLE_BOOKS_URL: 'http://127.0.0.1:8080/books/v1/' }
    expect(readConfig(here).googleBooks).toStrictEqual({
      baseUrl: 'http://127.0.0.1:8080/books/v1',
    })
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

  test.each([
    ['GOOGLE_CLIENT_ID', { GOOGLE_CLIENT_SECRET: '' }],
    ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_ID: ' ' }],
    ['GOOGLE_CLIENT_ID', { PUBLIC_URL: '' }],
    ['GOOGLE_ISSUER', { GOOGLE_ISSUER: 'http://accounts.example' }],
    ['GOOGLE_ISSUER', { GOOGLE_ISSUER: 'https://me:canary@accounts.example' }],
    ['GOOGLE_ISSUER', { GOOGLE_ISSUER: 'accounts.example' }],
    ['OIDC_NAME', { OIDC_NAME: 'a\nb' }],
    ['OIDC_NAME', { OIDC_NAME: 'x'.repeat(41) }],
    ['OIDC_TRUST_EMAIL', { OIDC_TRUST_EMAIL: 'yes' }],
  ])('refuses half a configuration of Google, by %s', (name, change) => {
    const read = () => readConfig({ ...google, ...change })
    expect(read).toThrow(new RegExp(`^${name} [^\n]+$`))
    expect(read).not.toThrow(/canary/)
  })

  const mail = {
    PUBLIC_URL: 'https://books.example',
    SMTP_URL: 'smtps://me%40books.example:canary@mail.example:465',
    MAIL_FROM: 'Catch, word <books@example.org>',
  }

  test('sends mail where it is told through which server, from whom and where its links lead', () => {
    expect(readConfig({ PUBLIC_URL: 'https://books.example' }).mail).toBeUndefined()
    expect(readConfig(mail).mail).toStrictEqual({
      url: mail.SMTP_URL,
      from: { name: 'Catch, word', address: 'books@example.org' },
    })
    for (const [MAIL_FROM, name] of [
      ['books@example.org', ''],
      ['<books@example.org>', ''],
      ['"Bücher" <books@example.org>', 'Bücher'],
    ] as const) {
      const from = { name, address: 'books@example.org' }
      expect(readConfig({ ...mail, SMTP_URL: 'smtp://mail', MAIL_FROM }).mail).toStrictEqual({
        url: 'smtp://mail',
        from,
      })
    }
  })

  test.each([
    ['SMTP_URL', { SMTP_URL: 'https://me:canary@mail.example' }],
    ['SMTP_URL', { SMTP_URL: 'smtp://' }],
    ['SMTP_URL', { SMTP_URL: 'smtp://me:canary@mail.example/inbox' }],
    ['SMTP_URL', { SMTP_URL: 'smtp://me:canary@mail.example?pool=true' }],
    ['SMTP_URL', { SMTP_URL: 'canary' }],
    ['SMTP_URL', { MAIL_FROM: '' }],
    ['SMTP_URL', { PUBLIC_URL: '' }],
    ['MAIL_FROM', { SMTP_URL: '' }],
    ['MAIL_FROM', { MAIL_FROM: 'Catchword' }],
    ['MAIL_FROM', { MAIL_FROM: 'a@example.org, b@example.org' }],
    ['MAIL_FROM', { MAIL_FROM: 'Catchword <a@example.org> <b@example.org>' }],
    ['MAIL_FROM', { MAIL_FROM: 'Catch\r\nBcc: x <a@example.org>' }],
  ])('refuses half a configuration of mail, by %s: %j', (name, change) => {
    const read = () => readConfig({ ...mail, ...change })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^${name} [^\n]+$`))
    expect(read).not.toThrow(/canary/)
  })

  test.each([
    'mysql://me:canary@db.example/catchword',
    'postgres://me:canary@db example/catchword',
    'postgres://me:canary@db.example:canary/catchword',
    'canary',
    'postgres://me:12/canary@db.example/catchword',
    'postgres://me:12@canary@db.example/catchword',
    'postgres://me:12?canary@db.example/catchword',
    'postgres://me:12/x#canary@db.example/catchword',
    'postgres://me:12%zcanary@db.example/catchword',
    'postgres://me:12%ABcanary@db.example/catchword',
  ])('never repeats a password, and says how it is written: %s', (url) => {
    const read = () => readConfig({ DATABASE_URL: url })
    expect(read).toThrow(/^DATABASE_URL [^\n]+ percent-encoded \(\/ is %2F, @ is %40\)[^\n]+$/)
    expect(read).not.toThrow(/canary/)
  })

  test.each([
    'smtps://me:12/canary@mail.example',
    'smtps://me:12%zcanary@mail.example',
    'smtps://me:12%ABcanary@mail.example',
  ])('nor that of the mail server: %s', (url) => {
    const read = () => readConfig({ ...mail, SMTP_URL: url })
    expect(read).toThrow(/^SMTP_URL [^\n]+ percent-encoded \(\/ is %2F, @ is %40\)\.$/)
    expect(read).not.toThrow(/canary|12/)
  })

  test.each(['https://me:canary@books.example', 'https://canary@books.example', 'me:canary@books'])(
    'nor what stands before an @ in the address of readers: %s',
    (url) => {
      const read = () => readConfig({ PUBLIC_URL: url })
      expect(read).toThrow(/^PUBLIC_URL [^\n]+ without a path, a name or a password, [^\n]+\.$/)
      expect(read).not.toThrow(/canary/)
    },
  )

  test.each([
    ['PORT', 'x'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '3000.5'],
    ['PORT', '0x10'],
    ['HOST', 'not a host'],
    ['HOST', 'http://localhost'],
    ['PUBLIC_URL', 'books.example'],
    ['PUBLIC_URL', 'ftp://books.example'],
    ['PUBLIC_URL', 'https://books.example/app'],
    ['PUBLIC_URL', 'https://books.example/?x=1'],
    ['PUBLIC_URL', 'https://me:secret@books.example'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['TRUST_PROXY', '10.0.0.1,,'],
    ['SESSION_BINDING', 'none'],
    ['PASSWORD_MIN', '0'],
    ['PASSWORD_MIN', '129'],
    ['LOGIN_FREE_FAILURES', '-1'],
    ['LOGIN_FREE_FAILURES', 'none'],
    ['LOGIN_FAILURES_PER_DAY', '0'],
    ['LOGIN_MAX_DELAY', '0'],
    ['LOGIN_MAX_DELAY', '3601'],
    ['MONITOR_ALLOW', 'everyone'],
    ['MONITOR_ALLOW', '10.0.0.0/33'],
    ['MONITOR_TOKEN', 'short'],
    ['MONITOR_TOKEN', 'with a space, and long enough'],
    ['HSTS', 'yes'],
    ['MAX_LOOP_DELAY', '-1'],
    ['RATE_LIMIT_FACTOR', '0'],
    ['RATE_LIMIT_FACTOR', '-1'],
    ['RATE_LIMIT_FACTOR', 'fast'],
    ['COVER_HOSTS', 'https://covers.example'],
    ['COVERS', 'amazon'],
    ['CATALOGUE', 'amazon'],
    ['GOOGLE_BOOKS_URL', 'http://books.example'],
    ['GOOGLE_BOOKS_URL', 'https://me:secret@books.example'],
    ['GOOGLE_BOOKS_URL', 'books'],
    ['GOOGLE_BOOKS_KEY', 'two words'],
    ['GOOGLE_BOOKS_COUNTRY', 'Netherlands'],
    ['DATABASE_URL', 'catchword.db'],
    ['DATABASE_URL', 'mysql://db.example/catchword'],
    ['DATABASE_URL', 'http://db.example/catchword'],
    ['DATABASE_URL', 'postgres://'],
    ['DATABASE_URL', 'postgres://db.example'],
    ['DATABASE_URL', 'postgres:///catchword'],
    ['DATABASE_URL', 'postgres://db.example:port/catchword'],
  ])('refuses %s=%s with one line that names it', (name, value) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^${name} [^\n]+$`))
  })
})
