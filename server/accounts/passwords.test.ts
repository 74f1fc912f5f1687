import { argon2Sync } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { COMMON_PASSWORDS, hashPassword, passwordFault, verifyPassword } from './passwords.ts'

// These are about the hashes of real accounts, not about the cheap ones of other tests.
vi.hoisted(() => vi.stubEnv('TEST_CHEAP_PASSWORDS', undefined))

// Dozens of hashes take their time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

describe('hashing', () => {
  test('answers a salted PHC string that any argon2id can check', async () => {
    const hash = await hashPassword('correct horse')
    expect(hash).not.toBe(await hashPassword('correct horse'))
    const [, algorithm, version, parameters, salt = '', tag = ''] = hash.split('$')
    expect([algorithm, version, parameters]).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1'])
    expect(Buffer.from(salt, 'base64')).toHaveLength(16)
    const expected = argon2Sync('argon2id', {
      message: 'correct horse',
      nonce: Buffer.from(salt, 'base64'),
      memory: 19_456,
      passes: 2,
      parallelism: 1,
      tagLength: 32,
    })
    expect(Buffer.from(tag, 'base64').equals(expected)).toBe(true)
  })

  test('verifies the right password only, in either form of its letters, and nothing against no hash', async () => {
    const hash = await hashPassword('\u212Bngström ﬁ')
    expect(await verifyPassword('A\u030Angstro\u0308m fi', hash)).toBe(true)
    for (const [password, against] of [
      ['Angstrom fi', hash],
      ['', hash],
      ['anything', undefined],
      ['anything', 'plain text'],
      ['anything', '$argon2id$v=19$m=1$short'],
    ] as const) {
      expect(await verifyPassword(password, against)).toBe(false)
    }
  })
})

describe('the rule for new passwords', () => {
  const owner = { name: 'Ada Lovelace', email: 'countess@example.com' }
  const loose = { min: 8, strict: false }
  const strict = { min: 8, strict: true }

  const looseFault = (password: string) => passwordFault(password, owner, loose)

  test('measures code points', () => {
    const [text, long] = [ERROR_TEXTS.passwordTooShort, ERROR_TEXTS.passwordTooLong]
    expect(looseFault('😀'.repeat(7))).toMatchObject({ text, values: { count: 8 } })
    expect(looseFault('😀'.repeat(8))).toBeUndefined()
    expect(looseFault('x'.repeat(128))).toBeUndefined()
    expect(looseFault('x'.repeat(129))).toMatchObject({ text: long, values: { count: 128 } })
  })

  test('asks for no composition', () => {
    expect(passwordFault('wandering cloud', owner, strict)).toBeUndefined()
    expect(passwordFault('83150274', owner, strict)).toBeUndefined()
  })

  test.each(['PassWord1', ' qwertyuiop ', 'Harry Potter', 'ｐａｓｓｗｏｒｄ'])(
    'refuses the common %s when strict',
    (password) => {
      expect(passwordFault(password, owner, strict)).toMatch(/too common/)
      expect(passwordFault(password, owner, loose)).toBeUndefined()
    },
  )

  test.each(['adalovelace', 'Ada Lovelace', 'countess@example.com', 'COUNTESS'])(
    'refuses the own %s when strict',
    (password) => {
      expect(passwordFault(password, owner, strict)).toMatch(/your own name or email/)
    },
  )

  test('knows hundreds of common passwords, each long enough to be tried', () => {
    expect(COMMON_PASSWORDS.size).toBeGreaterThan(500)
    for (const password of COMMON_PASSWORDS) {
      expect(password.length).toBeGreaterThanOrEqual(8)
      expect(password).toBe(password.toLowerCase())
    }
  })
})
