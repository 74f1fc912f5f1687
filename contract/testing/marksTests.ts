import { describe, expect, test } from 'vitest'
import { AccountExport, exportAccount } from '../account.ts'
import type { Book } from '../books.ts'
import { addFavoriteAuthor, addFavoriteBook, addFavoriteBookFromDetail } from '../favorites.ts'
import { accountCsv } from '../accountCsv.ts'
import { MARKS } from '../markNames.ts'
import { getMarkedBooks, getMarks, moveWanted, removeMark, setMark, type Mark } from '../marks.ts'
import { removeBooks, restoreBooks } from '../lists.ts'
import { by, ids, shape, type Client, type Reader } from './client.ts'

/** The marks beside the heart. */
export function describeMarks(client: Client): void {
  const { call, succeed, refused, newReader, shelf, someBook, favoriteIds, marksOf } = client
  const NONE = { wantToRead: [], read: [], notForMe: [] }

  const booksOf = (reader: Reader, mark: Mark): Promise<Book[]> =>
    succeed(getMarkedBooks.schema.response[200], getMarkedBooks, by(reader, { params: { mark } }))

  const set = async (reader: Reader, mark: Mark, bookId = '', undo?: true) => {
    const json = { mark, ...(undo && { undo }) }
    expect((await call(setMark, by(reader, { params: { bookId }, json }))).status).toBe(200)
  }

  const love = async (
    reader: Reader,
    bookId = '',
    operation = addFavoriteBook,
    undo?: true,
  ): Promise<void> => {
    const json = { bookId, ...(undo && { undo }) }
    expect((await call(operation, by(reader, { json }))).status).toBe(200)
  }

  const remove = (reader: Reader, bookId = '') =>
    call(removeMark, by(reader, { params: { bookId } }))

  const move = async (reader: Reader, bookId = '', after: string | null = null) => {
    const options = by(reader, { params: { bookId }, json: { after } })
    return (await call(moveWanted, options)).status
  }

  /** A reader who has marked so many books, and these, newest first. */
  const marking = async (mark: Mark, count: number) => {
    const reader = await newReader()
    const books = ids(await shelf('Horror')).slice(0, count)
    for (const id of books.toReversed()) await set(reader, mark, id)
    return [reader, books] as const
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

    test.each(MARKS)('%s that ended and is given back has its place and time', async (mark) => {
      const [reader, [a, b, c]] = await marking(mark, 3)
      const timeOf = async () =>
        shape(AccountExport, (await call(exportAccount, by(reader))).body)[mark][1]?.addedAt
      const before = await timeOf()
      for (const end of [remove, (by: Reader, id?: string) => love(by, id)]) {
        await end(reader, b)
        expect((await marksOf(reader))[mark]).toStrictEqual([a, c])
        await set(reader, mark, b, true)
        expect((await marksOf(reader))[mark]).toStrictEqual([a, b, c])
        expect(await timeOf()).toBe(before)
      }
      expect(await favoriteIds(reader)).toStrictEqual([])
      // What has not ended, or was another mark, comes first.
      await remove(reader, c)
      await love(reader, c, addFavoriteBook, true)
      expect(await favoriteIds(reader)).toStrictEqual([c])
      await set(reader, mark, c)
      expect((await marksOf(reader))[mark]).toStrictEqual([c, a, b])
    })

    test.each([addFavoriteBook, addFavoriteBookFromDetail])(
      'that ended a heart give it back in its place at POST $url',
      async (operation) => {
        const reader = await newReader()
        const [a, b, c] = ids(await shelf('Horror'))
        for (const id of [c, b, a]) await love(reader, id)
        await set(reader, 'notForMe', b)
        expect(await favoriteIds(reader)).toStrictEqual([a, c])
        await love(reader, b, operation, true)
        expect(await favoriteIds(reader)).toStrictEqual([a, b, c])
        expect(await marksOf(reader)).toStrictEqual(NONE)
      },
    )

    test('have an own order of what is to be read, which other changes leave', async () => {
      const [reader, [a, b, c, d]] = await marking('wantToRead', 4)
      expect(await move(reader, d)).toBe(200)
      expect(await move(reader, a, c)).toBe(200)
      const wishes = async () => (await marksOf(reader)).wantToRead
      expect(await wishes()).toStrictEqual([d, b, c, a])
      // The books themselves are newest first: both orders are known.
      expect(ids(await booksOf(reader, 'wantToRead'))).toStrictEqual([a, b, c, d])
      const { body } = await call(exportAccount, by(reader))
      const account = shape(AccountExport, body)
      expect(account.wantToRead.map(({ id }) => id)).toStrictEqual([d, b, c, a])
      const csv = (await call(exportAccount, by(reader, { query: '?format=csv' }))).body
      expect(`\uFEFF${String(csv)}`).toBe(accountCsv({ ...account, favorites: [] }))
      // What is wanted later comes first, what is given back stands where it was.
      await remove(reader, b)
      const e = ids(await shelf('Horror'))[4]
      await set(reader, 'wantToRead', e)
      expect(await wishes()).toStrictEqual([e, d, c, a])
      await set(reader, 'wantToRead', b, true)
      expect(await wishes()).toStrictEqual([e, d, b, c, a])
      await remove(reader, b)
      await set(reader, 'wantToRead', b)
      expect(await wishes()).toStrictEqual([b, e, d, c, a])
      // Two tabs at once: each move counts.
      await Promise.all([move(reader, a, e), move(reader, b, c)])
      expect(await wishes()).toStrictEqual([e, a, d, c, b])
    })

    test('that ended are given back between their neighbours, though others were moved', async () => {
      const [reader, [a, b = '', c = '', d, e]] = await marking('wantToRead', 5)
      const wishes = async () => (await marksOf(reader)).wantToRead
      await love(reader, c)
      expect(await move(reader, d, a)).toBe(200)
      await set(reader, 'wantToRead', c, true)
      expect(await wishes()).toStrictEqual([a, d, b, c, e])
      // Many at once, one that stood first among them, and a later wish.
      const options = by(reader, { params: { list: 'wantToRead' }, json: { bookIds: [a, c] } })
      expect((await call(removeBooks, options)).status).toBe(200)
      expect(await move(reader, e, d)).toBe(200)
      const f = ids(await shelf('Horror'))[5]
      await set(reader, 'wantToRead', f)
      expect(await move(reader, b, f)).toBe(200)
      expect((await call(restoreBooks, options)).status).toBe(200)
      expect(await wishes()).toStrictEqual([f, b, a, d, e, c])
      // Wanted anew, it comes first.
      await remove(reader, d)
      expect(await move(reader, e)).toBe(200)
      await set(reader, 'wantToRead', d)
      expect(await wishes()).toStrictEqual([d, e, f, b, a, c])
    })

    test('name the works of what has other editions, and of nothing else', async () => {
      const reader = await newReader()
      const [one] = await shelf('Horror')
      await set(reader, 'read', one?.id)
      const { works } = await succeed(getMarks.schema.response[200], getMarks, by(reader))
      expect(works).toStrictEqual({})
    })

    test('move nothing that is not, or no longer, to be read, nor behind it', async () => {
      const [reader, [a = '', b = '', c]] = await marking('wantToRead', 3)
      await remove(reader, b)
      await set(reader, 'read', c)
      const wrong = [
        [b, null],
        [a, b],
        [a, c ?? null],
        [c ?? '', a],
        [b, b],
        ['no-such-book', a],
      ]
      for (const [bookId, after] of wrong) {
        const options = by(reader, { params: { bookId: bookId ?? '' }, json: { after } })
        const { message } = await refused(404, 'not_found', moveWanted, options)
        expect(message).toBe('This book is not on the list.')
      }
      expect(await move(reader, a, a)).toBe(200)
      expect((await marksOf(reader)).wantToRead).toStrictEqual([a])
      const options = by(reader, { params: { bookId: a }, json: { after: 7 } })
      await refused(400, 'invalid_request', moveWanted, options)
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
