import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Book } from '../../contract/books.ts'
import type { Category } from '../../contract/categories.ts'
import type { Cover } from '../covers/covers.ts'
import { createReadyDraw, layDrawing } from '../testing/readyDraw.ts'
import { createDrawShelves } from './drawnShelves.ts'
import type { ShelfHint } from './shelfHints.ts'

const book = (id: string): Book => ({
  id,
  volumeInfo: {
    title: id,
    authors: [],
    categories: [],
    imageLinks: { thumbnail: `/covers/${id}?v=1` },
  },
  accessInfo: { pdf: { isAvailable: false } },
  saleInfo: {},
})

const cover: Cover = {
  type: 'image/webp',
  bytes: Buffer.from('RIFF'),
  key: 'cover',
  isStandIn: false,
}

const never = (): Promise<never> => new Promise(() => undefined)
const refused = (): Promise<never> => Promise.reject(new Error('No database.'))

/** Tells what it was given to draw. */
const TELLING = `const ids = (books) => books.map(({ id }) => id)
export const drawShelves = async ({ preferences, books, byAuthors, favorites }, covers) => ({
  title: 'Shelves <3',
  html: JSON.stringify({
    preferences,
    books: Object.fromEntries(Object.entries(books).map(([name, list]) => [name, ids(list)])),
    byAuthors: ids(byAuthors),
    favorites: ids(favorites),
    covers: [...covers.keys()],
  }),
})`

let distDir: string
let errors: unknown[]
let asked: string[]

beforeEach(() => {
  distDir = join(mkdtempSync(join(tmpdir(), 'catchword-drawn-')), 'dist')
  layDrawing(distDir, TELLING)
  errors = []
  asked = []
})

afterEach(() => {
  rmSync(dirname(distDir), { recursive: true, force: true })
})

/** Draws for Ada, of whom her browser keeps this, and gives what was drawn with. */
async function drawnWith({
  hint = {},
  readerOf = async () => 'ada',
  byId = async (id) => (id === 'gone' ? undefined : book(id)),
  byCategory = async (category, startIndex, count) => {
    asked.push(`${category} ${startIndex}`)
    return Array.from({ length: count }, (_, index) => book(`${category}-${startIndex + index}`))
  },
  among = async (userId, ids) => ids.filter((id) => userId === 'ada' && id.endsWith('2')),
}: {
  hint?: Partial<ShelfHint>
  readerOf?: () => Promise<string | undefined>
  byId?: (id: string) => Promise<Book | undefined>
  byCategory?: (category: Category, startIndex: number, count: number) => Promise<Book[]>
  among?: (userId: string, ids: readonly string[]) => Promise<string[]>
} = {}) {
  const draw = createDrawShelves({
    draw: await createReadyDraw({ distDir, onError: (error) => errors.push(error) }),
    catalogue: { byId, byCategory },
    favorites: { among },
    covers: async () => cover,
  })
  const drawn = await draw(readerOf, (userId) => ({
    preferences: userId === 'ada' ? ['Poetry', 'Travel'] : undefined,
    byAuthors: [],
    startIndexes: { Poetry: 4, Travel: 2 },
    ...hint,
  }))
  return drawn && { ...drawn, ...JSON.parse(drawn.content) }
}

const numbered = (name: string, count: number, first = 0): string[] =>
  Array.from({ length: count }, (_, index) => `${name}-${first + index}`)

test('the first shelf is drawn from where it began, with its hearts and the covers of six', async () => {
  const drawn = await drawnWith()
  expect(drawn?.title).toBe('Shelves &lt;3')
  expect(drawn?.preferences).toEqual(['Poetry', 'Travel'])
  expect(drawn?.books).toEqual({ Poetry: numbered('Poetry', 10, 4) })
  expect(drawn?.byAuthors).toEqual([])
  expect(drawn?.favorites).toEqual(['Poetry-12'])
  expect(drawn?.covers).toEqual(numbered('Poetry', 6, 4).map((id) => `/covers/${id}?v=1`))
  expect(JSON.parse(drawn?.record ?? '')).toEqual({ Poetry: 4 })
  expect(asked).toEqual(['Poetry 4'])
  expect(errors).toEqual([])
})

test('where it has not begun, it begins anywhere from 1 to 10, and the page says where', async () => {
  const beginnings = new Set<number>()
  for (let round = 0; round < 60; round += 1) {
    const drawn = await drawnWith({ hint: { startIndexes: {} } })
    const { Poetry: beginning } = JSON.parse(drawn?.record ?? '')
    expect(drawn?.books).toEqual({ Poetry: numbered('Poetry', 10, beginning) })
    beginnings.add(beginning)
  }
  expect(Math.min(...beginnings)).toBeGreaterThanOrEqual(1)
  expect(Math.max(...beginnings)).toBeLessThanOrEqual(10)
  expect(beginnings.size).toBeGreaterThan(3)
})

test('books by favorite authors stand over it, and instead of it where they are many', async () => {
  const few = await drawnWith({ hint: { byAuthors: ['a-1', 'gone', 'a-2'] } })
  expect(few?.byAuthors).toEqual(['a-1', 'a-2'])
  expect(few?.books).toEqual({ Poetry: numbered('Poetry', 10, 4) })
  expect(few?.favorites).toEqual(['a-2', 'Poetry-12'])
  expect(few?.covers.slice(0, 3)).toEqual([
    '/covers/a-1?v=1',
    '/covers/a-2?v=1',
    '/covers/Poetry-4?v=1',
  ])
  asked = []
  const many = await drawnWith({ hint: { byAuthors: numbered('a', 12) } })
  expect(many?.byAuthors).toEqual(numbered('a', 12))
  expect(many?.books).toEqual({})
  expect(many?.record).toBe('{}')
  expect(asked).toEqual([])
})

test('no interests are drawn as none', async () => {
  const drawn = await drawnWith({ hint: { preferences: [] } })
  expect(drawn?.preferences).toEqual([])
  expect(drawn?.books).toEqual({})
})

test.each<[string, Parameters<typeof drawnWith>[0]]>([
  ['nobody', { readerOf: async () => undefined, byId: refused, byCategory: refused }],
  ['somebody else', { readerOf: async () => 'grace', byCategory: refused }],
  ['whose interests are not kept', { hint: { preferences: undefined }, byCategory: refused }],
  ['whose authors are not kept', { hint: { byAuthors: undefined }, byCategory: refused }],
])('nothing is drawn for %s, and nothing read', async (_, how) => {
  expect(await drawnWith(how)).toBeUndefined()
  expect(errors).toEqual([])
})

test.each<[string, Parameters<typeof drawnWith>[0]]>([
  ['a shelf', { byCategory: never }],
  ['a book', { hint: { byAuthors: ['emma'] }, byId: never }],
  ['a session', { readerOf: never }],
])('%s that is long in coming is not waited for', async (_, how) => {
  expect(await drawnWith(how)).toBeUndefined()
  expect(errors).toEqual([])
})

test.each<[string, Parameters<typeof drawnWith>[0]]>([
  ['the session', { readerOf: refused }],
  ['the shelf', { byCategory: refused }],
  ['the hearts', { among: refused }],
])('a failure of %s is told, and the page comes without its content', async (_, how) => {
  expect(await drawnWith(how)).toBeUndefined()
  expect(errors).toEqual([expect.objectContaining({ message: 'No database.' })])
})
