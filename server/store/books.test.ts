import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeOnStores, type EmptyStore } from '../testing/stores.ts'
import type { BookRepository, StoredBook } from './store.ts'

// The catalogue and its search: the same list on every engine.

interface Given {
  id: string
  title?: string
  authors?: string[]
  categories?: string[]
  description?: string
  worth?: number
  isbn?: string
  picture?: string
}

function stored({ id, worth = 50, picture, isbn, ...given }: Given): StoredBook {
  return {
    book: {
      id,
      volumeInfo: {
        title: given.title ?? id,
        authors: given.authors ?? ['Ann Author'],
        categories: given.categories ?? ['Fiction'],
        imageLinks: { thumbnail: `/covers/${id}` },
        ...(given.description !== undefined && { description: given.description }),
        ...(isbn && { industryIdentifiers: [{ type: 'ISBN_10', identifier: isbn }] }),
      },
      accessInfo: { pdf: { isAvailable: false } },
      saleInfo: {},
    },
    worth,
    source: 'test',
    ...(picture && { picture }),
  }
}

describeOnStores((_engine, open) => {
  let opened: EmptyStore
  let books: BookRepository

  beforeEach(async () => {
    opened = await open()
    books = opened.store.books
  })

  afterEach(() => opened.close())

  const load = (given: Given[], fingerprint = 'one', source = 'test') =>
    books.replaceSource(source, given.map(stored), fingerprint)

  const find = async (query: string) => (await books.search(query, 20)).map(({ id }) => id)

  const idsOn = async (...query: Parameters<BookRepository['byCategory']>) =>
    (await books.byCategory(...query)).map(({ id }) => id)

  const idsBy = async (authors: string[], limit = 20) =>
    (await books.byAuthors(authors, limit)).map(({ id }) => id)

  async function favor(bookId: string) {
    const { users, favorites } = opened.store
    const user = { id: 'u', name: 'U', email: 'u', passwordHash: '', picture: null, createdAt: 0 }
    await users.add({ ...user, emailKey: 'u' })
    expect(await favorites.add('u', bookId, 0, 10)).toBe('ok')
  }

  describe('byId', () => {
    test('answers the record as it was given, and nothing for an unknown id', async () => {
      const given = stored({ id: 'emma', title: 'Emma', description: 'A & <b>b</b> "q" ☃' })
      await books.replaceSource('test', [given], 'one')
      expect(await books.byId('emma')).toEqual(given.book)
      expect(await books.byId('nemo')).toBeUndefined()
      expect(await books.count()).toBe(1)
    })

    test('keeps where the remote cover is apart from the record', async () => {
      await load([{ id: 'a', picture: 'https://books.google.com/x' }, { id: 'b' }])
      expect(await books.pictureOf('a')).toBe('https://books.google.com/x')
      expect(await books.pictureOf('b')).toBeUndefined()
      expect(JSON.stringify(await books.byId('a'))).not.toContain('google')
    })
  })

  describe('favorites', () => {
    test('are read from the newest on, and counted', async () => {
      const { favorites } = opened.store
      await load([{ id: 'one' }, { id: 'two' }, { id: 'three' }])
      await favor('one')
      for (const id of ['two', 'three']) expect(await favorites.add('u', id, 1, 10)).toBe('ok')
      const list = await favorites.list('u')
      expect(list.map(({ id }) => id)).toEqual(['three', 'two', 'one'])
      expect(await favorites.ids('u')).toEqual(['three', 'two', 'one'])
      expect(await favorites.ids('nobody')).toEqual([])
      const [newest, second] = await favorites.page('u', 2)
      expect([newest?.book.id, second?.book.id]).toEqual(['three', 'two'])
      expect((await favorites.page('u', 2, second)).map(({ book }) => book.id)).toEqual(['one'])
      expect(await favorites.page('nobody', 2)).toEqual([])
    })
  })

  describe('byCategory', () => {
    const shelf = Array.from({ length: 24 }, (_, index) => ({
      id: `b${String(index).padStart(2, '0')}`,
      worth: 90 - index,
      categories: ['Fiction', index % 2 === 0 ? 'Travel' : 'Poetry'],
    }))

    test('goes by worth, the best first, from the offset on', async () => {
      await load(shelf.toReversed())
      expect(await idsOn('Fiction', 0, 3)).toEqual(['b00', 'b01', 'b02'])
      expect(await idsOn('Fiction', 5, 3)).toEqual(['b05', 'b06', 'b07'])
      expect(await idsOn('Travel', 1, 3)).toEqual(['b02', 'b04', 'b06'])
    })

    test('wraps past the end', async () => {
      await load(shelf)
      expect(await idsOn('Fiction', 22, 4)).toEqual(['b22', 'b23', 'b00', 'b01'])
      expect(await idsOn('Fiction', 24, 2)).toEqual(['b00', 'b01'])
      expect(await idsOn('Fiction', 1000, 2)).toEqual(['b16', 'b17'])
    })

    test('never shows a book twice on a page', async () => {
      await load(shelf)
      for (let start = 0; start < 60; start++) {
        const page = await idsOn('Travel', start, 10)
        expect(new Set(page).size).toBe(10)
      }
      expect(new Set(await idsOn('Travel', 3, 20)).size).toBe(12)
      expect(await idsOn('Travel', 3, 20)).toHaveLength(12)
    })

    test('an empty category is an empty list', async () => {
      await load(shelf)
      expect(await idsOn('Horror', 3, 10)).toEqual([])
    })
  })

  describe('byAuthors', () => {
    test('compares names folded, and answers by worth', async () => {
      await load([
        { id: 'a', authors: ['Gabriel García Márquez'], worth: 10 },
        { id: 'b', authors: ['Somebody', 'gabriel garcia marquez'], worth: 90 },
        { id: 'c', authors: ['J.R.R. Tolkien'], worth: 50 },
        { id: 'd', authors: ['Gabriel García'], worth: 99 },
      ])
      expect(await idsBy(['GABRIEL GARCIA MARQUEZ'])).toEqual(['b', 'a'])
      expect(await idsBy(['J. R. R. Tolkien', 'Gabriel García Márquez'])).toEqual(['b', 'c', 'a'])
      expect(await idsBy(['J. R. R. Tolkien', 'Gabriel García Márquez'], 1)).toEqual(['b'])
      expect(await idsBy([])).toEqual([])
      expect(await idsBy(['…', 'Nobody'])).toEqual([])
    })
  })

  describe('replaceSource', () => {
    test('remembers the fingerprint', async () => {
      expect(await books.fingerprint('test')).toBeUndefined()
      await load([{ id: 'a' }], 'first')
      await load([{ id: 'a' }], 'second')
      expect(await books.fingerprint('test')).toBe('second')
    })

    test('leaves no trace of the books before', async () => {
      await load([
        { id: 'a', title: 'Zanzibar Nights', isbn: '0141439513', categories: ['Travel'] },
        { id: 'b', title: 'Constant', description: 'A lighthouse.' },
      ])
      await load([{ id: 'b', title: 'Changed', description: 'A windmill.', worth: 3 }], 'two')
      expect(await books.count()).toBe(1)
      expect(await books.byId('a')).toBeUndefined()
      for (const query of ['zanzibar', 'zanzibr', 'constant', 'lighthouse', '0141439513']) {
        expect(await find(query)).toEqual([])
      }
      expect(await find('changed')).toEqual(['b'])
      expect(await find('windmill')).toEqual(['b'])
      expect(await books.byCategory('Travel', 0, 10)).toEqual([])

      await load([], 'three')
      for (const table of [
        'books',
        'book_titles',
        'book_authors',
        'book_categories',
        'book_isbns',
        'terms',
        'term_deletes',
      ]) {
        expect([table, await opened.count(table)]).toEqual([table, 0])
      }
    })

    test('favorited books that left stay as records, out of shelves and search, and come back', async () => {
      await load([{ id: 'a', title: 'Kept' }, { id: 'b' }, { id: 'c', title: 'Other' }])
      await favor('a')
      await favor('c')
      await load([{ id: 'b' }], 'two')
      expect((await books.byId('a'))?.volumeInfo.title).toBe('Kept')
      expect(await find('kept')).toEqual([])
      expect(await books.count()).toBe(1)

      await load([{ id: 'a', title: 'Kept Again' }], 'three')
      expect(await find('kept again')).toEqual(['a'])
      expect((await books.byId('c'))?.volumeInfo.title).toBe('Other')
      expect(await books.count()).toBe(1)
    })

    test('keeps sources apart, and a book with the source that brought it first', async () => {
      await load([{ id: 'a', title: 'First Alpha', worth: 50 }], 'x', 'one')
      await load(
        [
          { id: 'a', title: 'Second Alpha', worth: 99 },
          { id: 'z', title: 'Alpha Too', worth: 50 },
        ],
        'x',
        'two',
      )
      expect((await books.byId('a'))?.volumeInfo.title).toBe('First Alpha')
      expect(await find('alpha')).toEqual(['z', 'a'])
      await load([], 'y', 'one')
      expect(await find('alpha')).toEqual(['z'])
      expect(await books.fingerprint('two')).toBe('x')
    })

    test('is one transaction: a failure changes nothing', async () => {
      await load([{ id: 'a', title: 'Before' }], 'one')
      const broken = [stored({ id: 'b', title: 'New' }), stored({ id: 'c' })]
      Object.defineProperty(broken[1], 'book', {
        get: () => {
          throw new Error('halfway')
        },
      })
      await expect(books.replaceSource('test', broken, 'two')).rejects.toThrow('halfway')
      expect(await find('before')).toEqual(['a'])
      expect(await books.byId('b')).toBeUndefined()
      expect(await books.fingerprint('test')).toBe('one')
    })
  })

  describe('search', () => {
    test('bands: exact, without subtitle, beginning, title, author, both, interest, description', async () => {
      await load([
        { id: 'description', title: 'Kitchen', description: 'All about dune buggies.', worth: 99 },
        { id: 'author', title: 'Sand', authors: ['Frank Dune'], worth: 98 },
        { id: 'within', title: 'Children of Dune', worth: 97 },
        { id: 'beginning', title: 'Dune Messiah', worth: 96 },
        { id: 'subtitle', title: 'Dune: The Desert Planet', worth: 95 },
        { id: 'exact', title: 'Dune', worth: 1 },
      ])
      expect(await find('dune')).toEqual([
        'exact',
        'subtitle',
        'beginning',
        'within',
        'author',
        'description',
      ])
    })

    test('all words count, in any order, across title and author', async () => {
      await load([
        { id: 'a', title: 'Emma', authors: ['Jane Austen'] },
        { id: 'b', title: 'Jane Eyre', authors: ['Charlotte Brontë'] },
      ])
      expect(await find('austen emma')).toEqual(['a'])
      expect(await find('austen jane')).toEqual(['a'])
      expect(await find('bronte jane')).toEqual(['b'])
      expect(await find('jane')).toEqual(['b', 'a'])
    })

    test('articles are optional, wherever they stand', async () => {
      await load([
        { id: 'a', title: 'The Hobbit' },
        { id: 'b', title: 'It', authors: ['Stephen King'] },
        { id: 'c', title: 'There There' },
      ])
      expect(await find('hobbit')).toEqual(['a'])
      expect((await find('a hobbit'))[0]).toBe('a')
      expect((await find('it'))[0]).toBe('b')
      expect((await find('IT!'))[0]).toBe('b')
      expect((await find('there there'))[0]).toBe('c')
    })

    test('finds a book by either form of its ISBN', async () => {
      await load([{ id: 'a', title: 'Pride and Prejudice', isbn: '0141439513' }])
      for (const query of [
        '9780141439518',
        '978-0-14-143951-8',
        '0141439513',
        'ISBN 0-14-143951-3',
      ]) {
        expect(await find(query)).toEqual(['a'])
      }
    })

    test('forgives typos only where little else is found', async () => {
      await load([
        ...['a', 'b', 'c'].map((id) => ({ id, title: `House ${id}`, worth: 50 })),
        { id: 'horse', title: 'Horse', worth: 99 },
      ])
      expect(await find('house')).toEqual(['a', 'b', 'c'])
      expect((await find('hoose')).length).toBeGreaterThanOrEqual(3)
      expect(await find('horsse')).toContain('horse')
    })

    test('puts what needs fewer corrections first', async () => {
      await load([
        { id: 'far', title: 'Misbehaving', worth: 99 },
        { id: 'near', title: 'Misbelieving', worth: 1 },
      ])
      expect((await find('misbeleiving'))[0]).toBe('near')
    })

    test('of one mistyped word: whole titles, whole names, titles, authors', async () => {
      await load([
        { id: 'beside', title: 'Letters', authors: ['Anna Voltaire'], worth: 99 },
        { id: 'within', title: 'Voltaire in Love', worth: 98 },
        { id: 'author', title: 'Candide', authors: ['Voltaire'], worth: 2 },
        { id: 'title', title: 'Voltaire', worth: 1 },
      ])
      expect(await find('volatire')).toEqual(['title', 'author', 'within', 'beside'])
      expect(await books.search('volatire', 2)).toHaveLength(2)
    })

    test('a whole title but for one word of several is that book, and no other', async () => {
      await load([
        { id: 'whole', title: 'The Left Hand of Darkness', worth: 1 },
        { id: 'other', title: 'Of Darkness, and the Left Hand', worth: 99 },
      ])
      expect(await find('the left hnad of darkness')).toEqual(['whole'])
      expect(await find('left hnad darkness')).toEqual(['other', 'whole'])
    })

    test('a whole title beside its author is first, however common all of the words are', async () => {
      const crowd = Array.from({ length: 240 }, (_, index) => ({
        id: `crowd${index}`,
        title: `The Jones of a Love ${index}`,
        worth: 90 - index / 10,
      }))
      await load([
        ...crowd,
        { id: 'without', title: 'Love', authors: ['Ann Jones'], worth: 2 },
        { id: 'whole', title: 'The Love', authors: ['Ann Jones'], worth: 1 },
        { id: 'of', title: 'Of', authors: ['Ann Jones'], worth: 3 },
      ])
      expect((await find('love jones')).slice(0, 3)).toEqual(['without', 'whole', 'crowd0'])
      expect((await find('jones the love')).slice(0, 2)).toEqual(['whole', 'crowd0'])
      expect((await find('jones of')).slice(0, 2)).toEqual(['of', 'crowd0'])
    })

    test('a whole title beside its author is first, however many books are called the same', async () => {
      const crowd = Array.from({ length: 230 }, (_, index) => ({
        id: `crowd${index}`,
        title: index % 2 === 0 ? 'Winter' : 'The Jones',
        worth: 90 - index / 10,
      }))
      await load([
        ...crowd,
        { id: 'before', title: 'Winter of the Jones', worth: 95 },
        { id: 'common', title: 'Winter', authors: ['Ann Jones'], worth: 2 },
        { id: 'rare', title: 'Winter', authors: ['Uma Quire'], worth: 1 },
        { id: 'other', title: 'Winter Quire', worth: 94 },
      ])
      expect(await find('winter jones')).toEqual(['common', 'before'])
      expect((await find('quire winter')).slice(0, 2)).toEqual(['rare', 'other'])
    })

    test('of many that were mistyped the whole title and the whole name are first', async () => {
      const crowd = Array.from({ length: 55 }, (_, index) => ({
        id: `crowd${index}`,
        title: `Harbour in Winter ${index}`,
        worth: 90 - index / 10,
      }))
      await load([
        ...crowd,
        { id: 'written', title: 'Collected Letters', authors: ['Harbour Winter'], worth: 2 },
        { id: 'titled', title: 'The Harbour: Winter', worth: 1 },
        { id: 'called', title: 'A Harbour Winter', worth: 3 },
      ])
      expect((await find('harbuor winter')).slice(0, 4)).toEqual([
        'called',
        'titled',
        'written',
        'crowd0',
      ])
    })

    test('a query that names an interest is not taken for a typo', async () => {
      await load([
        { id: 'honor', title: 'Honor', categories: ['Fiction'], worth: 99 },
        { id: 'ghosts', title: 'Ghosts', categories: ['Horror'], worth: 5 },
      ])
      expect(await find('horror')).toEqual(['ghosts'])
    })

    test('leaves out one word rather than finding nothing', async () => {
      await load([{ id: 'a', title: 'The Left Hand of Darkness', authors: ['Ursula K. Le Guin'] }])
      expect(await find('left hand darkness paperback')).toEqual(['a'])
      expect(await find('left hand darknes paperback')).toEqual(['a'])
      expect(await find('dusk paperback')).toEqual([])
    })

    test('answers at most as many as asked for, each once', async () => {
      await load(
        Array.from({ length: 60 }, (_, index) => ({ id: `s${index}`, title: `Star ${index % 7}` })),
      )
      const found = await books.search('star', 20)
      expect(found).toHaveLength(20)
      expect(new Set(found.map(({ id }) => id)).size).toBe(20)
      expect(await books.search('star', 3)).toHaveLength(3)
    })

    test('finds titles in other scripts, whole and by their beginning', async () => {
      await load([
        { id: 'war', title: 'Война и мир' },
        { id: 'dream', title: '紅樓夢' },
        { id: 'prophet', title: 'النبي' },
        { id: 'adlam', title: '𞤀𞤣𞤤𞤢𞤥' },
      ])
      expect(await find('война')).toEqual(['war'])
      expect(await find('МИР')).toEqual(['war'])
      expect(await find('紅樓')).toEqual(['dream'])
      expect(await find('النبي')).toEqual(['prophet'])
      expect(await find('𞤀𞤣𞤤𞤢𞤥')).toEqual(['adlam'])
    })

    test('no text is a syntax error', async () => {
      await load([{ id: 'a', title: 'C++ Primer', description: 'NEAR OR NOT AND' }])
      const hostile = [
        'c++',
        '"',
        '""',
        "'",
        '*',
        'a*',
        'title : x',
        '{title} : x',
        'NEAR(a b)',
        'AND',
        'OR OR',
        'NOT',
        'a AND',
        '(',
        ')',
        '^a',
        '-',
        '--',
        ';DROP TABLE books',
        '\0',
        'a\0b',
        '\uD800',
        '\uDC00x',
        '%',
        '_',
        '\\',
        '👩‍👩‍👧‍👦',
        '\u{10FFFF}',
        'a'.repeat(5000),
        'ab '.repeat(2000),
        'éa '.repeat(300),
        '1'.repeat(500),
        '҉'.repeat(50),
        'ﷺ'.repeat(200),
      ]
      for (const query of hostile) {
        await expect(books.search(query, 20)).resolves.toBeInstanceOf(Array)
      }
      expect(await find('c++')).toEqual(['a'])
    })
  })
})
