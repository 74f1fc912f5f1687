import { describe, expect, test } from 'vitest'
import {
  addFavoriteAuthor,
  addFavoriteBook,
  addFavoriteBookFromDetail,
  getFavoriteBooks,
  removeFavoriteBook,
} from '../favorites.ts'
import { by, byCookie, ids, NO_SUCH_BOOK, type Client, type Reader } from './client.ts'

/** A reader's favorite books and authors. */
export function describeFavorites(client: Client): void {
  const { succeed, refused, refusedBodies, newReader, shelf, someBooks, someIds } = client
  const { love, favorAuthor, favoriteIds, authorBooks, exported } = client

  const remove = (reader: Reader, bookId: string, headers = {}) =>
    succeed(removeFavoriteBook, by(reader, { params: { bookId }, headers }))

  describe('favorite books', () => {
    test('none is an empty list, not a 404; and another reader’s are others', async () => {
      const [reader, other] = [await newReader(), await newReader()]
      await love(other, (await someBooks())[0].id)
      expect(await favoriteIds(reader)).toStrictEqual([])
    })

    test.each([addFavoriteBook, addFavoriteBookFromDetail])(
      'POST $url adds the whole record',
      async (operation) => {
        const reader = await newReader()
        const [book] = await someBooks()
        await succeed(operation, by(reader, { json: { bookId: book.id } }))
        expect(await succeed(getFavoriteBooks, by(reader))).toStrictEqual([book])
        const unknown = by(reader, { json: { bookId: 'no-such-book' } })
        await refused(operation, unknown, NO_SUCH_BOOK)
      },
    )

    test('the newest is first; adding or removing again is no error and changes nothing', async () => {
      const reader = await newReader()
      const [a, b, c] = await someIds()
      await love(reader, a, b, c, a)
      expect(await favoriteIds(reader)).toStrictEqual([c, b, a])
      await remove(reader, b)
      // A client may name the type of a body that it does not send.
      for (const id of [b, 'no-such-book'])
        await remove(reader, id, { 'Content-Type': 'application/json' })
      expect(await favoriteIds(reader)).toStrictEqual([c, a])
      await love(reader, b)
      expect(await favoriteIds(reader)).toStrictEqual([b, c, a])
    })

    test('the cookie alone reads, adds and removes in its own list', async () => {
      const reader = await newReader()
      const [bookId] = await someIds()
      await succeed(addFavoriteBook, byCookie(reader, { json: { bookId } }))
      expect(ids(await succeed(getFavoriteBooks, byCookie(reader)))).toStrictEqual([bookId])
      await succeed(removeFavoriteBook, byCookie(reader, { params: { bookId } }))
      expect(await favoriteIds(reader)).toStrictEqual([])
    })

    test('refuses what is no id', async () => {
      await refusedBodies(addFavoriteBook, by(await newReader()), [
        [{}, 'Book id is required.'],
        [{ bookId: '../x' }, 'Book id is not valid.'],
        [{ bookId: 12 }, 'Book id must be a text.'],
        [{ bookId: 'a', userId: 'b' }, 'The field "userId" is not known here.'],
      ])
    })
  })

  describe('favorite authors', () => {
    test('none is an empty list, and one of whom there is no book is no error', async () => {
      const reader = await newReader()
      expect(await authorBooks(reader)).toStrictEqual([])
      await favorAuthor(reader, 'Nobody At All')
      expect(await authorBooks(reader)).toStrictEqual([])
    })

    test('answers books by the authors that were added, in any letter case, once', async () => {
      const reader = await newReader()
      const [{ id, volumeInfo }] = await someBooks()
      const [author = ''] = volumeInfo.authors
      await favorAuthor(reader, author, author.toUpperCase())
      const books = await authorBooks(reader)
      expect(ids(books)).toContain(id)
      expect(new Set(ids(books)).size).toBe(books.length)
      for (const book of books) expect(book.volumeInfo.authors).toContain(author)
    })

    test('leaves out favorites, and is empty where nothing else remains', async () => {
      const reader = await newReader()
      await favorAuthor(reader, 'Agatha Christie')
      const [first = '', ...others] = ids(await authorBooks(reader))
      expect(others).not.toStrictEqual([])
      await love(reader, first)
      expect(ids(await authorBooks(reader))).toStrictEqual(others)
      await love(reader, ...others)
      expect(await authorBooks(reader)).toStrictEqual([])
    })

    test('an author leaves with the last favorite by them', async () => {
      const reader = await newReader()
      await favorAuthor(reader, 'Agatha Christie')
      // A favorite of a series changes which of its volumes is the next.
      const listed = async () => new Set(ids(await authorBooks(reader)))
      const all = await listed()
      const [one = '', two = ''] = all
      const withoutTwo = new Set([...all].filter((id) => id !== two))
      await love(reader, one, two)
      await remove(reader, one)
      expect(await listed()).toStrictEqual(withoutTwo)
      await remove(reader, two)
      expect(await listed()).toStrictEqual(new Set())
      // They come back as they came.
      await love(reader, two)
      await favorAuthor(reader, 'Agatha Christie')
      expect(await listed()).toStrictEqual(withoutTwo)
    })

    test('other authors stay, and so does one of whom no favorite was removed', async () => {
      const reader = await newReader()
      const [{ id, volumeInfo }] = await someBooks()
      const [author = ''] = volumeInfo.authors
      await favorAuthor(reader, author)
      const books = ids(await authorBooks(reader))
      await remove(reader, id)
      expect(ids(await authorBooks(reader))).toStrictEqual(books)
      const poem = (await shelf('Poetry')).find((one) => !one.volumeInfo.authors.includes(author))
      await love(reader, poem?.id ?? '')
      await remove(reader, poem?.id ?? '')
      expect(ids(await authorBooks(reader))).toStrictEqual(books)
    })

    test('is one author in every spelling, shown by the newest, and leaves with the heart', async () => {
      const reader = await newReader()
      await love(reader, 'the-hobbit')
      const spellings = ['J. R. R. Tolkien', 'JRR Tolkien', 'Tolkien, J.R.R.', 'JRR Tolkien']
      await favorAuthor(reader, ...spellings, 'Jane Austen')
      expect((await exported(reader)).favoriteAuthors).toMatchObject([
        { name: 'Jane Austen', alsoAs: [] },
        { name: 'JRR Tolkien', alsoAs: ['Tolkien, J.R.R.', 'J. R. R. Tolkien'] },
      ])
      await remove(reader, 'the-hobbit')
      expect((await exported(reader)).favoriteAuthors).toMatchObject([{ name: 'Jane Austen' }])
    })

    test('refuses what is no name', async () => {
      await refusedBodies(addFavoriteAuthor, by(await newReader()), [
        [{}, 'Author is required.'],
        [{ author: '  ' }, 'Author is required.'],
        [{ author: 'x'.repeat(201) }, 'Author can have at most 200 characters.'],
        [{ author: 1 }, 'Author must be a text.'],
        [{ author: 'A\u0007' }, 'Author contains characters that cannot be used.'],
        [{ author: 'A', id: 'b' }, 'The field "id" is not known here.'],
      ])
    })
  })
}
