import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Category } from '../../contract/categories.ts'
import { describeOnStores, testSession, testUser, type EmptyStore } from '../../test/stores.ts'
import type { Identity, Store, User } from './store.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

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
  let other: Store

  beforeEach(async () => {
    opened = await open()
    ;({ store, other } = opened)
    await store.users.add(testUser('ada'))
  })

  afterEach(() => opened.close())

  /** Runs `work` so many times at once, on both stores by turns. */
  const atOnce = <T>(times: number, work: (store: Store, index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: times }, (_, i) => work(i % 2 === 0 ? store : other, i)))

  describe('users', () => {
    test('who are disabled have no session, whoever begins one at once', async () => {
      await atOnce(10, async ({ sessions, users }, index) => {
        if (index === 5) await users.setDisabled('ada', 1)
        else await sessions.add(testSession('ada', `session ${index}`, 5), 9)
      })
      expect((await store.accounts.everythingOf('ada'))?.sessions).toEqual([])
      expect(await other.sessions.add(testSession('ada', 'late', 5), 9)).toBe(false)
      await other.users.setDisabled('ada', null)
      expect(await store.sessions.add(testSession('ada', 'again', 5), 9)).toBe(true)
    })

    test('have an email that nobody else has, whoever registers at once', async () => {
      const added = await atOnce(10, ({ users }, index) =>
        users.add(testUser(`eve-${index}`, { emailKey: 'eve@example.com' })),
      )
      expect(added.filter(Boolean)).toHaveLength(1)
    })
  })

  test('pictures are one for each reader, the last one, whoever sets it at once', async () => {
    const names = ['a', 'b', 'c', 'd'].map((id) => `${id.padEnd(26, 'x')}.webp`)
    await atOnce(4, async ({ pictures }, index) => {
      const name = names[index] ?? ''
      await pictures.set('ada', name, bytes(name))
    })
    const last = (await other.pictures.nameOf('ada')) ?? ''
    expect(names).toContain(last)
    const found = await Promise.all(names.map((name) => other.pictures.read(name)))
    expect(found.map((read) => read && Buffer.from(read).toString())).toEqual(
      names.map((name) => (name === last ? name : undefined)),
    )
  })

  test('sessions are the newest, as many as are kept, in the order of adding at the same time', async () => {
    await atOnce(24, ({ sessions }, index) =>
      sessions.add(testSession('ada', `s${index}`, (index * 7) % 24), 3),
    )
    const rows = await opened.query('SELECT created_at FROM sessions ORDER BY created_at')
    expect(rows.map((row) => Number(row['created_at']))).toEqual([21, 22, 23])
    for (const id of ['a', 'b', 'c', 'd']) await store.sessions.add(testSession('ada', id, 50), 2)
    const saved = await opened.query('SELECT id FROM sessions ORDER BY id')
    expect(saved.map(({ id }) => id)).toEqual(['c', 'd'])
  })

  test('interests are one list or the other, never a mixture', async () => {
    const lists: Category[][] = [['Poetry', 'Horror', 'Travel'], ['Fiction'], ['Romance', 'Poetry']]
    await atOnce(12, ({ preferences }, index) => preferences.replace('ada', lists[index % 3] ?? []))
    expect(lists).toContainEqual(await store.preferences.list('ada'))
    await store.preferences.replace('ada', [])
    expect(await store.preferences.list('ada')).toEqual([])
  })

  describe('failed logins', () => {
    const once = { recent: 1, lastAt: 10, today: 1, todayFrom: 10 }
    const twice = { recent: 2, lastAt: 20, today: 2, todayFrom: 10 }

    test('are counted by one request at a time', async () => {
      const { loginThrottles } = store
      const first = await atOnce(4, (each) =>
        each.loginThrottles.replace(bytes('a'), undefined, once),
      )
      expect(first.filter(Boolean)).toHaveLength(1)
      expect(await loginThrottles.replace(bytes('a'), twice, once)).toBe(false)
      expect(await loginThrottles.replace(bytes('a'), once, twice)).toBe(true)
      expect(await loginThrottles.byAccount(bytes('a'))).toEqual(twice)
      expect(await loginThrottles.byAccount(bytes('b'))).toBeUndefined()
      expect(await loginThrottles.removeStale(20)).toBe(0)
      expect(await loginThrottles.removeStale(21)).toBe(1)
    })

    test('know the browsers that a reader used last', async () => {
      const { loginDevices } = store
      for (const [index, name] of ['a', 'b', 'a', 'c'].entries()) {
        await loginDevices.add('ada', bytes(name), index, 2)
      }
      const existing = ['a', 'b', 'c'].map((name) => loginDevices.has('ada', bytes(name)))
      expect(await Promise.all(existing)).toEqual([true, false, true])
    })
  })

  describe('links that set a password', () => {
    test('set one password, whoever uses them at once, and end the sessions', async () => {
      await store.users.add(testUser('bob'))
      for (const id of ['ada', 'bob']) {
        const link = { tokenHash: bytes(`of ${id}`), userId: id, expiresAt: 10 }
        await store.passwordResets.add(link)
        await store.sessions.add(testSession(id, id, 1), 5)
      }
      const second = { tokenHash: bytes('second'), userId: 'ada', expiresAt: 10 }
      await store.passwordResets.add(second)
      const links = ['of ada', 'second'].map((name) => ({ tokenHash: bytes(name), now: 9 }))
      const set = await atOnce(6, ({ accounts }, index) =>
        accounts.setPassword('ada', `hash ${index}`, { link: links[index % 2] }),
      )
      expect(set.filter(Boolean)).toHaveLength(1)
      expect((await other.users.byId('ada'))?.passwordHash).toBe(`hash ${set.indexOf(true)}`)
      expect(await opened.query('SELECT user_id FROM password_resets')).toEqual([
        { user_id: 'bob' },
      ])
      expect(await opened.query('SELECT user_id FROM sessions')).toEqual([{ user_id: 'bob' }])
      for (const link of [
        { tokenHash: bytes('of bob'), now: 10 },
        { tokenHash: bytes('of ada'), now: 9 },
      ]) {
        expect(await store.accounts.setPassword('bob', 'late', { link })).toBe(false)
      }
      expect(await store.users.byId('bob')).toEqual(testUser('bob'))
    })
  })

  test('the secret of a host is one, whichever server asks first, and stays', async () => {
    const secrets = await atOnce(6, (each) => each.secret())
    expect(new Set(secrets).size).toBe(1)
    expect(await store.secret()).toMatch(/^[\w-]{43}$/)
    expect(await opened.query('SELECT value FROM host_secrets')).toEqual([{ value: secrets[0] }])
  })

  describe('a sign-in elsewhere', () => {
    test('adds a reader and their identity together, and neither where the subject or the email is taken', async () => {
      const { user, identity } = newcomer()
      expect(await store.identities.addReader(user, identity)).toBe(true)
      expect(await other.identities.readerOf('google', identity.subject)).toEqual(user)
      const late = newcomer()
      const usedSubject = { ...late.identity, subject: identity.subject }
      expect(await store.identities.addReader(late.user, usedSubject)).toBe(false)
      expect(await store.users.byId(late.user.id)).toBeUndefined()
      const usedEmail = { ...late.user, emailKey: user.emailKey }
      expect(await store.identities.addReader(usedEmail, late.identity)).toBe(false)
      expect(await store.identities.readerOf('google', late.identity.subject)).toBeUndefined()
      // Both are still to be had.
      expect(await store.identities.addReader(late.user, late.identity)).toBe(true)
    })

    test('of many at the same moment one gets the subject, whatever their email', async () => {
      const { identity } = newcomer()
      const rivals = Array.from({ length: 8 }, () => newcomer().user)
      const added = await atOnce(8, ({ identities }, at) => {
        const user = rivals[at] ?? testUser('nobody')
        return identities.addReader(user, { ...identity, userId: user.id })
      })
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
})
