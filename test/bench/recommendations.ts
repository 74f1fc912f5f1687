/**
 * How good recommendations are, on readers' marks of real books beside the project, and how fast on made-up
 * ones. Everything is recommended by the server's own functions.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Book } from '../../contract/books.ts'
import { CATEGORIES, type Category } from '../../contract/categories.ts'
import { fold } from '../../contract/fold.ts'
import { MARKS } from '../../contract/markNames.ts'
import { AUTHOR_BOOKS_MAX, SHELF_LENGTH, START_INDEX_MAX } from '../../contract/limits.ts'
import { newUser } from '../../server/accounts/newUser.ts'
import { loadBundledBooks } from '../../server/catalogue/bundled.ts'
import { openCatalogue, type LocalCatalogue } from '../../server/catalogue/catalogue.ts'
import { createHostNeighbours } from '../../server/recommendations/hostNeighbours.ts'
import {
  createRecommender,
  weighingIds,
  type Recommender,
} from '../../server/recommendations/recommender.ts'
import { createShippedNeighbours } from '../../server/recommendations/shippedNeighbours.ts'
import { openStore } from '../../server/store/store.ts'
import { writeAlsoRead } from '../../books/bundled/alsoRead.ts'
import { alsoRead, readMarks, readTableBooks } from '../../scripts/taste.ts'
import { seeded } from '../seeded.ts'
import {
  atLeast,
  atMost,
  GOODBOOKS,
  goodbooksLines,
  importGoodbooks,
  inFolder,
  progress,
  quantile,
  readGenres,
  share,
  thousands,
  withCatalogue,
  type Figure,
} from './measure.ts'
import { mainTitle } from '../misspellings.ts'

const TEST_READERS = 5000
/** Readers with fewer marks are not tested. */
const MARKS_LEAST = 20
const HIDDEN_SHARE = 0.2
const INTERESTS = 3
/** Books of a section that are shown at first. */
const SHOWN = 12
/** So many readers of a kind are tried. */
const READERS_OF_KIND = 10

const MADE_UP_HEARTS = 1_000_000
const MADE_UP_READERS = 50_000
/** Hearts of the readers whose requests are timed. */
const TIMED_READERS = [1, 3, 10, 30, 100, 300, 2000]
const TIMED_REQUESTS = 2000
const NO_MARKS = { wantToRead: [], read: [], notForMe: [] }

type Random = (below: number) => number

/** A reader's marks: book ids. */
type Marks = readonly string[]

function shuffled<T>(values: readonly T[], random: Random): T[] {
  const drawn = values.map((value) => ({ value, at: random(2 ** 31) }))
  return drawn.toSorted((one, other) => one.at - other.at).map(({ value }) => value)
}

/** Imports goodbooks-10k with its interests. */
async function importWithInterests(folder: string): Promise<void> {
  const interests = new Map<string, string>()
  for (const line of goodbooksLines('book_categories.jsonl.gz')) {
    const { book_id: id, categories }: { book_id: number; categories: object } = JSON.parse(line)
    interests.set(String(id), Object.keys(categories).join('; '))
  }
  const [header, ...rows] = goodbooksLines('books.csv.gz')
  const lines = rows.map((row) => `${row},"${interests.get(row.split(',', 1)[0] ?? '') ?? ''}"`)
  const file = join(folder, 'books.csv')
  writeFileSync(file, [`${header},categories`, ...lines].join('\n'))
  await importGoodbooks(folder, file)
}

const idOf = (place: number): string => `gb_${place + 1}`
const placeOf = (id: string): number => Number(id.slice('gb_'.length)) - 1

/** All books of a catalogue, by their ids. */
function booksIn(catalogue: LocalCatalogue, source: string): ReadonlyMap<string, Book> {
  const books = catalogue.file().booksOf(source)
  return new Map(books.map(({ book }) => [book.id, book]))
}

/** A host with these hearts, all read, and these neighbours. */
async function openHost(catalogue: LocalCatalogue, hearts: readonly Marks[], file?: string) {
  const rows = hearts.flatMap((marks, reader) => marks.map((bookId) => ({ reader, bookId })))
  const favorites = {
    lastSeq: async () => rows.length,
    since: async (seq: number, count: number) =>
      rows.slice(seq, seq + count).map(({ reader, bookId }, at) => ({
        seq: seq + at + 1,
        userId: `r${reader}`,
        bookId,
        addedAt: 0,
        readerSince: 0,
        disabledAt: null,
      })),
  }
  const options = { favorites, catalogue, secret: async () => 'secret', onError: console.error }
  const host = createHostNeighbours(options)
  await host.rebuild()
  // What stays in memory is the server's alone.
  rows.length = 0
  const shipped = createShippedNeighbours({ ...(file && { file }), onError: console.error })
  return createRecommender({ local: catalogue, neighbours: host.current, shipped })
}

interface Tested {
  favorites: Marks
  hidden: Marks
}

function divide(marks: Marks, random: Random): Tested {
  const favorites = shuffled(marks, random)
  const hidden = favorites.splice(0, Math.max(1, Math.round(favorites.length * HIDDEN_SHARE)))
  return { favorites, hidden }
}

/** The interests that most of the books belong to. */
function interestsOf(books: readonly Book[]): Category[] {
  const counts = CATEGORIES.map((category) => ({
    category,
    count: books.filter(({ volumeInfo }) => volumeInfo.categories.includes(category)).length,
  }))
  const ordered = counts.toSorted((one, other) => other.count - one.count)
  return ordered.slice(0, INTERESTS).map(({ category }) => category)
}

/** How many tested readers see a hidden book on their page, on a host with the hearts of others. */
async function tryPage(
  { catalogue, source, file }: Bench,
  tested: readonly Tested[],
  hearts: readonly Marks[],
): Promise<Figure> {
  const books = booksIn(catalogue, source)
  const workOf = (id: string): string => books.get(id)?.workId ?? id
  const recommender = await openHost(catalogue, hearts, file)
  const random = seeded(3)
  let hits = 0
  for (const { favorites, hidden } of tested) {
    const own = favorites.flatMap((id) => books.get(id) ?? [])
    const favored = new Set(favorites.map(workOf))
    const shown = new Set<string>()
    const show = (section: readonly Book[]): void => {
      const works = section.map(({ id }) => workOf(id))
      const open = works.filter((work) => !favored.has(work) && !shown.has(work))
      for (const work of open.slice(0, SHOWN)) shown.add(work)
    }
    const authors = [...new Set(own.flatMap(({ volumeInfo }) => volumeInfo.authors[0] ?? []))]
    show(await catalogue.byAuthors(authors, AUTHOR_BOOKS_MAX, favorites))
    show(recommender.forYou({ ...NO_MARKS, hearts: favorites }, own).map(({ book }) => book))
    for (const category of interestsOf(own)) {
      const hand = 1 + random(START_INDEX_MAX)
      show(await catalogue.byCategory(category, hand, SHELF_LENGTH, recommender.heartsOf))
    }
    if (hidden.some((id) => shown.has(workOf(id)))) hits += 1
  }
  const what = `pages of ${source} with a hidden book, hearts of ${thousands(hearts.length)} others`
  return share(what, hits, tested.length, hearts.length > 1000 ? 0.67 : 0.6)
}

interface Bench {
  catalogue: LocalCatalogue
  source: string
  /** The neighbours that ship, computed without the tested readers. */
  file: string
}

/** Writes the neighbours that would ship had there been these readers alone. */
async function writeNeighbours(folder: string, marks: readonly Marks[]): Promise<string> {
  const file = join(folder, 'alsoRead.txt')
  const places = marks.map((reader) => reader.map(placeOf))
  writeFileSync(file, writeAlsoRead([], alsoRead(await readTableBooks(GOODBOOKS), places)))
  return file
}

/** By what bundled books are found among those of goodbooks. */
const titleAndAuthorKey = ({ volumeInfo: { title, authors } }: Book): string =>
  `${mainTitle(title)} ${fold(authors[0] ?? '')}`.replaceAll(' ', '')

/** What comes next on a fresh host: one of a reader's books is opened, the others are what is hoped for. */
function similarHits(
  recommender: Recommender,
  books: ReadonlyMap<string, Book>,
  tested: readonly Marks[],
): Figure {
  const random = seeded(6)
  const hits = tested.filter((marks) => {
    const opened = books.get(marks[random(marks.length)] ?? '')
    const list = opened ? recommender.similar(opened).slice(0, SHOWN) : []
    return list.some(({ book }) => marks.includes(book.id))
  })
  return share('similar books that the reader marked, too', hits.length, tested.length, 0.4)
}

/**
 * Readers of a kind who cannot stand another: four bundled books of one genre are loved, and three cards of a genre that
 * none of them has are refused. What goodbooks' readers call a book judges, which no recommendation knows.
 */
function refusals(
  recommender: Recommender,
  books: ReadonlyMap<string, Book>,
  goodbooksOf: ReadonlyMap<string, string>,
): Figure[] {
  const genres = readGenres()
  const is = (id: string, genre: string, least = 0.2): boolean =>
    (genres.get(goodbooksOf.get(id) ?? '')?.[genre] ?? 0) >= least
  const all = Object.keys(genres.get('gb_1') ?? {})
  const random = seeded(8)
  const kinds = new Set<string>()
  let [before, after] = [0, 0]
  for (const kind of all) {
    const ofKind = [...goodbooksOf.keys()].filter((id) => is(id, kind, 0.5))
    for (let reader = 0; reader < READERS_OF_KIND && ofKind.length > 10; reader++) {
      const hearts = shuffled(ofKind, random).slice(0, 4)
      const pick = (notForMe: Marks): Marks => {
        const records = [...hearts, ...notForMe].flatMap((id) => books.get(id) ?? [])
        const picked = recommender.forYou({ ...NO_MARKS, hearts, notForMe }, records)
        return picked.map(({ book }) => book.id)
      }
      const list = pick([])
      const badIn = (ids: Marks, genre: string): Marks => ids.filter((id) => is(id, genre))
      const bad = all
        .filter((genre) => badIn(hearts, genre).length === 0)
        .map((genre) => ({ genre, count: badIn(list.slice(0, SHOWN), genre).length }))
        .toSorted((one, other) => other.count - one.count)[0]
      if (!bad || bad.count < 3) continue
      kinds.add(kind)
      before += bad.count
      after += badIn(pick(badIn(list, bad.genre).slice(0, 3)).slice(0, SHOWN), bad.genre).length
    }
  }
  return [
    atLeast('kinds of readers with bad cards', kinds.size, 12),
    atMost(`share of ${before} bad cards left after three refusals`, after / before, 0.5),
  ]
}

/** The bundled books on a host without readers, for readers who know these of goodbooks. */
function freshHost(
  marks: readonly Marks[],
  goodbooks: ReadonlyMap<string, Book>,
): Promise<Figure[]> {
  return withCatalogue(loadBundledBooks, async (catalogue, folder) => {
    const books = booksIn(catalogue, 'bundled')
    const bundled = new Map(books.values().map((book) => [titleAndAuthorKey(book), book.id]))
    const matched = new Map<string, string>()
    for (const [id, book] of goodbooks) {
      const found = bundled.get(titleAndAuthorKey(book))
      if (found !== undefined) matched.set(id, found)
    }
    const inBundled = (reader: Marks) => [...new Set(reader.flatMap((id) => matched.get(id) ?? []))]
    const random = seeded(2)
    const knowing = marks.filter((reader) => inBundled(reader).length >= 2)
    const chosen = new Set(shuffled(knowing, random).slice(0, TEST_READERS))
    const others = marks.filter((reader) => !chosen.has(reader))
    const file = await writeNeighbours(folder, others)
    const tested = [...chosen].map(inBundled)
    const many = tested.filter(({ length }) => length >= MARKS_LEAST)
    const goodbooksOf = new Map(matched.entries().map(([id, found]) => [found, id]))
    const recommender = await openHost(catalogue, [], file)
    const bench = { catalogue, source: 'bundled', file }
    const pages = many.map((reader) => divide(reader, random))
    return [
      similarHits(recommender, books, tested),
      ...refusals(recommender, books, goodbooksOf),
      await tryPage(bench, pages, []),
    ]
  })
}

/** Pages for readers of goodbooks, of whom a part of the marks is hidden, and the same with bundled books alone. */
function realReaders(marks: readonly Marks[]): Promise<Figure[]> {
  return withCatalogue(importWithInterests, async (catalogue, folder) => {
    const random = seeded(1)
    const order = shuffled(marks, random)
    const chosen = order.filter(({ length }) => length >= MARKS_LEAST).slice(0, TEST_READERS)
    const testers = new Set(chosen)
    const others = order.filter((reader) => !testers.has(reader))
    const tested = chosen.map((reader) => divide(reader, random))
    const bench = { catalogue, source: 'gb', file: await writeNeighbours(folder, others) }
    const figures: Figure[] = []
    for (const count of [others.length, 100, 0]) {
      figures.push(await tryPage(bench, tested, others.slice(0, count)))
    }
    return [...figures, ...(await freshHost(marks, booksIn(catalogue, 'gb')))]
  })
}

/** Made-up marks: half of books near each other, half of well-known ones. */
function madeUpMarks(count: number): Marks[] {
  const random = seeded(4)
  return Array.from({ length: MADE_UP_READERS }, () => {
    const start = random(count)
    const marks = Array.from({ length: MADE_UP_HEARTS / MADE_UP_READERS }, (_, at) =>
      at % 2 === 0
        ? (start + random(100)) % count
        : Math.floor(count * (random(10_000) / 10_000) ** 3),
    )
    return marks.map((number) => `bench_${1 + number}`)
  })
}

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

/** Bytes in use, without garbage. */
function memory(): number {
  if (typeof collect === 'function') collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Times the two lists on a catalogue of `count` made-up books, store and JSON included, HTTP not. */
async function timed(folder: string, count: number, dataDir: string): Promise<Figure[]> {
  const catalogue = openCatalogue({ folder, log: progress })
  const store = await openStore({ dataDir, databaseUrl: undefined })
  const marks = madeUpMarks(count)
  const before = memory()
  const recommender = await openHost(catalogue, marks)
  const megabytes = (memory() - before) / 1e6
  const random = seeded(5)
  const someBook = () => `bench_${1 + random(count)}`
  const some = (length: number) => Array.from({ length }, someBook)
  /** Adds a reader who says this of these books. */
  async function addReader(id: string, said: Readonly<Record<string, string[]>>): Promise<void> {
    const texts = { name: id, email: id, emailKey: id, passwordHash: '' }
    await store.users.add({ ...newUser(texts, 0), id })
    for (const [name, ids] of Object.entries(said)) {
      const mark = MARKS.find((one) => one === name)
      const max = ids.length
      for (const [addedAt, bookId] of ids.entries()) {
        const found = await catalogue.byId(bookId)
        if (found && mark) await store.marks.set(id, mark, found, { addedAt, max })
        else if (found) await store.favorites.add(id, found, addedAt, max)
      }
    }
  }
  for (const [at, length] of TIMED_READERS.entries()) {
    const hearts = [...(marks[at] ?? []), ...some(length)].slice(0, length)
    await addReader(`timed${at}`, { hearts })
  }
  const lists = { hearts: some(60), wantToRead: some(60), notForMe: some(60), read: some(2000) }
  await addReader('marking', lists)
  async function timeForYou(userId: string): Promise<number> {
    const began = performance.now()
    const said = { hearts: await store.favorites.ids(userId), ...(await store.marks.ids(userId)) }
    JSON.stringify(recommender.forYou(said, await catalogue.byIds(weighingIds(said))))
    return performance.now() - began
  }
  const forYou: number[] = []
  const withMarks: number[] = []
  const similar: number[] = []
  for (let at = 0; at < TIMED_REQUESTS; at++) {
    forYou.push(await timeForYou(`timed${at % TIMED_READERS.length}`))
    // As often as the others: among few, the first requests, for which V8 compiles, are the slowest hundredth.
    withMarks.push(await timeForYou('marking'))
    const began = performance.now()
    const found = await catalogue.byId(someBook())
    if (found) JSON.stringify(recommender.similar(found.book))
    similar.push(performance.now() - began)
  }
  await store.close()
  await catalogue.close()
  const many = `${thousands(count)} books and a million hearts`
  return [
    atMost(`p99 of forYou, ${many}`, quantile(forYou, 0.99), 20, 'ms'),
    atMost(`p99 of forYou with marks, ${many}`, quantile(withMarks, 0.99), 20, 'ms'),
    atMost(`p99 of similar, ${many}`, quantile(similar, 0.99), 20, 'ms'),
    atMost(`memory of neighbours, ${many}`, megabytes, 100, 'MB'),
  ]
}

/** The figures of recommendations; `folder` has a catalogue of `count` made-up books. */
export async function measureRecommendations(folder: string, count: number): Promise<Figure[]> {
  const figures = await inFolder((dataDir) => timed(folder, count, dataDir))
  if (!existsSync(GOODBOOKS)) {
    progress(`page hit rates are not measured without ${GOODBOOKS}`)
    return figures
  }
  const marks = readMarks(GOODBOOKS).map((places) => places.map(idOf))
  return [...figures, ...(await realReaders(marks))]
}
