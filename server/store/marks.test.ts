import { afterEach, beforeEach, expect, test } from 'vitest'
import { MARKS } from '../../contract/markNames.ts'
import type { Mark } from '../../contract/marks.ts'
import { describeOnStores, testBook, testUser, type EmptyStore } from '../../test/stores.ts'
import type { Store } from './store.ts'

const NONE = { wantToRead: [], read: [], notForMe: [] }

describeOnStores((open) => {
  let opened: EmptyStore
  let store: Store

  beforeEach(async () => {
    opened = await open()
    store = opened.store
    for (const id of ['ada', 'bob']) await store.users.add(testUser(id))
  })

  afterEach(() => opened.close())

  const set = (userId: string, mark: Mark, id: string, max = 9, by = store) =>
    by.marks.set(userId, mark, { book: testBook(id) }, { addedAt: 1, max })

  const love = (userId: string, id: string, max = 9, by = store) =>
    by.favorites.add(userId, { book: testBook(id) }, 1, max)

  test('a book has a heart or one mark, however many servers set them at once', async () => {
    await store.authors.add('ada', 'Ann Author', 1, 9)
    for (let round = 0; round < 4; round += 1) {
      const by = (at: number) => (at % 2 === 0 ? store : opened.other)
      await Promise.all([
        ...MARKS.map((mark, at) => set('ada', mark, 'a', 9, by(at))),
        love('ada', 'a', 9, opened.other),
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
      set('ada', 'read', `r${at}`, 2, at % 2 === 0 ? store : opened.other),
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
