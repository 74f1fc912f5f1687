import { beforeEach, describe, expect, test } from 'vitest'
import { stored } from '../test/readerStore.ts'
import { readSession, writeSession } from './storedSession.ts'

/** A whole session in storage, with this text under `user`. */
function keepUser(user: string, username: string | null = null): void {
  localStorage.setItem('token', 't')
  localStorage.setItem('user', user)
  localStorage.setItem('isLoggedIn', 'true')
  if (username !== null) localStorage.setItem('username', username)
}

describe('a session is there only when user, token and flag are (section 4)', () => {
  const parts = { token: 't', user: '{"id":"u","name":"Ada"}', isLoggedIn: 'true' }
  const names = ['token', 'user', 'isLoggedIn'] as const
  const combinations = Array.from({ length: 8 }, (_, bits) =>
    names.filter((_, place) => (bits >> place) % 2 === 1),
  )

  test.each(combinations.map((kept) => [kept.join(', ') || 'nothing', kept] as const))(
    'with %s',
    (_what, kept) => {
      for (const name of kept) localStorage.setItem(name, parts[name])
      expect(readSession()).toEqual(
        kept.length === 3 ? { token: 't', user: { id: 'u', name: 'Ada' } } : null,
      )
    },
  )

  test.each(['false', 'TRUE', '1', '', '"true"', 'yes'])('not with the flag %j', (flag) => {
    keepUser('u')
    localStorage.setItem('isLoggedIn', flag)
    expect(readSession()).toBeNull()
  })

  test('not with an empty token', () => {
    keepUser('u')
    localStorage.setItem('token', '')
    expect(readSession()).toBeNull()
  })
})

describe('user (decision 17)', () => {
  test.each([
    ['a JSON object', '{"id":"u-1","name":"Ada"}', 'u-1', 'Ada'],
    ['a JSON object with more', '{"email":"a@b.c","id":"u-1","name":"Ada"}', 'u-1', 'Ada'],
    ['a JSON object with a number', '{"id":17,"name":"Ada"}', '17', 'Ada'],
    ['a JSON object without a name', '{"id":"u-1"}', 'u-1', 'Stored'],
    ['a JSON object with a strange name', '{"id":"u-1","name":{}}', 'u-1', 'Stored'],
    ['a JSON string', '"u-1"', 'u-1', 'Stored'],
    ['a bare string', 'u-1', 'u-1', 'Stored'],
    [
      'a bare UUID',
      '7f9c0a9e-5d0b-4b6e-9b65-2f1c7cf0c0de',
      '7f9c0a9e-5d0b-4b6e-9b65-2f1c7cf0c0de',
      'Stored',
    ],
    ['a number', '42', '42', 'Stored'],
    [
      'a number longer than numbers are exact',
      '12345678901234567890',
      '12345678901234567890',
      'Stored',
    ],
    [
      'an id that looks like a power of ten',
      '65e1234567890123456789',
      '65e1234567890123456789',
      'Stored',
    ],
    ['a number with a leading nought', '007', '007', 'Stored'],
  ])('as %s', (_what, text, id, name) => {
    keepUser(text, 'Stored')
    expect(readSession()).toEqual({ token: 't', user: { id, name } })
  })

  test('without name and username has an empty name', () => {
    keepUser('u-1')
    expect(readSession()?.user).toEqual({ id: 'u-1', name: '' })
    keepUser('{"id":"u-1"}')
    expect(readSession()?.user).toEqual({ id: 'u-1', name: '' })
  })

  test.each([
    ['damaged JSON', '{"id":"u-1","na'],
    ['a damaged JSON string', '"u-1'],
    ['a damaged list', '["u-1"'],
    ['a list', '["u-1"]'],
    ['null', 'null'],
    ['true', 'true'],
    ['false', 'false'],
    ['an empty object', '{}'],
    ['an object with an empty id', '{"id":""}'],
    ['an object with a list for an id', '{"id":["u-1"]}'],
    ['an object with null for an id', '{"id":null}'],
    ['an empty JSON string', '""'],
    ['an empty text', ''],
    ['blanks', '  '],
    ['what a bad writer makes of an object', '[object Object]'],
  ])('as %s is none', (_what, text) => {
    keepUser(text, 'Stored')
    expect(readSession()).toBeNull()
  })
})

describe('writing', () => {
  beforeEach(() => localStorage.setItem('theme', 'dark'))

  test('uses the one form', () => {
    writeSession({ token: 't', user: { id: 'u-1', name: 'Ada "the first"' } })
    expect(stored()).toEqual({
      token: 't',
      user: '{"id":"u-1","name":"Ada \\"the first\\""}',
      username: 'Ada "the first"',
      isLoggedIn: 'true',
      theme: 'dark',
    })
    expect(readSession()).toEqual({ token: 't', user: { id: 'u-1', name: 'Ada "the first"' } })
  })

  test('no session removes the four keys and no other', () => {
    writeSession({ token: 't', user: { id: 'u-1', name: 'Ada' } })
    writeSession(null)
    expect(stored()).toEqual({ theme: 'dark' })
  })
})
