import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Book } from '../../contract/books.ts'
import type { Cover } from '../covers/covers.ts'
import { createReadyDraw, layDrawing } from '../testing/readyDraw.ts'
import { createDrawFavorites } from './drawnFavorites.ts'

const book = (number: number, thumbnail: string | undefined = `/covers/${number}?v=1`): Book => ({
  id: `book-${number}`,
  volumeInfo: {
    title: `Book ${number}`,
    authors: [],
    categories: [],
    ...(thumbnail !== '' && { imageLinks: { thumbnail } }),
  },
  accessInfo: { pdf: { isAvailable: false } },
  saleInfo: {},
})

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

const cover = (bytes = 10): Cover => ({
  type: 'image/webp',
  bytes: Buffer.alloc(bytes),
  key: 'cover',
  isStandIn: false,
})

const never = (): Promise<never> => new Promise(() => undefined)
const refused = (): Promise<never> => Promise.reject(new Error('No database.'))

/** Tells what it was given to draw. */
const TELLING = `export const drawFavorites = async (books, count, covers) =>
  ({ title: 'Favorites <3', html: JSON.stringify([books.map(({ id }) => id), count, [...covers.keys()]]) })`

let distDir: string
let errors: unknown[]

beforeEach(() => {
  distDir = join(mkdtempSync(join(tmpdir(), 'catchword-drawn-')), 'dist')
  layDrawing(distDir, TELLING)
  errors = []
})

afterEach(() => {
  rmSync(dirname(distDir), { recursive: true, force: true })
})

/** Draws for Ada, who has these books, and gives what was drawn with. */
async function drawnWith({
  books,
  covers = async () => cover(),
  readerOf = async () => 'ada',
  list = async (userId, most) => (userId === 'ada' ? books.slice(0, most) : []),
}: {
  books: Book[]
  covers?: () => Promise<Cover>
  readerOf?: () => Promise<string | undefined>
  list?: (userId: string, most?: number) => Promise<Book[]>
}): Promise<{ ids: string[]; count: number; covers: string[] } | undefined> {
  const drawFavorites = createDrawFavorites({
    draw: await createReadyDraw({ distDir, onError: (error) => errors.push(error) }),
    favorites: { list, count: async (userId) => (userId === 'ada' ? books.length : 0) },
    covers,
  })
  const drawn = await drawFavorites(readerOf)
  if (!drawn) return undefined
  expect(drawn).toMatchObject({ title: 'Favorites &lt;3', record: '' })
  const [ids, count, links]: [string[], number, string[]] = JSON.parse(drawn.content)
  return { ids, count, covers: links }
}

test('the first twelve are drawn, with how many there are and the covers of six', async () => {
  const books = numbers(40).map((number) => book(number))
  const drawn = await drawnWith({ books })
  expect(drawn?.ids).toEqual(numbers(12).map((number) => `book-${number}`))
  expect(drawn?.count).toBe(40)
  expect(drawn?.covers).toEqual(numbers(6).map((number) => `/covers/${number}?v=1`))
  expect(errors).toEqual([])
})

test('an empty list is drawn as one', async () => {
  expect(await drawnWith({ books: [] })).toEqual({ ids: [], count: 0, covers: [] })
})

test('covers stand in the page as far as they weigh little together', async () => {
  const books = numbers(6).map((number) => book(number))
  // Of 9,000 bytes each there is room for two.
  const drawn = await drawnWith({ books, covers: async () => cover(9000) })
  expect(drawn?.covers).toHaveLength(2)
  expect(drawn?.ids).toHaveLength(6)
})

test('a book without a cover has none', async () => {
  expect((await drawnWith({ books: [book(1, ''), book(2)] }))?.covers).toEqual(['/covers/2?v=1'])
})

test('nothing is drawn for nobody, and nothing read', async () => {
  const drawn = drawnWith({ books: [book(1)], readerOf: async () => undefined, list: refused })
  expect(await drawn).toBeUndefined()
  expect(errors).toEqual([])
})

test('a list that is long in coming is not waited for', async () => {
  expect(await drawnWith({ books: [book(1)], list: never })).toBeUndefined()
  expect(errors).toEqual([])
})

test.each([
  ['the session', { readerOf: refused }],
  ['the list', { list: refused }],
])('a failure of %s is told, and the page comes without its content', async (_, how) => {
  expect(await drawnWith({ books: [book(1)], ...how })).toBeUndefined()
  expect(errors).toEqual([expect.objectContaining({ message: 'No database.' })])
})
