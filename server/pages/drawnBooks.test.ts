import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Book } from '../../contract/books.ts'
import type { Cover } from '../covers/covers.ts'
import { createReadyDraw, layDrawing } from '../testing/readyDraw.ts'
import { createDraw } from './drawing.ts'
import { createDrawBook } from './drawnBooks.ts'

const book = (title: string): Book => ({
  id: 'emma',
  volumeInfo: {
    title,
    authors: [],
    categories: [],
    imageLinks: { thumbnail: '/covers/emma?v=1' },
  },
  accessInfo: { pdf: { isAvailable: false } },
  saleInfo: {},
})

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>\n'
const cover = (given: Partial<Cover> = {}): Cover => ({
  type: 'image/svg+xml; charset=utf-8',
  bytes: Buffer.from(SVG),
  compressed: Buffer.alloc(10),
  key: 'emma',
  isStandIn: false,
  ...given,
})

const never = (): Promise<never> => new Promise(() => undefined)

let distDir: string
let errors: unknown[]

const build = (source: string): void => layDrawing(distDir, source)

const PLAIN = `export const drawBook = async ({ volumeInfo }, audience, cover) =>
  ({ title: volumeInfo.title, summary: volumeInfo.title, html: [audience, cover].join(' ') })`

/** One that always draws the same. */
const always = (html: string): string =>
  `export const drawBook = async () => ({ title: '', summary: '', html: '${html}' })`

/** Draws for the first time, when the build has been loaded: on a busy machine that may be long. */
const first = (draw: ReturnType<typeof draws>) =>
  vi.waitFor(async () => expect(await draw('emma', 'visitor')).toBeDefined(), { timeout: 5000 })

/** One that takes so many ms. */
const taking = (ms: number): string => `export const drawBook = async () => {
  const end = performance.now() + ${ms}
  while (performance.now() < end);
  return { title: '', summary: '', html: '' }
}`

interface How {
  title?: string
  byId?: (id: string) => Promise<Book | undefined>
  covers?: () => Promise<Cover>
}

const onError = (error: unknown) => errors.push(error)

/** How books are drawn, with a catalogue that has one. */
function draws(
  {
    title = 'Emma',
    byId = async (id: string) => (id.toLowerCase() === 'emma' ? book(title) : undefined),
    covers = async () => cover(),
  }: How = {},
  draw = createDraw({ distDir, onError }),
) {
  return createDrawBook({ draw, catalogue: { byId }, covers })
}

/** The same once the build that is there has been loaded. */
const drawsAtOnce = async (how: How = {}) => draws(how, await createReadyDraw({ distDir, onError }))

beforeEach(() => {
  distDir = join(mkdtempSync(join(tmpdir(), 'catchword-drawn-')), 'dist')
  errors = []
})

afterEach(() => {
  rmSync(dirname(distDir), { recursive: true, force: true })
})

test('the page of a book is drawn for whom it is asked, with its cover in it and its record beside it', async () => {
  build(PLAIN)
  const draw = await drawsAtOnce()
  const drawn = await draw('emma', 'reader')
  const [audience, address] = drawn?.content.split(' ', 2) ?? []
  expect(audience).toBe('reader')
  expect(address).toMatch(/^data:image\/svg\+xml,%3Csvg/)
  const [source = '', link] =
    drawn?.content.slice('reader data:image/svg+xml,'.length).split('#') ?? []
  expect(link).toBe('/covers/emma?v=1')
  expect(decodeURIComponent(source)).toBe(SVG.trim())
  // Nothing that would end an attribute or begin a query or a fragment.
  expect(source).not.toMatch(/[<>"'#?&]/)
  expect(JSON.parse(drawn?.record ?? '')).toEqual(book('Emma'))
  expect(errors).toEqual([])
})

test('a photographed cover is in it as it is', async () => {
  build(PLAIN)
  const { compressed: _, ...photo } = cover({ type: 'image/webp', bytes: Buffer.from('RIFF') })
  const draw = await drawsAtOnce({ covers: async () => photo })
  const drawn = await draw('emma', 'visitor')
  expect(drawn?.content).toBe(`visitor data:image/webp;base64,${btoa('RIFF')}#/covers/emma?v=1`)
})

test.each([
  ['is heavy', async () => cover({ compressed: Buffer.alloc(11_000) })],
  ['stands in for one that may come', async () => cover({ isStandIn: true })],
  ['is long in coming', never],
])('a cover that %s is left to its link', async (_, covers) => {
  build(PLAIN)
  const draw = await drawsAtOnce({ covers })
  expect((await draw('emma', 'visitor'))?.content).toBe('visitor ')
})

test('no title and no record ends what it stands in', async () => {
  build(PLAIN)
  const hostile = '</title></script><!-- & "<b>'
  const draw = await drawsAtOnce({ title: hostile })
  const drawn = await draw('emma', 'visitor')
  expect(drawn?.title).toBe('&lt;/title&gt;&lt;/script&gt;&lt;!-- &amp; &quot;&lt;b&gt;')
  expect(drawn?.summary).toBe(drawn?.title)
  expect(drawn?.record).not.toContain('<')
  expect(JSON.parse(drawn?.record ?? '')).toEqual(book(hostile))
})

test.each(['walden', 'EMMA'])('there is no page for %s, which is the id of no book', async (id) => {
  build(PLAIN)
  const draw = await drawsAtOnce()
  expect(await draw(id, 'visitor')).toBeUndefined()
  expect(errors).toEqual([])
})

test('a book that is long in coming is not waited for', async () => {
  build(PLAIN)
  const draw = await drawsAtOnce({ byId: never })
  const began = performance.now()
  expect(await draw('emma', 'visitor')).toBeUndefined()
  expect(performance.now() - began).toBeLessThan(2000)
})

test('where there is no build nothing is drawn, until there is one', async () => {
  const draw = draws()
  expect(await draw('emma', 'visitor')).toBeUndefined()
  expect(errors).toEqual([])
  build(PLAIN)
  await first(draw)
})

test('a build that is made anew is drawn with at once, and one that failed is tried again', async () => {
  const draw = draws()
  for (const html of ['old', 'new', '', 'newer']) {
    build(html === '' ? 'export const' : always(html))
    const drawn = async () => (await draw('emma', 'visitor'))?.content ?? ''
    await vi.waitFor(async () => expect(await drawn()).toBe(html), { timeout: 5000 })
  }
  expect(errors).not.toHaveLength(0)
})

test.each([
  ['the catalogue', PLAIN, { byId: () => Promise.reject(new Error('No database.')) }],
  ['the cover', PLAIN, { covers: () => Promise.reject(new Error('No disk.')) }],
  ['the drawing', 'export const drawBook = () => { throw new Error("No page.") }', {}],
  ['the build', 'throw new Error("No build.")', {}],
])('a failure of %s is told, and the page comes without its content', async (_, source, how) => {
  build(source)
  const draw = draws(how)
  // Not told before the build has been loaded.
  await vi.waitFor(async () => {
    expect(await draw('emma', 'visitor')).toBeUndefined()
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringMatching(/^No /) })])
  }, 10_000)
})

test('drawing takes a part of the time and no more; whoever comes then is not kept waiting', async () => {
  build(taking(400))
  const draw = draws()
  await first(draw)
  // 400 ms of the 300 that it may run ahead by: a fifth of the time from now on makes up for them.
  const began = performance.now()
  expect(await draw('emma', 'visitor')).toBeUndefined()
  await vi.waitFor(async () => expect(await draw('emma', 'visitor')).toBeDefined(), {
    timeout: 5000,
    interval: 20,
  })
  expect(performance.now() - began).toBeGreaterThan(400)
})

test('of many that come at once as many are drawn as there is time for', async () => {
  build(taking(100))
  const draw = draws()
  await first(draw)
  const drawn = await Promise.all(Array.from({ length: 50 }, () => draw('emma', 'visitor')))
  // 200 ms are left, and who is drawn at their end is drawn whole.
  expect(drawn.filter(Boolean).length).toBeLessThanOrEqual(4)
  expect(errors).toEqual([])
})
