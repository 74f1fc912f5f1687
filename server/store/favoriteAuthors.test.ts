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
    test('leaves with the last favorite by them, of this reader alone', async () => {
      await favor('one', 'three', 'other')
      expect(await without('one', 'three')).toEqual([ALL, ['Somebody Else']])
      expect(await opened.store.authors.list('v')).toEqual(ALL)
    })

    test('leaves in every spelling', async () => {
      await addAuthors('u', 'zoe zed')
      await favor('one')
      expect(await without('one')).toEqual([['Somebody Else']])
    })

    test('is stored in the three newest spellings', async () => {
      await addAuthors('u', 'zoe zed', 'ZOE ZED', 'ZOË ZED', 'Zed, Zoë')
      const newest = ['Zed, Zoë', 'ZOË ZED', 'ZOE ZED', 'Somebody Else']
      expect(await opened.store.authors.list('u')).toEqual(newest)
    })

    test('stays while one of several authors of a favorite is theirs', async () => {
      await favor('one', 'two')
      expect(await without('one', 'two')).toEqual([ALL, ['Somebody Else']])
    })

    test('stays with another book of theirs that is added while one is removed', async () => {
      const many = Array.from({ length: 400 }, (_, at) => testBook(`many-${at}`))
      for (const book of many) await opened.store.favorites.add('u', { book }, 0, 500)
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
      for (let i = 0; i < 200; i += 1) {
        const book = testBook(`many-${i}`, i === 0 ? ['Zoë Zed'] : ['Ann Author'])
        await opened.store.favorites.add('u', { book }, 0, 500)
      }
      expect(await without('one', 'many-0')).toEqual([ALL, ['Somebody Else']])
    })

    test('stays where what is removed is no favorite, is unknown, or is by nobody', async () => {
      await favor('nobody')
      expect(await without('one', 'unheard-of', 'nobody')).toEqual([ALL, ALL, ALL])
    })
  })
})
