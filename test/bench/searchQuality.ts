import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Book, SearchResult } from '../../contract/books.ts'
import { fold } from '../../contract/fold.ts'
import { BookReader } from '../../server/catalogue/bookReader.ts'
import { CATALOGUE_FILE, openCatalogueFile } from '../../server/catalogue/catalogueFile.ts'
import { gutenberg } from '../../books/formats/gutenberg.ts'
import { importBooks } from '../../server/catalogue/import/importBooks.ts'
import { findInput } from '../../books/formats/input.ts'
import { searchBooks } from '../../server/catalogue/search/searchBooks.ts'
import { seeded } from '../seeded.ts'
import queries from './queries.json' with { type: 'json' }
import { DATA, importGoodbooks, inFolder, progress, share, type Figure } from './measure.ts'

// How well search ranks: queries of a library's patrons, queries of our own, and titles with slips.

/** How many queries there are of each kind of slip. */
const SLIPS_EACH = 300
/** What Project Gutenberg beside them may cost. */
const LOSS = 0.03

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

const mainTitle = (title: string): string => fold(title.split(/[:(]/, 1).join(''))
const isTitled = (result: SearchResult, title: string): boolean =>
  [fold, mainTitle].some((key) => key(result.volumeInfo.title) === fold(title))

/** Puts `changed` in place of `length` letters, behind the first. */
const splice =
  (length: number, changed: (letters: string, random: Random) => string): Change =>
  (word, random) => {
    const at = 1 + random(word.length - length)
    const end = at + length
    return word.slice(0, at) + changed(word.slice(at, end), random) + word.slice(end)
  }
const anyLetter = (random: Random): string => 'abcdefghijklmnopqrstuvwxyz'.charAt(random(26))

// What sounds the same, or nearly.
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/ph/, 'f'],
  [/ck/, 'k'],
  [/c(?=[eiy])/, 's'],
  [/c(?=[aourlt])/, 'k'],
  [/(?<=.)ei/, 'ie'],
  [/(?<=.)ie/, 'ei'],
  [/ea/, 'ee'],
  [/(?<=.)y$/, 'ie'],
  [/([b-df-hj-np-tv-z])\1/, '$1'],
  [/gh(?=t)/, ''],
  [/qu/, 'kw'],
  [/x/, 'ks'],
  [/tion/, 'shun'],
  [/(?<=.)e$/, ''],
  [/(?<=.)ai/, 'ay'],
]

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
  const fitting = SOUNDS.filter(([sound]) => sound.test(word))
  const [sound, written] = fitting[random(Math.max(fitting.length, 1))] ?? []
  return sound === undefined || written === undefined ? word : word.replace(sound, written)
}

/** Titles of books with one of their words changed, as seldom twice the same book as the seed has it. */
function slips(books: readonly Book[], shortest: number, change: Change, seed: number): Case[] {
  const random = seeded(seed)
  const cases: Case[] = []
  while (cases.length < SLIPS_EACH) {
    const title = mainTitle(books[random(books.length)]?.volumeInfo.title ?? '')
    const words = title.split(' ').filter((word) => /^[a-z]+$/.test(word))
    const long = words.filter((word) => word.length >= shortest)
    const word = long[random(Math.max(long.length, 1))] ?? ''
    const query = word === '' ? title : title.replace(word, change(word, random))
    if (query !== title) cases.push({ query, isRight: (result) => isTitled(result, title) })
  }
  return cases
}

/** Titles with a space left out. */
function unspaced(books: readonly Book[], seed: number): Case[] {
  const random = seeded(seed)
  const titles = books.map(({ volumeInfo }) => mainTitle(volumeInfo.title))
  const long = titles.filter((title) => /^[a-z]+(?: [a-z]+)+$/.test(title) && title.length > 7)
  return Array.from({ length: SLIPS_EACH }, () => {
    const title = long[random(long.length)] ?? ''
    const words = title.split(' ')
    const at = random(words.length - 1)
    const query = `${words.slice(0, at + 1).join(' ')}${words.slice(at + 1).join(' ')}`
    return { query, isRight: (result) => isTitled(result, title) }
  })
}

/** The given queries of patrons, with the numbers of the books that are right. */
function patrons(): Case[] {
  const lines = readFileSync(join(DATA, 'search/nypl_goodbooks_qrels.jsonl'), 'utf8').split('\n')
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const { query, relevant }: { query: string; relevant: number[] } = JSON.parse(line)
      const ids = new Set(relevant.map((number) => `gb_${number}`))
      return { query, isRight: ({ id }) => ids.has(id) }
    })
}

/** Our own queries, as readers type them. */
const own = (books: readonly Book[]): Case[] =>
  queries.map(({ query, title, author }: { query: string; title?: string; author?: string }) => {
    const isMeant = (result: SearchResult) =>
      (title === undefined || isTitled(result, title)) &&
      (author === undefined || result.volumeInfo.authors.includes(author))
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
  const patronCases = patrons()
  return [
    { what: "patrons' queries, in the first ten", cases: patronCases, places: 10, least: 1 },
    first("patrons' queries", patronCases, 24 / 26),
    { what: 'own queries, in the first ten', cases: own(books), places: 10, least: 0.92 },
    ...Object.entries(ONE_LETTER).map(([what, change], at) =>
      first(what, slips(books, 5, change, 100 + at)),
    ),
    first('a space missing', unspaced(books, 105)),
    first('as it sounds', slips(books, 5, spelled, 106)),
    first('two slips in a long word', slips(books, 7, twice, 107), 0.85),
  ]
}

/** For each kind how many of its queries find what was meant. */
function countRight(folder: string, kinds: readonly Kind[]): number[] {
  const file = join(folder, CATALOGUE_FILE)
  using reader = new BookReader(file)
  using database = openCatalogueFile(file)
  const work = database.prepare('SELECT work FROM books WHERE id = ?')
  const right = kinds.map(({ cases, places }) => {
    const found = cases.filter(({ query, isRight }) =>
      searchBooks(reader, query, 20)
        .data.slice(0, places)
        .some((result) => isRight(result, String(work.get(result.id)?.['work']))),
    )
    return found.length
  })
  return right
}

/** How well search ranks ten thousand well-known books, alone and beside Project Gutenberg. */
export async function measureQuality(): Promise<Figure[]> {
  if (!existsSync(DATA)) {
    progress(`quality is not measured without ${DATA}`)
    return []
  }
  return inFolder(async (folder) => {
    await importGoodbooks(folder, join(DATA, 'goodbooks-10k/books.csv.gz'))
    using reader = new BookReader(join(folder, CATALOGUE_FILE))
    const kinds = kindsOf(Array.from(reader.booksOf('gb'), ({ book }) => book))
    const alone = countRight(folder, kinds)
    progress('adding Project Gutenberg')
    const input = await findInput(join(DATA, 'gutenberg/gutenberg_books.jsonl.gz'))
    await importBooks({ folder, format: gutenberg, input, source: 'gutenberg' })
    const beside = countRight(folder, kinds)
    return kinds.flatMap(({ what, cases, least }, at) => {
      const [right = 0, rightBeside = 0] = [alone[at], beside[at]]
      const leastBeside = Math.max(0, right / cases.length - LOSS)
      return [
        share(`goodbooks: ${what}`, right, cases.length, least),
        share(`with Gutenberg: ${what}`, rightBeside, cases.length, leastBeside),
      ]
    })
  })
}
