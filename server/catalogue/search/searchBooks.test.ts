import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Book } from '../../../contract/books.ts'
import { openCatalogueFile, type CatalogueFile } from '../catalogueFile.ts'
import { CATALOGUE_FILE } from '../catalogueDatabase.ts'
import { rewriteCatalogue } from '../rewriteCatalogue.ts'
import { searchBooks } from './searchBooks.ts'

let folder: string
let catalogue: CatalogueFile

const made = (id: string, title: string, author: string, description?: string): Book => ({
  id,
  volumeInfo: {
    title,
    authors: [author],
    categories: ['Fiction'],
    ...(description !== undefined && { description }),
  },
  accessInfo: { pdf: { isAvailable: false } },
  saleInfo: {},
})

/** A word of three letters for each number: too short to be taken for another. */
const code = (number: number): string =>
  `${String.fromCodePoint(97 + (number % 26))}x${String.fromCodePoint(97 + Math.floor(number / 26))}`

const BOOKS = [
  made('hounds', 'The Hounds of Winter Harbour', 'Ada Quill'),
  made('retold', 'Stories Retold', 'Ben Ink', 'Of hounds in a winter harbour, and what they saw.'),
  made('harbour', 'Harbour', 'Cleo Winter'),
  made('harbor', 'A Winter Harbor', 'Dan Pen'),
  made('gull', 'Gulls', 'Eve Margin'),
  made('gulls', 'Winter: Gulls', 'Fay Spine'),
  made('alone', `${code(7)} Alone`, 'Hal Leaf'),
]
/** Better known than the others, and full of common words. */
const SIMILAR_BOOKS = Array.from({ length: 60 }, (_, index) =>
  made(`crowd${index}`, `The Winter of ${code(index)}`, `Gus Folio${index % 7}`),
)

/** Of whose descriptions each has fewer of the same words than the one before. */
const LANTERNS = ['lanterns', 'kettle', 'otter', 'winter']
const DESCRIBED = Array.from({ length: 8 }, (_, index) =>
  made(
    `described${index}`,
    `Tale ${code(400 + index)}`,
    'Ivo Plate',
    `Of ${LANTERNS.slice(0, index < 2 ? 4 : index < 4 ? 3 : 2).join(', the ')} and not much else.`,
  ),
)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-search-'))
  const books = [...SIMILAR_BOOKS, ...BOOKS, ...DESCRIBED].map((book, index) => ({
    book,
    popularity: 90 - index / 10,
    source: 'test',
  }))
  await rewriteCatalogue(folder, async (writer) => writer.add('test', books))
  catalogue = openCatalogueFile(join(folder, CATALOGUE_FILE))
})

afterAll(() => {
  catalogue.close()
  rmSync(folder, { recursive: true })
})

const find = (query: string): string[] => searchBooks(catalogue, query, 20).data.map(({ id }) => id)

describe('what is sooner told by the books, or not looked up', () => {
  test('descriptions have the words in any of their forms, and all of them', () => {
    expect(find('hounds winter harbour')).toEqual(['hounds', 'retold'])
    expect(find('hound winters harbour')).toEqual(['hounds', 'retold'])
    expect(find('the hounds of winter harbour crew')).not.toContain('retold')
    expect(find('winter lantern kettles otters')).toEqual(['described0', 'described1'])
    expect(find(`the winter of ${code(31)} gus`)).toEqual(['crowd31'])
  })

  test('a rare word beside common ones, in title or author', () => {
    expect(find(`winter ${code(7)} folio0`)).toEqual(['crowd7'])
    expect(find(code(7))).toEqual(['alone', 'crowd7'])
  })

  test('a whole title beside its author comes first, and one that is no whole title does not', () => {
    expect(find('winter harbour')[0]).toBe('harbour')
    expect(find('cleo winter harbour')).toEqual(['harbour'])
    expect(find('ada quill hounds winter')).toEqual(['hounds'])
  })

  test('of corrected books those with the whole title come first, however many are better known', () => {
    const found = find('wintre')
    expect(found).toEqual(['gulls', ...SIMILAR_BOOKS.slice(0, 4).map(({ id }) => id)])
  })

  test('a word that begins others finds them with or without the word itself', () => {
    expect(find('wint')).toHaveLength(5)
    expect(find('gull')).toEqual(['gull', 'gulls'])
    expect(find('harbo winter')).toEqual(expect.arrayContaining(['hounds', 'harbour', 'harbor']))
  })

  test('corrections beside a few hits: each book once', () => {
    expect(find('gull')).toEqual([...new Set(find('gull'))])
    expect(find('gulsl')).toEqual(['gull', 'gulls'])
  })
})
