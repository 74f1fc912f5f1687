import { describe, expect, test } from 'vitest'
import { AccountExport, exportAccount } from '../account.ts'
import type { Book } from '../books.ts'
import {
  addFavoriteAuthor,
  addFavoriteBook,
  addFavoriteBookFromDetail,
  getFavoriteAuthors,
  getFavoriteBooks,
  removeFavoriteBook,
} from '../favorites.ts'
import { by, byCookie, ids, shape, type Client, type Reader } from './client.ts'

/** A reader's favorite books and authors. */
export function describeFavorites(client: Client): void {
  const { call, succeed, refused, newReader, shelf, someBook, favoriteIds } = client

  async function authorBooks(reader: Reader): Promise<Book[]> {
    return succeed(getFavoriteAuthors.schema.response[200], getFavoriteAuthors, by(reader))
  }

  describe('favorite books', () => {
    test('none is an empty list, not a 404', async () => {
      const reader = await newReader()
      const reply = await call(getFavoriteBooks, by(reader))
      expect(reply).toMatchObject({ status: 200, body: [] })
    })

    test.each([addFavoriteBook, addFavoriteBookFromDetail])(
      'POST $url adds the whole record',
      async (operation) => {
        const reader = await newReader()
        const book = await someBook(2)
        const added = await call(operation, by(reader, { json: { bookId: book.id } }))
        expect(added.status).toBe(200)
        const list = await call(getFavoriteBooks, by(reader))
        expect(list.body).toStrictEqual([book])
      },
    )

    test('the newest is first', async () => {
      const reader = await newReader()
      const books = ids(await shelf('Horror')).slice(0, 4)
      for (const bookId of books) await call(addFavoriteBook, by(reader, { json: { bookId } }))
      expect(await favoriteIds(reader)).toStrictEqual(books.toReversed())
    })

    test('adding again is no error and changes nothing', async () => {
      const reader = await newReader()
      const [one, two] = ids(await shelf('Horror'))
      for (const bookId of [one, two, one]) {
        const reply = await call(addFavoriteBook, by(reader, { json: { bookId } }))
        expect(reply.status).toBe(200)
      }
      expect(await favoriteIds(reader)).toStrictEqual([two, one])
    })

    test('removing takes one away, again is no error', async () => {
      const reader = await newReader()
      const [one, two] = ids(await shelf('Horror'))
      for (const bookId of [one, two]) {
        await call(addFavoriteBook, by(reader, { json: { bookId } }))
      }
      const options = by(reader, { params: { bookId: two ?? '' } })
      for (const attempt of ['first', 'second']) {
        const reply = await call(removeFavoriteBook, options)
        expect({ attempt, status: reply.status }).toStrictEqual({ attempt, status: 200 })
      }
      expect(await favoriteIds(reader)).toStrictEqual([one])
    })

    test('removing what was never there is no error', async () => {
      const reader = await newReader()
      const params = { bookId: 'no-such-book' }
      expect((await call(removeFavoriteBook, by(reader, { params }))).status).toBe(200)
    })

    test('removing tolerates a JSON content type without a body', async () => {
      const reader = await newReader()
      const params = { bookId: 'no-such-book' }
      const headers = { 'Content-Type': 'application/json' }
      const reply = await call(removeFavoriteBook, by(reader, { params, headers }))
      expect(reply.status).toBe(200)
    })

    test('what was removed and added again is the newest', async () => {
      const reader = await newReader()
      const [one = '', two = ''] = ids(await shelf('Horror'))
      for (const bookId of [one, two]) {
        await call(addFavoriteBook, by(reader, { json: { bookId } }))
      }
      await call(removeFavoriteBook, by(reader, { params: { bookId: one } }))
      await call(addFavoriteBook, by(reader, { json: { bookId: one } }))
      expect(await favoriteIds(reader)).toStrictEqual([one, two])
    })

    test('the cookie alone reads, adds and removes in its own list', async () => {
      const reader = await newReader()
      const { id: bookId } = await someBook()
      await call(addFavoriteBook, byCookie(reader, { json: { bookId } }))
      const list = await succeed(
        getFavoriteBooks.schema.response[200],
        getFavoriteBooks,
        byCookie(reader),
      )
      expect(ids(list)).toStrictEqual([bookId])
      await call(removeFavoriteBook, byCookie(reader, { params: { bookId } }))
      expect(await favoriteIds(reader)).toStrictEqual([])
    })

    test('the lists of two readers do not mix', async () => {
      const [one, other] = [await newReader(), await newReader()]
      const { id: bookId } = await someBook()
      await call(addFavoriteBook, by(one, { json: { bookId } }))
      expect(await favoriteIds(other)).toStrictEqual([])
    })

    test.each([addFavoriteBook, addFavoriteBookFromDetail])(
      'POST $url: 404 for an unknown book',
      async (operation) => {
        const reader = await newReader()
        const json = { bookId: 'no-such-book' }
        const error = await refused(404, 'not_found', operation, by(reader, { json }))
        expect(error.message).toBe('Book not found.')
      },
    )

    test.each([
      ['no id', {}, 'Book id is required.'],
      ['an id that is none', { bookId: '../x' }, 'Book id is not valid.'],
      ['a number', { bookId: 12 }, 'Book id must be a text.'],
      ['a list', { bookId: ['a'] }, 'Book id must be a text.'],
      ['another property', { bookId: 'a', userId: 'b' }, 'The field "userId" is not known here.'],
    ])('refuses %s', async (_, json, sentence) => {
      const reader = await newReader()
      const error = await refused(400, 'invalid_request', addFavoriteBook, by(reader, { json }))
      expect(error.message).toBe(sentence)
    })
  })

  describe('favorite authors', () => {
    test('none is an empty list', async () => {
      expect(await authorBooks(await newReader())).toStrictEqual([])
    })

    test('answers books by the authors that were added, and a repeat is no error', async () => {
      const reader = await newReader()
      const { volumeInfo, id } = await someBook()
      const [author = ''] = volumeInfo.authors
      for (const attempt of ['first', 'second']) {
        const reply = await call(addFavoriteAuthor, by(reader, { json: { author } }))
        expect({ attempt, status: reply.status }).toStrictEqual({ attempt, status: 200 })
      }
      const books = await authorBooks(reader)
      expect(ids(books)).toContain(id)
      for (const book of books) expect(book.volumeInfo.authors).toContain(author)
    })

    test('compares names without regard to accents and letter case', async () => {
      const reader = await newReader()
      const { volumeInfo, id } = await someBook()
      const author = (volumeInfo.authors[0] ?? '').toUpperCase()
      await call(addFavoriteAuthor, by(reader, { json: { author } }))
      expect(ids(await authorBooks(reader))).toContain(id)
    })

    test('an author of whom there is no book is no error', async () => {
      const reader = await newReader()
      await call(addFavoriteAuthor, by(reader, { json: { author: 'Nobody At All' } }))
      expect(await authorBooks(reader)).toStrictEqual([])
    })

    test('leaves out favorites, and is empty where nothing else remains', async () => {
      const reader = await newReader()
      const author = 'Agatha Christie'
      await call(addFavoriteAuthor, by(reader, { json: { author } }))
      const all = ids(await authorBooks(reader))
      expect(all.length).toBeGreaterThan(1)
      await call(addFavoriteBook, by(reader, { json: { bookId: all[0] } }))
      expect(ids(await authorBooks(reader))).toStrictEqual(all.slice(1))
      for (const bookId of all.slice(1)) {
        await call(addFavoriteBook, by(reader, { json: { bookId } }))
      }
      expect(await authorBooks(reader)).toStrictEqual([])
    })

    test('an author leaves with the last favorite by them', async () => {
      const reader = await newReader()
      const author = 'Agatha Christie'
      await call(addFavoriteAuthor, by(reader, { json: { author } }))
      // A favorite of a series changes which of its volumes is the next.
      const listed = async () => new Set(ids(await authorBooks(reader)))
      const all = await listed()
      const [one = '', two = ''] = all
      const withoutTwo = new Set([...all].filter((id) => id !== two))
      for (const bookId of [one, two]) {
        await call(addFavoriteBook, by(reader, { json: { bookId } }))
      }
      await call(removeFavoriteBook, by(reader, { params: { bookId: one } }))
      expect(await listed()).toStrictEqual(withoutTwo)
      await call(removeFavoriteBook, by(reader, { params: { bookId: two } }))
      expect(await authorBooks(reader)).toStrictEqual([])
      // They come back as they came.
      await call(addFavoriteBook, by(reader, { json: { bookId: two } }))
      await call(addFavoriteAuthor, by(reader, { json: { author } }))
      expect(await listed()).toStrictEqual(withoutTwo)
    })

    test('other authors stay, and so does one of whom no favorite was removed', async () => {
      const reader = await newReader()
      const { volumeInfo, id } = await someBook()
      const [author = ''] = volumeInfo.authors
      await call(addFavoriteAuthor, by(reader, { json: { author } }))
      const books = ids(await authorBooks(reader))
      await call(removeFavoriteBook, by(reader, { params: { bookId: id } }))
      expect(ids(await authorBooks(reader))).toStrictEqual(books)

      const shelves = [...(await shelf('Horror')), ...(await shelf('Poetry'))]
      const other = shelves.find((book) => !book.volumeInfo.authors.includes(author))
      const bookId = other?.id ?? ''
      await call(addFavoriteBook, by(reader, { json: { bookId } }))
      await call(removeFavoriteBook, by(reader, { params: { bookId } }))
      expect(ids(await authorBooks(reader))).toStrictEqual(books)
    })

    test('is one author in every spelling, shown by the newest, and leaves with the heart', async () => {
      const reader = await newReader()
      const authors = async () => shape(AccountExport, (await call(exportAccount, by(reader))).body)
      await call(addFavoriteBook, by(reader, { json: { bookId: 'the-hobbit' } }))
      const spellings = ['J. R. R. Tolkien', 'JRR Tolkien', 'Tolkien, J.R.R.', 'JRR Tolkien']
      for (const author of [...spellings, 'Jane Austen'])
        await call(addFavoriteAuthor, by(reader, { json: { author } }))
      expect((await authors()).favoriteAuthors).toMatchObject([
        { name: 'Jane Austen', alsoAs: [] },
        { name: 'JRR Tolkien', alsoAs: ['Tolkien, J.R.R.', 'J. R. R. Tolkien'] },
      ])
      const params = { id: reader.id, bookId: 'the-hobbit' }
      await call(removeFavoriteBook, { params, bearer: reader.token })
      expect((await authors()).favoriteAuthors).toMatchObject([{ name: 'Jane Austen' }])
    })

    test.each([
      ['no author', {}, 'Author is required.'],
      ['an empty author', { author: '' }, 'Author is required.'],
      ['too long a name', { author: 'x'.repeat(201) }, 'Author can have at most 200 characters.'],
      ['a number', { author: 1 }, 'Author must be a text.'],
      [
        'a control character',
        { author: 'A\u0007' },
        'Author contains characters that cannot be used.',
      ],
      ['only spaces', { author: '  ' }, 'Author is required.'],
      ['another property', { author: 'A', id: 'b' }, 'The field "id" is not known here.'],
    ])('refuses %s', async (_, json, sentence) => {
      const reader = await newReader()
      const error = await refused(400, 'invalid_request', addFavoriteAuthor, by(reader, { json }))
      expect(error.message).toBe(sentence)
    })
  })
}
