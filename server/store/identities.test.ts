import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnStores, testUser, type EmptyStore } from '../../test/stores.ts'
import type { GoogleSignIn, Identity, Store, User } from './store.ts'

let made = 0

/** Somebody new, and what signs them in. */
function newcomer(): { user: User; identity: Identity } {
  made += 1
  const id = `reader-${made}`
  return {
    user: testUser(id),
    identity: { provider: 'google', subject: `subject-${made}`, userId: id, createdAt: made },
  }
}

function signIn(cookieHash: Uint8Array, expiresAt: number): GoogleSignIn {
  return { cookieHash, salt: Buffer.from('salt'), sessionCookieHash: null, expiresAt }
}

describeOnStores((open) => {
  let opened: EmptyStore
  let store: Store
  let second: Store

  beforeEach(async () => {
    opened = await open()
    store = opened.store
    second = opened.other
  })

  afterEach(() => opened.close())

  test('adds a reader and their identity together', async () => {
    const { user, identity } = newcomer()
    expect(await store.identities.readerOf('google', identity.subject)).toBeUndefined()
    expect(await store.identities.addReader(user, identity)).toBe(true)
    expect(await second.identities.readerOf('google', identity.subject)).toEqual(user)
    expect(await store.users.byId(user.id)).toEqual(user)
  })

  test('adds neither where the subject or the email is taken', async () => {
    const { user, identity } = newcomer()
    await store.identities.addReader(user, identity)
    const other = newcomer()
    const usedSubject = { ...other.identity, subject: identity.subject }
    expect(await store.identities.addReader(other.user, usedSubject)).toBe(false)
    expect(await store.users.byId(other.user.id)).toBeUndefined()
    const usedEmail = { ...other.user, emailKey: user.emailKey }
    expect(await store.identities.addReader(usedEmail, other.identity)).toBe(false)
    expect(await store.identities.readerOf('google', other.identity.subject)).toBeUndefined()
    // Both are still to be had.
    expect(await store.identities.addReader(other.user, other.identity)).toBe(true)
  })

  test('of many at the same moment one gets the subject, whatever their email', async () => {
    const { identity } = newcomer()
    const rivals = Array.from({ length: 8 }, () => newcomer().user)
    const added = await Promise.all(
      rivals.map((user, at) =>
        (at % 2 === 0 ? store : second).identities.addReader(user, {
          ...identity,
          userId: user.id,
        }),
      ),
    )
    expect(added.filter(Boolean).length).toBe(1)
    const winner = rivals[added.indexOf(true)]
    expect(await store.identities.readerOf('google', identity.subject)).toEqual(winner)
    for (const user of rivals.filter((rival) => rival !== winner)) {
      expect(await store.users.byId(user.id)).toBeUndefined()
    }
  })

  test('links a reader to one subject, and a subject to one reader', async () => {
    const [one, two] = [newcomer(), newcomer()]
    await store.users.add(one.user)
    await store.users.add(two.user)
    expect(await store.identities.add(one.identity)).toBe(true)
    expect(await store.identities.add(one.identity)).toBe(false)
    expect(await store.identities.add({ ...two.identity, userId: one.user.id })).toBe(false)
    expect(await store.identities.add({ ...one.identity, userId: two.user.id })).toBe(false)
    expect(await store.identities.add(two.identity)).toBe(true)
    expect(await store.identities.readerOf('google', one.identity.subject)).toEqual(one.user)
  })

  test('links nobody who is not there', async () => {
    await expect(store.identities.add(newcomer().identity)).rejects.toThrow(/foreign key/i)
  })

  test('gives a sign-in out once, with everything', async () => {
    const whole = { ...signIn(Buffer.from('one'), 10), sessionCookieHash: Buffer.from('session') }
    await store.googleSignIns.add(whole)
    await store.googleSignIns.add(signIn(Buffer.from('two'), 10))
    const used = await Promise.all(
      [store, second, store, second].map((each) => each.googleSignIns.take(Buffer.from('one'))),
    )
    const winners = used.filter((each) => each !== undefined)
    expect(winners.length).toBe(1)
    for (const name of ['cookieHash', 'salt', 'sessionCookieHash'] as const) {
      expect(Buffer.from(winners[0]?.[name] ?? '')).toEqual(whole[name])
    }
    expect(winners[0]?.expiresAt).toBe(10)
    const plain = await store.googleSignIns.take(Buffer.from('two'))
    expect(plain?.sessionCookieHash).toBeNull()
    expect(await store.googleSignIns.take(Buffer.from('three'))).toBeUndefined()
  })

  test('removes what has expired', async () => {
    for (const end of [10, 11, 12]) {
      await store.googleSignIns.add(signIn(Buffer.from(`end-${end}`), end))
    }
    expect(await store.googleSignIns.removeExpired(11)).toBe(2)
    expect(await store.googleSignIns.take(Buffer.from('end-11'))).toBeUndefined()
    expect((await store.googleSignIns.take(Buffer.from('end-12')))?.expiresAt).toBe(12)
  })
})
