import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { CATEGORIES } from '../../contract/categories.ts'
import { readBundledRecords } from '../../books/bundled/bundledFiles.ts'
import { isBeginning } from '../../books/seriesOrder.ts'
import { copyBundledCatalogue } from '../../test/bundledCatalogue.ts'
import { createTestCatalogue, type BookInput } from '../../test/catalogues.ts'
import { openCatalogue } from './catalogue.ts'

const { catalogue, load, close } = await createTestCatalogue()
afterAll(close)

const idsOn = async (category: (typeof CATEGORIES)[number], startIndex: number, count = 36) =>
  (await catalogue.byCategory(category, startIndex, count)).map(({ id }) => id)
const idsBy = async (authors: string[], limit = 20, without: string[] = []) =>
  (await catalogue.byAuthors(authors, limit, without)).map(({ id }) => id)

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
    const volumes = records.map(({ id, series, authors: [author = ''], popularity }) => {
      return {
        id,
        author,
        popularity,
        series: series?.name ?? null,
        number: series?.number ?? null,
      }
    })
    const inOrder = volumes.toSorted((one, other) => (one.number ?? 0) - (other.number ?? 0))
    const beginnings = volumes.filter((book) =>
      isBeginning(
        book,
        inOrder.filter(({ series }) => series === book.series),
      ),
    )
    expect([...seen.keys()].toSorted()).toEqual(beginnings.map(({ id }) => id).toSorted())
    const misplaced = records.filter(({ id, categories }) =>
      ['Fiction', 'Non-Fiction'].some((name) => seen.get(id)?.has(name) && categories[0] !== name),
    )
    expect(misplaced).toEqual([])
  })

  test('a recent book stands beside an old one with twice its ratings, equal ones newest first', async () => {
    await load([
      { id: 'old', publishedDate: '1850', popularity: 60 },
      { id: 'recent', publishedDate: '2020', popularity: 55 },
      { id: 'late', publishedDate: '2020', popularity: 50 },
    ])
    expect(await idsOn('Fiction', 1)).toEqual(['recent', 'old', 'late'])
    // A third interest of a book is no shelf of it.
    await load([{ id: 'a', categories: ['Poetry', 'Fiction', 'Travel'] }])
    expect(await idsOn('Fiction', 0)).toEqual(['a'])
    expect(await idsOn('Travel', 0)).toEqual([])
  })

  test('later volumes stand behind, and only where a page would be short', async () => {
    const volumes = [1, 2, 3].map((number) => saga('Saga', number, 95 - number))
    const others = numbered(30, () => ({}))
    await load([...volumes, ...others])
    const page = await idsOn('Fiction', 1)
    expect([page.length, page[0], ...page.slice(-2)]).toEqual([33, 'Saga1', 'Saga2', 'Saga3'])
    await load([
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
    await load(unknown)
    const pages = []
    for (let draw = 1; draw <= 10; draw += 1) pages.push(...(await idsOn('Travel', draw)))
    expect(new Set(pages).size).toBe(80)
    await load([...unknown, ...numbered(40, () => ({ categories: ['Travel'] }))])
    expect((await idsOn('Travel', 3)).filter((id) => id.startsWith('u'))).toEqual([])
    const [book] = await catalogue.byIds(['u7'])
    const shelf = await catalogue.byCategory('Travel', 1, 36, (work) =>
      work === book?.workId ? 400 : 0,
    )
    expect(shelf[0]?.id).toBe('u7')
  })
})

describe('byAuthors', () => {
  test('compares names folded, and takes turns', async () => {
    await load([
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

  test('goes on with the next volume, however little it is known; those before the first heart are last, in order', async () => {
    const others = numbered(120, (number) => ({ id: `o${number}`, authors: ['Ann Author'] }))
    const hole = [4, 5, 6, 7, 8].map((number) => saga('Hole', number, number === 5 ? 80 : 5))
    await load([...others, ...hole])
    expect((await idsBy(['Ann Author'], 20, ['Hole6'])).slice(0, 2)).toEqual(['Hole7', 'o1'])
    await load([...others.slice(0, 3), ...hole])
    const order = ['Hole7', 'o1', 'o2', 'o3', 'Hole8', 'Hole4', 'Hole5']
    expect(await idsBy(['Ann Author'], 20, ['Hole6'])).toEqual(order)
  })
})

test('bySeries has the volumes of one author, each work once, and of a work the edition that is asked for', async () => {
  await load([
    saga('Hole', 2, 5),
    saga('Hole', 1, 5),
    { ...saga('Hole', 3, 90), id: 'foreign', authors: ['Bob Other'] },
    { ...saga('Hole', 2, 50), id: 'edition', title: 'Hole2' },
  ])
  const [asked = expect.unreachable()] = await catalogue.byIds(['Hole2'])
  expect((await catalogue.bySeries(asked, 20)).map(({ id }) => id)).toEqual(['Hole1', 'Hole2'])
})
