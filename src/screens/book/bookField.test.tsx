import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBook, getSimilarBooks, type Book, type VolumeInfo } from '../../../contract/books.ts'
import { createCsv } from '../../../books/formats/csvBooks.ts'
import { importBooks } from '../../../server/catalogue/import/importBooks.ts'
import { findInput } from '../../../books/formats/input.ts'
import { createTestServer, type TestServer } from '../../../test/testServer.ts'
import { parseOneBook } from '../../api/parseResponse.ts'
import { backend } from '../../test/backend.ts'
import { renderApp } from '../../test/renderApp.tsx'

/** What a table says of a field, what `/api` responds, and what the book page shows (nothing of some). */
interface Steps {
  column: string
  cell: string
  response: unknown
  shown: string | undefined
}

/** The way of every field of the contract: a new one has to be here. */
const FIELDS = {
  title: {
    column: 'Title',
    cell: 'The Quiet Harbor',
    response: 'The Quiet Harbor: A Winter Tale',
    shown: 'The Quiet Harbor: A Winter Tale',
  },
  subtitle: {
    column: 'Subtitle',
    cell: 'A Winter Tale',
    response: 'A Winter Tale',
    shown: 'A Winter Tale',
  },
  originalTitle: {
    column: 'Original title',
    cell: 'Der stille Hafen',
    response: 'Der stille Hafen',
    shown: 'Der stille Hafen',
  },
  series: {
    column: 'Series',
    cell: 'Harbor Lights #3',
    response: { name: 'Harbor Lights', number: 3 },
    shown: 'Book 3 in ',
  },
  language: { column: 'Language', cell: 'fre', response: 'fr', shown: 'lang="fr"' },
  authors: { column: 'Author', cell: 'Quill, Mara', response: ['Mara Quill'], shown: 'Mara Quill' },
  description: {
    column: 'Description',
    cell: 'Ice and <b>gulls</b>.',
    response: 'Ice and <b>gulls</b>.',
    shown: 'Ice and <b>gulls</b>.',
  },
  imageLinks: {
    column: 'Cover',
    cell: 'https://covers.example/1.jpg',
    response: { thumbnail: expect.stringMatching(/^\/covers\/t_1\?v=/) },
    shown: '/covers/t_1?v=',
  },
  categories: {
    column: 'Genre',
    cell: 'Fantasy; Dragons',
    response: ['Fantasy', 'Fiction'],
    shown: 'Fantasy',
  },
  subjects: {
    // Out of the genre, too.
    column: 'Note',
    cell: '',
    response: ['dragons'],
    shown: 'dragons',
  },
  publishedDate: { column: 'Published', cell: '1987', response: '1987', shown: '1987' },
  industryIdentifiers: {
    column: 'ISBN',
    cell: '9780141439518',
    response: [{ type: 'ISBN_13', identifier: '9780141439518' }],
    shown: undefined,
  },
} satisfies Record<keyof VolumeInfo, Steps>

const fields: [name: string, steps: Steps][] = Object.entries(FIELDS)
let server: TestServer

beforeAll(async () => {
  server = await createTestServer()
}, 60_000)
afterAll(() => server.close())

test('every field comes from an imported table through the catalogue and /api to the book page', async () => {
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

  const response = await server.app.inject('/api/book/detail/t_1')
  const book = response.json<Book>()
  expect(book.volumeInfo).toEqual(
    Object.fromEntries(fields.map(([name, { response }]) => [name, response])),
  )

  const seen = fields.filter(([, { shown }]) => shown !== undefined)
  expect(Object.keys(parseOneBook(book).volumeInfo).toSorted()).toEqual(
    seen.map(([name]) => name).toSorted(),
  )
  backend.responds(getBook, book)
  backend.responds(getSimilarBooks, [])
  renderApp('/book/t_1')
  await screen.findByRole('heading', { level: 1, name: FIELDS.title.shown })
  const { outerHTML } = screen.getByRole('article')
  for (const [, { shown }] of seen) expect(outerHTML).toContain(shown)
}, 60_000)
