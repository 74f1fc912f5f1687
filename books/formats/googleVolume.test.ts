import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { Check } from 'typebox/schema'
import { Book } from '../../contract/books.ts'
import { isCategory } from '../../contract/categories.ts'
import { readVolume, volumeIdOf } from './googleVolume.ts'
import { field } from './json.ts'
import type { CleanRecord } from '../record.ts'

/** A whole volume, as GET /volumes/{id} sends it. */
const WHOLE = {
  kind: 'books#volume',
  id: 'ZDgQCwAAQBAJ',
  volumeInfo: {
    title: 'Tom &amp; the <i>Cat</i>',
    subtitle: 'A  Story',
    authors: ['Ann Author', ' ANN AUTHOR ', '', 'Bob &amp; Sons'],
    publishedDate: '2015-12-08',
    description: '<p onclick="x()">One <b>bold</b>.<br>Two</p><script>alert(1)</script>',
    industryIdentifiers: [
      { type: 'OTHER', identifier: '0140449337' },
      { type: 'ISBN_10', identifier: '1781103712' },
      { type: 'ISBN_13', identifier: '9781781103715' },
      { type: 'ISBN_13', identifier: '9781781103716' },
    ],
    categories: ['Juvenile Fiction / Fantasy & Magic', 'Fiction / Fantasy / General'],
    averageRating: 4.5,
    ratingsCount: 220,
    imageLinks: {
      smallThumbnail: 'http://books.google.com/books/content?id=ZDgQCwAAQBAJ&img=1&zoom=5',
      thumbnail:
        'http://books.google.com/books/publisher/content?id=ZDgQCwAAQBAJ&printsec=frontcover&img=1&zoom=1&edge=curl&imgtk=AF&source=gbs_api',
      large: 'http://books.google.com/books/publisher/content?id=ZDgQCwAAQBAJ&zoom=4',
    },
    language: 'pt-br',
  },
  saleInfo: { buyLink: 'https://play.google.com/store/books/details?id=ZDgQCwAAQBAJ' },
  accessInfo: {
    viewability: 'PARTIAL',
    pdf: {
      isAvailable: true,
      acsTokenLink: 'http://books.google.com.br/books/download/x.acsm?id=ZDgQCwAAQBAJ',
    },
    webReaderLink: 'http://play.google.com/books/reader?id=ZDgQCwAAQBAJ',
  },
}

async function read(value: unknown): Promise<CleanRecord> {
  const volume = await readVolume(value)
  if ('skipped' in volume) throw new Error(volume.skipped)
  return volume
}

const TAG = /^<(?:\/?(?:p|b|i|em|strong|ul|ol|li)|br \/)>$/
const DATE = /^\d{4}(?:-\d\d(?:-\d\d)?)?$/

/** What a book must not be, whatever was sent; empty where it is clean. */
function flaws({ book, picture, popularity, languages }: CleanRecord): string[] {
  const { title, authors, categories, description, publishedDate } = book.volumeInfo
  const { pdf, webReaderLink } = book.accessInfo
  const links = [pdf.acsTokenLink, webReaderLink, book.saleInfo.buyLink]
  const tags = description?.match(/<[^>]*>?/g) ?? []
  const text = JSON.stringify(book)
  const rules: Record<string, boolean> = {
    'fits the contract': Check(Book, book),
    'has a title': /\S/.test(title) && title.trim() === title && !/[\n\t\0]|&amp;/.test(title),
    'has each author once': authors.every((name) => name.trim() === name && name !== ''),
    'has known categories, each once':
      categories.every(isCategory) && new Set(categories).size === categories.length,
    'has allowed tags only': description !== '' && tags.every((tag) => TAG.test(tag)),
    'has a date or none': publishedDate === undefined || DATE.test(publishedDate),
    'has its cover on this server': /^\/covers\/gb_[\w-]+\?v=[0-9a-f]{8}$/.test(
      book.volumeInfo.imageLinks?.thumbnail ?? '',
    ),
    'offers a PDF that exists': pdf.isAvailable === (pdf.acsTokenLink !== undefined),
    'links to http(s) only': links.every((link) => link === undefined || /^https?:/.test(link)),
    'has a picture over https': picture === undefined || picture.startsWith('https://'),
    'has a popularity': popularity >= 0 && Number.isFinite(popularity),
    'has language tags': languages.every((tag) => /^[a-z]{2,3}(?:-\w+)*$/.test(tag)),
    'is well formed': text === text.toWellFormed() && !text.includes(String.raw`\u0000`),
  }
  return Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [`not: ${rule}`]))
}

describe('readVolume', () => {
  test('converts a whole volume, every field', async () => {
    const volume = await read(WHOLE)
    expect(flaws(volume)).toEqual([])
    expect(volume.popularity).toBeGreaterThan(40)
    expect(volume).toEqual({
      popularity: expect.any(Number),
      languages: ['pt-BR'],
      picture:
        'https://books.google.com/books/publisher/content?id=ZDgQCwAAQBAJ&printsec=frontcover&img=1&zoom=1&imgtk=AF&source=gbs_api&fife=w400-h600',
      book: {
        id: 'gb_ZDgQCwAAQBAJ',
        volumeInfo: {
          title: 'Tom & the Cat: A Story',
          subtitle: 'A Story',
          language: 'pt-BR',
          authors: ['Ann Author', 'Bob & Sons'],
          description: '<p>One <b>bold</b>.<br />Two</p>',
          imageLinks: { thumbnail: expect.stringMatching(/^\/covers\/gb_ZDgQCwAAQBAJ\?v=/) },
          categories: ["Children's Books", 'Fantasy', 'Fiction'],
          subjects: ['children'],
          publishedDate: '2015-12-08',
          industryIdentifiers: [
            { type: 'ISBN_13', identifier: '9781781103715' },
            { type: 'ISBN_10', identifier: '1781103712' },
          ],
        },
        accessInfo: {
          pdf: {
            isAvailable: true,
            acsTokenLink: 'https://books.google.com.br/books/download/x.acsm?id=ZDgQCwAAQBAJ',
          },
          webReaderLink: 'https://play.google.com/books/reader?id=ZDgQCwAAQBAJ',
        },
        saleInfo: { buyLink: 'https://play.google.com/store/books/details?id=ZDgQCwAAQBAJ' },
      },
    })
  })

  test('converts a volume with next to nothing', async () => {
    const { book, picture } = await read({ id: 'abc', volumeInfo: { title: '1984' } })
    expect(book).toEqual({
      id: 'gb_abc',
      volumeInfo: {
        title: '1984',
        authors: [],
        categories: [],
        imageLinks: { thumbnail: expect.any(String) },
      },
      accessInfo: { pdf: { isAvailable: false } },
      saleInfo: {},
    })
    expect(picture).toBeUndefined()
  })

  test('offers no link to pages that cannot be read', async () => {
    const pdf = { isAvailable: false }
    const accessInfo = { ...WHOLE.accessInfo, viewability: 'NO_PAGES', pdf }
    const { book } = await read({ ...WHOLE, accessInfo })
    expect(book.accessInfo).toEqual({ pdf })
  })

  test.each([
    [undefined, 'no usable id'],
    [{ id: '../etc' }, 'no usable id'],
    [{ id: 'a'.repeat(62), volumeInfo: { title: 'A' } }, 'no usable id'],
    [{ id: 'a' }, 'no volumeInfo'],
    [{ id: 'a', volumeInfo: { title: ' \u200b ' } }, 'no title'],
    [JSON.parse('{"id":"a","__proto__":{"volumeInfo":{"title":"A"}}}'), 'no volumeInfo'],
  ])('rejects %j: %s', async (value, rejected) => {
    expect(await readVolume(value)).toMatchObject({ skipped: rejected })
  })

  test('takes anything in any field', async () => {
    const odd = [null, -1, 1e308, true, '', '\0\uD800', 'javascript:alert(1)', '<script>x</script>']
    const values: unknown[] = [
      ...odd,
      'x'.repeat(20_000),
      [],
      [null],
      [['a']],
      [{}],
      {},
      { toString: null },
    ]
    const rejected = new Map<string, string>()
    const found: string[] = []
    for (const path of pathsOf(WHOLE)) {
      for (const value of values) {
        const volume = await readVolume(replaced(WHOLE, path, value))
        if ('skipped' in volume) rejected.set(path.join('.'), volume.skipped)
        else found.push(...flaws(volume))
      }
    }
    expect(found).toEqual([])
    expect(Object.fromEntries(rejected)).toEqual({
      id: 'no usable id',
      volumeInfo: 'no title',
      'volumeInfo.title': 'no title',
    })
  })
})

/** Every path to a value in a tree of objects and lists. */
function pathsOf(value: unknown, before: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [before]
  const inside = Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, [...before, name]))
  return before.length === 0 ? inside : [before, ...inside]
}

function replaced(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by
  if (Array.isArray(value)) return value.with(Number(name), replaced(value[Number(name)], rest, by))
  const inner = replaced(field(value, name), rest, by)
  return typeof value === 'object' ? { ...value, [name]: inner } : by
}

test('volumeIdOf recognises the ids of Google’s books', () => {
  expect(volumeIdOf('gb__9dGwQEACAAJ')).toBe('_9dGwQEACAAJ')
  for (const id of ['emma', 'gb-84', 'gb_', 'gb_a/b', `gb_${'a'.repeat(62)}`, '']) {
    expect(volumeIdOf(id)).toBeUndefined()
  }
})

const FOLDER = join(import.meta.dirname, '../../../shared/data/googlebooks')
const noData = existsSync(FOLDER) ? '' : ' (skipped: the real responses are not on this machine)'
const linesOf = (text: string): unknown[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

describe.skipIf(noData !== '')(`real responses${noData}`, () => {
  test('every volume comes through clean, but the one that has no title', async () => {
    const volumes = linesOf(readFileSync(join(FOLDER, 'volumes.jsonl'), 'utf8'))
    expect(volumes).toHaveLength(238)
    const read = await Promise.all(volumes.map((value) => readVolume(value)))
    expect(read.filter((volume) => 'skipped' in volume)).toMatchObject([{ skipped: 'no title' }])
    expect(read.flatMap((volume) => ('book' in volume ? flaws(volume) : []))).toEqual([])
  })

  test('every record of the Play shop comes through clean, with its categories', async () => {
    const file = readFileSync(join(FOLDER, 'google_play_books_unique.jsonl.gz'))
    const records = linesOf(gunzipSync(file).toString())
    expect(records).toHaveLength(247)
    for (const [at, record] of records.entries()) {
      const volume = await read({ id: `play${at}`, volumeInfo: record })
      expect(flaws(volume)).toEqual([])
      const names = field(record, 'categories')
      const hasNames = Array.isArray(names) && names.length > 0
      expect(volume.book.volumeInfo.categories.length > 0 || !hasNames).toBe(true)
    }
  })

  test('the whole response for one volume', async () => {
    const file = readFileSync(join(FOLDER, 'detail_example_pt_BR.json'), 'utf8')
    const volume = await read(JSON.parse(file))
    expect(flaws(volume)).toEqual([])
    const { categories, description } = volume.book.volumeInfo
    expect(categories).toEqual(["Children's Books", 'Fantasy', 'Young Adult', 'Fiction'])
    expect(description).toMatch(/^<p>.*<br \/><br \/>.*<\/p>$/)
  })
})
