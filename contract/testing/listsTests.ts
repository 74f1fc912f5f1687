import { describe, expect, test } from 'vitest'
import { AccountExport, exportAccount } from '../account.ts'
import { addFavoriteBook } from '../favorites.ts'
import { addLibrary } from '../library.ts'
import { removeBooks, restoreBooks } from '../lists.ts'
import { LIBRARY_LISTS, type LibraryList } from '../uploads.ts'
import { by, ids, shape, type Client, type Reader } from './client.ts'

/** Many books of a list at once. */
export function describeLists(client: Client): void {
  const { call, succeed, refused, newReader, shelf } = client

  const account = async (reader: Reader) => {
    const { body } = await call(exportAccount, by(reader))
    const { favoriteBooks, favoriteAuthors, wantToRead, read, notForMe } = shape(
      AccountExport,
      body,
    )
    const authors = favoriteAuthors.map(({ name }) => name)
    return { favorites: favoriteBooks, wantToRead, read, notForMe, authors }
  }

  /** A reader with these in a list, the first as the newest. */
  const readerOf = async (list: LibraryList, books: readonly string[]) => {
    const reader = await newReader()
    await call(addLibrary, by(reader, { json: { program: null, [list]: books } }))
    return reader
  }

  const remove = async (reader: Reader, list: LibraryList, bookIds: readonly string[]) => {
    const reply = await call(removeBooks, by(reader, { params: { list }, json: { bookIds } }))
    expect(reply.status).toBe(200)
  }

  const restore = async (reader: Reader, list: LibraryList, bookIds: readonly string[]) => {
    const response = restoreBooks.schema.response[200]
    const options = by(reader, { params: { list }, json: { bookIds } })
    return (await succeed(response, restoreBooks, options)).bookIds
  }

  describe('many books', () => {
    test.each(LIBRARY_LISTS)('leave %s at once, and come back where they were', async (list) => {
      const books = ids(await shelf('Horror')).slice(0, 6)
      const [, b = '', c = '', , e = ''] = books
      const reader = await readerOf(list, books)
      const before = await account(reader)
      await remove(reader, list, [e, b, 'no-such-book', c, b])
      const left = await account(reader)
      expect(left[list].map(({ id }) => id)).toStrictEqual(
        books.filter((id) => ![b, c, e].includes(id)),
      )
      // They are in no other list.
      await remove(reader, list === 'read' ? 'notForMe' : 'read', books)
      expect(await account(reader)).toStrictEqual(left)
      for (let time = 0; time < 2; time += 1)
        expect(await restore(reader, list, [b, c, e])).toStrictEqual([b, c, e])
      const after = await account(reader)
      expect(after[list]).toStrictEqual(before[list])
      expect(after.authors.toSorted()).toStrictEqual(before.authors.toSorted())
    })

    test('come back but those that have a heart or a mark again, or are in no catalogue', async () => {
      const [a = '', b = ''] = ids(await shelf('Horror'))
      const reader = await readerOf('wantToRead', [a, b])
      await remove(reader, 'wantToRead', [a, b])
      await call(addFavoriteBook, by(reader, { json: { bookId: a } }))
      expect(await restore(reader, 'wantToRead', [a, b, 'no-such-book'])).toStrictEqual([b])
      const { favorites, wantToRead } = await account(reader)
      expect([favorites, wantToRead].map(ids)).toStrictEqual([[a], [b]])
    })

    test.each([
      ['no books', 'favorites', []],
      ['ids that cannot be any', 'favorites', ['../x']],
      ['more than there can be', 'read', Array.from({ length: 5001 }, (_, at) => `b-${at}`)],
      ['a list that is none', 'hearts', ['emma']],
    ])('are refused with %s', async (_what, list, bookIds) => {
      const reader = await newReader()
      const options = by(reader, { params: { list }, json: { bookIds } })
      for (const operation of [removeBooks, restoreBooks])
        expect((await refused(400, 'invalid_request', operation, options)).message).not.toBe('')
    })
  })
}
