import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeOnStores, type EmptyStore } from '../testing/stores.ts'
import type { StoredBook } from './store.ts'

const BOOKS: Readonly<Record<string, string[]>> = {
  one: ['Zoë Zed', 'Ann Author'],
  two: ['Ann Author', 'Zoë Zed'],
  three: ['ZOE ZED'],
  other: ['Ann Author'],
  nobody: [],
}

const stored = ([id, authors]: [string, string[]]): StoredBook => ({
  book: {
    id,
    volumeInfo: { title: id, authors, categories: ['Fiction'] },
    accessInfo: { pdf: { isAvailable: false } },
    saleInfo: {},
  },
  worth: 50,
  source: 'test',
})

describeOnStores((_engine, open) => {
  let opened: EmptyStore

  beforeEach(async () => {
    opened = await open()
    const { books, users } = opened.store
    await books.replaceSource('test', Object.entries(BOOKS).map(stored), 'one')
    for (const id of ['u', 'v']) {
      const user = { id, name: id, email: id, emailKey: id, passwordHash: '', picture: null }
      await users.add({ ...user, createdAt: 0 })
      await addAuthors(id, 'Zoë Zed', 'Somebody Else')
    }
  })

  afterEach(() => opened.close())

  async function addAuthors(userId: string, ...names: string[]) {
    for (const name of names) await opened.store.authors.add(userId, name, 0, 10)
  }

  async function favor(...bookIds: string[]) {
    for (const id of bookIds) expect(await opened.store.favorites.add('u', id, 0, 10)).toBe('ok')
  }

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

    test('stays while one of several authors of a favorite is theirs', async () => {
      await favor('one', 'two')
      expect(await without('one', 'two')).toEqual([ALL, ['Somebody Else']])
    })

    test('stays for a favorite that left the catalogue, and leaves with it', async () => {
      await favor('one', 'three')
      const others = Object.entries(BOOKS).filter(([id]) => id !== 'three')
      await opened.store.books.replaceSource('test', others.map(stored), 'two')
      expect(await without('one', 'three')).toEqual([ALL, ['Somebody Else']])
    })

    test('stays where what is removed is no favorite, is unknown, or is by nobody', async () => {
      await favor('nobody')
      expect(await without('one', 'unheard-of', 'nobody')).toEqual([ALL, ALL, ALL])
    })
  })
})
