import { setImmediate as nextTick, setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MARKS } from '../../contract/markNames.ts'
import type { Mark } from '../../contract/marks.ts'
import { LIBRARY_LIST_MAX } from '../../contract/uploads.ts'
import { describeOnStores, testBook, testUser, type EmptyStore } from '../../test/stores.ts'
import { isMissingReader } from './errors.ts'
import type { NewLibrary } from './repositories/libraries.ts'
import type { Store } from './store.ts'

const NOW = 1_000_000
const NONE = { wantToRead: [], read: [], notForMe: [] }

const numbered = (start: string, length: number) =>
  Array.from({ length }, (_, at) => `${start}${at}`)

describeOnStores((open) => {
  let opened: EmptyStore
  let store: Store
  let other: Store

  beforeEach(async () => {
    opened = await open()
    ;({ store, other } = opened)
    for (const id of ['ada', 'bob']) await store.users.add(testUser(id))
  })

  afterEach(() => opened.close())

  const set = (userId: string, mark: Mark, id: string, max = 9, by = store) =>
    by.marks.set(userId, mark, { book: testBook(id) }, { addedAt: 1, max })

  const love = (userId: string, id: string, max = 9, by = store, addedAt = 1) =>
    by.favorites.add(userId, { book: testBook(id) }, addedAt, max)

  const add = (lists: NewLibrary['lists'], options: Partial<NewLibrary> = {}) =>
    store.libraries.add('ada', {
      program: null,
      lists,
      find: (id) => {
        if (id === 'broken') throw new Error(id)
        return id === 'unknown' ? undefined : { book: testBook(id, [`Author ${id}`, 'Second']) }
      },
      now: NOW,
      authorsMax: 1000,
      ...options,
    })
  const favor = (id: string, ...authors: string[]) =>
    store.favorites.add('ada', { book: testBook(id, authors) }, NOW, 500)
  const addAuthors = async (...names: string[]) => {
    for (const name of names) await store.authors.add('ada', name, 0, 10)
  }
  const idsOf = async (reader: string) => ({
    favorites: await store.favorites.ids(reader),
    ...(await store.marks.ids(reader)),
  })

  /** How many books are left while something is done, each time that others have a turn. */
  async function countsDuring(work: Promise<unknown>): Promise<Set<number>> {
    const over = new AbortController()
    const ended = work.finally(() => over.abort())
    const counts = new Set<number>()
    while (!over.signal.aborted) {
      counts.add((await store.favorites.ids('ada')).length)
      await nextTick()
    }
    await ended
    return counts
  }

  describe('favorites', () => {
    test('of all readers are read page by page, the oldest first', async () => {
      for (const [reader, id] of [
        ['ada', 'a'],
        ['bob', 'a'],
        ['ada', 'b'],
        ['ada', 'c'],
      ] as const) {
        await love(reader, id)
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
      const adding = numbered('b', 30).map((id, at) => love('ada', id, 7, at % 2 ? store : other))
      const added = await Promise.all(adding)
      expect(added.filter((result) => result === 'ok')).toHaveLength(7)
      const [there, ...others] = await store.favorites.ids('ada')
      expect(others).toHaveLength(6)
      expect(await love('ada', there ?? '', 7)).toBe('ok')
      expect(await love('ada', 'more', 7)).toBe('full')
    })

    test('give the record and the cover of whoever added the book last', async () => {
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
      const refused = await love('nobody', 'a').catch((error: unknown) => error)
      expect(isMissingReader(refused)).toBe(true)
    })
  })

  describe('marks', () => {
    test('a book has a heart or one mark, however many servers set them at once', async () => {
      await store.authors.add('ada', 'Ann Author', 1, 9)
      for (let round = 0; round < 4; round += 1) {
        const by = (at: number) => (at % 2 === 0 ? store : other)
        await Promise.all([
          ...MARKS.map((mark, at) => set('ada', mark, 'a', 9, by(at))),
          love('ada', 'a', 9, other),
          love('ada', 'a'),
        ])
        const marks = Object.values(await store.marks.ids('ada'))
        expect([await store.favorites.ids('ada'), ...marks].flat()).toEqual(['a'])
      }
      await love('ada', 'a')
      await set('ada', 'wantToRead', 'a')
      expect(await store.favorites.ids('ada')).toEqual([])
      // As where the heart itself is taken away.
      expect(await store.authors.list('ada')).toEqual([])
    })

    test('no mark passes its limit, and what does not fit ends nothing', async () => {
      const set5 = Array.from({ length: 5 }, (_, at) =>
        set('ada', 'read', `r${at}`, 2, at % 2 === 0 ? store : other),
      )
      expect((await Promise.all(set5)).toSorted()).toEqual(['full', 'full', 'full', 'ok', 'ok'])
      const { read } = await store.marks.ids('ada')
      expect(await set('ada', 'read', read[0] ?? '', 2)).toBe('ok')
      // Each mark has a limit of its own.
      expect(await set('ada', 'notForMe', 'n', 1)).toBe('ok')
      await love('ada', 'heart')
      for (const id of ['n', 'heart']) expect(await set('ada', 'read', id, 2)).toBe('full')
      expect(await love('ada', 'n', 1)).toBe('full')
      expect(await store.marks.ids('ada')).toEqual({ ...NONE, read, notForMe: ['n'] })
      expect(await store.favorites.ids('ada')).toEqual(['heart'])
    })

    test('marks are for the reader alone: whatever counts hearts knows of none', async () => {
      await love('ada', 'heart')
      const last = await store.favorites.lastSeq()
      for (const mark of MARKS) await set('ada', mark, mark)
      await set('bob', 'notForMe', 'heart')
      const counted = await store.favorites.since(0, 9)
      expect(counted.map(({ userId, bookId }) => `${userId} ${bookId}`)).toEqual(['ada heart'])
      expect(await store.favorites.lastSeq()).toBe(last)
      expect(await store.favorites.ids('ada')).toEqual(['heart'])
      const readers = await store.users.overview()
      expect(readers.map(({ name, favorites }) => `${name} ${favorites}`).toSorted()).toEqual([
        'ada 1',
        'bob 0',
      ])
    })
  })

  describe('a favorite author', () => {
    const favorites = numbered('many-', 400)
    const byAnn: Partial<NewLibrary> = { find: (id) => ({ book: testBook(id) }), authorsMax: 0 }

    test('is stored in the three newest spellings', async () => {
      const names = ['Zoë Zed', 'Somebody Else', 'zoe zed', 'ZOE ZED', 'ZOË ZED', 'Zed, Zoë']
      await addAuthors(...names)
      const newest = ['Zed, Zoë', 'ZOË ZED', 'ZOE ZED', 'Somebody Else']
      expect(await store.authors.list('ada')).toEqual(newest)
    })

    test('stays with another book of theirs, also where the favorites are many', async () => {
      await addAuthors('Zoë Zed')
      await favor('one', 'Zoë Zed', 'Ann Author')
      await favor('two', 'Ann Author', 'ZOE ZED')
      await add({ favorites }, byAnn)
      await store.favorites.remove('ada', 'one')
      expect(await store.authors.list('ada')).toEqual(['Zoë Zed'])
      await store.favorites.remove('ada', 'two')
      expect(await store.authors.list('ada')).toEqual([])
    })

    test('stays with another book of theirs that is added while one is removed', async () => {
      await add({ favorites }, byAnn)
      for (let round = 0; round < 4; round += 1) {
        await addAuthors('Zoë Zed')
        await favor('one', 'Zoë Zed')
        const removal = store.favorites.remove('ada', 'one')
        await delay(2 * round)
        await Promise.all([removal, favor('three', 'ZOE ZED'), addAuthors('Zoë Zed')])
        expect(await store.authors.list('ada')).toEqual(['Zoë Zed'])
        await store.favorites.remove('ada', 'three')
      }
    })
  })

  describe('a library', () => {
    test('of many pieces stands in the order given, before what was there, and goes again exactly', async () => {
      await add({ favorites: ['old'], read: ['known'] })
      const before = await idsOf('ada')
      const [favorites, wantToRead] = [numbered('b', 450), numbered('w', 120)]
      const added = await add({
        favorites: [...favorites, 'old', 'unknown', 'b7', 'known'],
        wantToRead: [...wantToRead, 'b7', 'old'],
      })
      const authors = favorites.map((id) => `Author ${id}`)
      expect(added).toEqual({ favorites, wantToRead, read: [], notForMe: [], authors })
      expect(await idsOf('ada')).toEqual({
        ...before,
        favorites: [...favorites, 'old'],
        wantToRead,
      })
      // Another reader's, or too late.
      await store.libraries.undo('bob', 0)
      await store.libraries.undo('ada', NOW)
      expect((await idsOf('ada')).wantToRead).toEqual(wantToRead)
      await store.libraries.undo('ada', 0)
      expect(await idsOf('ada')).toEqual(before)
      expect(await store.authors.list('ada')).toEqual(['Author old'])
    })

    test('has a time of its own, by which it is known', async () => {
      await love('ada', 'own', 9, store, NOW - 1000)
      await add({ favorites: ['a', 'b'], read: ['r'] })
      await love('ada', 'c', 9, store, NOW)
      const rows = await store.favorites.since(0, 9)
      expect(rows.map(({ bookId, addedAt }) => [bookId, addedAt])).toEqual([
        ['own', NOW - 1000],
        ['b', NOW - 1001],
        ['a', NOW - 1001],
        ['c', NOW],
      ])
      await store.libraries.undo('ada', 0)
      expect((await idsOf('ada')).favorites).toEqual(['c', 'own'])
    })

    test('lets other readers in between, and goes again where a book fails', async () => {
      const counts = await countsDuring(add({ favorites: numbered('b', 400) }))
      expect([...counts].filter((count) => count > 0 && count < 400)).not.toEqual([])
      const before = await idsOf('ada')
      const lists = { favorites: ['x'], read: ['broken', ...numbered('c', 100)] }
      await expect(add(lists)).rejects.toThrow('broken')
      expect(await idsOf('ada')).toEqual(before)
    })

    test('is added as far as there is room, the first ones', async () => {
      await store.authors.add('ada', 'AUTHOR A', 0, 9)
      const limits = { max: { ...LIBRARY_LIST_MAX, favorites: 4, read: 2 }, authorsMax: 2 }
      await add({ favorites: ['z'] }, { authorsMax: 0 })
      const added = await add(
        { favorites: ['a', 'z', 'b', 'c', 'd'], read: ['e', 'f', 'g'] },
        limits,
      )
      expect(added).toMatchObject({ favorites: ['a', 'b', 'c'], read: ['e', 'f'] })
      expect(added.authors).toEqual(['Author b'])
      const none = await add({ favorites: ['h'], read: ['i'] }, limits)
      expect(Object.values(none).flat()).toEqual([])
      expect((await idsOf('ada')).favorites).toEqual(['a', 'b', 'c', 'z'])
    })

    test('beside a storm of hearts and marks of the same books is each book once', async () => {
      const ids = numbered('b', 200)
      const lists = { favorites: ids, wantToRead: ids.slice(100) }
      const adding = add(lists)
      while ((await store.favorites.ids('ada')).length === 0) await nextTick()
      // The pieces begin with the last books: the first ones are marked before theirs comes.
      const change = (id: string, at: number) => {
        const book = { book: testBook(id, [`Author ${id}`]) }
        const mark = at % 2 === 0 ? 'read' : 'notForMe'
        return Promise.all([
          store.favorites.add('ada', book, NOW, 9000),
          store.marks.set('ada', mark, book, { addedAt: NOW, max: 9000 }),
        ])
      }
      const storm = async () => {
        // As many at once as there are connections: on a busy machine others would wait for one too long.
        for (let at = 0; at < ids.length; at += 4)
          await Promise.all(ids.slice(at, at + 4).map(change))
      }
      await Promise.all([adding, storm(), add(lists)])
      const { favorites, wantToRead, read, notForMe } = await idsOf('ada')
      const all = [favorites, wantToRead, read, notForMe].flat()
      expect(all.toSorted()).toEqual(ids.toSorted())
      // What the reader did stays.
      await store.libraries.undo('ada', 0)
      const left = await idsOf('ada')
      expect({ read: left.read, notForMe: left.notForMe }).toEqual({ read, notForMe })
    })
  })

  test('removal of a reader with many favorites lets others in between', async () => {
    await add({ favorites: numbered('b', 2000) }, { authorsMax: 0 })
    const counts = await countsDuring(store.accounts.remove('ada', new Uint8Array(32)))
    expect([...counts].filter((count) => count > 0 && count < 2000)).not.toEqual([])
  })
})
