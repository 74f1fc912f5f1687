import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBook, getSimilarBooks, type Book } from '../../../contract/books.ts'
import { bundledBooks } from '../../../books/bundled/bundledBook.ts'
import type { BundledRecord } from '../../../books/bundled/bundledRecord.ts'
import { catchword, exportLine } from '../../../books/formats/catchword.ts'
import { createCsv } from '../../../books/formats/csvBooks.ts'
import { readVolume, VOLUME_FIELDS } from '../../../books/formats/googleVolume.ts'
import { findInput } from '../../../books/formats/input.ts'
import { readRecord, type CleanRecord, type Skipped } from '../../../books/record.ts'
import { importBooks } from '../../../server/catalogue/import/importBooks.ts'
import { createTestServer, type TestServer } from '../../../test/testServer.ts'
import { parseOneBook } from '../../api/parseResponse.ts'
import { backend } from '../../test/backend.ts'
import { renderApp } from '../../test/renderApp.tsx'

/** The fields of a book side by side. */
const flat = ({ volumeInfo, accessInfo: { pdf, ...access }, saleInfo, ...book }: Book) => ({
  ...book,
  ...volumeInfo,
  ...access,
  ...pdf,
  ...saleInfo,
})
type Field = Exclude<keyof ReturnType<typeof flat>, 'id'>

interface Steps {
  /** What a table says of it. */
  column: string
  cell: string
  /** What `/api` responds. */
  response: unknown
  /** What the page of the book shows, if not the response; `''` where the app only keeps it, `null` where it does not. */
  shown?: string | null
  /** What a volume of Google Books says of it, where that has it. */
  google?: Record<string, object>
  /** Whether the books that ship have it. */
  isBundled: boolean
}

/** The way of every field of the contract: a new one has to be here. */
const FIELDS = {
  workId: {
    // Out of title and author.
    column: 'Rank',
    cell: '',
    response: expect.any(String),
    shown: '',
    isBundled: false,
  },
  title: {
    column: 'Title',
    cell: 'The Quiet Harbor',
    response: 'The Quiet Harbor: A Winter Tale',
    google: { volumeInfo: { title: 'The Quiet Harbor' } },
    isBundled: true,
  },
  subtitle: {
    column: 'Subtitle',
    cell: 'A Winter Tale',
    response: 'A Winter Tale',
    google: { volumeInfo: { subtitle: 'A Winter Tale' } },
    isBundled: true,
  },
  originalTitle: {
    column: 'Original title',
    cell: 'Der stille Hafen',
    response: 'Der stille Hafen',
    isBundled: true,
  },
  series: {
    column: 'Series',
    cell: 'Harbor Lights #3',
    response: { name: 'Harbor Lights', number: 3 },
    shown: 'Book 3 in ',
    isBundled: true,
  },
  language: {
    column: 'Language',
    cell: 'fre',
    response: 'fr',
    shown: 'lang="fr"',
    google: { volumeInfo: { language: 'fr' } },
    isBundled: true,
  },
  authors: {
    column: 'Author',
    cell: 'Quill, Mara',
    response: ['Mara Quill'],
    shown: 'Mara Quill',
    google: { volumeInfo: { authors: ['Mara Quill'] } },
    isBundled: true,
  },
  description: {
    column: 'Description',
    cell: 'Ice and <b>gulls</b>.',
    response: 'Ice and <b>gulls</b>.',
    google: { volumeInfo: { description: 'Ice and gulls.' } },
    isBundled: true,
  },
  imageLinks: {
    column: 'Cover',
    cell: 'https://covers.example/1.jpg',
    response: { thumbnail: expect.stringMatching(/^\/covers\/t_1\?v=/) },
    shown: '/covers/t_1?v=',
    google: { volumeInfo: { imageLinks: { thumbnail: 'https://covers.example/1.jpg' } } },
    isBundled: true,
  },
  categories: {
    column: 'Genre',
    cell: 'Fantasy; Dragons',
    response: ['Fantasy', 'Fiction'],
    shown: 'Fantasy',
    google: { volumeInfo: { categories: ['Fantasy', 'Dragons'] } },
    isBundled: true,
  },
  subjects: {
    // Out of the genre, too.
    column: 'Note',
    cell: '',
    response: ['dragons'],
    shown: 'dragons',
    google: { volumeInfo: { categories: ['Fantasy', 'Dragons'] } },
    isBundled: true,
  },
  origins: {
    column: 'Origin',
    cell: 'Nigerian; West Frisia',
    response: ['Nigeria', 'West Frisia', 'Africa'],
    // Recommendations and search say it.
    shown: null,
    // Out of the author.
    isBundled: false,
  },
  publishedDate: {
    column: 'Published',
    cell: '1987',
    response: '1987',
    google: { volumeInfo: { publishedDate: '1987' } },
    isBundled: true,
  },
  industryIdentifiers: {
    column: 'ISBN',
    cell: '9780141439518',
    response: [{ type: 'ISBN_13', identifier: '9780141439518' }],
    shown: null,
    google: {
      volumeInfo: { industryIdentifiers: [{ type: 'ISBN_13', identifier: '9780141439518' }] },
    },
    isBundled: true,
  },
  isAvailable: {
    // There is a PDF where there is a link.
    column: 'Stock',
    cell: '',
    response: true,
    shown: 'View PDF',
    google: { accessInfo: { pdf: { isAvailable: true } } },
    isBundled: true,
  },
  acsTokenLink: {
    column: 'PDF',
    cell: 'https://books.example/1.pdf',
    response: 'https://books.example/1.pdf',
    google: {
      accessInfo: { pdf: { isAvailable: true, acsTokenLink: 'https://books.example/1.pdf' } },
    },
    isBundled: false,
  },
  webReaderLink: {
    column: 'Read link',
    cell: 'https://books.example/1/read',
    response: 'https://books.example/1/read',
    google: { accessInfo: { webReaderLink: 'https://books.example/1/read' } },
    isBundled: true,
  },
  buyLink: {
    column: 'Buy link',
    cell: 'https://books.example/1/buy',
    response: 'https://books.example/1/buy',
    google: { saleInfo: { buyLink: 'https://books.example/1/buy' } },
    isBundled: false,
  },
} satisfies Record<Field, Steps>

const fields: [name: string, steps: Steps][] = Object.entries(FIELDS)

/** A record of a bundled book with all that it can have. */
const BUNDLED: Required<BundledRecord> = {
  id: 'the-quiet-harbor',
  title: 'The Quiet Harbor',
  subtitle: 'A Winter Tale',
  originalTitle: 'Der stille Hafen',
  series: { name: 'Harbor Lights', number: 3 },
  authors: ['Mara Quill'],
  publishedDate: '1987',
  categories: ['Fantasy'],
  subjects: ['dragons'],
  description: 'Ice and gulls.',
  gutenberg: 1,
  popularity: 1,
  isbn13: '9780141439518',
}

let server: TestServer

beforeAll(async () => {
  server = await createTestServer()
}, 60_000)
afterAll(() => server.close())

/** The names of the fields of which `has` is not true. */
const without = (has: (name: string, steps: Steps) => boolean): string[] =>
  fields.flatMap(([name, steps]) => (has(name, steps) ? [] : [name]))

/** Whether a book has a field; `undefined` and what is no book have none. */
function hasField(read: Book | CleanRecord | Skipped | undefined, name: string): boolean {
  if (read === undefined || 'skipped' in read) return false
  return (
    new Map<string, unknown>(Object.entries(flat('book' in read ? read.book : read))).get(name) !==
    undefined
  )
}

/** The book of a table with every column, as `/api` responds it. */
async function importedBook(): Promise<Book> {
  const table = join(server.config.dataDir, 'table.csv')
  const rows = [
    ['Id', ...fields.map(([, { column }]) => column)],
    ['1', ...fields.map(([, { cell }]) => `"${cell}"`)],
  ]
  writeFileSync(table, rows.map((row) => `${row.join(',')}\n`).join(''))
  await importBooks({
    folder: server.config.catalogueDir,
    format: createCsv('t'),
    input: await findInput(table),
    source: 'table',
  })
  return (await server.app.inject('/api/book/detail/t_1')).json<Book>()
}

test('every field is in each of its places', async () => {
  const book = await importedBook()
  backend.responds(getBook, book)
  backend.responds(getSimilarBooks, [])
  renderApp('/book/t_1')
  await screen.findByRole('heading', { level: 1, name: book.volumeInfo.title })
  const { outerHTML } = screen.getByRole('article')

  const line = exportLine({ book, popularity: 1, source: 'table' })
  const exported = await readRecord(() => catchword.map({ value: JSON.parse(line) }), 'a line')
  const bundled = bundledBooks([BUNDLED])[0]?.book
  const mask = new Set(VOLUME_FIELDS.match(/\w+/g))
  const volumes = new Map<string, CleanRecord | Skipped>()
  for (const [name, { google }] of fields) {
    const volumeInfo = { title: 'The Quiet Harbor', ...google?.['volumeInfo'] }
    volumes.set(name, await readVolume({ id: 'zyTCAlFPjgYC', ...google, volumeInfo }))
  }
  const product = readFileSync(join(import.meta.dirname, '../../../docs/product.md'), 'utf8')
  const [, shapes = ''] = product.split(/^### 3\.\d .*$/m)

  const missing = {
    'books/formats/columns.json, csvBooks.ts, books/record.ts': without((name) =>
      hasField(book, name),
    ),
    'books/formats/catchword.ts': without((name) => name === 'workId' || hasField(exported, name)),
    'books/formats/googleVolume.ts': without(
      (name, { google }) => google === undefined || hasField(volumes.get(name), name),
    ),
    'books/formats/googleVolume.ts (VOLUME_FIELDS)': without((_name, { google }) =>
      Object.values(google ?? {}).every((part) => Object.keys(part).every((key) => mask.has(key))),
    ),
    'books/bundled/bundledRecord.ts': without(
      (name, { isBundled }) => !isBundled || hasField(bundled, name),
    ),
    'src/api/parseBook.ts': without(
      (name, { shown }) => shown === null || hasField(parseOneBook(book), name),
    ),
    'src/screens/book/': without((_name, { response, shown = response }) =>
      typeof shown === 'string' ? outerHTML.includes(shown) : shown === null,
    ),
    'docs/product.md 3.1': without((name) => new RegExp(`[.\`]${name}\\b`).test(shapes)),
  }
  const places = Object.entries(missing).filter(([, names]) => names.length > 0)
  expect(places.map(([place, names]) => `${place}: ${names.join(', ')}`)).toEqual([])
  expect(flat(book)).toEqual({
    id: book.id,
    ...Object.fromEntries(fields.map(([name, { response }]) => [name, response])),
  })
}, 60_000)
