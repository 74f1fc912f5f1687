import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeOnStores, testBook, testUser, type EmptyStore } from '../../test/stores.ts'

const BOOKS: Readonly<Record<string, string[]>> = {
  one: ['Zoë Zed', 'Ann Author'],
  two: ['Ann Author', 'Zoë Zed'],
  three: ['ZOE ZED'],
  other: ['Ann Author'],
  none: [],
}

describeOnStores((open) => {
  let opened: EmptyStore

  beforeEach(async () => {
    opened = await open()
    for (const id of ['u', 'v']) {
      await opened.store.users.add(testUser(id))
      await addAuthors(id, 'Zoë Zed', 'Somebody Else')
    }
  })

  afterEach(() => opened.close())

  async function addAuthors(userId: string, ...names: string[]) {
    for (const name of names) await opened.store.authors.add(userId, name, 0, 10)
  }

  async function favorUpTo(max: number, ...bookIds: string[]) {
    for (const id of bookIds) {
      const favorite = { book: testBook(id, BOOKS[id]) }
      expect(await opened.store.favorites.add('u', favorite, 0, max)).toBe('ok')
    }
  }

  const favor = (...bookIds: string[]) => favorUpTo(10, ...bookIds)

  /** Adds books at once, of which the first is by Zoë Zed. */
  const favorMany = (count: number) =>
    opened.store.libraries.add('u', {
      program: null,
      lists: { favorites: Array.from({ length: count }, (_, at) => `many-${at}`) },
      find: (id) => ({ book: testBook(id, id === 'many-0' ? ['Zoë Zed'] : ['Ann Author']) }),
      now: 0,
      authorsMax: 0,
    })

  /** What stays after each removal. */
  async function without(...bookIds: string[]) {
    const after: string[][] = []
    for (const id of bookIds) {
      await opened.store.favorites.remove('u', id)
      after.push(await opened.store.authors.list('u'))
    }
    return after
  }

  const ALL = ['Somebody Else', 'Zoë Zed']

  describe('a favorite author', () => {
    test('is stored in the three newest spellings', async () => {
      await addAuthors('u', 'zoe zed', 'ZOE ZED', 'ZOË ZED', 'Zed, Zoë')
      const newest = ['Zed, Zoë', 'ZOË ZED', 'ZOE ZED', 'Somebody Else']
      expect(await opened.store.authors.list('u')).toEqual(newest)
    })

    test('stays with another book of theirs that is added while one is removed', async () => {
      await favorMany(400)
      for (let round = 0; round < 4; round += 1) {
        await favorUpTo(500, 'one')
        const removal = opened.store.favorites.remove('u', 'one')
        await delay(2 * round)
        await Promise.all([removal, favorUpTo(500, 'three'), addAuthors('u', 'Zoë Zed')])
        expect(await opened.store.authors.list('u')).toContain('Zoë Zed')
        await opened.store.favorites.remove('u', 'three')
        await addAuthors('u', ...ALL)
      }
    })

    test('leaves also where the favorites are many', async () => {
      await favor('one')
      await favorMany(200)
      expect(await without('one', 'many-0')).toEqual([ALL, ['Somebody Else']])
    })
  })
})
