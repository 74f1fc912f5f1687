import { setImmediate as nextTick } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeOnStores, testBook, testUser, type EmptyStore } from '../../test/stores.ts'

const LIMITS = { addedAt: 0, max: 1000, authorsMax: 1000 }

describeOnStores((open) => {
  let opened: EmptyStore

  beforeEach(async () => {
    opened = await open()
    await opened.store.users.add(testUser('u'))
    await opened.store.users.add(testUser('v'))
  })

  afterEach(() => opened.close())

  const add = (bookIds: readonly string[], limits = {}) =>
    opened.store.favorites.addMany(
      'u',
      bookIds,
      (id) => {
        if (id === 'broken') throw new Error(id)
        return id === 'unknown' ? undefined : { book: testBook(id, [`Author ${id}`, 'Second']) }
      },
      { ...LIMITS, ...limits },
    )

  describe('many favorites at once', () => {
    test('stand in the order given, before those that were there', async () => {
      await add(['old'])
      const many = Array.from({ length: 450 }, (_, at) => `b${at}`)
      const added = await add([...many, 'old', 'unknown', 'b7'])
      expect(added.bookIds).toEqual(many)
      expect(added.authors).toEqual(many.map((id) => `Author ${id}`))
      expect(await opened.store.favorites.ids('u')).toEqual([...many, 'old'])
      expect((await opened.store.authors.list('u')).slice(0, 2)).toEqual(['Author b0', 'Author b1'])
      expect(await opened.store.favorites.ids('v')).toEqual([])
    })

    test('let other readers in between, and go again where one fails', async () => {
      const many = Array.from({ length: 400 }, (_, at) => `b${at}`)
      const over = new AbortController()
      const adding = add(many).finally(() => over.abort())
      const counts = new Set<number>()
      while (!over.signal.aborted) {
        counts.add((await opened.store.favorites.ids('u')).length)
        await nextTick()
      }
      await adding
      expect([...counts].filter((count) => count > 0 && count < 400)).not.toEqual([])
      await add(['v'])
      const more = Array.from({ length: 100 }, (_, at) => `c${at}`)
      await expect(add(['broken', ...more])).rejects.toThrow('broken')
      expect(await opened.store.favorites.ids('u')).toEqual(['v', ...many])
    })

    test('have one time, by which an import is known', async () => {
      await add(['a', 'b'], { addedAt: 7 })
      await add(['c'], { addedAt: 8 })
      const rows = await opened.store.favorites.since(0, 9)
      expect(rows.map(({ bookId, addedAt }) => [bookId, addedAt])).toEqual([
        ['b', 7],
        ['a', 7],
        ['c', 8],
      ])
    })

    test('are added as far as there is room, the first ones', async () => {
      await opened.store.authors.add('u', 'AUTHOR A', 0, 9)
      await add(['z'], { authorsMax: 0 })
      const added = await add(['a', 'z', 'b', 'c', 'd'], { max: 4, authorsMax: 2 })
      expect(added).toEqual({ bookIds: ['a', 'b', 'c'], authors: ['Author b'] })
      expect(await add(['e'], { max: 4, authorsMax: 2 })).toEqual({ bookIds: [], authors: [] })
      expect(await opened.store.favorites.ids('u')).toEqual(['a', 'b', 'c', 'z'])
    })

    test('go again exactly, with the authors given', async () => {
      await add(['own'])
      const many = Array.from({ length: 450 }, (_, at) => `b${at}`)
      const { bookIds, authors } = await add(many)
      await opened.store.favorites.removeMany('v', bookIds, authors)
      expect(await opened.store.favorites.ids('u')).toHaveLength(451)
      await opened.store.favorites.removeMany('u', [...bookIds, 'none'], authors)
      expect(await opened.store.favorites.ids('u')).toEqual(['own'])
      expect(await opened.store.authors.list('u')).toEqual(['Author own'])
    })
  })
})
