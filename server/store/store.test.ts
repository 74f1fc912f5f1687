import { setImmediate as nextTick } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Category } from '../../contract/categories.ts'
import { describeOnStores, testBook, testSession, testUser } from '../../test/stores.ts'
import type { EmptyStore } from '../../test/stores.ts'
import { isMissingReader } from './errors.ts'
import type { Store } from './store.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

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

  describe('favorites', () => {
    test('of all readers are read page by page, the oldest first', async () => {
      await store.users.add(testUser('bob'))
      for (const [reader, id] of [
        ['ada', 'a'],
        ['bob', 'a'],
        ['ada', 'b'],
        ['ada', 'c'],
      ] as const) {
        await store.favorites.add(reader, { book: testBook(id) }, 1, 9)
      }
      await store.favorites.remove('ada', 'b')
      const first = await store.favorites.since(0, 2)
      const then = await store.favorites.since(first.at(-1)?.seq ?? 0, 2)
      expect([...first, ...then].map(({ userId, bookId }) => `${userId} ${bookId}`)).toEqual([
        'ada a',
        'bob a',
        'ada c',
      ])
      const last = await store.favorites.lastSeq()
      expect(last).toBe(then.at(-1)?.seq)
      expect(await store.favorites.since(last, 2)).toEqual([])
    })

    test('never pass the limit, whichever server adds them', async () => {
      const added = await atOnce(30, ({ favorites }, index) =>
        favorites.add('ada', { book: testBook(`b${index}`) }, 1, 7),
      )
      expect(added.filter((result) => result === 'ok')).toHaveLength(7)
      const [there, ...others] = await store.favorites.ids('ada')
      expect(others).toHaveLength(6)
      const again = { book: testBook(there ?? '') }
      expect(await store.favorites.add('ada', again, 1, 7)).toBe('ok')
      expect(await store.favorites.add('ada', { book: testBook('more') }, 1, 7)).toBe('full')
    })

    test('give the record and the cover of whoever added the book last', async () => {
      await store.users.add(testUser('bob'))
      expect(await store.kept.recordOf('a')).toBeUndefined()
      const first = { book: testBook('a', ['First']) }
      const second = { book: testBook('a', ['Second']), picture: 'https://covers.example/a.jpg' }
      await store.favorites.add('bob', first, 9, 9)
      await store.favorites.add('ada', second, 1, 9)
      expect(await store.kept.recordOf('a')).toEqual(second)
      await store.favorites.remove('ada', 'a')
      expect(await store.kept.recordOf('a')).toEqual(first)
    })

    test('of a reader who is gone are refused', async () => {
      const refused = store.favorites.add('nobody', { book: testBook('a') }, 1, 9)
      expect(isMissingReader(await refused.catch((error: unknown) => error))).toBe(true)
    })
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

  const addLink = (name: string, expiresAt: number, userId = 'ada') =>
    store.passwordResets.add({ tokenHash: bytes(name), userId, expiresAt })

  describe('links that set a password', () => {
    test('set one password, whoever uses them at once, and end the sessions', async () => {
      await store.users.add(testUser('bob'))
      for (const id of ['ada', 'bob']) {
        await addLink(`of ${id}`, 10, id)
        await store.sessions.add(testSession(id, id, 1), 5)
      }
      await addLink('second', 10)
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

  test('removal of a reader with many favorites lets others in between', async () => {
    const ids = Array.from({ length: 2000 }, (_, at) => `book-${at}`)
    await store.libraries.add('ada', {
      program: null,
      lists: { favorites: ids },
      find: (id) => ({ book: testBook(id) }),
      now: 1,
      authorsMax: 10,
    })
    const over = new AbortController()
    const removal = store.accounts.remove('ada', bytes('ada')).finally(() => over.abort())
    const left = new Set<number>()
    while (!over.signal.aborted) {
      left.add((await store.favorites.ids('ada')).length)
      await nextTick()
    }
    await removal
    expect([...left].filter((count) => count > 0 && count < ids.length)).not.toEqual([])
  })

  test('the secret of a host is one, whichever server asks first, and stays', async () => {
    const secrets = await atOnce(6, (each) => each.secret())
    expect(new Set(secrets).size).toBe(1)
    expect(await store.secret()).toMatch(/^[\w-]{43}$/)
    expect(await opened.query('SELECT value FROM host_secrets')).toEqual([{ value: secrets[0] }])
  })

  test('a transaction that fails leaves nothing', async () => {
    await store.preferences.replace('ada', ['Poetry'])
    const twice: Category[] = ['Horror', 'Travel']
    await expect(store.preferences.replace('nobody', twice)).rejects.toThrow(/foreign key/i)
    await expect(
      store.sessions.add({ ...testSession('ada', 'x', 1), begun: JSON.parse('"else"') }, 1),
    ).rejects.toThrow(/check/i)
    expect(await store.preferences.list('ada')).toEqual(['Poetry'])
    expect(await opened.query('SELECT id FROM sessions')).toEqual([])
    await store.check()
  })
})
