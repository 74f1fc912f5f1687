import { argon2Sync } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { GateFull } from '../lib/gate.ts'
import { isFull } from '../../test/full.ts'
import {
  COMMON_PASSWORDS,
  hashing,
  hashPassword,
  isOutdated,
  passwordFault,
  verifyPassword,
} from './passwords.ts'

// These are about the hashes of real accounts, not about the cheap ones of other tests.
vi.hoisted(() => vi.stubEnv('TEST_CHEAP_PASSWORDS', undefined))

// Dozens of hashes take their time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

/**
 * What a wrong password takes of the processor against each, in ms: the least of nine turns. Hashing stands
 * behind whoever else needs a processor, so how long one waits for it says nothing.
 */
async function costs(...hashes: readonly (string | undefined)[]): Promise<number[]> {
  const least = hashes.map(() => Infinity)
  for (let round = 0; round < 9; round += 1) {
    for (const [index, phc] of hashes.entries()) {
      const before = process.cpuUsage()
      await verifyPassword('wrong', phc)
      const { user, system } = process.cpuUsage(before)
      least[index] = Math.min(least[index] ?? Infinity, (user + system) / 1000)
    }
  }
  return least
}

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

  test('verifies the right password only', async () => {
    const hash = await hashPassword('pässword')
    expect(await verifyPassword('pässword', hash)).toBe(true)
    expect(await verifyPassword('passwörd', hash)).toBe(false)
    expect(await verifyPassword('', hash)).toBe(false)
  })

  test('takes compatibility forms for the same password', async () => {
    const hash = await hashPassword('\u212Bngström ﬁ')
    expect(await verifyPassword('A\u030Angstro\u0308m fi', hash)).toBe(true)
  })

  test('verifies nothing against no hash, or against what is none', async () => {
    expect(await verifyPassword('anything', undefined)).toBe(false)
    expect(await verifyPassword('anything', 'plain text')).toBe(false)
    expect(await verifyPassword('anything', '$argon2id$v=19$m=1$short')).toBe(false)
  })

  test('knows weaker hashes', async () => {
    const hash = await hashPassword('correct horse')
    expect(isOutdated(hash)).toBe(false)
    expect(isOutdated(hash.replace('m=19456', 'm=9216'))).toBe(true)
    expect(isOutdated(hash.replace('t=2', 't=1'))).toBe(true)
    expect(isOutdated('plain text')).toBe(true)
  })

  test.runIf(isFull)('takes as long for an unknown account as for a known one', async () => {
    const hash = await hashPassword('correct horse')
    const [existing = 0, unknown = 0] = await costs(hash, undefined)
    // Far from 0 on one side is what would tell; the machine's noise is not.
    expect(unknown).toBeGreaterThan(existing / 2)
    expect(existing).toBeGreaterThan(unknown / 2)
  })

  test('a hash that cannot be made is an error, and the next password is verified as ever', async () => {
    const hash = await hashPassword('correct horse')
    // One KiB is too little for argon2id.
    await expect(verifyPassword('x', hash.replace('m=19456', 'm=1'))).rejects.toThrow(
      /argon2|memory|memcost/i,
    )
    expect(await verifyPassword('correct horse', hash)).toBe(true)
  })

  test.runIf(isFull)(
    'hashes two at a time, lets 32 wait, and keeps the others a while',
    async () => {
      const all = Array.from({ length: 60 }, () => verifyPassword('x', undefined))
      expect(hashing()).toEqual({ running: 2, waiting: 32 })
      const finished = await Promise.allSettled(all)
      const refused = finished.filter((one) => one.status === 'rejected')
      // How many get through a second later is the machine's affair.
      expect(refused.length).toBeLessThanOrEqual(60 - 34)
      expect(refused.every((one) => one.reason instanceof GateFull)).toBe(true)
      expect(hashing()).toEqual({ running: 0, waiting: 0 })
    },
  )
})

describe('the rule for new passwords', () => {
  const owner = { name: 'Ada Lovelace', email: 'countess@example.com' }
  const loose = { min: 8, strict: false }
  const strict = { min: 8, strict: true }

  test('measures code points', () => {
    expect(passwordFault('😀'.repeat(7), owner, loose)).toMatchObject({
      text: ERROR_TEXTS.passwordTooShort,
      values: { count: 8 },
    })
    expect(passwordFault('😀'.repeat(8), owner, loose)).toBeUndefined()
    expect(passwordFault('x'.repeat(128), owner, loose)).toBeUndefined()
    expect(passwordFault('x'.repeat(129), owner, loose)).toMatchObject({
      text: ERROR_TEXTS.passwordTooLong,
      values: { count: 128 },
    })
    expect(passwordFault('x', owner, { min: 1, strict: false })).toBeUndefined()
  })

  test('asks for no composition', () => {
    expect(passwordFault('wandering cloud', owner, strict)).toBeUndefined()
    expect(passwordFault('83150274', owner, strict)).toBeUndefined()
  })

  test.each(['password', 'PassWord1', ' qwertyuiop ', 'Harry Potter', 'ｐａｓｓｗｏｒｄ'])(
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
      expect(passwordFault(password, owner, loose)).toBeUndefined()
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
