import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnStores, type EmptyStore } from '../testing/stores.ts'
import { ImportConflict, type BookRepository, type StoredBook } from './store.ts'

// What changes the catalogue book by book: the same list on every engine.

function book(id: string, given: { title?: string; worth?: number; picture?: string } = {}) {
  const { title = `The ${id} story`, worth = 50, picture } = given
  const stored: StoredBook = {
    book: {
      id,
      volumeInfo: {
        title,
        authors: ['Ann Author'],
        categories: ['Fiction'],
        description: 'Words of a description.',
        industryIdentifiers: [{ type: 'ISBN_13', identifier: '9780140449334' }],
      },
      accessInfo: { pdf: { isAvailable: false } },
      saleInfo: {},
    },
    worth,
    source: 'test',
    ...(picture !== undefined && { picture }),
  }
  return stored
}

const INDEXES = ['book_categories', 'book_authors', 'book_isbns', 'book_titles', 'terms']

describeOnStores((engine, open) => {
  const textTables = engine === 'PostgreSQL' ? ['book_words', 'book_text'] : []
  let opened: EmptyStore
  let books: BookRepository

  beforeEach(async () => {
    opened = await open()
    books = opened.store.books
  })
  afterEach(() => opened.close())

  async function importAll(given: StoredBook[], { source = 'test', prune = false, at = 0 } = {}) {
    const state = await books.beginImport(source, `input ${at}`, 'file.csv', at)
    const records = state.records + given.length
    await books.importBatch(source, { books: given, from: state.records, records, notes: '' }, at)
    return books.finishImport(source, prune, at)
  }

  const find = async (query: string) => (await books.search(query, 20)).map(({ id }) => id)
  const shelf = async () => (await books.byCategory('Fiction', 0, 10)).map(({ id }) => id)

  async function favor(bookId: string) {
    const { users, favorites } = opened.store
    const user = { id: 'u', name: 'U', email: 'u', passwordHash: '', picture: null, createdAt: 0 }
    await users.add({ ...user, emailKey: 'u' })
    expect(await favorites.add('u', bookId, 0, 10)).toBe('ok')
  }

  test('brings books into shelves, search and records, and says how many', async () => {
    const state = await importAll([book('amber', { worth: 10 }), book('birch', { worth: 90 })])
    expect(state).toMatchObject({ added: 2, changed: 0, unchanged: 0, records: 2, finishedAt: 0 })
    expect(await shelf()).toEqual(['birch', 'amber'])
    expect(await find('amber story')).toEqual(['amber'])
    expect(await find('9780140449334')).toEqual(['birch', 'amber'])
    expect(await books.byId('amber')).toEqual(book('amber').book)
    expect(await books.sources()).toEqual([{ source: 'test', books: 2 }])
  })

  test('the same again changes nothing', async () => {
    const given = [book('amber', { picture: 'https://a.example/a.jpg' }), book('birch')]
    await importAll(given)
    const before = await Promise.all(
      [...INDEXES, ...textTables].map((table) => opened.count(table)),
    )
    const state = await importAll(given, { at: 1 })
    expect(state).toMatchObject({ added: 0, changed: 0, unchanged: 2 })
    expect(
      await Promise.all([...INDEXES, ...textTables].map((table) => opened.count(table))),
    ).toEqual(before)
  })

  test('a changed book is found by what it is now, and keeps its place among equals', async () => {
    await importAll([book('amber'), book('birch'), book('cedar')])
    const state = await importAll(
      [book('cedar'), book('birch', { title: 'Larch' }), book('amber')],
      { at: 1 },
    )
    expect(state).toMatchObject({ added: 0, changed: 1, unchanged: 2 })
    expect(await find('larch')).toEqual(['birch'])
    expect(await find('birch')).toEqual([])
    expect(await shelf()).toEqual(['amber', 'birch', 'cedar'])
  })

  test('a book that is better known now moves up', async () => {
    await importAll([book('amber'), book('birch')])
    const keys = await opened.count('book_titles')
    await importAll([book('amber'), book('birch', { worth: 90 })], { at: 1 })
    expect(await shelf()).toEqual(['birch', 'amber'])
    expect(await find('story')).toEqual(['birch', 'amber'])
    expect(await opened.count('book_titles')).toBe(keys)
  })

  test('of a book that comes twice the first is taken, in one batch or in two', async () => {
    const first = await books.beginImport('test', 'x', 'x', 0)
    expect(first.records).toBe(0)
    const twice = [book('amber', { title: 'First' }), book('amber', { title: 'Second' })]
    await books.importBatch('test', { books: twice, from: 0, records: 2, notes: '' }, 0)
    const third = [book('amber', { title: 'Third' })]
    const state = await books.importBatch(
      'test',
      { books: third, from: 2, records: 3, notes: '' },
      0,
    )
    expect(state).toMatchObject({ added: 1, changed: 0, repeated: 2 })
    expect((await books.byId('amber'))?.volumeInfo.title).toBe('First')
  })

  test('goes on where it was, with what it noted; another input begins anew', async () => {
    await books.beginImport('test', 'x', 'x', 0)
    await books.importBatch('test', { books: [book('a')], from: 0, records: 5, notes: '{}' }, 7)
    const again = await books.beginImport('test', 'x', 'x', 9)
    expect(again).toMatchObject({ records: 5, added: 1, notes: '{}', startedAt: 0, updatedAt: 7 })
    const other = await books.beginImport('test', 'y', 'y', 9)
    expect(other).toMatchObject({ records: 0, added: 0, startedAt: 9 })
    expect(await books.imports()).toEqual([other])
  })

  test('refuses a batch that does not follow the last', async () => {
    await books.beginImport('test', 'x', 'x', 0)
    const batch = { books: [book('a')], from: 0, records: 1, notes: '' }
    await books.importBatch('test', batch, 0)
    await expect(books.importBatch('test', { ...batch, books: [book('b')] }, 0)).rejects.toThrow(
      ImportConflict,
    )
    expect(await books.byId('b')).toBeUndefined()
    expect(await books.count()).toBe(1)
  })

  test('leaves a book with the source that brought it first', async () => {
    await importAll([book('amber', { title: 'One' })], { source: 'one' })
    const state = await importAll([book('amber', { title: 'Two' })], { source: 'two' })
    expect(state).toMatchObject({ added: 0, held: 1 })
    expect((await books.byId('amber'))?.volumeInfo.title).toBe('One')
  })

  test('prunes what did not come, only where asked; favorites stay for their readers', async () => {
    await importAll([book('amber'), book('birch'), book('cedar')])
    await favor('birch')
    expect(await importAll([book('amber')], { at: 1 })).toMatchObject({ removed: 0 })
    expect(await books.count()).toBe(3)
    expect(await importAll([book('amber')], { at: 2, prune: true })).toMatchObject({ removed: 2 })
    expect(await shelf()).toEqual(['amber'])
    expect(await find('birch')).toEqual([])
    expect(await books.byId('birch')).toEqual(book('birch').book)
    expect(await books.byId('cedar')).toBeUndefined()
    expect((await opened.store.favorites.list('u')).map(({ id }) => id)).toEqual(['birch'])
    // It came back.
    expect(await importAll([book('birch')], { at: 3 })).toMatchObject({ added: 1 })
    expect(await find('birch')).toEqual(['birch'])
  })

  test('a favorite stays as it was when its heart was given', async () => {
    await importAll([book('amber', { title: 'One' })])
    await favor('amber')
    await importAll([book('amber', { title: 'Two' })], { at: 1 })
    expect((await books.byId('amber'))?.volumeInfo.title).toBe('Two')
    const [favorite] = await opened.store.favorites.list('u')
    expect(favorite?.volumeInfo.title).toBe('One')
  })

  test('a removed source leaves nothing but favorites', async () => {
    await importAll([book('amber'), book('birch')], { source: 'one' })
    await favor('birch')
    expect(await books.removeSource('one')).toEqual({ removed: 2, favored: 1 })
    expect(await books.sources()).toEqual([])
    expect(await books.imports()).toEqual([])
    expect(await Promise.all(INDEXES.map((table) => opened.count(table)))).toEqual(
      INDEXES.map(() => 0),
    )
    expect(
      await Promise.all([...textTables, 'term_deletes'].map((table) => opened.count(table))),
    ).toEqual([...textTables, 'term_deletes'].map(() => 0))
    expect(await books.byId('birch')).toEqual(book('birch').book)
    expect(await opened.count('books')).toBe(1)
    expect(await importAll([book('birch')], { source: 'two' })).toMatchObject({ added: 1 })
  })

  test('keeps one book, behind the others of its source; a second time nothing', async () => {
    await importAll([book('amber')])
    await books.keep(book('birch'))
    await books.keep(book('birch', { title: 'Changed' }))
    await books.keep({ ...book('cedar'), source: 'google-books' })
    expect(await shelf()).toEqual(['amber', 'birch', 'cedar'])
    expect(await find('birch')).toEqual(['birch'])
    expect(await find('changed')).toEqual([])
    await books.keep(book('dill'))
    expect((await shelf()).indexOf('dill')).toBe(2)
  })

  test('gives the books of a source page by page, as they came', async () => {
    const given = [
      book('amber', { worth: 12.345, picture: 'https://a.example/a.jpg' }),
      book('birch', { worth: 0 }),
      book('cedar', { worth: 100 }),
    ]
    await importAll(given)
    const first = await books.booksOf('test', 0, 2)
    const second = await books.booksOf('test', first.last, 2)
    expect([...first.books, ...second.books]).toEqual([given[2], given[0], given[1]])
    expect((await books.booksOf('test', second.last, 2)).books).toEqual([])
  })

  test('readers who read meanwhile see whole books only', async () => {
    await importAll([book('amber', { title: 'Old amber' })])
    await books.beginImport('test', 'new', 'new', 0)
    const titles = new Set<string>()
    const done = new AbortController()
    const reading = (async () => {
      while (!done.signal.aborted) {
        const found = await books.search('amber', 20)
        expect(found.filter(({ id }) => id === 'amber')).toHaveLength(1)
        titles.add(String((await books.byId('amber'))?.volumeInfo.title))
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    while (titles.size === 0) await new Promise((resolve) => setImmediate(resolve))
    for (let batch = 0; batch < 10; batch++) {
      const some = Array.from({ length: 50 }, (_, index) => book(`b${batch}-${index}`))
      const given = batch === 5 ? [...some, book('amber', { title: 'New amber' })] : some
      const place = { from: batch * 51, records: (batch + 1) * 51, notes: '' }
      await books.importBatch('test', { books: given, ...place }, 0)
    }
    done.abort()
    await reading
    expect([...titles]).toEqual(expect.arrayContaining(['Old amber']))
    expect([...titles].every((title) => ['Old amber', 'New amber'].includes(title))).toBe(true)
    expect((await books.byId('amber'))?.volumeInfo.title).toBe('New amber')
  })
})
