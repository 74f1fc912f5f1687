import { describe, expect, test } from 'vitest'
import { addLibrary } from '../library.ts'
import { removeBooks, restoreBooks } from '../lists.ts'
import { LIBRARY_LISTS, type LibraryList } from '../uploads.ts'
import { by, ids, type Client, type Reader } from './client.ts'

const sent = (reader: Reader, list: string, bookIds: readonly string[]) =>
  by(reader, { params: { list }, json: { bookIds } })

/** Many books of a list at once. */
export function describeLists(client: Client): void {
  const { succeed, refused, newReader, someIds, love, exported } = client

  const account = async (reader: Reader) => {
    const { favoriteBooks, favoriteAuthors, wantToRead, read, notForMe } = await exported(reader)
    const authors = favoriteAuthors.map(({ name }) => name).toSorted()
    return { favorites: favoriteBooks, wantToRead, read, notForMe, authors }
  }

  /** A reader with these in a list, the first as the newest. */
  const readerOf = async (list: LibraryList, books: readonly string[]) => {
    const reader = await newReader()
    await succeed(addLibrary, by(reader, { json: { program: null, [list]: books } }))
    return reader
  }

  const restore = async (...of: Parameters<typeof sent>) =>
    (await succeed(restoreBooks, sent(...of))).bookIds

  describe('many books', () => {
    test.each(LIBRARY_LISTS)('leave %s at once, and come back where they were', async (list) => {
      const books = await someIds()
      const [a, b, c, d, e, f] = books
      const reader = await readerOf(list, books)
      const before = await account(reader)
      await succeed(removeBooks, sent(reader, list, [e, b, 'no-such-book', c, b]))
      const left = await account(reader)
      expect(ids(left[list])).toStrictEqual([a, d, f])
      // They are in no other list.
      await succeed(removeBooks, sent(reader, list === 'read' ? 'notForMe' : 'read', books))
      expect(await account(reader)).toStrictEqual(left)
      for (let time = 0; time < 2; time += 1)
        expect(await restore(reader, list, [b, c, e])).toStrictEqual([b, c, e])
      const after = await account(reader)
      expect([after[list], after.authors]).toStrictEqual([before[list], before.authors])
    })

    test('come back but those that have a heart or a mark again, or are in no catalogue', async () => {
      const [a, b] = await someIds()
      const reader = await readerOf('wantToRead', [a, b])
      await succeed(removeBooks, sent(reader, 'wantToRead', [a, b]))
      await love(reader, a)
      expect(await restore(reader, 'wantToRead', [a, b, 'no-such-book'])).toStrictEqual([b])
      const { favorites, wantToRead } = await account(reader)
      expect([favorites, wantToRead].map(ids)).toStrictEqual([[a], [b]])
    })

    test('are refused with none, ids that cannot be any, too many, or a list that is none', async () => {
      const reader = await newReader()
      const many = Array.from({ length: 5001 }, (_, at) => `b-${at}`)
      for (const options of [
        sent(reader, 'favorites', []),
        sent(reader, 'favorites', ['../x']),
        sent(reader, 'read', many),
        sent(reader, 'hearts', ['emma']),
      ]) {
        await refused(removeBooks, options, [400, 'invalid_request'])
        await refused(restoreBooks, options, [400, 'invalid_request'])
      }
    })
  })
}
