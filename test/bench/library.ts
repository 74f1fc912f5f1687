/**
 * How fast and how well libraries of readers are matched: exports of 1,000 real books as each program writes
 * them, against a catalogue that has only some of these.
 */
import { copyFileSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { fold } from '../../contract/fold.ts'
import { LIBRARY_MAX_ROWS } from '../../contract/uploads.ts'
import { loadBundledBooks } from '../../server/catalogue/bundled.ts'
import { CATALOGUE_FILE } from '../../server/catalogue/catalogueDatabase.ts'
import { isbn13CheckDigit, isbn13Of } from '../../books/isbn.ts'
import { createPauses } from '../../books/pauses.ts'
import {
  matchLibrary,
  type LibraryShelf,
  type ReaderBooks,
} from '../../books/library/matchLibrary.ts'
import { readLibrary } from '../../books/library/readLibrary.ts'
import { seeded } from '../seeded.ts'
import programs from './libraryPrograms.json' with { type: 'json' }
import {
  atLeast,
  atMost,
  GOODBOOKS,
  goodbooksLines,
  importGoodbooks,
  progress,
  withCatalogue,
  type Figure,
} from './measure.ts'

const BOOKS = 'books.csv.gz'
const ROWS = 1000
/** Of so many books the catalogue has all but one. */
const LEFT_OUT_OF = 4

const NOTHING: ReaderBooks = {
  byWork: new Map(),
  room: { favorites: 0, wantToRead: 0, read: 0, notForMe: 0 },
}

type Random = (below: number) => number

/** A book of goodbooks-10k. */
interface Truth {
  /** Its row in the file. */
  line: string
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

const inverted = (name: string): string => {
  const words = name.split(' ')
  return words.length < 2 ? name : `${words.at(-1)}, ${words.slice(0, -1).join(' ')}`
}

/** What cells of an export say. */
function cellsOf(entry: Entry): Readonly<Record<string, string>> {
  const { truth, title, series, authors, isbn, rating, status } = entry
  const [author = '', ...others] = authors
  const [main = '', ...subtitle] = title.split(': ')
  const isbn13 = isbn13Of(isbn) ?? ''
  return {
    none: '',
    word: 'fiction, long',
    text: 'Some <br/>lines, "quoted".\nAnd more.',
    id: truth.id,
    year: truth.year,
    title,
    goodreadsTitle: series ? `${title} (${series.name}, #${series.number})` : title,
    storyGraphTitle: series ? `${title} (${series.name} #${series.number})` : title,
    main,
    subtitle: subtitle.join(': '),
    series: series?.name ?? '',
    number: series?.number ?? '1.0',
    author,
    inverted: inverted(author),
    others: others.join(', '),
    othersInverted: others.map(inverted).join('|'),
    authors: authors.join(', '),
    allInverted: authors.map(inverted).join(' & '),
    all: authors.join(' & '),
    isbn13,
    isbnFormula: `="${isbn}"`,
    isbn13Formula: `="${isbn13}"`,
    isbnInBrackets: `[${isbn}]`,
    isbnOrId: isbn13 || '0f1c2d3e-5a6b',
    isbns: [isbn, isbn13].join(', '),
    stars: rating === 0 ? '' : String(rating),
    wholeStars: String(Math.round(rating)),
    status,
    collection: status === 'read' ? 'Your library' : 'To read',
    progress: status === 'read' ? 'finished' : 'planned',
    log: status === 'read' ? 'Already Read' : 'Want to Read',
  }
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

/** How a program writes a file: the headers of its columns, those that count and some that do not, with their cells. */
interface Program {
  columns: Readonly<Record<string, string>>
  delimiter: string
  hasMark: boolean
  encoding: string
}

function write(entries: readonly Entry[], program: Program): Buffer {
  const { columns, delimiter, hasMark, encoding } = program
  if (!Buffer.isEncoding(encoding)) throw new TypeError(encoding)
  const cells = entries
    .map(cellsOf)
    .map((all) => Object.values(columns).map((cell) => all[cell] ?? ''))
  const rows = [Object.keys(columns), ...cells]
  const text =
    delimiter === ','
      ? rows.map((row) => row.map(quoted).join(',')).join('\r\n')
      : rows.map((row) => row.join(delimiter)).join('\n')
  return Buffer.from(hasMark ? `\u{feff}${text}` : text, encoding)
}

/** A valid ISBN that no book has. */
function strangeIsbn(random: Random): string {
  const body = `9798${String(random(10 ** 8)).padStart(8, '0')}`
  return body + isbn13CheckDigit(body)
}

/** What a reader's program may have of a title: no subtitle, another, the original one, other signs. */
function retitled({ title, originalTitle }: Truth, random: Random): string {
  const bare = title.replace(/\s*\([^()]*\)$/, '')
  const main = bare.split(':', 1).join('')
  const isLatin = originalTitle.length > 3 && /^[\p{sc=Latn}\P{L}]+$/u.test(originalTitle)
  const titles = [
    main,
    main,
    bare.includes(':') ? bare : `${bare}: A Novel`,
    isLatin ? originalTitle : bare,
    bare.replaceAll(' and ', ' & ').replaceAll("'", '’'),
    bare.replace(/^(?:The|A|An) /, ''),
    bare.toUpperCase(),
  ]
  return titles[random(12)] ?? bare
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

function readTruth(): Truth[] {
  const lines = goodbooksLines(BOOKS)
  const rows = parse<Record<string, string>>(lines.join('\n'), { columns: true })
  return rows.map((row, at) => {
    const get = (name: string) => row[name] ?? ''
    return {
      line: lines[at + 1] ?? '',
      id: get('book_id'),
      work: get('work_id'),
      authors: get('authors').split(', '),
      title: get('title'),
      originalTitle: get('original_title'),
      isbn: get('isbn') === '' ? '' : get('isbn').padStart(10, '0'),
      year: get('original_publication_year').replace(/\.0$/, ''),
    }
  })
}

/** By this, bundled books are recognised among those of goodbooks. */
const titleKey = (title: string): string =>
  fold(
    title
      .replace(/,? Vol(?:\.|ume) \d+(?=:)/, '')
      .split(/[:;(]/, 1)
      .join(''),
  ).replace(/^(?:the|an?) /, '')

/** Milliseconds that this thread has computed: what others on the machine take does not count. */
function computed(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Matches a file as the server does, and measures how long that takes and how long it holds the event loop. */
async function timed(content: Buffer, library: LibraryShelf) {
  let longest = 0
  let last = computed()
  let next: NodeJS.Immediate
  const look = () => {
    longest = Math.max(longest, computed() - last)
    last = computed()
    next = setImmediate(look)
  }
  next = setImmediate(look)
  const began = performance.now()
  try {
    const pause = createPauses()
    const table = await readLibrary(content, pause)
    await matchLibrary(table, library, NOTHING, pause)
    return { table, longest, time: (performance.now() - began) / 1000 }
  } finally {
    clearImmediate(next)
  }
}

/** Whether the catalogue has a book of goodbooks. */
const isImported = ({ work }: Truth): boolean => Number(work) % LEFT_OUT_OF > 0

/** Makes a folder with the bundled books, most of goodbooks-10k and the made-up books of `from`. */
async function makeCatalogue(from: string, folder: string, books: readonly Truth[]) {
  copyFileSync(join(from, CATALOGUE_FILE), join(folder, CATALOGUE_FILE))
  await loadBundledBooks(folder)
  const file = join(folder, 'books.csv')
  const [header] = goodbooksLines(BOOKS)
  writeFileSync(file, [header, ...books.filter(isImported).map(({ line }) => line)].join('\n'))
  await importGoodbooks(folder, file)
}

/** A row, and what is right for it. */
interface JudgedRow {
  /** As it is shown. */
  text: string
  /** Whether the catalogue has its book. */
  isThere: boolean
  isRight: (id: string) => boolean
}

/** Matches a program's file, row by row for the quality, since the preview unites the rows of a work. */
async function measureProgram(
  program: string,
  content: Buffer,
  rows: readonly JudgedRow[],
  library: LibraryShelf,
): Promise<Figure[]> {
  const { table, longest, time } = await timed(content, library)
  if (table.rows.length !== rows.length) throw new Error(`${program} lost a row`)
  let [right, wrong, possible] = [0, 0, 0]
  for (const [at, { text, isThere, isRight }] of rows.entries()) {
    const one = { ...table, rows: table.rows.slice(at, at + 1) }
    const [found] = (await matchLibrary(one, library, NOTHING)).found
    const isFound = found !== undefined && isRight(found.id)
    if (isFound || isThere) possible += 1
    if (isFound) right += 1
    else if (found) wrong += 1
    if (found && !isFound) progress(`wrong  ${text} -> ${found.id} ${found.title}`)
    else if (!found && isThere) progress(`missed ${text}`)
  }
  const what = `${rows.length} rows of ${program}`
  return [
    atMost(`${what}, read and matched`, time, Math.ceil(rows.length / 500), 's'),
    atMost(`${what}, longest hold`, longest, 25, 'ms'),
    atLeast(`${what}, precision`, right / (right + wrong), 0.99),
    atLeast(`${what}, recall`, right / possible, 0.95),
  ]
}

/** The figures of libraries; `from` has a catalogue of made-up books. */
export async function measureLibraries(from: string): Promise<Figure[]> {
  if (!existsSync(GOODBOOKS)) {
    progress(`libraries are not measured without ${GOODBOOKS}`)
    return []
  }
  const books = readTruth()
  const fill = (folder: string) => makeCatalogue(from, folder, books)
  return withCatalogue(fill, async (catalogue) => {
    const file = catalogue.file()
    const works = new Map(books.map(({ id, work }) => [`gb_${id}`, work]))
    const bundled = new Map(
      file.booksOf('bundled').map(({ book }) => [book.id, titleKey(book.volumeInfo.title)]),
    )
    const judged = ({ truth, title, authors, isbn }: Entry): JudgedRow => ({
      text: `${title} | ${authors.join(', ')} | ${isbn} (${truth.title})`,
      isThere: isImported(truth),
      isRight: (id) =>
        works.get(id) === truth.work ||
        [truth.title, truth.originalTitle].map(titleKey).includes(bundled.get(id) ?? '-'),
    })
    const figures: Figure[] = []
    for (const [at, [name, program]] of Object.entries(programs).entries()) {
      const random = seeded(at + 1)
      const chosen = Array.from({ length: ROWS }, () => books[random(books.length)])
      const entries = [...new Set(chosen)].flatMap((one) => (one ? [entryOf(one, random)] : []))
      const content = write(entries, program)
      const rows = entries.map(judged)
      figures.push(...(await measureProgram(name, content, rows, file.library)))
    }
    const random = seeded(99)
    const all = [...books, ...books].slice(0, LIBRARY_MAX_ROWS).map((one) => entryOf(one, random))
    const { longest, time } = await timed(write(all, programs.BookWyrm), file.library)
    progress(`${all.length} rows took ${time.toFixed(1)} s`)
    return [...figures, atMost(`${all.length} rows, longest hold`, longest, 25, 'ms')]
  })
}
