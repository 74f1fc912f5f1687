/**
 * How fast and how well libraries of readers are matched: exports of 1,000 real books as each program writes
 * them, against a catalogue that has only some of these.
 */
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { fold } from '../contract/fold.ts'
import { loadBundledBooks } from '../server/catalogue/bundled.ts'
import { openCatalogue } from '../server/catalogue/catalogue.ts'
import { CATALOGUE_FILE } from '../server/catalogue/catalogueFile.ts'
import { createCsv } from '../server/catalogue/import/csvBooks.ts'
import { importBooks } from '../server/catalogue/import/importBooks.ts'
import { findInput } from '../server/catalogue/import/input.ts'
import { isbn13Of } from '../server/catalogue/search/text.ts'
import { createPauses } from '../server/lib/pauses.ts'
import { matchLibrary } from '../server/library/matchLibrary.ts'
import { readLibrary } from '../server/library/readLibrary.ts'
import { seeded } from '../test/seeded.ts'
import type { Figure } from './server.ts'

const BOOKS = join(import.meta.dirname, '../../shared/data/goodbooks-10k/books.csv.gz')
const ROWS = 1000
/** Of so many books the catalogue has all but one. */
const LEFT_OUT_OF = 4

type Random = (below: number) => number

/** A book of goodbooks-10k. */
interface Truth {
  id: string
  work: string
  authors: string[]
  title: string
  originalTitle: string
  isbn: string
  year: string
}

/** What a reader's file says of a book, before a program writes it. */
interface Entry {
  truth: Truth
  title: string
  /** As in `Dune (Dune Chronicles, #1)`. */
  series: { name: string; number: string } | undefined
  authors: string[]
  isbn: string
  /** 0 to 5. */
  rating: number
  status: 'read' | 'to-read' | 'currently-reading'
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
const csv = (rows: string[][]) => rows.map((row) => row.map(quoted).join(',')).join('\r\n')

const turned = (name: string): string => {
  const words = name.split(' ')
  return words.length < 2 ? name : `${words.at(-1)}, ${words.slice(0, -1).join(' ')}`
}
const behind = ({ title, series }: Entry, before: string) =>
  series ? `${title} (${series.name}${before}#${series.number})` : title
const stars = ({ rating }: Entry) => (rating === 0 ? '' : String(rating))
const isbn13 = ({ isbn }: Entry) => isbn13Of(isbn) ?? ''

/** How each program writes a file, with the columns that count and some that do not. */
const PROGRAMS: Record<string, (entries: readonly Entry[]) => Buffer> = {
  Goodreads: (entries) =>
    Buffer.from(
      csv([
        'Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Year Published,Bookshelves,Exclusive Shelf,My Review'.split(
          ',',
        ),
        ...entries.map((entry) => [
          entry.truth.id,
          behind(entry, ', '),
          entry.authors[0] ?? '',
          turned(entry.authors[0] ?? ''),
          entry.authors.slice(1).join(', '),
          `="${entry.isbn}"`,
          `="${isbn13(entry)}"`,
          String(Math.round(entry.rating)),
          '4.01',
          entry.truth.year,
          entry.status === 'read' ? '' : entry.status,
          entry.status,
          'Some <br/>lines, "quoted".\nAnd more.',
        ]),
      ]),
    ),
  StoryGraph: (entries) =>
    Buffer.from(
      csv([
        'Title,Authors,Contributors,ISBN/UID,Format,Read Status,Star Rating,Review,Tags'.split(','),
        ...entries.map((entry) => [
          behind(entry, ' '),
          entry.authors.join(', '),
          '',
          isbn13(entry) || '0f1c2d3e-5a6b',
          'paperback',
          entry.status,
          stars(entry),
          '',
          'fiction, long',
        ]),
      ]),
    ),
  'LibraryThing (UTF-16)': (entries) => Buffer.from(`\u{feff}${libraryThing(entries)}`, 'utf16le'),
  'LibraryThing (latin)': (entries) => Buffer.from(libraryThing(entries), 'latin1'),
  BookWyrm: (entries) =>
    Buffer.from(
      csv([
        'title,author_text,remote_id,openlibrary_key,isbn_10,isbn_13,finish_date,rating,review_content,shelf,shelf_name'.split(
          ',',
        ),
        ...entries.map((entry) => [
          entry.title,
          entry.authors.join(', '),
          `https://books.example/book/${entry.truth.id}`,
          'OL1M',
          '',
          isbn13(entry),
          '',
          stars(entry),
          '',
          entry.status,
          'Read',
        ]),
      ]),
    ),
  Calibre: (entries) =>
    Buffer.from(
      `\u{feff}${csv([
        'author_sort,authors,comments,id,isbn,languages,pubdate,rating,series,series_index,tags,title'.split(
          ',',
        ),
        ...entries.map((entry) => [
          entry.authors.map(turned).join(' & '),
          entry.authors.join(' & '),
          '<p>What it is <i>about</i>.</p>',
          entry.truth.id,
          isbn13(entry),
          'eng',
          '0101-01-01T00:00:00+00:00',
          stars(entry),
          entry.series?.name ?? '',
          entry.series?.number ?? '1.0',
          'Fiction',
          entry.title,
        ]),
      ])}`,
    ),
  Openreads: (entries) =>
    Buffer.from(
      csv([
        'title,subtitle,author,description,status,favourite,deleted,rating,publication_year,isbn,olid,tags,book_format'.split(
          ',',
        ),
        ...entries.map((entry) => {
          const [title = '', ...subtitle] = entry.title.split(': ')
          return [
            title,
            subtitle.join(': '),
            entry.authors[0] ?? '',
            '',
            entry.status === 'read' ? 'finished' : 'planned',
            'false',
            'false',
            stars(entry),
            entry.truth.year,
            isbn13(entry),
            '',
            '',
            'paperback',
          ]
        }),
      ]),
    ),
  "Open Library's reading log": (entries) =>
    Buffer.from(
      csv([
        'Work ID,Title,Authors,First Publish Year,Edition ID,Bookshelf,My Ratings,Ratings Average,Ratings Count'.split(
          ',',
        ),
        ...entries.map((entry) => [
          `OL${entry.truth.id}W`,
          entry.title.split(': ', 1).join(''),
          turned(entry.authors[0] ?? ''),
          entry.truth.year,
          '',
          entry.status === 'read' ? 'Already Read' : 'Want to Read',
          stars(entry),
          '',
          '',
        ]),
      ]),
    ),
}

function libraryThing(entries: readonly Entry[]): string {
  const rows = [
    'Book Id,Title,Sort Character,Primary Author,Secondary Author,Secondary Author Roles,Date,Rating,Collections,Tags,ISBN,ISBNs'.split(
      ',',
    ),
    ...entries.map((entry) => [
      entry.truth.id,
      entry.title,
      '1',
      turned(entry.authors[0] ?? ''),
      entry.authors.slice(1).map(turned).join('|'),
      '',
      entry.truth.year,
      stars(entry),
      entry.status === 'read' ? 'Your library' : 'To read',
      'novel',
      `[${entry.isbn}]`,
      [entry.isbn, isbn13(entry)].join(', '),
    ]),
  ]
  return rows.map((row) => row.join('\t')).join('\n')
}

/** A valid ISBN that no book has. */
function strangeIsbn(random: Random): string {
  const body = `9798${String(random(10 ** 8)).padStart(8, '0')}`
  const digit = '0123456789'.split('').find((last) => isbn13Of(body + last))
  return body + (digit ?? '')
}

/** What a reader's program may have of a title: no subtitle, another, the original one, other signs. */
function retitled({ title, originalTitle }: Truth, random: Random): string {
  const bare = title.replace(/\s*\([^()]*\)$/, '')
  switch (random(12)) {
    case 0:
    case 1:
      return bare.split(':', 1).join('')
    case 2:
      return bare.includes(':') ? bare : `${bare}: A Novel`
    case 3:
      return originalTitle.length > 3 && /^[\p{sc=Latn}\P{L}]+$/u.test(originalTitle)
        ? originalTitle
        : bare
    case 4:
      return bare.replaceAll(' and ', ' & ').replaceAll("'", '’')
    case 5:
      return bare.replace(/^(?:The|A|An) /, '')
    case 6:
      return bare.toUpperCase()
    default:
      return bare
  }
}

function entryOf(truth: Truth, random: Random): Entry {
  const [, name, number] = /\(([^();]*?),? #(\d+(?:\.\d+)?)(?:;[^()]*)?\)$/.exec(truth.title) ?? []
  const [first = '', ...others] = truth.authors
  const spelt = random(4) === 0 ? first.replaceAll(/\b([A-Z])\.(?=[A-Z])/g, '$1. ') : first
  // A third has none, a third that of an edition which the catalogue does not have.
  const isbn = ['', strangeIsbn(random), truth.isbn][random(3)] ?? ''
  return {
    truth,
    title: retitled(truth, random),
    series: name && number ? { name, number } : undefined,
    authors: random(2) === 0 ? [spelt, ...others] : [spelt],
    isbn,
    rating: random(21) / 4,
    status: (['read', 'read', 'to-read'] as const)[random(3)] ?? 'read',
  }
}

function readTruth(): { lines: Map<string, string[]>; header: string[]; truth: Truth[] } {
  const [header = [], ...rows] = parse(gunzipSync(readFileSync(BOOKS)))
  const at = (name: string) => header.indexOf(name)
  const lines = new Map<string, string[]>()
  const truth = rows.map((row) => {
    const get = (name: string) => row[at(name)] ?? ''
    lines.set(get('book_id'), row)
    return {
      id: get('book_id'),
      work: get('work_id'),
      authors: get('authors').split(', '),
      title: get('title'),
      originalTitle: get('original_title'),
      isbn: get('isbn') === '' ? '' : get('isbn').padStart(10, '0'),
      year: get('original_publication_year').replace(/\.0$/, ''),
    }
  })
  return { lines, header, truth }
}

/** How bundled books, which goodbooks does not number, are known to be one of its. */
const saidIn = (title: string): string =>
  fold(title.split(/[:;(]/, 1).join('')).replace(/^(?:the|an?) /, '')

/** The longest that anything else had to wait while `work` ran, in ms, beside its result. */
async function watched<T>(work: () => Promise<T>): Promise<{ result: T; held: number }> {
  let held = 0
  let last = performance.now()
  let isOver = false
  const look = () => {
    held = Math.max(held, performance.now() - last)
    last = performance.now()
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  const result = await work()
  isOver = true
  return { result, held }
}

/** Makes a folder with the bundled books, most of goodbooks-10k and the made-up books of `from`. */
async function makeCatalogue(
  from: string,
  folder: string,
  { header, lines, truth }: ReturnType<typeof readTruth>,
) {
  copyFileSync(join(from, CATALOGUE_FILE), join(folder, CATALOGUE_FILE))
  await loadBundledBooks(folder)
  const taken = truth.filter(({ work }) => Number(work) % LEFT_OUT_OF > 0)
  const file = join(folder, 'books.csv')
  writeFileSync(file, csv([header, ...taken.flatMap(({ id }) => [lines.get(id) ?? []])]))
  const input = await findInput(file)
  await importBooks({ folder, format: createCsv('gb'), input, source: 'gb' })
  return new Map(taken.map(({ id, work }) => [`gb_${id}`, work]))
}

/** The figures of libraries; `from` has a catalogue of made-up books. */
export async function measureLibraries(from: string): Promise<Figure[]> {
  if (!existsSync(BOOKS)) {
    console.log('skipped libraries: ../shared/data/goodbooks-10k is not on this machine')
    return []
  }
  const folder = mkdtempSync(join(tmpdir(), 'catchword-library-'))
  const books = readTruth()
  const works = await makeCatalogue(from, folder, books)
  const catalogue = openCatalogue({ folder, log: console.error })
  const { library, booksOf } = catalogue.reader()
  const bundled = new Map(
    booksOf('bundled', 0, 10_000).books.map(({ book: { id, volumeInfo } }) => [
      id,
      saidIn(volumeInfo.title),
    ]),
  )
  const inWorks = new Set(works.values())
  const namesOf = ({ title, originalTitle }: Truth) => [title, originalTitle].map(saidIn)
  const figures: Figure[] = []
  let seed = 1
  for (const [program, write] of Object.entries(PROGRAMS)) {
    const random = seeded(seed++)
    const chosen = Array.from({ length: ROWS }, () => books.truth[random(books.truth.length)])
    const entries = [...new Set(chosen)].flatMap((truth) => (truth ? [entryOf(truth, random)] : []))
    const content = write(entries)
    const began = performance.now()
    const { result, held } = await watched(async () => {
      const table = await readLibrary(content)
      return {
        table,
        matches: await matchLibrary(
          table,
          library,
          { byWork: new Map(), room: 5000 },
          createPauses(),
        ),
      }
    })
    const time = (performance.now() - began) / 1000
    // Row by row, since the preview unites the rows of a work.
    let right = 0
    let wrong = 0
    let known = 0
    for (const [at, { truth, title, authors, isbn }] of entries.entries()) {
      const row = result.table.rows[at]
      if (!row) throw new Error(`${program} lost a row`)
      const one = { program: null, rows: [row], unreadable: 0 }
      const [found] = (await matchLibrary(one, library, { byWork: new Map(), room: 0 })).found
      const isThere = inWorks.has(truth.work)
      const isRight =
        found !== undefined &&
        (works.get(found.id) === truth.work ||
          namesOf(truth).includes(bundled.get(found.id) ?? '-'))
      if (isThere || isRight) known += 1
      if (isRight) right += 1
      else if (found) wrong += 1
      const said = `${title} | ${authors.join(', ')} | ${isbn}`
      if (found && !isRight) console.error(`   wrong  ${said} -> ${found.id} ${found.title}`)
      else if (!found && isThere) console.error(`   missed ${said} (${truth.title})`)
    }
    const what = `${entries.length} rows of ${program}`
    figures.push(
      { what: `${what}, read and matched`, value: time, unit: 's', most: 2 },
      { what: `${what}, longest hold`, value: held, unit: 'ms', most: 50 },
      { what: `${what}, precision`, value: right / (right + wrong), unit: '', least: 0.99 },
      { what: `${what}, recall`, value: right / known, unit: '', least: 0.95 },
    )
  }
  await catalogue.close()
  rmSync(folder, { recursive: true })
  return figures
}
