import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

describe('readConfig', () => {
  test('answers the defaults for an empty environment', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseUrl: undefined,
      distDir: resolve('dist'),
      publicUrl: 'http://localhost:3000',
      publicUrlGiven: false,
      secure: false,
      logLevel: 'warn',
      trustProxy: [],
      sessionBinding: 'url',
      passwordMin: 8,
      rateLimitFactor: 50,
      coverHosts: ['books.google.com', 'covers.openlibrary.org', 'www.gutenberg.org'],
    })
  })

  test('takes a blank setting as unset', () => {
    expect(readConfig({ PORT: ' ', HOST: '', TRUST_PROXY: '' })).toEqual(readConfig({}))
  })

  test('is strict behind https and on a network, loose on loopback', () => {
    expect(readConfig({ PUBLIC_URL: 'https://books.example' })).toMatchObject({
      publicUrl: 'https://books.example',
      secure: true,
      rateLimitFactor: 1,
    })
    expect(readConfig({ PUBLIC_URL: 'http://192.168.1.5:3000/' })).toMatchObject({
      publicUrl: 'http://192.168.1.5:3000',
      secure: false,
      rateLimitFactor: 1,
    })
    expect(readConfig({ PUBLIC_URL: 'http://127.0.0.1:8080' }).rateLimitFactor).toBe(50)
    expect(readConfig({ PUBLIC_URL: 'http://127.example' }).rateLimitFactor).toBe(1)
  })

  test('reads lists', () => {
    const config = readConfig({
      TRUST_PROXY: '10.0.0.0/8, ::1',
      COVER_HOSTS: 'Covers.Example, books.google.com',
    })
    expect(config.trustProxy).toEqual(['10.0.0.0/8', '::1'])
    expect(config.coverHosts).toEqual(['covers.example', 'books.google.com'])
    expect(readConfig({ COVER_HOSTS: 'none' }).coverHosts).toEqual([])
  })

  test.each([
    'postgres://db.example/catchword',
    'postgresql://me:secret@db.example:5433/catchword?sslmode=verify-full',
    'postgres:///catchword?host=/run/postgresql',
  ])('takes the database %s', (url) => {
    expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
  })

  test('asks Google Books only where that is wanted', () => {
    expect(readConfig({ GOOGLE_BOOKS_KEY: 'key' }).googleBooks).toBeUndefined()
    expect(
      readConfig({ CATALOGUE: 'google-books', GOOGLE_BOOKS_KEY: 'k-1', GOOGLE_BOOKS_QUOTA: '0' })
        .googleBooks,
    ).toStrictEqual({ baseUrl: 'https://www.googleapis.com/books/v1', apiKey: 'k-1', perDay: 0 })
    const here = { CATALOGUE: 'google-books', GOOGLE_BOOKS_URL: 'http://127.0.0.1:8080/books/v1/' }
    expect(readConfig(here).googleBooks).toStrictEqual({
      baseUrl: 'http://127.0.0.1:8080/books/v1',
      perDay: 1000,
    })
  })

  test.each([
    'mysql://me:canary@db.example/catchword',
    'postgres://me:canary@db example/catchword',
    'postgres://me:canary@db.example:canary/catchword',
    'canary',
  ])('never repeats a password: %s', (url) => {
    const read = () => readConfig({ DATABASE_URL: url })
    expect(read).toThrow(/^DATABASE_URL [^\n]+$/)
    expect(read).not.toThrow(/canary/)
  })

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
    ['RATE_LIMIT_FACTOR', '0'],
    ['RATE_LIMIT_FACTOR', '-1'],
    ['RATE_LIMIT_FACTOR', 'fast'],
    ['COVER_HOSTS', 'https://covers.example'],
    ['CATALOGUE', 'amazon'],
    ['GOOGLE_BOOKS_QUOTA', '-1'],
    ['GOOGLE_BOOKS_QUOTA', 'many'],
    ['GOOGLE_BOOKS_URL', 'http://books.example'],
    ['GOOGLE_BOOKS_URL', 'https://me:secret@books.example'],
    ['GOOGLE_BOOKS_URL', 'books'],
    ['GOOGLE_BOOKS_KEY', 'two words'],
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
