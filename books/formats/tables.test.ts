import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runs } from '../../test/full.ts'
import { seeded } from '../../test/seeded.ts'
import { fold } from '../../contract/fold.ts'
import columns from './columns.json' with { type: 'json' }
import headerWords from './headerWords.json' with { type: 'json' }
import { positionsOf, PROGRAMS, rowOf, type Field } from './table.ts'
import { readRows } from './csv.ts'
import { createCsv } from './csvBooks.ts'

import { googleBooks } from './googleVolume.ts'
import { gutenberg } from './gutenberg.ts'
import { importBooks } from '../../server/catalogue/import/importBooks.ts'
import { readRecord } from '../record.ts'
import { readLibrary } from '../library/readLibrary.ts'
import { findInput, ImportError, type Format } from './input.ts'
import { openLibrary } from './openLibrary.ts'

const DATA = join(import.meta.dirname, '../../../shared/data')
const noData = existsSync(DATA) ? '' : ' (skipped: the real data is not on this machine)'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-tables-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0

function file(content: string | Buffer): string {
  const path = join(folder, `table-${++files}.csv`)
  writeFileSync(path, content)
  return path
}

/** The rows of a table, the kinds of its damage, and where they are. */
async function rowsOf(content: string | Buffer) {
  const rows: string[][] = []
  const damage: string[] = []
  const [input] = (await findInput(file(content))).files
  if (!input) throw new Error('no file')
  const onLoss = (kind: string, where: string) => {
    damage.push(`${kind}: ${where}`)
  }
  for await (const group of readRows(input, { read: 0, total: 1, onLoss })) rows.push(...group)
  return { rows, damage }
}

async function runImport<Raw>(path: string, format: Format<Raw>, source = 'test') {
  const catalogue = join(folder, `catalogue-${++files}`)
  const input = await findInput(path)
  const result = await importBooks({ folder: catalogue, format, input, source })
  const skipped = Object.values(result.skipped).reduce((sum, { count }) => sum + count, 0)
  expect(result.added + result.changed + result.unchanged + skipped).toBe(result.records)
  return result
}

async function booksIn(content: string | Buffer) {
  const csv = createCsv('t')
  const input = await findInput(file(content))
  const otherColumns: string[] = []
  const lost: string[] = []
  const meter = {
    read: 0,
    total: 1,
    onLoss: (kind: string) => void lost.push(kind),
    onOtherColumn: (header: string) => void otherColumns.push(header),
  }
  const { signal } = new AbortController()
  const books = []
  for await (const group of csv.read({ input, meter, folder, onWork: () => undefined, signal })) {
    for (const raw of group) {
      const mapped = await readRecord(() => csv.map(raw), 'a record')
      if ('skipped' in mapped) throw new Error(mapped.skipped)
      books.push({ id: mapped.book.id, popularity: mapped.popularity, ...mapped.book.volumeInfo })
    }
  }
  return { books, otherColumns, lost }
}

/** UTF-16, of which the platform writes only one order. */
function utf16(text: string, order: 'little' | 'big'): Buffer {
  const bytes = Buffer.from(text, 'utf16le')
  return order === 'little' ? bytes : bytes.swap16()
}

const TABLE = [
  ['title', 'author'],
  ['Über Bäume', 'Jörg Groß'],
  ['Plain', 'Ann'],
]
const asText = (rows: readonly string[][], lineEnd = '\n', delimiter = ',') =>
  rows.map((row) => row.join(delimiter) + lineEnd).join('')

describe('a table is read as it was meant', () => {
  test.each([
    ['UTF-8 with a mark behind blank lines', Buffer.from(`\r\n \r\n\uFEFF${asText(TABLE)}`)],
    ['UTF-8 with a mark encoded twice', Buffer.from(`\u00EF\u00BB\u00BF${asText(TABLE)}`)],
    ['with vertical bars', Buffer.from(asText(TABLE, '\n', '|'))],
    ['with a quoted line of Excel', Buffer.from(`"SEP=|"\n${asText(TABLE, '\n', '|')}`)],
  ])('%s', async (_, bytes) => {
    expect(await rowsOf(bytes)).toEqual({ rows: TABLE, damage: [] })
  })

  test('a few broken letters in UTF-8 are replaced and told with the text around them', async () => {
    const good = Array.from({ length: 1000 }, (_, at) => [`Bücher ${at}`, 'Ann'])
    const text = asText([...TABLE, ...good, ['Café', 'Bo']], '\r\n')
    const bytes = Buffer.from(text)
    bytes[bytes.lastIndexOf('é') + 1] = 0x20
    const { rows, damage } = await rowsOf(bytes)
    expect(rows).toEqual([...TABLE, ...good, ['Caf\uFFFD ', 'Bo']])
    expect(damage).toEqual(['invalid letters, now \uFFFD: r 998,Ann Bücher 999,Ann Caf\uFFFD ,Bo '])
  })

  test.each(['latin1', 'utf8'] as const)(
    '%s is told by the first letter beyond ASCII, however far behind the beginning',
    async (encoding) => {
      const plain = Array.from({ length: 12_000 }, (_, at) => [`A plain title ${at}`, 'Ann'])
      const { rows } = await rowsOf(Buffer.from(asText([...plain, ...TABLE]), encoding))
      expect(rows.slice(plain.length)).toEqual(TABLE)
    },
  )

  test('text that was damaged before it became UTF-8 stays UTF-8', async () => {
    const rows = [...TABLE, ...Array.from({ length: 9 }, () => ['Caf\uFFFD', 'n\uFFFDn'])]
    expect((await rowsOf(asText(rows))).rows).toEqual(rows)
  })

  test('NUL is dropped and told; what is mostly control characters is no text', async () => {
    const holes = Buffer.concat([Buffer.from(asText(TABLE)), Buffer.alloc(4000)])
    const { rows, damage } = await rowsOf(holes)
    expect(rows).toEqual(TABLE)
    expect(damage).toHaveLength(4000)
    expect(damage[0]).toMatch(/^NUL characters, dropped: .*Plain,Ann $/)
    await expect(rowsOf(Buffer.from('PK\u0003\u0004\u0014\0\u0006\0\u0008\0'))).rejects.toThrow(
      'is an archive',
    )
  })

  test.each([
    ['rows tell semicolons from a comma in the header', 'Name (last, first);title\nAnn;One\n'],
    ['commas in the texts', 'title;author\n"A;B";x, y\nOne, two, three;Ann\n'],
    ['semicolons in quoted headers', '"a;b;c;d",title\n1,One\n'],
    ['trailing cells left out', 'title\tauthor\tisbn\tyear, or date\nOne\tAnn\nTwo\tBo\n'],
  ])('the delimiter is found: %s', async (_, text) => {
    const [first = '', second = ''] = text.split('\n')
    const delimiter = text.includes('\t') ? '\t' : text.startsWith('"') ? ',' : ';'
    const { rows } = await rowsOf(text)
    expect(rows[0]).toEqual(first.includes('"') ? ['a;b;c;d', 'title'] : first.split(delimiter))
    expect(rows[1]?.length).toBe(second.includes('"') ? 2 : second.split(delimiter).length)
  })

  test('quotation marks open a field behind a space, and stay within one', async () => {
    const text = 'title, author\nOne, "Other, Ann"\n"A" to Z,5" disk\n'
    expect((await rowsOf(text)).rows.slice(1)).toEqual([
      ['One', 'Other, Ann'],
      ['"A" to Z', '5" disk'],
    ])
  })

  test('a table of one column keeps its commas', async () => {
    expect((await rowsOf('title\nHello, World\nOne; Two\n')).rows).toEqual([
      ['title'],
      ['Hello, World'],
      ['One; Two'],
    ])
  })

  test.each([
    ['not closed before the next tab', '1\t"Open\tx\n2\tEmma\ty', ['1', '"Open', 'x']],
    ['within', '"A" to Z\t"B\tC', ['"A" to Z', '"B', 'C']],
    ['closed on another line', 'x\t"two\n lines"\t"a ""b"""', ['x', 'two\n lines', 'a "b"']],
  ])('in a table with tabs a quotation mark is a letter: %s', async (_, text, ...rows) => {
    const read = await rowsOf(`one\ttwo\tthree\n${text}\n`)
    expect(read.rows.slice(1, rows.length + 1)).toEqual(rows)
  })

  test('marks that close nothing are letters, and some are escaped', async () => {
    const text =
      'title;author\n"Open;Cy\n"Five";Di\n"The \\"Best\\" of";A\n"Level 4\\";Bo Two"\n"C:\\";D\n'
    expect((await rowsOf(text)).rows.slice(1)).toEqual([
      ['"Open', 'Cy'],
      ['Five', 'Di'],
      ['The "Best" of', 'A'],
      ['Level 4', 'Bo Two'],
      ['C:\\', 'D'],
    ])
  })

  test.each([
    ['sep=;\r\n\r\na;b\r\n"c\r\nd";e\r\n\r\n1;"open\r\n2;3\r\n', 7],
    ['title,author\n"x\ry",2\n\n"open', 5],
  ])('a mark that is never closed is told with its line: %j', async (text, line) => {
    await expect(rowsOf(text)).rejects.toThrow(`A quotation mark in line ${line} is never closed.`)
  })

  test.each([
    ['marks', `title,a\n${'"'.repeat(1_000_001)}\n`],
    ['open cells on many lines', `title\ta\n${'"x\ty\n'.repeat(125_000)}`],
    ['an open cell of marks', `title,a\n"${'x""'.repeat(250_000)}`],
    ['spaces', `title,a\n"a"${' '.repeat(1_000_000)}x,1\n`],
  ])('%s are read in linear time', { timeout: 60_000 }, async (_, text) => {
    const content = Buffer.from(text)
    const input = {
      path: 'x',
      bytes: content.length,
      content: { buffer: content, pause: () => undefined },
    }
    const began = process.threadCpuUsage()
    let rows = 0
    const reads = async () => {
      for await (const group of readRows(input, { read: 0, total: 1 })) rows += group.length
    }
    await reads().catch((error: unknown) => {
      if (!(error instanceof ImportError)) throw error
    })
    expect(rows).toBeGreaterThan(0)
    expect(process.threadCpuUsage(began).user).toBeLessThan(2_000_000)
  })

  test('cells behind the last column are told', async () => {
    const path = file('title,author\nOne,Ann,,\nTwo,Bo,lost\n')
    expect((await runImport(path, createCsv('t'))).lost).toEqual({
      'cells behind the last column': { count: 1, examples: ['Two, Bo, lost'] },
    })
  })
})

describe('columns by any spelling', () => {
  test.each([
    'bookTitle,bookAuthor,Year-Of-Publication,book_isbn,avgRating,numRatings',
    'Name,Author(s),Date Published,isbn13,rating,num_ratings',
    'Titre,Auteur,Année,EAN,User Rating,Reviews',
  ])('%s', async (header) => {
    const { books, otherColumns } = await booksIn(
      `${header}\nDune,Frank Herbert,1965,9780441013593,4.2,"1,000"\n`,
    )
    expect(books).toMatchObject([
      {
        id: 't_9780441013593',
        title: 'Dune',
        authors: ['Frank Herbert'],
        publishedDate: '1965',
        popularity: 55.187,
      },
    ])
    expect(otherColumns).toEqual([])
  })

  test('a name in two columns is one person', async () => {
    const { books } = await booksIn(
      'title,Author Last Name,Author First Name\nDune,Herbert,Frank\n',
    )
    expect(books).toMatchObject([{ authors: ['Frank Herbert'] }])
  })

  test("a reader's own rating is none of the book's", async () => {
    for (const header of ['My Rating,x', 'Rating,Review', 'bookRating,Notes', 'Stars,x']) {
      const { books, otherColumns } = await booksIn(`title,${header}\nDune,5,900\n`)
      expect({ header, books }).toMatchObject({ header, books: [{ popularity: 0 }] })
      expect(otherColumns).toEqual(header.split(','))
    }
  })

  test('lists as other programs print them, several dates, languages and series', async () => {
    const { books, lost } = await booksIn(
      'title,genres,publishDate,firstPublishDate,language,series_title,series_sequence\n' +
        `A,"['Fantasy', ""Children's""]",10/10/00,01/28/99,Spanish; Castilian,None,\n` +
        'B,"[""Horror""]",03/14/06,1865,,The Expanse,Book IV\n',
    )
    expect(books).toMatchObject([
      { categories: ['Fantasy', "Children's Books", 'Fiction'], language: 'es' },
      { categories: ['Horror', 'Fiction'], series: { name: 'The Expanse', number: 4 } },
    ])
    expect(books.map(({ publishedDate }) => publishedDate)).toEqual(['1999-01-28', '1865'])
    expect(books[0]?.series).toBeUndefined()
    expect(lost).toEqual([])
  })

  test.each([
    ['05/06/2004|13/06/2004', ['2004-06-05', '2004-06-13']],
    ['05/06/2004|06/13/04|5-6-2004', ['2004-05-06', '2004-06-13', '2004-05-06']],
    ['05/06/2004|13/06/2004|06/13/2004', ['2004', '2004-06-13', '2004-06-13']],
    ['05/06/2004|13.06.2004', ['2004', '2004-06-13']],
  ])('the column fixes day and month: %s', async (dates, read) => {
    const rows = dates.split('|').map((date, at) => `Book ${at},${date}`)
    const { books } = await booksIn(['title,published', ...rows].join('\n'))
    expect(books.map(({ publishedDate }) => publishedDate)).toEqual(read)
  })
})

/** The lines below each heading of that level in docs/catalogue.md, up to the next heading of any level. */
function linesOfEachHeading(level: number) {
  const page = readFileSync(join(import.meta.dirname, '../../docs/catalogue.md'), 'utf8')
  const sections = page
    .split(/^(?=#+ )/m)
    .filter((section) => section.startsWith(`${'#'.repeat(level)} `))
  return new Map(
    sections.map((section) => {
      const [heading = '', ...lines] = section.split('\n')
      return [heading.slice(level + 1), lines]
    }),
  )
}

/** The column names in backquotes, as the reader of tables compares them. */
const namesIn = (line: string) =>
  [...line.matchAll(/`([^`]+)`/g)].map(([, name = '']) => fold(name))

describe('the exports of programs', () => {
  test('are documented column by column', () => {
    const lists = linesOfEachHeading(3)
    const headersIn = (program: string, list: string) =>
      namesIn(lists.get(program)?.find((line) => line.startsWith(`- ${list}:`)) ?? '').toSorted()
    const documented = Object.keys(PROGRAMS).map((program) => ({
      program,
      signs: headersIn(program, 'Recognised by'),
      book: headersIn(program, 'Book'),
      reader: headersIn(program, 'Reader'),
    }))
    const inUse = Object.entries(PROGRAMS).map(([program, { signs, book, reader }]) => ({
      program,
      signs: signs.toSorted(),
      book: Object.values(book).flat().toSorted(),
      reader: Object.values(reader).flat().toSorted(),
    }))
    expect(documented).toEqual(inUse)
  })

  test('are documented for any other table', () => {
    const lines = linesOfEachHeading(2).get('Columns of a CSV file') ?? []
    const documented = lines.filter((line) => line.startsWith('- ')).map(namesIn)
    const { anyTable, anyRating, anyReader } = columns
    expect(documented).toEqual([...Object.values(anyTable), anyRating, ...Object.values(anyReader)])
  })

  test('are documented in other languages, each of which has all', () => {
    const lines = linesOfEachHeading(2).get('Columns in other languages') ?? []
    const documented = lines.filter((line) => line.startsWith('- ')).map(namesIn)
    const languages = Object.values(headerWords)
    expect(documented).toEqual(languages.map((words) => Object.values(words).flat().map(fold)))
    const fields = Object.keys(headerWords.Czech)
    for (const words of languages)
      expect(Object.keys(words)).toEqual(expect.arrayContaining(fields))
  })

  test.each(Object.entries(headerWords))('%s headers are read', (_, words) => {
    const fields = Object.entries(words)
    const header = fields.map(([, [first = '']]) => first)
    for (const [at, [field, names]] of fields.entries()) {
      const own = field === 'anyRating' ? 'rating' : field
      const kinds = (['book', 'reader'] as const).map((kind) => {
        const read = (name: string) => positionsOf(header.with(at, name), kind).positions.get(own)
        return names.filter((name) => !read(name)?.includes(at))
      })
      expect(kinds).toContainEqual([])
    }
  })

  test.each([
    ['title,AUTHOR1,Pub. Year', ['Ann Other'], '2001'],
    ['title,Author (First, Last),Publishing Year', ['Ann Other'], '2001'],
    ['Kitap adı;Yazar(lar);Dil', ['Ann Other'], undefined],
    ['title;Author 1;Author 2', ['Ann Other', '2001'], undefined],
    [`title;${'author '.repeat(3000)};année`, undefined, '2001'],
  ])('%.60s has its author and year', async (header, authors, publishedDate) => {
    const delimiter = header.includes(';') ? ';' : ','
    const names = delimiter === ',' ? header.replace('First, Last', 'First; Last') : header
    const { books } = await booksIn(`${names}\n${['Dune', 'Ann Other', '2001'].join(delimiter)}\n`)
    expect(books[0]).toMatchObject({ authors: authors ?? [], title: 'Dune' })
    expect(books[0]?.publishedDate).toBe(publishedDate)
  })

  test('an id of 0 is none', async () => {
    const { books } = await booksIn('id,title\n0,One\n0,Two\n7,Three\n')
    expect(new Set(books.map(({ id }) => id)).size).toBe(3)
    expect(books[2]?.id).toBe('t_7')
  })

  test.each<[program: string, table: string, books: object[], others: string[]]>([
    [
      'Goodreads: the year of the edition where the original is unknown, no review',
      'Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Year Published,' +
        'Original Publication Year,Exclusive Shelf,My Review\n' +
        '7,"Ruin (The Walls, #2.5)",Ann Other,"Other, Ann","Bo Two, Cy Three","=""""","=""""",5,2011,,read,Mine\n',
      [
        {
          id: 't_7',
          title: 'Ruin',
          series: { name: 'The Walls', number: 2.5 },
          authors: ['Ann Other', 'Bo Two', 'Cy Three'],
          publishedDate: '2011',
        },
      ],
      ['Author l-f', 'My Rating', 'Exclusive Shelf', 'My Review'],
    ],
    [
      'StoryGraph: several authors, an ISBN or an id of its own',
      'Title,Authors,Contributors,ISBN/UID,Format,Read Status,Star Rating,Review,Tags\n' +
        'One,"Ann Other, Bo Two",Cy Three (Translator),9780140449334,paperback,read,4.5,Mine,fantasy\n' +
        'Two,Ann Other,,0f1c2d3e-uid,,to-read,,,\n',
      [
        {
          id: 't_9780140449334',
          authors: ['Ann Other', 'Bo Two'],
          categories: ['Fantasy', 'Fiction'],
        },
        { title: 'Two', authors: ['Ann Other'], industryIdentifiers: undefined },
      ],
      ['Contributors', 'Format', 'Read Status', 'Star Rating', 'Review'],
    ],
    [
      'LibraryThing: names turned, translators left out, no description in the summary',
      'Book Id\tTitle\tPrimary Author\tSecondary Author\tSecondary Author Roles\tPublication\tDate\t' +
        'Summary\tLanguages\tISBNs\n9\t"A" to Z\tOther, Ann\tTwo, Bo|Three, Cy\tTranslator|\t' +
        'Press (1979)\t\t"A" to Z by Ann Other (1979)\tFrench\t0140449337, 9780140449334\n',
      [
        {
          id: 't_9',
          title: '"A" to Z',
          authors: ['Ann Other', 'Cy Three'],
          description: undefined,
          publishedDate: '1979',
          language: 'fr',
          industryIdentifiers: [{ identifier: '9780140449334' }, { identifier: '0140449337' }],
        },
      ],
      ['Summary'],
    ],
    [
      'BookWyrm: several authors in one column',
      'title,author_text,remote_id,isbn_10,isbn_13,start_date,review_content,shelf\n' +
        'One (The Walls #3),"Ann Other, Bo Two",https://books.example/book/1,0140449337,,2020-01-01,Mine,read\n',
      [
        {
          id: 't_9780140449334',
          title: 'One',
          series: { name: 'The Walls', number: 3 },
          authors: ['Ann Other', 'Bo Two'],
          publishedDate: undefined,
        },
      ],
      ['remote_id', 'start_date', 'review_content', 'shelf'],
    ],
    [
      'Calibre: names between &, HTML, a place in the series',
      'author_sort,authors,comments,cover,id,languages,pubdate,rating,series,series_index,tags,title\n' +
        '"Other, Ann & Two, Bo","Ann Other & Bo Two","<div><p>About <i>it</i>.</p></div>","/x.jpg","12",' +
        '"deu","2004-05-13T00:00:00+02:00","4","The Walls","3.0","Fantasy, Owned","One"\n',
      [
        {
          id: 't_12',
          authors: ['Ann Other', 'Bo Two'],
          description: '<p>About <i>it</i>.</p>',
          language: 'de',
          series: { name: 'The Walls', number: 3 },
          publishedDate: '2004-05-13',
          categories: ['Fantasy', 'Fiction'],
          popularity: 0,
        },
      ],
      ['author_sort', 'cover', 'rating'],
    ],
    [
      'Openreads: its description and tags, not its notes',
      'title,subtitle,author,description,status,rating,publication_year,olid,tags,notes,book_format\n' +
        'One,A Tale,"Other, Ann","First.\n\nSecond.",finished,4.5,2016,OL1M,1|||||fantasy,Mine,paperback\n',
      [
        {
          title: 'One: A Tale',
          authors: ['Ann Other'],
          description: '<p>First.</p><p>Second.</p>',
          publishedDate: '2016',
          categories: ['Fantasy', 'Fiction'],
        },
      ],
      ['status', 'rating', 'olid', 'notes', 'book_format'],
    ],
    [
      "Open Library's reading log: names turned, ratings of all, not the reader's",
      'Work ID,Title,Authors,First Publish Year,Edition ID,Bookshelf,My Ratings,Ratings Average,Ratings Count,Subjects\n' +
        'OL1W,One,"Other, Ann | Two, Bo",1999,OL2M,Already Read,1,4.5,1000,Fantasy | Graffiti\n',
      [
        {
          id: 't_OL1W',
          authors: ['Ann Other', 'Bo Two'],
          publishedDate: '1999',
          categories: ['Fantasy', 'Fiction'],
          popularity: 56.978,
        },
      ],
      ['Edition ID', 'Bookshelf', 'My Ratings'],
    ],
  ])('%s', async (_, table, expected, others) => {
    const { books, otherColumns } = await booksIn(table)
    expect(books).toHaveLength(expected.length)
    for (const [at, fields] of expected.entries()) {
      const book: object = { description: undefined, industryIdentifiers: undefined, ...books[at] }
      expect(book).toMatchObject(fields)
    }
    expect(otherColumns).toEqual(others)
  })
})

const ASCII = ['', 'One', 'a, b', 'x; y', 'p\tq', 'She said "no"', '"', '5" disk', ' spaced ']
const BREAKS = ['two\nlines', 'two\rlines', 'two\r\nlines', '\n']
const LATIN = ['Café', 'Über Bäume', 'Åsa ñ', 'naïve – “quoted”', '€ 5']
const UNICODE = ['東京', 'Мир', 'عربي', '𝒳 and 😀', 'Łódź']
const LINE_ENDS = ['\n', '\r\n', '\r']
const BROKEN = '\uFFFD'

/** How text becomes bytes, what begins it, and which bytes are no letter in it. */
const ENCODINGS = {
  'utf-8': { broken: [0xc3], encode: (text: string) => Buffer.from(text) },
  'utf-16le': { broken: [0x00, 0xd8], encode: (text: string) => utf16(text, 'little') },
  'utf-16be': { broken: [0xd8, 0x00], encode: (text: string) => utf16(text, 'big') },
  'windows-1252': { broken: [0x81], encode: encode1252 },
}

function encode1252(text: string): Buffer {
  const letters = new Map<string, number>()
  const decoder = new TextDecoder('windows-1252')
  for (let byte = 0; byte < 256; byte++) letters.set(decoder.decode(Uint8Array.of(byte)), byte)
  return Buffer.from(Array.from(text, (letter) => letters.get(letter) ?? 0x3f))
}

/** A random table as a file, its rows, and how many characters of it are damaged. */
function randomTable(seed: number) {
  const below = seeded(seed)
  const pick = <T>(list: readonly [T, ...T[]] | readonly T[]): T => {
    const item = list[below(list.length)]
    if (item === undefined) throw new Error('nothing to pick')
    return item
  }
  const encoding = pick(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const)
  const { broken, encode } = ENCODINGS[encoding]
  const delimiter = pick([',', ';', '\t'])
  const quoting = pick(['all', 'needed', 'some'])
  const lineEnd = pick([...LINE_ENDS, 'any'])
  const words = [...ASCII, ...BREAKS, ...LATIN, ...(encoding === 'windows-1252' ? [] : UNICODE)]
  const width = 2 + below(4)
  const header = ['title', 'author', 'isbn', 'year', 'Café, or tags; any'].slice(0, width)
  // Letters enough that a broken one is an exception.
  const existing = [header, header.map(() => 'Éàü'), header.map(() => 'ÅßÇ')]
  const rows = Array.from({ length: below(12) }, (_, at) => {
    const row = header.map((_, column) => (column === 0 ? `${at} ` : '') + pick(words))
    return below(10) === 0 ? row.slice(0, 1 + below(width)) : row
  })
  let damage = 0
  /** The cell as it is written, and as it is to be read, with damage now and then. */
  const spoil = (cell: string): { written: string; read: string } => {
    if (below(20) > 0) return { written: cell, read: cell }
    damage += 1
    if (below(2) === 0) return { written: `${cell}\0`, read: cell }
    return { written: `${cell}${BROKEN}.`, read: `${cell}${BROKEN}.` }
  }
  const spoilt = [...existing, ...rows].map((row, at) =>
    row.map((cell) => (at < existing.length ? { written: cell, read: cell } : spoil(cell))),
  )
  const quoted = (text: string): string => {
    const needs = /^["\s]|[\r\n]/.test(text) || text.includes(delimiter) || /"\0?$/.test(text)
    const does = needs || quoting === 'all' || (quoting === 'some' && below(2) === 0)
    return does ? `"${text.replaceAll('"', '""')}"` : text
  }
  const lines = spoilt.map((row, at) => {
    const end = lineEnd === 'any' ? pick(LINE_ENDS) : lineEnd
    const isLast = at === spoilt.length - 1
    const blank = below(8) === 0 ? pick(LINE_ENDS) : ''
    const cells = row.map(({ written }) => quoted(written)).join(delimiter)
    // A last row that lacks cells as well as an end is one that was cut.
    return cells + (isLast && below(2) === 0 && row.length === width ? '' : end + blank)
  })
  const marks = encoding === 'windows-1252' ? '' : '\uFEFF'.repeat(below(3))
  const sep = below(5) === 0 ? `sep=${delimiter}${pick(LINE_ENDS)}` : ''
  const pieces = `${marks}${sep}${lines.join('')}`.split(BROKEN).map((piece) => encode(piece))
  const bytes = pieces.flatMap((piece, at) => (at === 0 ? [piece] : [Buffer.from(broken), piece]))
  const read = spoilt.map((row) => row.map((cell) => cell.read))
  return { bytes: Buffer.concat(bytes), rows: read, damage, what: { encoding, delimiter, quoting } }
}

test(
  'random tables come back row by row, and their damage is counted',
  { timeout: 300_000 },
  async () => {
    for (let seed = 0; seed < runs(40, 5000); seed++) {
      const { bytes, rows, damage, what } = randomTable(seed)
      const read = await rowsOf(bytes)
      expect({ seed, what, rows: read.rows }).toEqual({ seed, what, rows })
      expect({ seed, damage: read.damage.length }).toEqual({ seed, damage })
    }
  },
)

/** A file's text, of a compressed one as many lines as are read in a few seconds; with TEST_FULL=1 all. */
function unpackedText(path: string): string {
  const bytes = readFileSync(path)
  if (!path.endsWith('.gz')) return bytes.toString()
  const lines = gunzipSync(bytes).toString().split('\n')
  return lines.slice(0, runs(500, lines.length)).join('\n')
}

// What holds no book: lists of counts, pages, a picture.
const NO_BOOKS = /_counts\.json$|_index\.json$|MANIFEST\.json$|\.md$|\.jpg$/
const FOLDERS = ['field-cases', 'field-cases-2', 'exports', 'googlebooks', 'gutenberg']
const FILES = noData
  ? []
  : FOLDERS.flatMap((name) => readdirSync(join(DATA, name)).map((file) => `${name}/${file}`))

describe(`the real data goes in, every row accounted for${noData}`, () => {
  const tables = FILES.filter((name) => /\.[ct]sv$|\.txt$/.test(name))
  test.skipIf(noData).each(tables)('%s as a library', async (name) => {
    const content = readFileSync(join(DATA, name))
    const { rows } = await rowsOf(content)
    const library = await readLibrary(content)
    // A list of ISBNs has no header.
    const headers = name.endsWith('isbns-import.txt') ? 0 : 1
    expect(library.rows.length + library.unreadable).toBe(rows.length - headers)
  })

  const titled = tables.filter((name) => !name.includes('isbns'))
  test.skipIf(noData).each(titled)('%s as a catalogue', { timeout: 60_000 }, async (name) => {
    const path = join(DATA, name)
    const { rows } = await rowsOf(readFileSync(path))
    const { records, skipped } = await runImport(path, createCsv('t'))
    expect(records).toBe(rows.length - 1)
    delete skipped['came twice: the first was taken']
    expect(skipped).toEqual({})
  })

  const json = FILES.filter((name) => /\.json/.test(name) && !NO_BOOKS.test(name))
  test.skipIf(noData).each(json)('%s', { timeout: 300_000 }, async (name) => {
    const text = unpackedText(join(DATA, name))
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    const format: Format<unknown> = name.startsWith('gutenberg') ? gutenberg : googleBooks
    const { records } = await runImport(file(text), format)
    // A document is one volume.
    expect(records).toBe(name.endsWith('.json') ? 1 : lines.length)
  })

  test.skipIf(noData).each(FILES.filter((name) => NO_BOOKS.test(name) || name.includes('isbns')))(
    '%s holds no book, and is refused in a sentence',
    async (name) => {
      await expect(runImport(join(DATA, name), createCsv('t'))).rejects.toThrow(ImportError)
    },
  )

  test.skipIf(noData)('openlibrary', async () => {
    const dumps = ['works', 'editions', 'authors'].map((kind) =>
      readFileSync(join(DATA, `openlibrary/ol_sample_${kind}.tsv`)),
    )
    const { records, added } = await runImport(file(Buffer.concat(dumps)), openLibrary)
    expect(added).toBe(records)
  })
})

test.each(['BISAC', 'Dewey Decimal', 'ddc', 'Classification'])('reads interests of %s', (name) => {
  const { positions } = positionsOf(['title', name], 'book')
  expect(positions.get('categories')).toEqual([1])
})

const hasHeader = (fields: object, header: string): boolean =>
  Object.values(fields)
    .flat()
    .some((name) => fold(String(name)) === header)

test("what a program's export has of the columns of any table, its own list has, too", () => {
  const missed = Object.entries(PROGRAMS).flatMap(([program, { order = '', book, reader }]) =>
    order
      .split(',')
      .map(fold)
      .filter((header) => hasHeader(columns.anyTable, header))
      .filter((header) => !hasHeader({ ...book, ...reader }, header))
      .map((header) => `${program}: ${header}`),
  )
  // Others than authors, and a line with title and author.
  expect(missed).toEqual(['StoryGraph: contributors', 'LibraryThing: summary'])
})

test('leaves out what is no book', () => {
  const format = createCsv('t')
  const rowOfCells = (...cells: string[]) => {
    const positions = new Map(['title', 'author', 'kind'].map((field, at) => [field, [at]]))
    return format.map({ ...rowOf<Field>(cells, positions), order: undefined })
  }
  expect(rowOfCells('On Things', 'Bo Second', 'journalArticle')).toEqual({
    skipped: 'no book but an article, a film …',
    example: 'On Things, Bo Second, journalArticle',
  })
})
