import { describe, expect, test } from 'vitest'
import type { Book } from '../books.ts'
import { ERROR_TEXTS } from '../errorTexts.ts'
import { exportAccount } from '../account.ts'
import { removeFavoriteBook } from '../favorites.ts'
import {
  addLibrary,
  getLastImport,
  previewLibrary,
  removeLibrary,
  type LibraryChange,
  type LibraryLists,
  type LibraryPreview,
} from '../library.ts'
import { moveWanted } from '../marks.ts'
import {
  LIBRARY_FIELD,
  LIBRARY_LISTS,
  LIBRARY_MAX_BYTES,
  LIBRARY_MAX_COLUMNS,
  LIBRARY_MAX_ROWS,
  type LibraryList,
} from '../uploads.ts'
import { by, form, ids, PNG, type Client, type Reader } from './client.ts'

const GOODREADS =
  'Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,' +
  'Bookshelves,Exclusive Shelf'

/** The rows of a CSV table. */
const csv = (...rows: string[][]): string =>
  rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')

const NO_MARKS = { wantToRead: [], read: [], notForMe: [] }

const longId = (at: number) => `${at}-${'x'.repeat(50)}`

const sent = (reader: Reader, content: string | Uint8Array<ArrayBuffer>) => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return by(reader, { body: form(LIBRARY_FIELD, bytes) })
}

/** A row as Goodreads writes it. */
const goodreads = ({ volumeInfo }: Book, rating: number, status: string, shelves = '') => {
  const [author = ''] = volumeInfo.authors
  const title = `${volumeInfo.title} (A Series, #1)`
  const row = ['7', title, author, author, '', '=""', '=""', `${rating}`, '4.1', shelves, status]
  return csv(row)
}

/** Reading libraries, adding them and undoing it. */
export function describeLibrary(client: Client): void {
  const { succeed, refused, refusedBodies, newReader, someBooks, someIds } = client
  const { love, mark, favoriteIds, authorBooks, marksOf } = client

  const preview = (reader: Reader, content: string): Promise<LibraryPreview> =>
    succeed(previewLibrary, sent(reader, content))
  const add = (reader: Reader, json: LibraryLists): Promise<LibraryChange> =>
    succeed(addLibrary, by(reader, { json }))
  const last = async (reader: Reader) => (await succeed(getLastImport, by(reader))).import

  describe('a library', () => {
    test('of Goodreads: found by title, best rated first, what is known, repeated, missing', async () => {
      const reader = await newReader()
      const [one, two, three, four, five] = await someBooks()
      await love(reader, two.id)
      await mark(reader, 'notForMe', five.id)
      const table = [
        GOODREADS,
        goodreads(one, 3, 'read'),
        goodreads(two, 5, 'read'),
        goodreads(three, 0, 'to-read'),
        goodreads(four, 0, 'currently-reading', 'all-time-favorites'),
        goodreads(one, 4, 'read'),
        goodreads(five, 1, 'read'),
        csv(['8', 'No Such Book', 'Nobody Atall', '', '', '=""', '="9780140449334"']),
        csv(['9', '', '', '', '', '=""', '=""', '0', '0', '', 'read']),
      ]
      const found = await preview(reader, table.join('\n'))
      expect(found).toMatchObject({ program: 'Goodreads', rows: 8, repeated: 1, unreadable: 1 })
      expect(found.missing).toEqual([
        { title: 'No Such Book', author: 'Nobody Atall', isbn: '9780140449334' },
      ])
      const room = { favorites: 4999, wantToRead: 5000, read: 5000, notForMe: 4999 }
      expect(found.room).toEqual(room)
      const marks = found.found.map(({ id, rating, mark, known }) => [id, rating, mark, known])
      expect(marks).toEqual([
        [two.id, 5, 'favorites', 'favorites'],
        [one.id, 4, 'favorites', null],
        [five.id, 1, 'notForMe', 'notForMe'],
        [three.id, null, 'wantToRead', null],
        [four.id, null, 'favorites', null],
      ])
      expect(await favoriteIds(reader)).toEqual([two.id])
    })

    test('is added in its order, with its first authors, and taken back exactly, once', async () => {
      const reader = await newReader()
      const books = await someBooks()
      const [one, two, own, four, five, six] = await someIds()
      await love(reader, own)
      await mark(reader, 'read', six)
      expect(await last(reader)).toBeNull()
      const lists = {
        favorites: [one, own, two, 'no-such-book', one, six],
        wantToRead: [five, four, own, one],
        read: [six],
        notForMe: [four],
      }
      const change = await add(reader, { program: 'Goodreads', ...lists })
      const authors = new Set(books.slice(0, 2).map(({ volumeInfo }) => volumeInfo.authors[0]))
      expect(change).toEqual({
        favorites: [one, two],
        wantToRead: [five, four],
        read: [],
        notForMe: [],
        authors: [...authors],
      })
      expect(await favoriteIds(reader)).toEqual([one, two, own])
      expect(await marksOf(reader)).toEqual({ ...NO_MARKS, wantToRead: [five, four], read: [six] })
      const counts = { favorites: 2, wantToRead: 2, read: 0, notForMe: 0 }
      expect(await last(reader)).toMatchObject({ program: 'Goodreads', ...counts })

      // The same again adds nothing, and leaves the first to be taken back.
      const again = await add(reader, { program: null, ...lists })
      expect(Object.values(again).flat()).toEqual([])
      expect(await last(reader)).toMatchObject({ program: 'Goodreads', ...counts })

      for (let time = 0; time < 2; time += 1) await succeed(removeLibrary, by(reader))
      expect(await favoriteIds(reader)).toEqual([own])
      expect(await marksOf(reader)).toEqual({ ...NO_MARKS, read: [six] })
      expect(await authorBooks(reader)).toEqual([])
      expect(await last(reader)).toBeNull()
    })

    test('that is sent twice at once is one import, and goes again whole', async () => {
      const reader = await newReader()
      const [one, two, three, four, five] = await someIds()
      const lists = { favorites: [one], wantToRead: [two, three], read: [four], notForMe: [five] }
      const both = [1, 2].map(() => add(reader, { program: 'Goodreads', ...lists }))
      const added = (await Promise.all(both)).map(
        (change) => LIBRARY_LISTS.flatMap((list) => change[list]).length,
      )
      expect(new Set(added)).toEqual(new Set([0, 5]))
      const counts = { favorites: 1, wantToRead: 2, read: 1, notForMe: 1 }
      expect(await last(reader)).toMatchObject(counts)
      await succeed(removeLibrary, by(reader))
      expect(await favoriteIds(reader)).toEqual([])
      expect(await marksOf(reader)).toEqual(NO_MARKS)
    })

    test('leaves what was changed since as it is, and what was there before', async () => {
      const reader = await newReader()
      const [book] = await someBooks()
      const [one, two, three, four, five] = await someIds()
      const [author = ''] = book.volumeInfo.authors
      await client.favorAuthor(reader, author)
      const before = ids(await authorBooks(reader))
      const lists = { favorites: [one, two], wantToRead: [three, four], read: [five] }
      expect((await add(reader, { program: null, ...lists })).authors).not.toContain(author)
      // Taken away and given again, marked otherwise, loved.
      await succeed(removeFavoriteBook, by(reader, { params: { bookId: two } }))
      await love(reader, two)
      await mark(reader, 'notForMe', three)
      await love(reader, four)
      expect(await last(reader)).toMatchObject({ favorites: 1, wantToRead: 0, read: 1 })
      await succeed(removeLibrary, by(reader))
      expect(await favoriteIds(reader)).toEqual([four, two])
      expect(await marksOf(reader)).toEqual({ ...NO_MARKS, notForMe: [three] })
      expect(ids(await authorBooks(reader))).toEqual(before)
    })

    test.each(['csv', 'json'])(
      'goes into another account by its own %s, each list in its order',
      async (format) => {
        const [reader, other] = [await newReader(), await newReader()]
        const [a, b, c, d, e, f] = await someIds()
        const lists = { favorites: [a, b], wantToRead: [c, d], read: [e], notForMe: [f] }
        await add(reader, { program: null, ...lists })
        // The own order is the list's.
        await succeed(moveWanted, by(reader, { params: { bookId: c }, json: { after: d } }))
        const body = await succeed(exportAccount, by(reader, { query: `?format=${format}` }))
        const file = typeof body === 'string' ? body : JSON.stringify(body, null, 2)
        const { program, found, missing } = await preview(other, file)
        expect({ program, missing }).toEqual({ program: 'Catchword', missing: [] })
        const read = Map.groupBy(found, (book) => book.mark)
        const idsOf = (list: LibraryList) => ids(read.get(list) ?? [])
        await add(other, {
          program,
          favorites: idsOf('favorites'),
          wantToRead: idsOf('wantToRead'),
          read: idsOf('read'),
          notForMe: idsOf('notForMe'),
        })
        expect(await favoriteIds(other)).toEqual([a, b])
        expect(await marksOf(other)).toEqual({ wantToRead: [d, c], read: [e], notForMe: [f] })
      },
    )

    test.each([
      ['an empty file', '', 400, ERROR_TEXTS.libraryEmpty],
      ['a text', 'Dear diary,\nI read a book.', 400, ERROR_TEXTS.libraryNoTable],
      ['a table without titles', 'Shelf,Stars\nread,5\n', 400, ERROR_TEXTS.libraryNoTitle],
      ['a picture', PNG, 415, ERROR_TEXTS.libraryNoTable],
      [
        'a workbook',
        `PK\x03\x04${'x'.repeat(26)}[Content_Types].xml`,
        415,
        'This is a workbook of a spreadsheet program: save it as CSV there.',
      ],
      [
        'an archive',
        Uint8Array.of(0x1f, 0x8b, 8, 0),
        415,
        'This is an archive: unpack it, and give a file of it, a spreadsheet saved as CSV.',
      ],
      [
        'an open quotation mark, and names its line',
        'Title\r\n"Emma\r\nby Austen"\r\n\r\n"Dune\r\n',
        400,
        'A quotation mark in line 5 is never closed.',
      ],
      [
        'a column too many',
        `title${','.repeat(LIBRARY_MAX_COLUMNS)}\nDune\n`,
        400,
        ERROR_TEXTS.libraryTooWide,
      ],
      [
        'a row too many',
        `title\n${'Dune\n'.repeat(LIBRARY_MAX_ROWS + 1)}`,
        400,
        ERROR_TEXTS.libraryTooLong,
      ],
    ])('refuses %s', async (_, content, status, text) => {
      const options = sent(await newReader(), content)
      await refused(previewLibrary, options, [status, 'library_rejected', text])
    })

    test('refuses a file beyond 5 MiB, and a form without a file', async () => {
      const reader = await newReader()
      const large = sent(reader, 'a'.repeat(LIBRARY_MAX_BYTES + 1))
      const tooLarge = [413, 'body_too_large', ERROR_TEXTS.libraryTooLarge] as const
      await refused(previewLibrary, large, tooLarge)
      for (const body of [form('picture', PNG), form(LIBRARY_FIELD, 'title'), new FormData()]) {
        const options = by(reader, { body })
        const error = await refused(previewLibrary, options, [400, 'invalid_request'])
        expect(error.errors).toEqual([{ field: LIBRARY_FIELD, rule: 'required' }])
      }
    })

    test('takes as many ids as a reader can have of each list, and no more', async () => {
      const reader = await newReader()
      const many = Array.from({ length: 5000 }, (_, at) => longId(at))
      const lists = { favorites: many, wantToRead: many, read: many, notForMe: many }
      const nothing = { ...NO_MARKS, favorites: [], authors: [] }
      expect(await add(reader, { program: null, ...lists })).toEqual(nothing)
      const none = ['none']
      await refusedBodies(addLibrary, by(reader), [
        [{ program: null, ...lists, read: [...many, longId(5000)] }],
        [{ program: null, read: [] }],
        [{ program: null }],
        [{ read: none }],
        [{ program: 'x'.repeat(61), read: none }],
        [{ program: null, begun: none }],
      ])
      const json = { program: null, read: ['x'.repeat(1536 * 1024)] }
      await refused(addLibrary, by(reader, { json }), [413, 'body_too_large'])
    })
  })
}
