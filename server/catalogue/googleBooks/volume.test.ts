import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { Check } from 'typebox/schema'
import { Book } from '../../../contract/books.ts'
import { isCategory } from '../../../contract/categories.ts'
import { bookIdOf, field, readVolume, volumeIdOf, type Volume } from './volume.ts'

const DRAWING = 'test'
const FOLDER = join(import.meta.dirname, '../../../../shared/data/googlebooks')

/** A whole volume, as GET /volumes/{id} answers it. */
const WHOLE = {
  kind: 'books#volume',
  id: 'ZDgQCwAAQBAJ',
  etag: 'x',
  volumeInfo: {
    title: 'Tom &amp; the <i>Cat</i>',
    subtitle: 'A  Story',
    authors: ['Ann Author', ' ANN AUTHOR ', '', 'Bob &amp; Sons'],
    publisher: 'House',
    publishedDate: '2015-12-08',
    description: '<p onclick="x()">One <b>bold</b>.<br>Two</p><script>alert(1)</script>',
    industryIdentifiers: [
      { type: 'OTHER', identifier: 'UOM:39015' },
      { type: 'ISBN_10', identifier: '1781103712' },
      { type: 'ISBN_13', identifier: '9781781103715' },
      { type: 'ISBN_13', identifier: '9781781103716' },
    ],
    pageCount: 535,
    printType: 'BOOK',
    categories: ['Juvenile Fiction / Fantasy & Magic', 'Fiction / Fantasy / General'],
    averageRating: 4.5,
    ratingsCount: 220,
    maturityRating: 'NOT_MATURE',
    imageLinks: {
      smallThumbnail:
        'http://books.google.com/books/content?id=ZDgQCwAAQBAJ&img=1&zoom=5&edge=curl',
      thumbnail:
        'http://books.google.com/books/publisher/content?id=ZDgQCwAAQBAJ&printsec=frontcover&img=1&zoom=1&edge=curl&imgtk=AF&source=gbs_api',
      large: 'http://books.google.com/books/publisher/content?id=ZDgQCwAAQBAJ&zoom=4',
    },
    language: 'pt-br',
  },
  saleInfo: {
    country: 'BR',
    saleability: 'FOR_SALE',
    buyLink: 'https://play.google.com/store/books/details?id=ZDgQCwAAQBAJ',
  },
  accessInfo: {
    viewability: 'PARTIAL',
    pdf: {
      isAvailable: true,
      acsTokenLink: 'http://books.google.com.br/books/download/x.acsm?id=ZDgQCwAAQBAJ',
    },
    webReaderLink: 'http://play.google.com/books/reader?id=ZDgQCwAAQBAJ',
    accessViewStatus: 'SAMPLE',
  },
}

async function read(value: unknown): Promise<Volume> {
  const volume = await readVolume(value, DRAWING)
  if ('rejected' in volume) throw new Error(volume.rejected)
  return volume
}

const DATE = /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/
const TAG = /^<(?:\/?(?:p|b|i|em|strong|ul|ol|li)|br \/)>$/

/** What a book of any source must not be, whatever was sent: empty where it is clean. */
function flaws({ stored, language }: Volume): string[] {
  const { book, picture, worth } = stored
  const {
    title,
    authors,
    categories,
    description,
    publishedDate,
    industryIdentifiers,
    imageLinks,
  } = book.volumeInfo
  const { pdf, webReaderLink } = book.accessInfo
  const links = [pdf.acsTokenLink, webReaderLink, book.saleInfo.buyLink]
  const tags = description?.match(/<[^>]*>?/g) ?? []
  const text = JSON.stringify(book)
  const rules: Record<string, boolean> = {
    'fits the contract': Check(Book, book),
    'has a title': /\S/.test(title) && title.trim() === title && !/[\n\t\0]|&amp;/.test(title),
    'has whole names': authors.every((name) => name !== '' && name.trim() === name),
    'names each once': new Set(authors).size === authors.length,
    'keeps to the interests': categories.every(isCategory),
    'has each interest once': new Set(categories).size === categories.length,
    'is described or not': description !== '',
    'has allowed tags only': tags.every((tag) => TAG.test(tag)),
    'has a date': publishedDate === undefined || DATE.test(publishedDate),
    'has ISBNs or none': industryIdentifiers?.length !== 0,
    'has ISBNs only': (industryIdentifiers ?? []).every(({ type, identifier }) =>
      (type === 'ISBN_13' ? /^97[89]\d{10}$/ : /^\d{9}[\dX]$/).test(identifier),
    ),
    'has its cover with us': /^\/covers\/gb_[\w-]+\?v=[0-9a-f]{8}$/.test(
      imageLinks?.thumbnail ?? '',
    ),
    'offers a PDF that is there': pdf.isAvailable === (pdf.acsTokenLink !== undefined),
    'links to the web only': links.every((link) => link === undefined || /^https?:\/\//.test(link)),
    'has a picture over https':
      picture === undefined || (picture.startsWith('https://') && !/[?&]edge=/.test(picture)),
    'is worth 0 to 100': worth >= 0 && worth <= 100,
    'has a language tag': language === undefined || /^[a-z]{2,3}(?:-\w+)*$/.test(language),
    'is well formed': text === text.toWellFormed() && !text.includes(String.raw`\u0000`),
  }
  return Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [`not: ${rule}`]))
}

const lines = (text: string): unknown[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

const file = (name: string) => readFileSync(join(FOLDER, name))

const worthOf = async (info: object) =>
  (await read({ id: 'a', volumeInfo: { title: 'A', ...info } })).stored.worth

describe('readVolume', () => {
  test('a whole volume, every field', async () => {
    const volume = await read(WHOLE)
    expect(flaws(volume)).toEqual([])
    const { stored, language, mature } = volume
    expect(stored.source).toBe('google-books')
    expect(stored.picture).toBe(
      'https://books.google.com/books/publisher/content?id=ZDgQCwAAQBAJ&printsec=frontcover&img=1&zoom=1&imgtk=AF&source=gbs_api&fife=w400-h600',
    )
    expect(language).toBe('pt-BR')
    expect(mature).toBe(false)
    expect(stored.worth).toBeGreaterThan(40)
    expect(stored.book).toEqual({
      id: 'gb_ZDgQCwAAQBAJ',
      volumeInfo: {
        title: 'Tom & the Cat: A Story',
        authors: ['Ann Author', 'Bob & Sons'],
        description: '<p>One <b>bold</b>.<br />Two</p>',
        imageLinks: { thumbnail: expect.stringMatching(/^\/covers\/gb_ZDgQCwAAQBAJ\?v=/) },
        categories: ["Children's Books", 'Fantasy', 'Fiction'],
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
    })
  })

  test('a volume with next to nothing', async () => {
    const volume = await read({ id: 'abc', volumeInfo: { title: '1984' } })
    expect(flaws(volume)).toEqual([])
    expect(volume.stored.book.volumeInfo).toEqual({
      title: '1984',
      authors: [],
      categories: [],
      imageLinks: { thumbnail: expect.any(String) },
    })
    expect(volume.stored.picture).toBeUndefined()
    expect(volume.stored.book.accessInfo).toEqual({ pdf: { isAvailable: false } })
    expect(volume.stored.book.saleInfo).toEqual({})
  })

  test('links that lead nowhere or may not be offered are none', async () => {
    const { stored } = await read({
      ...WHOLE,
      saleInfo: { buyLink: 'javascript:alert(1)' },
      accessInfo: {
        ...WHOLE.accessInfo,
        viewability: 'NO_PAGES',
        pdf: { isAvailable: true, acsTokenLink: 'data:text/html,x' },
      },
    })
    expect(stored.book.saleInfo).toEqual({})
    expect(stored.book.accessInfo).toEqual({ pdf: { isAvailable: false } })
  })

  test('a PDF to download goes before the ticket for one', async () => {
    const pdf = { isAvailable: true, downloadLink: 'http://books.google.nl/a.pdf' }
    const { stored } = await read({ ...WHOLE, accessInfo: { pdf } })
    expect(stored.book.accessInfo.pdf.acsTokenLink).toBe('https://books.google.nl/a.pdf')
  })

  test.each([
    ['17??', undefined],
    ['0000', undefined],
    ['0101-01-01', undefined],
    ['1998', '1998'],
    ['1998-05', '1998-05'],
    ['1998-05-12T00:00:00.000Z', '1998-05-12'],
  ])('published %s is %s', async (publishedDate, date) => {
    const { stored } = await read({ id: 'a', volumeInfo: { title: 'A', publishedDate } })
    expect(stored.book.volumeInfo.publishedDate).toBe(date)
  })

  test('what is rated is worth more than what is not, what is loved more than what is not', async () => {
    const worths = [
      await worthOf({}),
      await worthOf({ description: 'x', authors: ['A'] }),
      await worthOf({ averageRating: 5, ratingsCount: 1 }),
      await worthOf({ averageRating: 2, ratingsCount: 1000 }),
      await worthOf({ averageRating: 4.5, ratingsCount: 1000 }),
      await worthOf({ averageRating: 5, ratingsCount: 1e9 }),
    ]
    expect(worths).toEqual(worths.toSorted((one, other) => one - other))
    expect(new Set(worths).size).toBe(worths.length)
  })

  test.each([
    [undefined, 'no usable id'],
    [null, 'no usable id'],
    ['text', 'no usable id'],
    [[], 'no usable id'],
    [{}, 'no usable id'],
    [{ id: 7 }, 'no usable id'],
    [{ id: '../etc' }, 'no usable id'],
    [{ id: 'a'.repeat(62), volumeInfo: { title: 'A' } }, 'no usable id'],
    [{ id: 'a' }, 'no volumeInfo'],
    [{ id: 'a', volumeInfo: {} }, 'no title'],
    [{ id: 'a', volumeInfo: { title: ' \u200b ' } }, 'no title'],
    [{ id: 'a', volumeInfo: { title: ['A'] } }, 'no title'],
    [JSON.parse('{"id":"a","__proto__":{"volumeInfo":{"title":"A"}}}'), 'no volumeInfo'],
  ])('%j is rejected: %s', async (value, rejected) => {
    expect(await readVolume(value, DRAWING)).toEqual({ rejected })
  })
})

describe('ids', () => {
  test('Google’s id and ours become each other', () => {
    expect(bookIdOf('_9dGwQEACAAJ')).toBe('gb__9dGwQEACAAJ')
    expect(volumeIdOf('gb__9dGwQEACAAJ')).toBe('_9dGwQEACAAJ')
  })

  test.each(['emma', 'frankenstein', 'gb-84', 'gb_', 'gb_a/b', `gb_${'a'.repeat(62)}`, ''])(
    '%j is none of Google’s',
    (id) => {
      expect(volumeIdOf(id)).toBeUndefined()
    },
  )
})

/** Every path to a value in a tree of objects and lists. */
function paths(value: unknown, before: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [before]
  const inside = Object.keys(value).flatMap((name) =>
    paths(Array.isArray(value) ? value[Number(name)] : field(value, name), [...before, name]),
  )
  return before.length === 0 ? inside : [before, ...inside]
}

function replaced(value: unknown, path: readonly string[], odd: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return odd
  if (Array.isArray(value)) {
    return value.map((item, index) => (String(index) === name ? replaced(item, rest, odd) : item))
  }
  const inner = replaced(field(value, name), rest, odd)
  return typeof value === 'object' ? { ...value, [name]: inner } : odd
}

describe('whatever stands in a field', () => {
  const ODD: readonly unknown[] = [
    null,
    undefined,
    0,
    -1,
    1e308,
    true,
    '',
    ' ',
    '\0\uD800',
    'x'.repeat(100_000),
    '<script>alert(1)</script>',
    'javascript:alert(1)',
    '&lt;b&gt;&amp;',
    [],
    [null],
    [['a']],
    [{}],
    {},
    { toString: null },
    { length: 3 },
  ]

  test.each(paths(WHOLE).map((path) => [path.join('.'), path] as const))(
    '%s: a clean book or a reason',
    async (_name, path) => {
      const found = await Promise.all(
        ODD.map(async (odd) => {
          const volume = await readVolume(replaced(WHOLE, path, odd), DRAWING)
          return 'rejected' in volume ? [] : flaws(volume)
        }),
      )
      expect(found.flat()).toEqual([])
    },
  )

  test('only what nothing can be without is a reason to reject', async () => {
    const reasons = new Map<string, string>()
    for (const path of paths(WHOLE)) {
      for (const odd of ODD) {
        const volume = await readVolume(replaced(WHOLE, path, odd), DRAWING)
        if ('rejected' in volume) reasons.set(path.join('.'), volume.rejected)
      }
    }
    expect(Object.fromEntries(reasons)).toEqual({
      id: 'no usable id',
      volumeInfo: 'no title',
      'volumeInfo.title': 'no title',
    })
  })
})

const present = existsSync(FOLDER)

describe.skipIf(!present)('real answers (skipped where they are not on this machine)', () => {
  test('every volume comes through clean, but the one that has no title', async () => {
    const volumes = lines(file('volumes.jsonl').toString('utf8'))
    const rejected: unknown[] = []
    const found: unknown[] = []
    for (const value of volumes) {
      const volume = await readVolume(value, DRAWING)
      const id = field(value, 'id')
      if ('rejected' in volume) rejected.push([id, volume.rejected])
      else found.push(...flaws(volume).map((flaw) => [id, flaw]))
    }
    expect(found).toEqual([])
    expect(volumes).toHaveLength(238)
    expect(rejected).toEqual([['tlRWDwAAQBAJ', 'no title']])
  })

  test('their odd shapes are what they should become', async () => {
    const index: unknown = JSON.parse(file('odd_shapes_index.json').toString('utf8'))
    const volumes = new Map(
      lines(file('volumes.jsonl').toString('utf8')).map((value) => [field(value, 'id'), value]),
    )
    const under = async (name: string): Promise<Volume[]> => {
      const ids = field(index, name)
      if (!Array.isArray(ids) || ids.length === 0) throw new Error(`no ${name}`)
      const read = await Promise.all(ids.map((id) => readVolume(volumes.get(id), DRAWING)))
      return read.flatMap((volume) => ('rejected' in volume ? [] : [volume]))
    }
    for (const { stored } of await under('no-authors')) {
      expect(stored.book.volumeInfo.authors).toEqual([])
    }
    for (const { stored } of await under('date-odd')) {
      expect(stored.book.volumeInfo.publishedDate).toBeUndefined()
    }
    for (const { stored } of await under('date-year')) {
      expect(stored.book.volumeInfo.publishedDate).toMatch(/^\d{4}$/)
    }
    for (const { stored } of await under('date-year-month')) {
      expect(stored.book.volumeInfo.publishedDate).toMatch(/^\d{4}-\d\d$/)
    }
    for (const { stored } of await under('category-UPPERCASE')) {
      expect(stored.book.volumeInfo.categories).toEqual(['Graphic Novels'])
    }
    for (const { mature } of await under('mature')) expect(mature).toBe(true)
    for (const { stored } of await under('no-imageLinks')) expect(stored.picture).toBeUndefined()
    for (const { stored } of await under('thumbnail-no-curl')) {
      expect(stored.picture).toMatch(/^https:\/\/books\.google\.com\/.*&fife=w400-h600$/)
    }
    for (const { stored } of await under('pdf-downloadLink-only')) {
      expect(stored.book.accessInfo.pdf.isAvailable).toBe(true)
    }
    for (const { stored } of await under('pdf-available-no-link')) {
      expect(stored.book.accessInfo.pdf).toEqual({ isAvailable: false })
    }
    for (const { stored } of await under('no-isbn')) {
      expect(stored.book.volumeInfo.industryIdentifiers).toBeUndefined()
    }
    for (const { stored } of await under('sale-FREE')) {
      expect(stored.book.saleInfo.buyLink).toMatch(/^https:/)
    }
  })

  test('every record of the Play shop comes through clean', async () => {
    const records = lines(gunzipSync(file('google_play_books_unique.jsonl.gz')).toString('utf8'))
    const categories: number[] = []
    for (const [index, record] of records.entries()) {
      const volume = await read({ id: `play${index}`, volumeInfo: record })
      expect(flaws(volume)).toEqual([])
      if (Array.isArray(field(record, 'categories'))) {
        const named = field(record, 'categories')
        if (Array.isArray(named) && named.length > 0) {
          categories.push(volume.stored.book.volumeInfo.categories.length)
        }
      }
      expect(volume.language).toBe('en')
    }
    expect(records).toHaveLength(247)
    // Every name they use is one that the table knows.
    expect(categories.filter((count) => count === 0)).toEqual([])
  })

  test('the whole answer for one volume', async () => {
    const volume = await read(JSON.parse(file('detail_example_pt_BR.json').toString('utf8')))
    expect(flaws(volume)).toEqual([])
    const { book } = volume.stored
    expect(book.volumeInfo.categories).toEqual([
      "Children's Books",
      'Fantasy',
      'Young Adult',
      'Fiction',
    ])
    expect(book.volumeInfo.description).toMatch(/^<p>.*<br \/><br \/>.*<\/p>$/)
    expect(book.accessInfo.pdf.acsTokenLink).toMatch(/^https:\/\/books\.google\.com\.br\//)
  })
})
