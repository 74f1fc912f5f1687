import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { CATEGORIES } from '../../contract/categories.ts'
import { readBundledRecords } from '../../books/bundled/bundledFiles.ts'
import { copyBundledCatalogue } from '../../test/bundledCatalogue.ts'
import { createTestCatalogue, type BookInput, type TestCatalogue } from '../../test/catalogues.ts'
import { openCatalogue } from './catalogue.ts'

let opened: TestCatalogue

beforeEach(async () => {
  opened = await createTestCatalogue()
})
afterEach(() => opened.close())

const idsOn = async (category: (typeof CATEGORIES)[number], startIndex: number, count = 36) =>
  (await opened.catalogue.byCategory(category, startIndex, count)).map(({ id }) => id)
const idsBy = async (authors: string[], limit = 20, without: string[] = []) =>
  (await opened.catalogue.byAuthors(authors, limit, without)).map(({ id }) => id)

const numbered = (count: number, input: (number: number) => Partial<BookInput>): BookInput[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `b${at + 1}`,
    authors: [`Author ${at + 1}`],
    popularity: 90 - at / 10,
    ...input(at + 1),
  }))

/** A volume of a series. */
const saga = (name: string, number: number, popularity: number): BookInput => ({
  id: `${name}${number}`,
  series: { name, number },
  popularity,
})

describe('byCategory', () => {
  test('ten draws reach every bundled book with which one can begin, and no page has a later volume', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'catchword-shelves-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    await copyBundledCatalogue(folder)
    const catalogue = openCatalogue({ folder, log: expect.unreachable })
    onTestFinished(() => catalogue.close())
    const seen = new Map<string, Set<string>>()
    for (const category of CATEGORIES) {
      for (let draw = 1; draw <= 10; draw += 1) {
        const page = await catalogue.byCategory(category, draw, 36)
        const ids = new Set(page.map(({ id }) => id))
        expect([category, draw, ids.size]).toEqual([category, draw, 36])
        for (const id of ids) seen.set(id, (seen.get(id) ?? new Set()).add(category))
      }
    }
    const records = await readBundledRecords()
    const canBegin = ({ series, authors, popularity }: (typeof records)[number]) => {
      const volumes = records.filter(
        (other) => other.series?.name === series?.name && other.authors[0] === authors[0],
      )
      const whole = volumes.filter((other) => Number.isInteger(other.series?.number))
      const numbers = whole.map((other) => other.series?.number ?? 0).filter((number) => number > 0)
      const lowest = Math.min(...numbers)
      const first = whole.find((other) => other.series?.number === lowest)
      return (
        series?.number === undefined ||
        popularity >= (first?.popularity ?? 0) + 9 ||
        series.number === lowest
      )
    }
    const beginnings = records.filter(canBegin).map(({ id }) => id)
    expect([...seen.keys()].toSorted()).toEqual(beginnings.toSorted())
    const misplaced = records.filter(({ id, categories }) =>
      ['Fiction', 'Non-Fiction'].some((name) => seen.get(id)?.has(name) && categories[0] !== name),
    )
    expect(misplaced).toEqual([])
  })

  test('a recent book stands beside an old one with twice its ratings, equal ones newest first', async () => {
    await opened.load([
      { id: 'old', publishedDate: '1850', popularity: 60 },
      { id: 'recent', publishedDate: '2020', popularity: 55 },
      { id: 'late', publishedDate: '2020', popularity: 50 },
    ])
    expect(await idsOn('Fiction', 1)).toEqual(['recent', 'old', 'late'])
  })

  test('a book stands on the shelves of its first two interests', async () => {
    await opened.load([{ id: 'a', categories: ['Poetry', 'Fiction', 'Travel'] }])
    expect(await idsOn('Poetry', 0)).toEqual(['a'])
    expect(await idsOn('Fiction', 0)).toEqual(['a'])
    expect(await idsOn('Travel', 0)).toEqual([])
  })

  test('later volumes stand behind, and only where a page would be short', async () => {
    const volumes = [1, 2, 3].map((number) => saga('Saga', number, 95 - number))
    const others = numbered(30, () => ({}))
    await opened.load([...volumes, ...others])
    const page = await idsOn('Fiction', 1)
    expect([page.length, page[0], ...page.slice(-2)]).toEqual([33, 'Saga1', 'Saga2', 'Saga3'])
    await opened.load([
      ...volumes,
      ...others,
      { id: 'more' },
      ...[1, 2, 3, 4].map((at) => ({ id: `x${at}` })),
    ])
    const ids = await idsOn('Fiction', 1)
    expect([ids.length, ids.includes('Saga1'), ids.includes('Saga2')]).toEqual([36, true, false])
  })

  test('what hardly anybody knows is left out where others fill a page, until readers here favor it', async () => {
    const unknown = numbered(80, (number) => ({
      id: `u${number}`,
      popularity: 0,
      categories: ['Travel'],
    }))
    await opened.load(unknown)
    const pages = []
    for (let draw = 1; draw <= 10; draw += 1) pages.push(...(await idsOn('Travel', draw)))
    expect(new Set(pages).size).toBe(80)
    await opened.load([...unknown, ...numbered(40, () => ({ categories: ['Travel'] }))])
    expect((await idsOn('Travel', 3)).filter((id) => id.startsWith('u'))).toEqual([])
    const [book] = await opened.catalogue.byIds(['u7'])
    const shelf = await opened.catalogue.byCategory('Travel', 1, 36, (work) =>
      work === book?.workId ? 400 : 0,
    )
    expect(shelf[0]?.id).toBe('u7')
  })
})

describe('byAuthors', () => {
  test('compares names folded, and takes turns', async () => {
    await opened.load([
      { id: 'a', authors: ['Gabriel García Márquez'], popularity: 10 },
      { id: 'b', authors: ['Somebody', 'gabriel garcia marquez'], popularity: 90 },
      { id: 'c', authors: ['J.R.R. Tolkien'], popularity: 50 },
      { id: 'd', authors: ['Gabriel García'], popularity: 99 },
    ])
    expect(await idsBy(['GABRIEL GARCIA MARQUEZ'])).toEqual(['b', 'a'])
    expect(await idsBy(['J. R. R. Tolkien', 'Gabriel García Márquez'])).toEqual(['c', 'b', 'a'])
    expect(await idsBy(['J. R. R. Tolkien', 'Gabriel García Márquez'], 1)).toEqual(['c'])
    expect(await idsBy([])).toEqual([])
    expect(await idsBy(['…', 'Nobody'])).toEqual([])
  })

  test('shows twelve by six authors, however many books the first has', async () => {
    const authors = [1, 2, 3, 4, 5, 6, 7].map((at) => `Writer ${at}`)
    await opened.load(
      authors.flatMap((author, at) =>
        numbered(at === 0 ? 150 : 2, (number) => ({
          id: `${at}-${number}`,
          authors: [author],
          popularity: at === 0 ? 99 : 20,
        })),
      ),
    )
    const shown = (await opened.catalogue.byAuthors(authors, 20)).slice(0, 12)
    expect(new Set(shown.map(({ volumeInfo }) => volumeInfo.authors[0])).size).toBe(7)
    expect(await idsBy(authors)).toHaveLength(20)
  })

  test('costs little where all is read', async () => {
    const books = numbered(3000, (number) => ({ authors: [`Writer ${number % 500}`] }))
    await opened.load(books)
    const ids = books.map(({ id }) => id)
    const authors = Array.from({ length: 500 }, (_, at) => `Writer ${at}`)
    // The best of ten: others may be at work, and what is read first is not kept yet.
    let best = Infinity
    for (let at = 0; at < 10; at += 1) {
      const began = performance.now()
      expect(await idsBy(authors, 20, ids)).toEqual([])
      best = Math.min(best, performance.now() - began)
    }
    expect(best).toBeLessThan(30)
  })

  test('goes on with the next volume, however little it is known; those before the first heart are last, in order', async () => {
    const others = numbered(120, (number) => ({ id: `o${number}`, authors: ['Ann Author'] }))
    const hole = [4, 5, 6, 7, 8].map((number) => saga('Hole', number, number === 5 ? 80 : 5))
    await opened.load([...others, ...hole])
    expect((await idsBy(['Ann Author'], 20, ['Hole6'])).slice(0, 2)).toEqual(['Hole7', 'o1'])
    await opened.load([...others.slice(0, 3), ...hole])
    const order = ['Hole7', 'o1', 'o2', 'o3', 'Hole8', 'Hole4', 'Hole5']
    expect(await idsBy(['Ann Author'], 20, ['Hole6'])).toEqual(order)
  })
})
