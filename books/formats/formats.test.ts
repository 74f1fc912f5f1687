import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCsv } from './csvBooks.ts'
import { catchword, exportLine } from './catchword.ts'
import { readRecord, type CleanRecord, type Skipped } from '../record.ts'
import { googleBooks } from './googleVolume.ts'
import { gutenberg } from './gutenberg.ts'
import { findInput, ImportError, type Format } from './input.ts'
import { openLibrary } from './openLibrary.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-formats-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0

function file(content: string | Buffer, name = `file-${++files}`): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

async function readAll<Raw>(format: Format<Raw>, path: string): Promise<(CleanRecord | Skipped)[]> {
  const input = await findInput(path)
  const meter = { read: 0, total: input.bytes }
  const signal = new AbortController().signal
  const results: (CleanRecord | Skipped)[] = []
  const reading = { input, meter, folder, onWork: () => undefined, signal }
  for await (const group of format.read(reading)) {
    for (const raw of group) results.push(await readRecord(() => format.map(raw), 'a record'))
  }
  return results
}

async function booksIn<Raw>(format: Format<Raw>, content: string | Buffer) {
  return (await readAll(format, file(content))).map((result) => {
    if ('skipped' in result) return result
    const { id, volumeInfo } = result.book
    return { id, title: volumeInfo.title, authors: volumeInfo.authors }
  })
}

const HEADER = 'Text#,Type,Issued,Title,Language,Authors,Subjects,LoCC,Bookshelves\n'

const row = (number: number, shelf: string, more = '') =>
  `${number},Text,,Title,en,"Doe, Jane, 1800-1850",,,${shelf}${more}\n`

const worths = async (csv: string) =>
  (await readAll(gutenberg, file(csv))).map((book) => ('popularity' in book ? book.popularity : -1))

describe('gutenberg', () => {
  test('reads the official catalogue', async () => {
    const csv =
      HEADER +
      '1342,Text,1998-06-01,"Pride and Prejudice\nA Novel",en,"Austen, Jane, 1775-1817",' +
      '"Courtship -- Fiction; Love stories",PR,"Best Books Ever Listings; Category: Novels"\n' +
      '76041,Text,2025-01-01,Lighthouses : $b Their history and romance,en,' +
      '"Hardy, William John, 1857-1919; Doe, Jane [Illustrator]",Lighthouses -- Great Britain,TC,\n' +
      '99,Sound,2003-01-01,Sounds,en,,,,\n'
    const [novel, lights, sound] = await readAll(gutenberg, file(csv))
    expect(novel).toMatchObject({
      book: {
        id: 'pg_1342',
        volumeInfo: {
          title: 'Pride and Prejudice: A Novel',
          authors: ['Jane Austen'],
          categories: ['Romance', 'Fiction'],
        },
        accessInfo: { webReaderLink: 'https://www.gutenberg.org/ebooks/1342' },
      },
      languages: ['en'],
      picture: 'https://www.gutenberg.org/cache/epub/1342/pg1342.cover.medium.jpg',
    })
    expect(lights).toMatchObject({
      book: {
        volumeInfo: {
          title: 'Lighthouses: Their history and romance',
          authors: ['William John Hardy'],
          categories: ['Non-Fiction'],
        },
      },
    })
    expect(sound).toEqual({ skipped: 'not a text (Sound)', example: '99: Sounds' })
  })

  test('weighs the famous more, and downloads where it has them', async () => {
    const [famous = 0, other = 0] = await worths(
      HEADER + row(84, 'Gothic Fiction') + row(70_000, ''),
    )
    expect(famous).toBeGreaterThan(other)
    expect(other).toBeGreaterThan(0)
    const counted = HEADER.replace('\n', ',Downloads\n')
    const [loved = 0] = await worths(counted + row(84, '', ',99999'))
    expect(loved).toBeCloseTo(80, 1)
  })

  test('refuses another table in one line', async () => {
    await expect(readAll(gutenberg, file('a,b\n1,2\n'))).rejects.toThrow(
      /is not the catalogue of Project Gutenberg .* it has no column Text#/,
    )
  })

  test('takes JSON lines, and says what is wrong with the others', async () => {
    const lines = [
      '{"id": 2, "title": "Bill of Rights\\nThe Ten Amendments", "language": "en", "authors": [{"name": "United States"}], "subjects": [], "shelves": [], "lcc": ["KF"], "has_text": true}',
      '{"id": 3',
      '{"id": "x"}',
      '',
      '{"id": 4, "title": null, "authors": null}',
      '{"id": 5, "title": "Sounds", "has_text": false}',
    ]
    expect(await booksIn(gutenberg, lines.join('\n'))).toEqual([
      { id: 'pg_2', title: 'Bill of Rights: The Ten Amendments', authors: ['United States'] },
      { skipped: 'broken JSON', example: '{"id": 3' },
      { skipped: 'no ebook number', example: 'NaN: ' },
      { skipped: 'no title', example: '4: ' },
      { skipped: 'not a text (no text file)', example: '5: Sounds' },
    ])
  })
})

describe('csv', () => {
  const csv = createCsv('mine')

  test('weighs by ratings, and gives an ISBN its zero back', async () => {
    const [existing, rare] = await readAll(
      csv,
      file(
        'book_id,isbn,isbn13,authors,original_publication_year,original_title,title,average_rating,ratings_count\n' +
          '1,439023483,9.78043902348e+12,Suzanne Collins,2008.0,The Hunger Games,"The Hunger Games (The Hunger Games, #1)",4.34,4780653\n' +
          '2,,,"J.K. Rowling, Mary GrandPré",1997.0,,Other,4.34,20\n',
      ),
    )
    expect(existing).toMatchObject({
      book: {
        volumeInfo: {
          title: 'The Hunger Games',
          publishedDate: '2008',
          industryIdentifiers: [
            { type: 'ISBN_13', identifier: '9780439023481' },
            { type: 'ISBN_10', identifier: '0439023483' },
          ],
        },
      },
    })
    expect(rare).toMatchObject({
      book: { volumeInfo: { authors: ['J.K. Rowling', 'Mary GrandPré'] } },
    })
    const [high = 0, low = 0] = [existing, rare].map((book) =>
      book && 'popularity' in book ? book.popularity : 0,
    )
    expect(high).toBeGreaterThan(90)
    expect(low).toBeLessThan(40)
  })

  test('says in one line what is wrong with a file', async () => {
    await expect(readAll(csv, file('978-2-38163-047-2\n0153527692\n'))).rejects.toThrow(
      /has no column called "title"; its first line is: 978-2-38163-047-2$/,
    )
    await expect(readAll(csv, file('title,author\n"Emma,Jane Austen\n'))).rejects.toThrow(
      /cannot be read: A quotation mark in line 2 is never closed\.$/,
    )
    await expect(readAll(csv, file(Buffer.from([1, 0, 2, 0])))).rejects.toThrow(
      'is not a text file',
    )
    await expect(readAll(csv, file(''))).rejects.toThrow('is empty')
  })
})

const volume = (id: string) => ({ id, volumeInfo: { title: id.toUpperCase() } })

const ids = async (content: string) =>
  (await booksIn(googleBooks, content)).map((book) => ('id' in book ? book.id : book.skipped))

describe('google-books', () => {
  test('takes volumes on lines, answers and documents', async () => {
    expect(await ids(`${JSON.stringify(volume('aaa'))}\n${JSON.stringify(volume('bbb'))}`)).toEqual(
      ['gb_aaa', 'gb_bbb'],
    )
    expect(await ids(JSON.stringify({ items: [volume('aaa'), {}] }))).toEqual([
      'gb_aaa',
      'no usable id',
    ])
    expect(await ids(JSON.stringify({ items: [volume('aaa')] }, null, 2))).toEqual(['gb_aaa'])
    expect(await ids(JSON.stringify([volume('aaa')]))).toEqual(['gb_aaa'])
  })
})

const line = (type: string, key: string, value: unknown) =>
  [`/type/${type}`, key, '1', '2020-01-01T00:00:00', JSON.stringify(value)].join('\t')

describe('open-library', () => {
  const dump = [
    line('edition', '/books/OL5M', {
      title: 'Flatland, 2nd',
      works: [{ key: '/works/OL1W' }],
      publish_date: 'May 1884',
      isbn_10: ['0140449337'],
      languages: [{ key: '/languages/eng' }],
      ocaid: 'flatland00abbo',
    }),
    line('work', '/works/OL1W', {
      title: 'Flatland',
      subtitle: 'a romance',
      description: { type: '/type/text', value: 'A square.' },
      authors: [{ author: { key: '/authors/OL9A' } }],
      subjects: ['Science Fiction'],
      covers: [-1, 77],
    }),
    line('author', '/authors/OL9A', { name: 'Edwin Abbott' }),
    line('edition', '/books/OL6M', { title: 'Alone', authors: [{ key: '/authors/OL9A' }] }),
    line('redirect', '/works/OL2W', {}),
    'nonsense',
  ]

  test('joins works, editions and authors, in whatever order they come', async () => {
    for (const lines of [dump, dump.toReversed()]) {
      const results = await readAll(
        openLibrary,
        file(gzipSync(`${lines.join('\n')}\n`), `ol-${++files}.txt.gz`),
      )
      expect(
        results
          .filter((result) => 'skipped' in result)
          .map((result) => result.skipped)
          .toSorted(),
      ).toEqual(['a redirect to nothing', 'not a line of a dump'])
      const [work, alone] = results.filter((result) => 'book' in result)
      expect(work).toMatchObject({
        book: {
          id: 'ol_OL1W',
          volumeInfo: {
            title: 'Flatland: a romance',
            authors: ['Edwin Abbott'],
            description: 'A square.',
            publishedDate: '1884-05',
            categories: ['Sci-Fi', 'Fiction'],
            industryIdentifiers: [
              { type: 'ISBN_13', identifier: '9780140449334' },
              { type: 'ISBN_10', identifier: '0140449337' },
            ],
          },
          accessInfo: { webReaderLink: 'https://archive.org/details/flatland00abbo' },
        },
        languages: ['en'],
        picture: 'https://covers.openlibrary.org/b/id/77-L.jpg',
      })
      expect(alone).toMatchObject({
        book: { id: 'ol_OL6M', volumeInfo: { title: 'Alone', authors: ['Edwin Abbott'] } },
      })
    }
  })

  test('follows redirects of works and authors, through chains of up to five, and out of no loop', async () => {
    const redirect = (key: string, location: string) => line('redirect', key, { location })
    const edition = (number: number, work: number, author: number) =>
      line('edition', `/books/OL${number}M`, {
        title: `Edition ${number}`,
        works: [{ key: `/works/OL${work}W` }],
        authors: [{ key: `/authors/OL${author}A` }],
      })
    const lines = [
      line('work', '/works/OL1W', { title: 'Emma', authors: [{ author: '/authors/OL2A' }] }),
      line('author', '/authors/OL1A', { name: 'Austen, Jane, 1775-1817.' }),
      redirect('/authors/OL2A', '/authors/OL1A'),
      redirect('/works/OL3W', '/works/OL2W'),
      redirect('/works/OL2W', '/works/OL1W'),
      ...[22, 23, 24, 25, 26].map((to) => redirect(`/works/OL${to - 1}W`, `/works/OL${to}W`)),
      redirect('/works/OL20W', '/works/OL21W'),
      redirect('/works/OL8W', '/works/OL9W'),
      redirect('/works/OL9W', '/works/OL8W'),
      redirect('/authors/OL8A', '/authors/OL8A'),
      redirect('/books/OL6M', '/books/OL5M'),
      edition(1, 1, 1),
      edition(3, 3, 1),
      edition(8, 8, 8),
      edition(20, 20, 1),
      edition(21, 21, 1),
    ]
    for (const ordered of [lines, lines.toReversed()]) {
      const results = await readAll(openLibrary, file(ordered.join('\n')))
      const books = results.flatMap((result) =>
        'book' in result
          ? `${result.book.id} ${result.book.volumeInfo.authors.join()} ${result.popularity}`
          : result.skipped,
      )
      expect(books).toEqual([
        'ol_OL1W Jane Austen 9.542',
        'ol_OL8W  6.021',
        'ol_OL20W Jane Austen 6.021',
        'ol_OL26W Jane Austen 6.021',
      ])
    }
  })

  test('turns Markdown into text', async () => {
    const description =
      '# Emma\r\n\r\nA *very* __good__ book, 2 * 3 * 4, snake_case_name, by ' +
      '[Jane](https://example.org/j) ([source][1])\r\n\r\n----------\r\n' +
      'Also in:\r\n* [Works](/works/OL2W)\r\n\r\n> Quoted \\*stars\\*\r\n\r\n  [1]: https://example.org'
    const [book] = await readAll(
      openLibrary,
      file(line('work', '/works/OL1W', { title: 'Emma', description })),
    )
    expect(book).toMatchObject({
      book: {
        volumeInfo: {
          description:
            '<p>Emma</p><p>A very good book, 2 * 3 * 4, snake_case_name, by Jane</p>' +
            '<p>Also in:\n- Works</p><p>Quoted *stars*</p>',
        },
      },
    })
  })

  test('refuses what is no dump', async () => {
    await expect(readAll(openLibrary, file('title,author\nEmma,Austen\n'))).rejects.toThrow(
      'is not a dump of Open Library',
    )
  })
})

describe('catchword', () => {
  test('an export comes in as it went out', async () => {
    const [row] = await readAll(
      createCsv('x'),
      file(
        'id,title,author,description,categories,popularity,cover,isbn\n' +
          '1,"A & B <i>c</i>",Ann,"<p>One &amp; <b>two</b></p> 1 < 2",Romance,12.345,https://books.google.com/books/content?id=x,9780140449334\n',
      ),
    )
    if (row === undefined || 'skipped' in row) throw new Error('The row was not read')
    const { book, popularity, picture } = row
    const line = exportLine({ book, popularity, source: 'x', ...(picture && { picture }) })
    const [again] = await readAll(catchword, file(`${line}\n`))
    expect(again).toEqual({ ...row, languages: [] })
    expect(picture).toBeDefined()
  })

  test('takes nothing for granted', async () => {
    const lines = ['{}', '[]', 'null', '{"book": {"id": "../x", "volumeInfo": {"title": "T"}}}']
    expect(
      (await booksIn(catchword, lines.join('\n'))).map((book) => 'skipped' in book && book.skipped),
    ).toEqual([
      'no book of an export',
      'no book of an export',
      'no book of an export',
      'no usable id',
    ])
  })
})

describe('files', () => {
  test('a line of ten megabytes is left out, and the others come', async () => {
    const long = `{"id": "${'x'.repeat(10 * 1024 * 1024)}"}`
    const lines = ['{"id": 1, "title": "One"}', long, '{"id": 2, "title": "Two"}']
    expect(await booksIn(gutenberg, lines.join('\n'))).toEqual([
      { id: 'pg_1', title: 'One', authors: [] },
      expect.objectContaining({ skipped: 'a line longer than 4 MB' }),
      { id: 'pg_2', title: 'Two', authors: [] },
    ])
  })

  test('one JSON document of nine megabytes is refused, and how to write it instead is said', async () => {
    const long = `{\n"items": ["${'x'.repeat(9 * 1024 * 1024)}"]\n}`
    await expect(readAll(googleBooks, file(long))).rejects.toThrow(
      'is one JSON document above 8 MB; write one book a line.',
    )
  })

  test.each([
    ['a table', createCsv('x'), 'title,author\nOne,Ann\nTwo,Bo\nThr', 2],
    ['rows of other lengths', createCsv('x'), 'title,author\nOne\nTwo,Bo\nThree', 3],
    [
      'a dump',
      openLibrary,
      `${line('work', '/works/OL1W', { title: 'One' })}\n/type/work\t/works/O`,
      1,
    ],
  ] as const)(
    'a last line that is cut is no book, and told: %s',
    async (what, format, text, books) => {
      const input = await findInput(file(text))
      const told: string[] = []
      const meter = { read: 0, total: 1, onLoss: (kind: string) => void told.push(kind) }
      const { signal } = new AbortController()
      let found = 0
      for await (const group of format.read({
        input,
        meter,
        folder,
        onWork: () => undefined,
        signal,
      })) {
        for (const raw of group) {
          if ('skipped' in raw) told.push(raw.skipped)
          else found += 1
        }
      }
      expect(found).toBe(books)
      const isCut = what !== 'rows of other lengths'
      expect(told).toEqual(isCut ? ['cut: the file ends in it, fetch it again'] : [])
    },
  )

  test('of a folder all are read but hidden ones, in the order of their names', async () => {
    const path = join(folder, 'several')
    mkdirSync(join(path, 'deeper'), { recursive: true })
    for (const name of ['b.jsonl', '.hidden', 'a.jsonl']) writeFileSync(join(path, name), 'x')
    const { files: found, bytes } = await findInput(path)
    expect(found.map((one) => one.path)).toEqual([join(path, 'a.jsonl'), join(path, 'b.jsonl')])
    expect(bytes).toBe(2)
  })

  test('damaged, missing and empty ones are told apart', async () => {
    const damaged = gzipSync('{"id": 1}\n'.repeat(5000))
    damaged.fill(7, 40, 60)
    await expect(readAll(gutenberg, file(damaged))).rejects.toThrow('cannot be decompressed')
    await expect(findInput(join(folder, 'nothing'))).rejects.toThrow(ImportError)
    const whole = gzipSync(Array.from({ length: 999 }, (_, at) => `{"id": ${at}}`).join('\n'))
    await expect(readAll(gutenberg, file(whole.subarray(0, -99)))).rejects.toThrow(
      /ends too early: the compressed file was cut short/,
    )
    await expect(readAll(googleBooks, file('what\never\n'))).rejects.toThrow(
      'does not hold JSON lines',
    )
  })
})

const bold = '<b>'.repeat(3000)
const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const work = (key: string, rest: string) => `/type/work\t/works/${key}\t1\t2020\t{${rest}}\n`

const edition = (series: string) =>
  `/type/edition\t/books/OL3M\t1\t2020\t{"works":[{"key":"/works/OL3W"}],"series":["${series}"]}\n`

describe('one record that nobody can read ends no import', () => {
  test.each<[string, Format<unknown>, string]>([
    ['csv', createCsv('csv'), `title,author,description\n"${bold}",${bold},${bold}\nEmma,A,\n`],
    ['gutenberg', gutenberg, `{"id":1,"title":${deep(9000)}}\n{"id":2,"title":"Emma"}\n`],
    [
      'google-books',
      googleBooks,
      `{"id":"a","volumeInfo":{"authors":["${bold}"]}}\n{"id":"b","volumeInfo":{"title":"Emma"}}\n`,
    ],
    ['catchword', catchword, `${deep(9000)}\n{"book":{"id":"b","volumeInfo":{"title":"Emma"}}}\n`],
    [
      'open-library',
      openLibrary,
      work('OL1W', `"title":"A","subjects":${deep(9000)}`) +
        work('OL2W', `"title":"A","subjects":${deep(1500)}`) +
        work('OL3W', '"title":"Emma"'),
    ],
  ])('%s', async (_, format, content) => {
    const results = await readAll(format, file(content))
    const names = results.map((one) => ('book' in one ? one.book.volumeInfo.title : one.example))
    const read = results.filter((one) => 'book' in one)
    expect(read.map(({ book }) => book.volumeInfo.title)).toEqual(['Emma'])
    expect(names.length).toBeGreaterThan(1)
    expect(names).not.toContain('')
  })
})

describe('a field of nothing but spaces takes no longer than another', () => {
  const wide = `x${' '.repeat(60_000)}x`
  test.each<[string, Format<unknown>, string]>([
    ['a title', createCsv('csv'), `title\n${wide}\n`],
    ['subjects', createCsv('csv'), `title,subjects\nEmma,${wide}\n`],
    ['a title of Gutenberg', gutenberg, `${JSON.stringify({ id: 2, title: wide })}\n`],
    ['a series', openLibrary, work('OL3W', '"title":"Emma"') + edition(wide)],
  ])('%s', async (_, format, content) => {
    const began = performance.now()
    expect(await readAll(format, file(content))).toMatchObject([{ book: {} }])
    expect(performance.now() - began).toBeLessThan(1000)
  })
})
