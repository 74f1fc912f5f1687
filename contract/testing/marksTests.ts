import { describe, expect, test } from 'vitest'
import { AccountExport, exportAccount } from '../account.ts'
import type { Book } from '../books.ts'
import { addFavoriteAuthor, addFavoriteBook, addFavoriteBookFromDetail } from '../favorites.ts'
import { getMarkedBooks, getMarks, MARKS, removeMark, setMark, type Mark } from '../marks.ts'
import { by, ids, shape, type Client, type Reader } from './client.ts'

/** The marks beside the heart. */
export function describeMarks(client: Client): void {
  const { call, succeed, refused, newReader, shelf, someBook, favoriteIds } = client
  const NONE = { wantToRead: [], read: [], notForMe: [] }

  const marksOf = (reader: Reader) => succeed(getMarks.schema.response[200], getMarks, by(reader))

  const booksOf = (reader: Reader, mark: Mark): Promise<Book[]> =>
    succeed(getMarkedBooks.schema.response[200], getMarkedBooks, by(reader, { params: { mark } }))

  const set = async (reader: Reader, mark: Mark, bookId = '') => {
    const reply = await call(setMark, by(reader, { params: { bookId }, json: { mark } }))
    expect(reply.status).toBe(200)
  }

  const love = async (reader: Reader, bookId = '', operation = addFavoriteBook) => {
    expect((await call(operation, by(reader, { json: { bookId } }))).status).toBe(200)
  }

  describe('marks', () => {
    test('of a new reader are none, and their lists empty, not a 404', async () => {
      const reader = await newReader()
      expect(await marksOf(reader)).toStrictEqual(NONE)
      for (const mark of MARKS) expect(await booksOf(reader, mark)).toStrictEqual([])
    })

    test.each(MARKS)('%s is listed by its ids and as books, the newest first', async (mark) => {
      const reader = await newReader()
      const books = (await shelf('Horror')).slice(0, 3)
      for (const { id } of books) await set(reader, mark, id)
      // A repeat is no error and changes nothing.
      await set(reader, mark, books[0]?.id)
      expect(await marksOf(reader)).toStrictEqual({ ...NONE, [mark]: ids(books).toReversed() })
      expect(await booksOf(reader, mark)).toStrictEqual(books.toReversed())
      for (const other of MARKS.filter((one) => one !== mark))
        expect(await booksOf(reader, other)).toStrictEqual([])
    })

    test('end each other, and what is marked again is the newest', async () => {
      const reader = await newReader()
      const [one, two] = ids(await shelf('Horror'))
      await set(reader, 'wantToRead', one)
      await set(reader, 'wantToRead', two)
      await set(reader, 'read', one)
      expect(await marksOf(reader)).toStrictEqual({ ...NONE, wantToRead: [two], read: [one] })
      await set(reader, 'wantToRead', one)
      expect(await marksOf(reader)).toStrictEqual({ ...NONE, wantToRead: [one, two] })
      await set(reader, 'notForMe', one)
      expect(await marksOf(reader)).toStrictEqual({ ...NONE, wantToRead: [two], notForMe: [one] })
    })

    test.each(MARKS)('%s ends a heart, and its author leaves with it', async (mark) => {
      const reader = await newReader()
      await love(reader, 'the-hobbit')
      await love(reader, 'emma')
      for (const author of ['J. R. R. Tolkien', 'Jane Austen'])
        await call(addFavoriteAuthor, by(reader, { json: { author } }))
      await set(reader, mark, 'the-hobbit')
      expect(await favoriteIds(reader)).toStrictEqual(['emma'])
      expect(await marksOf(reader)).toStrictEqual({ ...NONE, [mark]: ['the-hobbit'] })
      const { body } = await call(exportAccount, by(reader))
      const { favoriteAuthors } = shape(AccountExport, body)
      expect(favoriteAuthors.map(({ name }) => name)).toStrictEqual(['Jane Austen'])
    })

    test.each([addFavoriteBook, addFavoriteBookFromDetail])(
      'are ended by a heart at POST $url, which leaves those of other books',
      async (operation) => {
        const reader = await newReader()
        const books = ids(await shelf('Horror')).slice(0, 4)
        for (const [at, mark] of MARKS.entries()) await set(reader, mark, books[at])
        await set(reader, 'read', books[3])
        for (const id of books.slice(0, 3)) await love(reader, id, operation)
        expect(await marksOf(reader)).toStrictEqual({ ...NONE, read: [books[3]] })
        expect(await favoriteIds(reader)).toStrictEqual(books.slice(0, 3).toReversed())
      },
    )

    test('are taken back, whichever it is; what was never there is no error', async () => {
      const reader = await newReader()
      const [one = '', two = ''] = ids(await shelf('Horror'))
      await set(reader, 'wantToRead', one)
      await set(reader, 'notForMe', two)
      for (const bookId of [one, one, 'no-such-book']) {
        const headers = { 'Content-Type': 'application/json' }
        const reply = await call(removeMark, by(reader, { params: { bookId }, headers }))
        expect({ bookId, status: reply.status }).toStrictEqual({ bookId, status: 200 })
      }
      expect(await marksOf(reader)).toStrictEqual({ ...NONE, notForMe: [two] })
      // A heart is no mark.
      await love(reader, one)
      await call(removeMark, by(reader, { params: { bookId: one } }))
      expect(await favoriteIds(reader)).toStrictEqual([one])
    })

    test('and hearts in a storm, from two tabs at once, leave a book with one of the four', async () => {
      const reader = await newReader()
      const { id: bookId } = await someBook()
      const storm = Array.from({ length: 2 }, () => [
        ...MARKS.map((mark) => call(setMark, by(reader, { params: { bookId }, json: { mark } }))),
        call(addFavoriteBook, by(reader, { json: { bookId } })),
        call(addFavoriteBookFromDetail, by(reader, { json: { bookId } })),
      ])
      const replies = await Promise.all(storm.flat())
      expect(new Set(replies.map(({ status }) => status))).toStrictEqual(new Set([200]))
      const hearts = await favoriteIds(reader)
      expect([...hearts, ...Object.values(await marksOf(reader)).flat()]).toStrictEqual([bookId])
      await set(reader, 'wantToRead', bookId)
      expect(await favoriteIds(reader)).toStrictEqual([])
      expect(await marksOf(reader)).toStrictEqual({ ...NONE, wantToRead: [bookId] })
    })

    test('of two readers do not mix', async () => {
      const [one, other] = [await newReader(), await newReader()]
      const { id } = await someBook()
      await set(one, 'notForMe', id)
      await love(other, id)
      expect(await marksOf(other)).toStrictEqual(NONE)
      expect(await marksOf(one)).toStrictEqual({ ...NONE, notForMe: [id] })
    })

    test('404 for a book that is in no catalogue; nothing changes', async () => {
      const reader = await newReader()
      const params = { bookId: 'no-such-book' }
      const error = await refused(
        404,
        'not_found',
        setMark,
        by(reader, { params, json: { mark: 'read' } }),
      )
      expect(error.message).toBe('Book not found.')
      expect(await marksOf(reader)).toStrictEqual(NONE)
    })

    test.each([
      ['no mark', 'emma', {}, 'Mark is required.'],
      [
        'a mark that is none',
        'emma',
        { mark: 'loved' },
        'Mark must be among those that are offered.',
      ],
      ['a number', 'emma', { mark: 1 }, 'Mark must be among those that are offered.'],
      ['an id that cannot be one', '..%2fx', { mark: 'read' }, 'Book id is not valid.'],
      ['an id that is too long', 'x'.repeat(65), { mark: 'read' }, 'Book id is not valid.'],
      ['another property', 'emma', { mark: 'read', id: 'b' }, 'The field "id" is not known here.'],
    ])('refuses %s', async (_, bookId, json, sentence) => {
      const reader = await newReader()
      const options = by(reader, { params: { bookId }, json })
      const error = await refused(400, 'invalid_request', setMark, options)
      expect(error.message).toBe(sentence)
      expect(await marksOf(reader)).toStrictEqual(NONE)
    })

    test.each([
      [getMarkedBooks, { mark: 'loved' }, 'Mark must be among those that are offered.'],
      [removeMark, { bookId: '..%2fx' }, 'Book id is not valid.'],
    ])('$method $url refuses what cannot be', async (operation, params, sentence) => {
      const options = by(await newReader(), { params })
      expect((await refused(400, 'invalid_request', operation, options)).message).toBe(sentence)
    })
  })
}
