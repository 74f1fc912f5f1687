import { describe, expect, test } from 'vitest'
import { exportAccount } from '../account.ts'
import { accountCsv } from '../accountCsv.ts'
import type { Book } from '../books.ts'
import { addFavoriteBook, addFavoriteBookFromDetail } from '../favorites.ts'
import { removeBooks, restoreBooks } from '../lists.ts'
import { MARKS } from '../markNames.ts'
import { getMarkedBooks, getMarks, moveWanted, removeMark, setMark, type Mark } from '../marks.ts'
import { by, ids, NO_SUCH_BOOK, type Client, type Reader } from './client.ts'

/** The marks beside the heart. */
export function describeMarks(client: Client): void {
  const { call, succeed, refused, refusedBodies, newReader, someBooks, someIds } = client
  const { love, mark, favoriteIds, marksOf, exported } = client
  const NONE = { wantToRead: [], read: [], notForMe: [] }
  const HEARTS = [addFavoriteBook, addFavoriteBookFromDetail]

  const booksOf = (reader: Reader, of: Mark): Promise<Book[]> =>
    succeed(getMarkedBooks, by(reader, { params: { mark: of } }))

  const wishes = async (reader: Reader) => (await marksOf(reader)).wantToRead

  const giveBack = (reader: Reader, as: Mark, bookId: string) =>
    succeed(setMark, by(reader, { params: { bookId }, json: { mark: as, undo: true } }))

  const giveBackHeart = (reader: Reader, bookId: string, operation = addFavoriteBook) =>
    succeed(operation, by(reader, { json: { bookId, undo: true } }))

  const remove = (reader: Reader, bookId: string, headers = {}) =>
    succeed(removeMark, by(reader, { params: { bookId }, headers }))

  const move = (reader: Reader, bookId: string, after: string | null = null) =>
    succeed(moveWanted, by(reader, { params: { bookId }, json: { after } }))

  describe('marks', () => {
    test.each(MARKS)('%s is listed by its ids and as books, the newest first', async (as) => {
      const [reader, other] = [await newReader(), await newReader()]
      expect(await booksOf(reader, as)).toStrictEqual([])
      const [a, b, c] = await someBooks()
      // A repeat is no error and changes nothing.
      await mark(reader, as, a.id, b.id, c.id, a.id)
      expect(await marksOf(reader)).toStrictEqual({ ...NONE, [as]: ids([c, b, a]) })
      expect(await booksOf(reader, as)).toStrictEqual([c, b, a])
      expect(await marksOf(other)).toStrictEqual(NONE)
    })

    test('end each other, and what is marked again is the newest', async () => {
      const reader = await newReader()
      const [one, two] = await someIds()
      await mark(reader, 'wantToRead', one, two)
      await mark(reader, 'read', one)
      expect(await marksOf(reader)).toStrictEqual({ ...NONE, wantToRead: [two], read: [one] })
      await mark(reader, 'wantToRead', one)
      expect(await marksOf(reader)).toStrictEqual({ ...NONE, wantToRead: [one, two] })
      await mark(reader, 'notForMe', one)
      expect(await marksOf(reader)).toStrictEqual({ ...NONE, wantToRead: [two], notForMe: [one] })
    })

    test.each(MARKS)('%s ends a heart, and its author leaves with it', async (as) => {
      const reader = await newReader()
      await love(reader, 'the-hobbit', 'emma')
      await client.favorAuthor(reader, 'J. R. R. Tolkien', 'Jane Austen')
      await mark(reader, as, 'the-hobbit')
      expect(await favoriteIds(reader)).toStrictEqual(['emma'])
      expect(await marksOf(reader)).toStrictEqual({ ...NONE, [as]: ['the-hobbit'] })
      expect((await exported(reader)).favoriteAuthors).toMatchObject([{ name: 'Jane Austen' }])
    })

    test.each(HEARTS)(
      'are ended by a heart at POST $url, which leaves those of other books, and give it back in its place',
      async (operation) => {
        const reader = await newReader()
        const [a, b, c, d] = await someIds()
        await mark(reader, 'wantToRead', a)
        await mark(reader, 'read', b, d)
        await mark(reader, 'notForMe', c)
        for (const bookId of [c, b, a]) await succeed(operation, by(reader, { json: { bookId } }))
        expect(await marksOf(reader)).toStrictEqual({ ...NONE, read: [d] })
        expect(await favoriteIds(reader)).toStrictEqual([a, b, c])
        await mark(reader, 'notForMe', b)
        await giveBackHeart(reader, b, operation)
        expect(await favoriteIds(reader)).toStrictEqual([a, b, c])
        expect(await marksOf(reader)).toStrictEqual({ ...NONE, read: [d] })
      },
    )

    test('are taken back, whichever it is; what was never there is no error', async () => {
      const reader = await newReader()
      const [one, two] = await someIds()
      await mark(reader, 'wantToRead', one)
      await mark(reader, 'notForMe', two)
      for (const bookId of [one, one, 'no-such-book'])
        await remove(reader, bookId, { 'Content-Type': 'application/json' })
      expect(await marksOf(reader)).toStrictEqual({ ...NONE, notForMe: [two] })
      // A heart is no mark.
      await love(reader, one)
      await remove(reader, one)
      expect(await favoriteIds(reader)).toStrictEqual([one])
    })

    test.each(MARKS)('%s that ended and is given back has its place and time', async (as) => {
      const reader = await newReader()
      const [a, b, c] = await someIds()
      await mark(reader, as, c, b, a)
      const timeOf = async () => (await exported(reader))[as][1]?.addedAt
      const before = await timeOf()
      for (const end of [remove, love]) {
        await end(reader, b)
        expect((await marksOf(reader))[as]).toStrictEqual([a, c])
        await giveBack(reader, as, b)
        expect((await marksOf(reader))[as]).toStrictEqual([a, b, c])
        expect(await timeOf()).toBe(before)
      }
      expect(await favoriteIds(reader)).toStrictEqual([])
      // What has not ended, or was another mark, comes first.
      await remove(reader, c)
      await giveBackHeart(reader, c)
      expect(await favoriteIds(reader)).toStrictEqual([c])
      await mark(reader, as, c)
      expect((await marksOf(reader))[as]).toStrictEqual([c, a, b])
    })

    test('have an own order of what is to be read, which other changes leave', async () => {
      const reader = await newReader()
      const [a, b, c, d, e] = await someIds()
      await mark(reader, 'wantToRead', d, c, b, a)
      await move(reader, d)
      await move(reader, a, c)
      expect(await wishes(reader)).toStrictEqual([d, b, c, a])
      // The books themselves are newest first: both orders are known.
      expect(ids(await booksOf(reader, 'wantToRead'))).toStrictEqual([a, b, c, d])
      const account = await exported(reader)
      expect(ids(account.wantToRead)).toStrictEqual([d, b, c, a])
      const csv = (await call(exportAccount, by(reader, { query: '?format=csv' }))).body
      expect(`\uFEFF${String(csv)}`).toBe(accountCsv({ ...account, favorites: [] }))
      // What is wanted later comes first, what is given back stands where it was.
      await remove(reader, b)
      await mark(reader, 'wantToRead', e)
      expect(await wishes(reader)).toStrictEqual([e, d, c, a])
      await giveBack(reader, 'wantToRead', b)
      expect(await wishes(reader)).toStrictEqual([e, d, b, c, a])
      await remove(reader, b)
      await mark(reader, 'wantToRead', b)
      expect(await wishes(reader)).toStrictEqual([b, e, d, c, a])
      // Two tabs at once: each move counts.
      await Promise.all([move(reader, a, e), move(reader, b, c)])
      expect(await wishes(reader)).toStrictEqual([e, a, d, c, b])
    })

    test('that ended are given back between their neighbours, though others were moved', async () => {
      const reader = await newReader()
      const [a, b, c, d, e, f] = await someIds()
      await mark(reader, 'wantToRead', e, d, c, b, a)
      await love(reader, c)
      await move(reader, d, a)
      await giveBack(reader, 'wantToRead', c)
      expect(await wishes(reader)).toStrictEqual([a, d, b, c, e])
      // Many at once, one that stood first among them, and a later wish.
      const options = by(reader, { params: { list: 'wantToRead' }, json: { bookIds: [a, c] } })
      await succeed(removeBooks, options)
      await move(reader, e, d)
      await mark(reader, 'wantToRead', f)
      await move(reader, b, f)
      await succeed(restoreBooks, options)
      expect(await wishes(reader)).toStrictEqual([f, b, a, d, e, c])
      // Wanted anew, it comes first.
      await remove(reader, d)
      await move(reader, e)
      await mark(reader, 'wantToRead', d)
      expect(await wishes(reader)).toStrictEqual([d, e, f, b, a, c])
    })

    test('name the works of what has other editions, and of nothing else', async () => {
      const reader = await newReader()
      await mark(reader, 'read', ...(await someIds()))
      expect((await succeed(getMarks, by(reader))).works).toStrictEqual({})
    })

    test('move nothing that is not, or no longer, to be read, nor behind it', async () => {
      const reader = await newReader()
      const [a, b, c] = await someIds()
      await mark(reader, 'wantToRead', a, b, c)
      await remove(reader, b)
      await mark(reader, 'read', c)
      for (const [bookId, after] of [
        [b, null],
        [a, b],
        [a, c],
        [c, a],
        ['no-such-book', a],
      ] as const) {
        const options = by(reader, { params: { bookId }, json: { after } })
        const notThere = [404, 'not_found', 'This book is not on the list.'] as const
        await refused(moveWanted, options, notThere)
      }
      await move(reader, a, a)
      expect(await wishes(reader)).toStrictEqual([a])
      await refusedBodies(moveWanted, by(reader, { params: { bookId: a } }), [[{ after: 7 }]])
    })

    test('and hearts in a storm, from two tabs at once, leave a book with one of the four', async () => {
      const reader = await newReader()
      const [bookId] = await someIds()
      const storm = Array.from({ length: 2 }, () => [
        ...MARKS.map((as) => call(setMark, by(reader, { params: { bookId }, json: { mark: as } }))),
        ...HEARTS.map((operation) => call(operation, by(reader, { json: { bookId } }))),
      ])
      const replies = await Promise.all(storm.flat())
      expect(new Set(replies.map(({ status }) => status))).toStrictEqual(new Set([200]))
      const hearts = await favoriteIds(reader)
      expect([...hearts, ...Object.values(await marksOf(reader)).flat()]).toStrictEqual([bookId])
    })

    test('are refused where there is no such book, mark or field; nothing changes', async () => {
      const reader = await newReader()
      const unknown = { params: { bookId: 'no-such-book' }, json: { mark: 'read' } }
      await refused(setMark, by(reader, unknown), NO_SUCH_BOOK)
      const noMark = 'Mark must be among those that are offered.'
      await refusedBodies(setMark, by(reader, { params: { bookId: 'emma' } }), [
        [{}, 'Mark is required.'],
        [{ mark: 'loved' }, noMark],
        [{ mark: 1 }, noMark],
        [{ mark: 'read', id: 'b' }, 'The field "id" is not known here.'],
      ])
      expect(await marksOf(reader)).toStrictEqual(NONE)
      const json = { mark: 'read' }
      for (const [operation, options, message] of [
        [setMark, { params: { bookId: '..%2fx' }, json }, 'Book id is not valid.'],
        [removeMark, { params: { bookId: 'x'.repeat(65) } }, 'Book id is not valid.'],
        [getMarkedBooks, { params: { mark: 'loved' } }, noMark],
      ] as const)
        await refused(operation, by(reader, options), [400, 'invalid_request', message])
    })
  })
}
