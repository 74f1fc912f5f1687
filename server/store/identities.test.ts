import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnStores, testUser, type EmptyStore } from '../../test/stores.ts'
import type { Identity, Store, User } from './store.ts'

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

  test('adds a reader and their identity together, and neither where the subject or the email is taken', async () => {
    const { user, identity } = newcomer()
    expect(await store.identities.addReader(user, identity)).toBe(true)
    expect(await second.identities.readerOf('google', identity.subject)).toEqual(user)
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
})
