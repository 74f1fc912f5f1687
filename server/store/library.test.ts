import { setImmediate as nextTick } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LIBRARY_LIST_MAX } from '../../contract/uploads.ts'
import { describeOnStores, testBook, testUser, type EmptyStore } from '../../test/stores.ts'
import type { NewLibrary } from './repositories/libraries.ts'

const NOW = 1_000_000

const numbered = (start: string, length: number) =>
  Array.from({ length }, (_, at) => `${start}${at}`)

describeOnStores((open) => {
  let opened: EmptyStore

  beforeEach(async () => {
    opened = await open()
    await opened.store.users.add(testUser('u'))
    await opened.store.users.add(testUser('v'))
  })

  afterEach(() => opened.close())

  const add = (lists: NewLibrary['lists'], options: Partial<NewLibrary> = {}) =>
    opened.store.libraries.add('u', {
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
  const idsOf = async (reader: string) => ({
    favorites: await opened.store.favorites.ids(reader),
    ...(await opened.store.marks.ids(reader)),
  })
  const heart = (id: string, addedAt: number) =>
    opened.store.favorites.add('u', { book: testBook(id, [`Author ${id}`]) }, addedAt, 9000)

  describe('a library', () => {
    test('of many pieces stands in the order given, before what was there, and goes again exactly', async () => {
      await add({ favorites: ['old'], read: ['known'] })
      const before = await idsOf('u')
      const [favorites, wantToRead] = [numbered('b', 450), numbered('w', 120)]
      const added = await add({
        favorites: [...favorites, 'old', 'unknown', 'b7', 'known'],
        wantToRead: [...wantToRead, 'b7', 'old'],
      })
      const authors = favorites.map((id) => `Author ${id}`)
      expect(added).toEqual({ favorites, wantToRead, read: [], notForMe: [], authors })
      expect(await idsOf('u')).toEqual({
        ...before,
        favorites: [...favorites, 'old'],
        wantToRead,
      })
      // Another reader's, or too late.
      await opened.store.libraries.undo('v', 0)
      await opened.store.libraries.undo('u', NOW)
      expect((await idsOf('u')).wantToRead).toEqual(wantToRead)
      await opened.store.libraries.undo('u', 0)
      expect(await idsOf('u')).toEqual(before)
      expect(await opened.store.authors.list('u')).toEqual(['Author old'])
    })

    test('has a time of its own, by which it is known', async () => {
      await heart('own', NOW - 1000)
      await add({ favorites: ['a', 'b'], read: ['r'] })
      await heart('c', NOW)
      const rows = await opened.store.favorites.since(0, 9)
      expect(rows.map(({ bookId, addedAt }) => [bookId, addedAt])).toEqual([
        ['own', NOW - 1000],
        ['b', NOW - 1001],
        ['a', NOW - 1001],
        ['c', NOW],
      ])
      await opened.store.libraries.undo('u', 0)
      expect((await idsOf('u')).favorites).toEqual(['c', 'own'])
    })

    test('lets other readers in between, and goes again where a book fails', async () => {
      const over = new AbortController()
      const adding = add({ favorites: numbered('b', 400) }).finally(() => over.abort())
      const counts = new Set<number>()
      while (!over.signal.aborted) {
        counts.add((await opened.store.favorites.ids('u')).length)
        await nextTick()
      }
      await adding
      expect([...counts].filter((count) => count > 0 && count < 400)).not.toEqual([])
      const before = await idsOf('u')
      const lists = { favorites: ['x'], read: ['broken', ...numbered('c', 100)] }
      await expect(add(lists)).rejects.toThrow('broken')
      expect(await idsOf('u')).toEqual(before)
    })

    test('is added as far as there is room, the first ones', async () => {
      await opened.store.authors.add('u', 'AUTHOR A', 0, 9)
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
      expect((await idsOf('u')).favorites).toEqual(['a', 'b', 'c', 'z'])
    })

    test('beside a storm of hearts and marks of the same books is each book once', async () => {
      const ids = numbered('b', 200)
      const lists = { favorites: ids, wantToRead: ids.slice(100) }
      const adding = add(lists)
      while ((await opened.store.favorites.ids('u')).length === 0) await nextTick()
      // The pieces begin with the last books: the first ones are marked before theirs comes.
      const storm = ids.flatMap((id, at) => {
        const book = { book: testBook(id, [`Author ${id}`]) }
        const mark = at % 2 === 0 ? 'read' : 'notForMe'
        return [
          opened.store.favorites.add('u', book, NOW, 9000),
          opened.store.marks.set('u', mark, book, { addedAt: NOW, max: 9000 }),
        ]
      })
      await Promise.all([adding, ...storm, add(lists)])
      const { favorites, wantToRead, read, notForMe } = await idsOf('u')
      const all = [favorites, wantToRead, read, notForMe].flat()
      expect(all.toSorted()).toEqual(ids.toSorted())
      // What the reader did stays.
      await opened.store.libraries.undo('u', 0)
      const left = await idsOf('u')
      expect({ read: left.read, notForMe: left.notForMe }).toEqual({ read, notForMe })
    })
  })
})
