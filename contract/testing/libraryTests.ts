import { describe, expect, test } from 'vitest'
import type { Book } from '../books.ts'
import { ERROR_TEXTS } from '../errorTexts.ts'
import { addFavoriteAuthor, addFavoriteBook, getFavoriteAuthors } from '../favorites.ts'
import {
  addLibrary,
  previewLibrary,
  removeLibrary,
  type LibraryChange,
  type LibraryPreview,
} from '../library.ts'
import {
  LIBRARY_FIELD,
  LIBRARY_MAX_BYTES,
  LIBRARY_MAX_COLUMNS,
  LIBRARY_MAX_ROWS,
} from '../uploads.ts'
import { by, form, ids, PNG, type Client, type Reader } from './client.ts'

const GOODREADS =
  'Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,' +
  'Bookshelves,Exclusive Shelf'

/** The rows of a CSV table. */
const csv = (...rows: string[][]): string =>
  rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')

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

/** A book and what the reader says of it, as StoryGraph writes it. */
const storyGraph = (book: Book | undefined, ...rest: string[]) => [
  book?.volumeInfo.title ?? '',
  book?.volumeInfo.authors.join(', ') ?? '',
  ...rest,
]

/** Reading libraries, adding them and undoing it. */
export function describeLibrary(client: Client): void {
  const { call, succeed, refused, newReader, shelf, favoriteIds } = client

  const preview = (reader: Reader, content: string): Promise<LibraryPreview> =>
    succeed(previewLibrary.schema.response[200], previewLibrary, sent(reader, content))
  const add = (reader: Reader, bookIds: string[]): Promise<LibraryChange> =>
    succeed(addLibrary.schema.response[200], addLibrary, by(reader, { json: { bookIds } }))
  const authorBooks = (reader: Reader): Promise<Book[]> =>
    succeed(getFavoriteAuthors.schema.response[200], getFavoriteAuthors, by(reader))

  describe('a library', () => {
    test('of Goodreads: found by title, best rated first, loved, read, repeated, missing', async () => {
      const reader = await newReader()
      const [one, two, three, four] = await shelf('Mystery')
      if (!one || !two || !three || !four) throw new Error('The shelf is too short.')
      await call(addFavoriteBook, by(reader, { json: { bookId: two.id } }))
      const table = [
        GOODREADS,
        goodreads(one, 3, 'read'),
        goodreads(two, 5, 'read'),
        goodreads(three, 0, 'to-read'),
        goodreads(four, 0, 'currently-reading', 'all-time-favorites'),
        goodreads(one, 4, 'read'),
        csv(['8', 'No Such Book', 'Nobody Atall', '', '', '=""', '="9780140449334"']),
        csv(['9', '', '', '', '', '=""', '=""', '0', '0', '', 'read']),
      ]
      const found = await preview(reader, table.join('\n'))
      expect(found).toMatchObject({ program: 'Goodreads', rows: 7, repeated: 1, unreadable: 1 })
      expect(found.missing).toEqual([
        { title: 'No Such Book', author: 'Nobody Atall', isbn: '9780140449334' },
      ])
      expect(found.room).toBe(4999)
      const marks = found.found.map(({ id, rating, isLoved, isRead, isFavorite }) => {
        return [id, rating, isLoved, isRead, isFavorite]
      })
      expect(marks).toEqual([
        [two.id, 5, true, true, true],
        [one.id, 4, true, true, false],
        [three.id, null, false, false, false],
        [four.id, null, true, false, false],
      ])
      expect(await favoriteIds(reader)).toEqual([two.id])
    })

    test('of StoryGraph: quarter stars, read status, tags', async () => {
      const reader = await newReader()
      const [one, two] = await shelf('Horror')
      const table = csv(
        ['Title', 'Authors', 'ISBN/UID', 'Read Status', 'Star Rating', 'Tags'],
        storyGraph(one, 'a1b2-uid', 'read', '3.75', 'gothic'),
        storyGraph(two, '', 'did-not-finish', '0.25', 'gothic, favourites'),
      )
      const { program, found } = await preview(reader, table)
      expect(program).toBe('StoryGraph')
      expect(found).toMatchObject([
        { id: one?.id, rating: 3.75, isLoved: false, isRead: true },
        { id: two?.id, rating: 0.25, isLoved: true, isRead: false },
      ])
    })

    test('that is any table of titles: everything is read', async () => {
      const reader = await newReader()
      const [book] = await shelf('Poetry')
      const table = `\u{feff}titre;auteur\n${book?.volumeInfo.title};${book?.volumeInfo.authors[0]}\n`
      const { program, found } = await preview(reader, table)
      expect(program).toBeNull()
      expect(found).toMatchObject([{ id: book?.id, rating: null, isRead: true }])
    })

    test('is added in its order, with its first authors, and taken back exactly', async () => {
      const reader = await newReader()
      const [own, one, two, three] = ids(await shelf('Horror'))
      if (!own || !one || !two || !three) throw new Error('The shelf is too short.')
      await call(addFavoriteBook, by(reader, { json: { bookId: own } }))
      const change = await add(reader, [one, own, two, 'no-such-book', three, one])
      expect(change.bookIds).toEqual([one, two, three])
      expect(await favoriteIds(reader)).toEqual([one, two, three, own])
      const books = await shelf('Horror')
      const authors = change.bookIds.map(
        (id) => books.find((book) => book.id === id)?.volumeInfo.authors[0],
      )
      expect(change.authors).toEqual([...new Set(authors)])
      expect(await add(reader, [one, two, three])).toEqual({ bookIds: [], authors: [] })

      for (const attempt of ['first', 'second']) {
        const { status } = await call(removeLibrary, by(reader, { json: change }))
        expect({ attempt, status }).toEqual({ attempt, status: 200 })
      }
      expect(await favoriteIds(reader)).toEqual([own])
      expect(await authorBooks(reader)).toEqual([])
    })

    test('takes back no author who was a favorite before', async () => {
      const reader = await newReader()
      const [book] = await shelf('Horror')
      const [author = ''] = book?.volumeInfo.authors ?? []
      const json = { author }
      await call(addFavoriteAuthor, by(reader, { json }))
      const before = ids(await authorBooks(reader))
      const change = await add(reader, [book?.id ?? ''])
      expect(change.authors).toEqual([])
      await call(removeLibrary, by(reader, { json: change }))
      expect(ids(await authorBooks(reader))).toEqual(before)
    })

    test.each([
      ['an empty file', '', 400, ERROR_TEXTS.libraryEmpty],
      ['a header alone', GOODREADS, 400, ERROR_TEXTS.libraryEmpty],
      ['a text', 'Dear diary,\nI read a book.', 400, ERROR_TEXTS.libraryNoTable],
      ['a picture', PNG, 415, ERROR_TEXTS.libraryNoTable],
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
      const reader = await newReader()
      const error = await refused(status, 'library_rejected', previewLibrary, sent(reader, content))
      expect(error.message).toBe(text)
    })

    test('refuses a file beyond 5 MiB', async () => {
      const options = sent(await newReader(), 'a'.repeat(LIBRARY_MAX_BYTES + 1))
      const error = await refused(413, 'body_too_large', previewLibrary, options)
      expect(error.message).toBe(ERROR_TEXTS.libraryTooLarge)
    })

    test.each([
      ['another field', form('profileImage', PNG)],
      ['a text in the field', form(LIBRARY_FIELD, 'title')],
      ['no file', new FormData()],
    ])('refuses %s', async (_, body) => {
      const options = by(await newReader(), { body })
      const error = await refused(400, 'invalid_request', previewLibrary, options)
      expect(error.errors).toEqual([{ field: LIBRARY_FIELD, rule: 'required' }])
    })

    test('takes ids up to 512 KiB, and no more than a reader can have', async () => {
      const reader = await newReader()
      const many = Array.from({ length: 5000 }, (_, at) => longId(at))
      expect(await add(reader, many)).toEqual({ bookIds: [], authors: [] })
      const tooMany = by(reader, { json: { bookIds: [...many, longId(5000)] } })
      await refused(400, 'invalid_request', addLibrary, tooMany)
      await refused(400, 'invalid_request', addLibrary, by(reader, { json: { bookIds: [] } }))
      const json = { bookIds: ['x'.repeat(513 * 1024)] }
      await refused(413, 'body_too_large', addLibrary, by(reader, { json }))
    })
  })
}
