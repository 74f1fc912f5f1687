import { fold } from '../../contract/fold.ts'
import { isPlaceholder } from '../texts.ts'
import { seriesIn, splitSeries } from '../titles.ts'
import columns from './columns.json' with { type: 'json' }
import encodings from './encodings.json' with { type: 'json' }
import headerWords from './headerWords.json' with { type: 'json' }
import { authorsOf, readNames } from '../names.ts'
import { scaleIn } from '../ratings.ts'

// What tables of books say, whatever program wrote them.

/** Where the cells of each column are, the preferred first. */
export type Positions = ReadonlyMap<string, readonly number[]>

/** A row by the columns of its table. */
export type TableRow<Column extends string> = ReturnType<typeof rowOf<Column>>

export function rowOf<Column extends string>(cells: readonly string[], positions: Positions) {
  /** All cells of a column that have something. */
  const all = (column: Column): string[] =>
    (positions.get(column) ?? []).flatMap((at) => (cells[at]?.trim() ? [cells[at]] : []))
  /** The first of them; else empty. */
  const get = (column: Column): string => all(column)[0] ?? ''
  return { cells, all, get }
}

/** What a table may say of a book; `others` and their `roles` are between `|`. */
export type Field = keyof typeof columns.anyTable | 'others' | 'roles'

/** What it may say of its reader: the day a book was `finished`; whether it is a `favorite`, yes or no. */
export type ReaderField = keyof typeof columns.anyReader

/** The headers of each field; the first counts that a row has filled. */
type Headers<Name extends string> = Readonly<Partial<Record<Name, readonly string[]>>>

/** Headers that together only this program has, those of a book and those of a reader's own. All are folded. */
interface ProgramColumns {
  signs: readonly string[]
  book: Headers<Field>
  reader: Headers<ReaderField>
  /** The headers as they stand, for a table whose first row was lost. */
  order?: string
}

/** What programs export, as `docs/catalogue.md` says it; an import of the catalogue leaves alone what is a reader's. */
export const PROGRAMS: Readonly<Record<string, ProgramColumns>> = columns.programs

// No header that is looked for is as long.
const HEADER_MAX = 32

/** How headers are compared: `Book-Title`, `book_title` and `bookTitle` are one; none is a long text. */
const headerKey = (header: string): string =>
  header.length > HEADER_MAX ? '' : fold(header).replaceAll(' ', '')

// What a rating is called, in every language.
const RATINGS = new Set(
  [
    ...columns.anyReader.rating,
    ...columns.anyRating,
    ...Object.values(headerWords).flatMap(({ anyRating }) => anyRating),
  ].map(headerKey),
)

/** The same of a rating without its scale: `Bedømmelse 1-6`, `Rating out of 10`. */
function ratingHeaderKey(header: string): string {
  const key = headerKey(scaleIn(header).name)
  return RATINGS.has(key) ? key : headerKey(header)
}

const find = (places: ReadonlyMap<string, number>, names: readonly string[] = []) => [
  ...new Set(names.flatMap((name) => places.get(headerKey(name)) ?? [])),
]

// English first: what it knows by no whole header, others may.
const WORDS = new Map(
  Object.entries({ English: columns.anyTable, ...headerWords }).map(([language, words]) => [
    language,
    new Map(
      Object.entries(words).flatMap(([field, names]) =>
        names.map((name) => [headerKey(name), field]),
      ),
    ),
  ]),
)
const HEADER_LANGUAGES = [...WORDS.values()]

/** How many of these a language knows. */
const countOf = (keys: readonly string[], words: ReadonlyMap<string, string> | undefined): number =>
  keys.filter((key) => words?.has(key)).length

// Nobody's header is as long.
const START_MAX = 10_000

/** The encoding in which the header of a table, first in its bytes, has most words of a language that is written so. */
export function encodingByHeader(start: Buffer): string {
  // Before it may be a line that says what separates the columns.
  const line = /^(?:"?sep=.*[\r\n]+)?.*/.exec(start.toString('latin1', 0, START_MAX))
  const header = Buffer.from(line?.[0] ?? '', 'latin1')
  const counts = Object.entries(encodings).map(([encoding, languages]) => {
    const keys = new TextDecoder(encoding)
      .decode(header)
      .split(/[,;|\t]/)
      .map(headerKey)
    const names = languages.join(', ').split(', ')
    return { encoding, count: Math.max(...names.map((name) => countOf(keys, WORDS.get(name)))) }
  })
  return counts.toSorted((one, other) => other.count - one.count)[0]?.encoding ?? 'windows-1252'
}

/**
 * The field of each header that is none of English as a whole: one of another language, those first that know most
 * of the headers; `Author (First, Last)` is the author, and so is `Author 2`, beside others.
 */
function fieldsOf(header: readonly string[], keys: readonly string[]): (string | undefined)[] {
  const hits = new Map(HEADER_LANGUAGES.map((words) => [words, countOf(keys, words)]))
  const languages = HEADER_LANGUAGES.toSorted(
    (one, other) => (hits.get(other) ?? 0) - (hits.get(one) ?? 0),
  )
  return header.map((name, at) => {
    const whole = keys[at] ?? ''
    const bare = name.replace(/[([].*|\s*\d$/, '')
    const [field] = [whole, bare === name ? whole : headerKey(bare)].flatMap((key) =>
      languages.flatMap((words) => words.get(key) ?? []),
    )
    return field === 'author' && /\d$/.test(whole) ? 'authors' : field
  })
}

/**
 * Where a header has what a table says of books, or of their reader: as the program that writes such a header means
 * it, or by any usual name, perhaps behind `book`; and the name of that program.
 */
export function positionsOf(header: readonly string[], kind: 'book' | 'reader') {
  const places = new Map<string, number>()
  const keys = header.map(kind === 'reader' ? ratingHeaderKey : headerKey)
  for (const prefix of ['', 'book']) {
    for (const [at, key] of keys.entries()) {
      const bare = key.slice(prefix.length)
      if (key.startsWith(prefix) && !places.has(bare)) places.set(bare, at)
    }
  }
  const [program, headers] = Object.entries(PROGRAMS).find(
    ([, { signs }]) => find(places, signs).length === signs.length,
  ) ?? [null]
  const fields: Headers<string> =
    headers?.[kind] ?? (kind === 'book' ? columns.anyTable : columns.anyReader)
  const positions = new Map(
    Object.entries(fields).map(([field, names]) => [field, find(places, names)]),
  )
  if (program !== null) return { program, positions }
  const { mean, count } = columns.anyTable
  const [own, means, counts] = [columns.anyReader.rating, mean, count].map((names) =>
    find(places, names),
  )
  const isOfAll = own?.length || (counts?.length && !means?.length)
  const rating = isOfAll ? 'mean' : 'rating'
  positions.get(rating)?.push(...find(places, columns.anyRating))
  const used = new Set([...positions.values()].flat())
  // A reader's shelves may be among tags.
  const meant = new Map([
    ['anyRating', rating],
    ...(kind === 'reader' ? [['categories', 'shelves'] as const] : []),
  ])
  for (const [at, field = ''] of fieldsOf(header, keys).entries())
    if (!used.has(at)) positions.get(meant.get(field) ?? field)?.push(at)
  return { program, positions }
}

export type Row = TableRow<Field>

const NO_BOOKS = new Set(columns.noBooks.join(', ').split(', '))

/** Whether a row says that it is no book but an article or a film. */
export const isNoBook = ({ get }: Row): boolean => NO_BOOKS.has(headerKey(get('kind')))

// `[Dune] [By: Herbert, Frank] [June, 2003]`, as shops name what they sell.
const OFFER = /^\[\(?([^[\]]+?)\)?\]\s*\[\(?\s*(?:by|author)\b(?:\s*\(author\))?:?([^[\]]+?)\)?\]/iu

const offerIn = ({ get }: Row): readonly string[] => OFFER.exec(get('title').trim()) ?? []

/** The title, and the series from its own columns or from the brackets behind the title. */
export function titleIn(row: Row) {
  const name = row.get('series').trim()
  const [, offered = row.get('title')] = offerIn(row)
  const { title, ...behind } = splitSeries(offered.trim())
  if (isPlaceholder(name)) return { title, ...behind }
  const { number, ...series } = seriesIn(name)
  return { title, series: { ...series, number: row.get('seriesNumber') || number } }
}

/** The names of its authors. */
export function authorsIn(row: Row): string[] {
  const { get, all } = row
  // In one column, and what each did in another.
  const roles = get('roles').split('|')
  const others = get('others').split('|')
  const [, , offered] = offerIn(row)
  const whole = get('author') || offered || `${get('firstName')} ${get('lastName')}`
  return authorsOf([
    ...[whole, ...all('authors')].flatMap(readNames),
    ...others.flatMap((name, at) => readNames(roles[at]?.trim() ? `${name} [${roles[at]}]` : name)),
  ])
}
