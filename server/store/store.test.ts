import { setImmediate as nextTick } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Category } from '../../contract/categories.ts'
import { describeOnStores, testBook, testSession, testUser } from '../../test/stores.ts'
import type { EmptyStore } from '../../test/stores.ts'
import { isMissingReader } from './errors.ts'
import type { Store } from './store.ts'

/** A name of a picture. */
const pictureOf = (id: string): string => `${id.padEnd(26, 'x')}.webp`

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The same object with plain bytes: the engines answer different kinds of arrays. */
const plain = (object: object | undefined) =>
  object &&
  Object.fromEntries(
    Object.entries(object).map(([name, value]: [string, unknown]) => [
      name,
      value instanceof Uint8Array ? new Uint8Array(value) : value,
    ]),
  )

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

  /** A row in every table that knows a reader. */
  async function liveIn(id: string): Promise<void> {
    await store.pictures.set(id, pictureOf(id), bytes(`picture of ${id}`))
    await store.sessions.add(testSession(id, `session of ${id}`, 5), 5)
    await store.preferences.replace(id, ['Poetry', 'Horror'])
    await store.favorites.add(id, { book: testBook('a') }, 6, 9)
    await store.marks.set(id, 'read', { book: testBook('marked') }, { addedAt: 6, max: 9 })
    await store.libraries.add(id, {
      program: 'Libby',
      lists: { notForMe: ['imported'] },
      find: (bookId) => ({ book: testBook(bookId) }),
      now: 1010,
      authorsMax: 9,
    })
    await store.authors.add(id, 'Ann', 7, 9)
    await store.loginDevices.add(id, bytes(id), 8, 9)
    await store.identities.add({ provider: 'google', subject: id, userId: id, createdAt: 9 })
    const reset = { tokenHash: bytes(`reset ${id}`), userId: id, expiresAt: 10 }
    await store.passwordResets.add(reset)
    const failed = { recent: 1, lastAt: 1, today: 1, todayFrom: 1 }
    await store.loginThrottles.replace(bytes(id), undefined, failed)
  }

  /** How many rows each table of the readers' data has. */
  async function counts(): Promise<Record<string, number>> {
    const result: Record<string, number> = {}
    const tables =
      'users sessions identities password_resets login_throttles login_devices pictures preferences favorites marks imports favorite_authors'
    for (const table of tables.split(' ')) {
      const [row] = await opened.query(`SELECT count(*) AS n FROM ${table}`)
      result[table] = Number(row?.['n'])
    }
    return result
  }

  describe('users', () => {
    test('favorites of all readers are read page by page, the oldest first', async () => {
      await store.users.add(testUser('bob'))
      for (const [reader, id] of ['ada a', 'bob a', 'ada b', 'ada c'].map((pair) =>
        pair.split(' '),
      )) {
        await store.favorites.add(reader ?? '', { book: testBook(id ?? '') }, 1, 9)
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

    test('are found by id and by email, as they were last changed', async () => {
      await store.users.setPasswordHash('ada', 'better')
      const stored = testUser('ada', { passwordHash: 'better' })
      expect(await other.users.byId('ada')).toEqual(stored)
      expect(await other.users.byEmail('ada@Example.com')).toEqual(stored)
      expect(await other.users.byEmail('ad@example.com')).toBeUndefined()
    })

    test('are seen as a host sees them, whatever they have', async () => {
      await store.users.add(testUser('bob'))
      await store.favorites.add('ada', { book: testBook('a') }, 6, 9)
      await store.favorites.add('ada', { book: testBook('b') }, 6, 9)
      for (const at of [7, 5]) await store.sessions.add(testSession('ada', `at ${at}`, at), 9)
      await store.loginDevices.add('ada', bytes('browser'), 8, 9)
      const { id, name, email, createdAt, disabledAt } = testUser('ada')
      const ada = { id, name, email, createdAt, disabledAt, favorites: 2, seenAt: 7, loggedInAt: 8 }
      const found = await other.users.overview()
      expect(found).toHaveLength(2)
      expect(found).toContainEqual(ada)
      expect(found).toContainEqual(
        expect.objectContaining({ id: 'bob', favorites: 0, seenAt: null, loggedInAt: null }),
      )
    })

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

  describe('pictures', () => {
    test('are one for each reader, the last one, whoever sets it at once', async () => {
      expect(await store.pictures.nameOf('ada')).toBeUndefined()
      const names = ['a', 'b', 'c', 'd'].map(pictureOf)
      await atOnce(4, async ({ pictures }, index) => {
        const name = names[index] ?? ''
        await pictures.set('ada', name, bytes(name))
      })
      const name = (await other.pictures.nameOf('ada')) ?? ''
      expect(names).toContain(name)
      const found = await Promise.all(names.map((each) => other.pictures.read(each)))
      expect(found.map((read) => read && Buffer.from(read).toString())).toEqual(
        names.map((each) => (each === name ? name : undefined)),
      )
    })

    test('of nobody are refused, and what is no name is none', async () => {
      const refused = store.pictures.set('nobody', pictureOf('x'), bytes('x'))
      expect(isMissingReader(await refused.catch((error: unknown) => error))).toBe(true)
      for (const name of ['', 'nul\0', '../readers.db', pictureOf('x')]) {
        expect(await store.pictures.read(name)).toBeUndefined()
      }
    })
  })

  describe('sessions', () => {
    test('are found by either secret, and removed when they end', async () => {
      const session = testSession('ada', 'one', 1000)
      await store.sessions.add(session, 5)
      expect(plain(await store.sessions.byTokenHash(session.tokenHash))).toEqual(session)
      expect(await store.sessions.byCookieHash(session.tokenHash)).toBeUndefined()
      await store.sessions.setCookieHash('one', bytes('new'))
      const use = { lastSeenAt: 1500, browser: 'Safari', system: null }
      await store.sessions.touch('one', use)
      const changed = { ...session, cookieHash: bytes('new'), ...use }
      expect(plain(await store.sessions.byCookieHash(bytes('new')))).toEqual(changed)

      await store.sessions.add(testSession('ada', 'two', 1800), 5)
      expect(await store.sessions.removeStale(2000, 1600)).toBe(1)
      expect(await store.sessions.byCookieHash(bytes('new'))).toBeUndefined()
      await store.sessions.remove({ id: 'two' })
      expect(await opened.query('SELECT id FROM sessions')).toEqual([])
    })

    test('are listed by their latest use, and end one by one, but for one, or all', async () => {
      await store.users.add(testUser('bob'))
      for (const [at, id] of ['a', 'b', 'c', 'd'].entries())
        await store.sessions.add(testSession('ada', id, at), 9)
      await store.sessions.add(testSession('bob', 'his', 9), 9)
      const device = { browser: 'Safari', system: 'Mac' }
      await store.sessions.touch('b', { lastSeenAt: 20, ...device })
      const idsOf = async (id: string) => (await store.sessions.list(id)).map((one) => one.id)
      expect(await idsOf('ada')).toEqual(['b', 'd', 'c', 'a'])
      expect((await store.sessions.list('ada'))[0]).toMatchObject({ ...device, createdAt: 1 })
      // Nobody ends another reader's.
      expect(await store.sessions.remove({ userId: 'ada', id: 'his' })).toBe(0)
      expect(await store.sessions.remove({ userId: 'ada', id: 'a' })).toBe(1)
      expect(await store.sessions.remove({ userId: 'ada', staying: 'c' })).toBe(2)
      expect([await idsOf('ada'), await idsOf('bob')]).toEqual([['c'], ['his']])
      expect(await store.sessions.remove({})).toBe(2)
    })

    test('are the newest, as many as are kept, in the order of adding at the same time', async () => {
      await atOnce(24, ({ sessions }, index) =>
        sessions.add(testSession('ada', `s${index}`, (index * 7) % 24), 3),
      )
      const rows = await opened.query('SELECT created_at FROM sessions ORDER BY created_at')
      expect(rows.map((row) => Number(row['created_at']))).toEqual([21, 22, 23])
      for (const id of ['a', 'b', 'c', 'd']) await store.sessions.add(testSession('ada', id, 50), 2)
      const saved = await opened.query('SELECT id FROM sessions ORDER BY id')
      expect(saved.map(({ id }) => id)).toEqual(['c', 'd'])
    })
  })

  test('interests are one list or the other, never a mixture', async () => {
    const lists: Category[][] = [['Poetry', 'Horror', 'Travel'], ['Fiction'], ['Romance', 'Poetry']]
    await atOnce(12, ({ preferences }, index) => preferences.replace('ada', lists[index % 3] ?? []))
    expect(lists).toContainEqual(await store.preferences.list('ada'))
    await store.preferences.replace('ada', [])
    expect(await store.preferences.list('ada')).toEqual([])
  })

  describe('favorites', () => {
    test('are listed newest first, and read by their ids', async () => {
      for (const id of ['a', 'b', 'c']) {
        expect(await store.favorites.add('ada', { book: testBook(id) }, 1, 9)).toBe('ok')
      }
      expect(await store.favorites.ids('ada')).toEqual(['c', 'b', 'a'])
      const some = await store.kept.records('ada', ['a', 'c', 'unheard-of'])
      expect(some.map(({ id }) => id).toSorted()).toEqual(['a', 'c'])
      await store.favorites.remove('ada', 'b')
      await store.favorites.remove('ada', 'b')
      expect(await store.favorites.ids('ada')).toEqual(['c', 'a'])
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

    test('are there once, as they were first added', async () => {
      const repeated = await atOnce(6, ({ favorites }, index) =>
        favorites.add('ada', { book: testBook('a', [`Author ${index}`]) }, 1, 1),
      )
      expect(new Set(repeated)).toEqual(new Set(['ok']))
      const before = await store.kept.records('ada', ['a'])
      expect(before).toHaveLength(1)
      await store.favorites.add('ada', { book: testBook('a', ['Later']) }, 1, 1)
      expect(await store.kept.records('ada', ['a'])).toEqual(before)
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

  test('favorite authors are there once, newest first, up to the limit', async () => {
    const added = await atOnce(6, ({ authors }) => authors.add('ada', 'Bob', 1, 2))
    expect(new Set(added)).toEqual(new Set(['ok']))
    await store.authors.add('ada', 'Eve', 1, 2)
    expect(await store.authors.add('ada', 'Zoë', 1, 2)).toBe('full')
    expect(await store.authors.list('ada')).toEqual(['Eve', 'Bob'])
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
  const readerOf = async (name: string, now = 0) =>
    (await other.passwordResets.readerOf(bytes(name), now))?.id

  describe('links that set a password', () => {
    test('are good until they expire', async () => {
      await store.users.add(testUser('bob'))
      await addLink('his', 5, 'bob')
      for (const [at, name] of ['a', 'b', 'c'].entries()) await addLink(name, 10 + at)
      expect(await Promise.all(['a', 'c', 'his'].map((name) => readerOf(name)))).toEqual([
        'ada',
        'ada',
        'bob',
      ])
      expect([await readerOf('b', 10), await readerOf('b', 11)]).toEqual(['ada', undefined])
      expect(await store.passwordResets.removeExpired(11)).toBe(3)
      expect(await readerOf('c')).toBe('ada')
    })

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

    test('go with a password that is changed, whose session stays', async () => {
      for (const id of ['one', 'two']) await store.sessions.add(testSession('ada', id, 1), 5)
      await addLink('link', 10)
      expect(await store.accounts.setPassword('ada', 'changed', { by: { sessionId: 'two' } })).toBe(
        true,
      )
      expect(await opened.query('SELECT id FROM sessions')).toEqual([{ id: 'two' }])
      expect(await readerOf('link')).toBeUndefined()
    })
  })

  describe('an account', () => {
    test('is shown whole', async () => {
      await liveIn('ada')
      expect(await store.accounts.everythingOf('ada')).toEqual({
        user: testUser('ada'),
        picture: { name: pictureOf('ada'), bytes: expect.anything() },
        identities: [{ provider: 'google', subject: 'ada', createdAt: 9 }],
        preferences: ['Poetry', 'Horror'],
        bookIds: { favoriteBooks: ['a'], wantToRead: [], read: ['marked'], notForMe: ['imported'] },
        import: { program: 'Libby', addedAt: 10 },
        authors: [{ name: 'Ann', addedAt: 7 }],
        sessions: [
          {
            begun: 'url',
            browser: 'Firefox',
            system: 'Linux',
            createdAt: 5,
            lastSeenAt: 5,
            expiresAt: 1005,
          },
        ],
        devices: [{ usedAt: 8 }],
      })
      expect(await store.kept.outlines('ada', ['a', 'b'])).toEqual([
        { id: 'a', title: 'a', authors: ['Ann Author'], isbn: '', addedAt: 6 },
      ])
      expect(await store.accounts.everythingOf('nobody')).toBeUndefined()
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

    test('is removed whole', async () => {
      await store.users.add(testUser('bob'))
      await liveIn('bob')
      const before = await counts()
      await liveIn('ada')
      expect(await store.accounts.remove('ada', bytes('ada'))).toBe(true)
      expect(await store.accounts.remove('ada', bytes('ada'))).toBe(false)
      expect(await counts()).toEqual({ ...before, users: 1 })
      await store.accounts.scrub()
      expect(await store.users.byId('bob')).toBeDefined()
    })
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
