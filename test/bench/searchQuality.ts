import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Book, SearchResult } from '../../contract/books.ts'
import { workIdOf } from '../../contract/workId.ts'
import { fold } from '../../contract/fold.ts'
import { openCatalogueFile, type CatalogueFile } from '../../server/catalogue/catalogueFile.ts'
import { CATALOGUE_FILE } from '../../server/catalogue/catalogueDatabase.ts'
import { loadBundledBooks } from '../../server/catalogue/bundled.ts'
import { gutenberg } from '../../books/formats/gutenberg.ts'
import { importBooks } from '../../server/catalogue/import/importBooks.ts'
import { findInput } from '../../books/formats/input.ts'
import { searchBooks } from '../../server/catalogue/search/searchBooks.ts'
import { seeded } from '../seeded.ts'
import queries from './queries.json' with { type: 'json' }
import searchCases from './searchCases.json' with { type: 'json' }
import {
  DATA,
  GOODBOOKS,
  importGoodbooks,
  inFolder,
  progress,
  readGenres,
  share,
  type Figure,
} from './measure.ts'
import { mainTitle } from '../misspellings.ts'

// How well search ranks: queries of a library's patrons, queries of our own, titles with slips, and topics; and
// whether it says that a book is not there.

/** How many queries there are of each kind of slip. */
const SLIPS_EACH = 300
/** What Project Gutenberg beside them may cost, which has other editions and translations. */
const LOSS = 0.05

type Random = (below: number) => number
type Change = (word: string, random: Random) => string

/** A query, and whether a result is what was meant. `work` is the result's, as all editions are right. */
interface Case {
  query: string
  isRight: (result: SearchResult, work: string) => boolean
}

/** Queries of one kind, how many places count, and the share that is to be right at least. */
interface Kind {
  what: string
  cases: readonly Case[]
  places: 1 | 10
  least: number
}

const isTitled = (result: SearchResult, title: string): boolean =>
  mainTitle(result.volumeInfo.title) === mainTitle(title)

/** Puts `changed` in place of `length` letters, behind the first. */
const splice =
  (length: number, changed: (letters: string, random: Random) => string): Change =>
  (word, random) => {
    const at = 1 + random(word.length - length)
    const end = at + length
    return word.slice(0, at) + changed(word.slice(at, end), random) + word.slice(end)
  }
const anyLetter = (random: Random): string => 'abcdefghijklmnopqrstuvwxyz'.charAt(random(26))

const ONE_LETTER: Readonly<Record<string, Change>> = {
  'a letter missing': splice(1, () => ''),
  'a letter doubled': splice(1, (letter) => letter + letter),
  'a wrong letter': splice(1, (_, random) => anyLetter(random)),
  'a letter too many': splice(1, (letter, random) => anyLetter(random) + letter),
  'two letters swapped': splice(2, (letters) => `${letters.charAt(1)}${letters.charAt(0)}`),
}

const twice: Change = (word, random) => {
  const kinds = Object.values(ONE_LETTER)
  const slip: Change = (text) => kinds[random(kinds.length)]?.(text, random) ?? text
  return slip(slip(word, random), random)
}

const spelled: Change = (word, random) => {
  const fitting = searchCases.sounds.filter(({ from }) => new RegExp(from).test(word))
  const { from, to } = fitting[random(Math.max(fitting.length, 1))] ?? { from: '$', to: '' }
  return word.replace(new RegExp(from), to)
}

/** A text with one of its words changed that have as many letters at least; the same where it has none. */
const inWord =
  (shortest: number, change: Change): Change =>
  (text, random) => {
    const words = text.split(' ').filter((word) => /^[a-z]+$/.test(word))
    const long = words.filter((word) => word.length >= shortest)
    const word = long[random(Math.max(long.length, 1))] ?? ''
    return word === '' ? text : text.replace(word, change(word, random))
  }

const unspaced: Change = (text, random) => {
  const spaces = [...text.matchAll(/ /g)]
  const at = spaces[random(Math.max(spaces.length, 1))]?.index ?? text.length
  return text.slice(0, at) + text.slice(at + 1)
}

/** Titles of books, changed, as seldom twice the same book as the seed has it. */
function slips(books: readonly Book[], change: Change, seed: number): Case[] {
  const random = seeded(seed)
  const cases: Case[] = []
  while (cases.length < SLIPS_EACH) {
    const { volumeInfo, workId } = books[random(books.length)] ?? {}
    const title = mainTitle(volumeInfo?.title ?? '')
    const query = change(title, random)
    const isRight: Case['isRight'] = (result, work) => work === workId || isTitled(result, title)
    if (query !== title) cases.push({ query, isRight })
  }
  return cases
}

/** The given queries of patrons, with the numbers of the books that are right, in any edition. */
function patrons(books: readonly Book[]): Case[] {
  const works = new Map(books.map((book) => [book.id, workIdOf(book)]))
  const lines = readFileSync(join(DATA, 'search/nypl_goodbooks_qrels.jsonl'), 'utf8').split('\n')
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const { query, relevant }: { query: string; relevant: number[] } = JSON.parse(line)
      const right = new Set(relevant.map((number) => works.get(`gb_${number}`)))
      return { query, isRight: (_, work) => right.has(work) }
    })
}

const joinedName = (author: string): string => fold(author).replaceAll(' ', '')

/** Our own queries, as readers type them. */
const own = (books: readonly Book[]): Case[] =>
  queries.map(({ query, title, author }: { query: string; title?: string; author?: string }) => {
    const isMeant = (result: SearchResult) =>
      (title === undefined || isTitled(result, title)) &&
      (author === undefined ||
        result.volumeInfo.authors.map(joinedName).includes(joinedName(author)))
    const works = new Set(books.filter(isMeant).map(({ workId }) => workId))
    return { query, isRight: (result, work) => isMeant(result) || works.has(work) }
  })

/** What is to come first. */
const first = (what: string, cases: readonly Case[], least = 0.97): Kind => ({
  what: `${what}, first`,
  cases,
  places: 1,
  least,
})

function kindsOf(books: readonly Book[]): Kind[] {
  const patronCases = patrons(books)
  const ownCases = own(books)
  return [
    { what: "patrons' queries, in the first ten", cases: patronCases, places: 10, least: 0.97 },
    first("patrons' queries", patronCases, 24 / 26),
    { what: 'own queries, in the first ten', cases: ownCases, places: 10, least: 0.96 },
    first('own queries', ownCases, 0.937),
    ...Object.entries(ONE_LETTER).map(([what, change], at) =>
      first(what, slips(books, inWord(5, change), 100 + at)),
    ),
    first('a space missing', slips(books, unspaced, 105)),
    first('as it sounds', slips(books, inWord(5, spelled), 106)),
    first('two slips in a long word', slips(books, inWord(7, twice), 107), 0.85),
  ]
}

/** For each kind how many of its queries find what was meant. */
function countRight(folder: string, kinds: readonly Kind[]): number[] {
  using catalogue = openCatalogueFile(join(folder, CATALOGUE_FILE))
  return kinds.map(({ cases, places }) => {
    const found = cases.filter(({ query, isRight }) => {
      const results = searchBooks(catalogue, query, 20).data.slice(0, places)
      const works = catalogue.worksOf(results.map(({ id }) => id))
      return results.some((result) => isRight(result, works.get(result.id) ?? ''))
    })
    return found.length
  })
}

/** How many of the first ten of each topic are about it: of ten, or of all that are. */
function measureTopics(catalogue: CatalogueFile, books: readonly Book[]): Figure {
  const genres = readGenres()
  const genresOf = (id: string): string[] =>
    Object.entries(genres.get(id) ?? {}).flatMap(([name, weight]) => (weight > 0.33 ? name : []))
  const texts = books.map(({ id, volumeInfo: { title, description, subjects = [] } }) => {
    return { id, text: [title, description, ...subjects, ...genresOf(id)].join(' ') }
  })
  const places = Object.entries(searchCases.topics).flatMap(([query, pattern]) => {
    const about = new RegExp(pattern, 'i')
    const ids = new Set(texts.filter(({ text }) => about.test(text)).map(({ id }) => id))
    const found = searchBooks(catalogue, query, 10).data
    return Array.from({ length: Math.min(10, ids.size) }, (_, at) => ids.has(found[at]?.id ?? ''))
  })
  return share('topics, in the first ten', places.filter(Boolean).length, places.length, 0.65)
}

/** Of which titles a search says that nothing is called so. */
function measureLabels(catalogue: CatalogueFile, books: readonly Book[]): Figure[] {
  const { absent } = searchCases
  const random = seeded(108)
  const present = Array.from({ length: 200 }, () => books[random(books.length)]?.volumeInfo.title)
  const labelled = (titles: readonly (string | undefined)[]): number =>
    titles.filter((title = '') => searchBooks(catalogue, title, 20).isApproximate).length
  return [
    share('absent titles, said to be so', labelled(absent), absent.length, 1),
    share('known titles, not said to be absent', 200 - labelled(present), 200, 0.995),
  ]
}

/** How well search ranks the bundled books with ten thousand well-known ones, alone and beside Project Gutenberg. */
export async function measureQuality(): Promise<Figure[]> {
  if (!existsSync(DATA)) {
    progress(`quality is not measured without ${DATA}`)
    return []
  }
  return inFolder(async (folder) => {
    // These have descriptions and subjects, which goodbooks-10k lacks.
    await loadBundledBooks(folder)
    await importGoodbooks(folder, join(GOODBOOKS, 'books.csv.gz'))
    using catalogue = openCatalogueFile(join(folder, CATALOGUE_FILE))
    const books = Array.from(catalogue.booksOf('gb'), ({ book }) => book)
    const all = [...Array.from(catalogue.booksOf('bundled'), ({ book }) => book), ...books]
    const figures = [measureTopics(catalogue, all), ...measureLabels(catalogue, all)]
    const kinds = kindsOf(books)
    const alone = countRight(folder, kinds)
    progress('adding Project Gutenberg')
    const input = await findInput(join(DATA, 'gutenberg/gutenberg_books.jsonl.gz'))
    await importBooks({ folder, format: gutenberg, input, source: 'gutenberg' })
    const beside = countRight(folder, kinds)
    for (const [at, { what, cases, least }] of kinds.entries()) {
      const [right = 0, rightBeside = 0] = [alone[at], beside[at]]
      const leastBeside = Math.max(0, right / cases.length - LOSS)
      figures.push(
        share(`goodbooks: ${what}`, right, cases.length, least),
        share(`with Gutenberg: ${what}`, rightBeside, cases.length, leastBeside),
      )
    }
    return figures
  })
}
