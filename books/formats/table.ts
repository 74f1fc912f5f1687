import type { Options } from 'csv-parse'
import { fold } from '../../contract/fold.ts'
import { KIB_BYTES, MIB_BYTES } from '../../contract/units.ts'
import { splitSeries } from '../titles.ts'
import columns from './columns.json' with { type: 'json' }
import { authorsOf, readNames } from '../names.ts'

// What tables of books say, whatever program wrote them.

const SAMPLE = 64 * KIB_BYTES
const SAMPLE_ROWS = 50
const QUOTED = /(?<=^|[\r\n\t;,])"[^"]*(?:""[^"]*)*(?:"|$)/g

/** What is between the fields: of tab, semicolon and comma the one that rows have as often as the header. */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, SAMPLE)
    .replaceAll(QUOTED, '')
    .split(/[\r\n]+/)
  if (text.length > SAMPLE) lines.pop()
  const [header = '', ...rows] = lines.slice(0, SAMPLE_ROWS)
  const score = (delimiter: string) => {
    const [most = 0, ...counts] = [header, ...rows].map((line) => line.split(delimiter).length - 1)
    const points = counts.map((count) => (count === most ? most : Math.min(count, most) / 2))
    return points.reduce((sum, point) => sum + point, most / SAMPLE_ROWS)
  }
  return ['\t', ';', ','].reduce((best, other) => (score(other) > score(best) ? other : best))
}

// `sep=;` for Excel; a byte order mark that was encoded twice; blank lines.
const PREFACE =
  /^(?:\s*[\r\n])?(?:\u00EF\u00BB\u00BF)?(?:"?sep=([^"\r\n])"?[,;\t ]*(?:[\r\n]+|$))?/i

/** What is between the fields of a table that begins so, and the text without what may stand before its header. */
export function beginTable(text: string): { rest: string; delimiter: string } {
  const [preface = '', separator] = PREFACE.exec(text) ?? []
  const rest = text.slice(preface.length)
  return { rest, delimiter: separator ?? delimiterOf(rest) }
}

/** How every table is read. */
export const csvOptions = (delimiter: string) =>
  ({
    delimiter,
    // Of any kind in any mixture.
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: 4 * MIB_BYTES,
    // A quotation mark behind a space opens a field, too.
    ltrim: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  }) satisfies Options

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

/**
 * What programs export, as `docs/catalogue.md` says it: headers that together only this program has, those of
 * a book, and those of a reader's own, which an import of the catalogue leaves alone. All are folded.
 */
export const PROGRAMS: Readonly<
  Record<string, { signs: readonly string[]; book: Headers<Field>; reader: Headers<ReaderField> }>
> = columns.programs

/** Wider tables are nobody's; of a row no more cells are read. */
export const COLUMNS_MAX = 512
// No header that is looked for is as long.
const HEADER_MAX = 100

const find = (places: ReadonlyMap<string, number>, names: readonly string[]) =>
  names.flatMap((name) => places.get(name) ?? [])

/**
 * Where a header has what a table says of books, or of their reader: as the program that writes such a header means
 * it, or by any usual name; and the name of that program.
 */
export function positionsOf(header: readonly string[], kind: 'book' | 'reader') {
  const places = new Map<string, number>()
  for (const [at, name] of header.slice(0, COLUMNS_MAX).entries()) {
    const key = name.length > HEADER_MAX ? '' : fold(name)
    if (!places.has(key)) places.set(key, at)
  }
  const [program, headers] = Object.entries(PROGRAMS).find(
    ([, { signs }]) => find(places, signs).length === signs.length,
  ) ?? [null]
  const fields: Headers<string> =
    headers?.[kind] ?? (kind === 'book' ? columns.anyTable : columns.anyReader)
  const positions: Positions = new Map(
    Object.entries(fields).map(([field, names]) => [field, find(places, names ?? [])]),
  )
  return { program, positions }
}

export type Row = TableRow<Field>

/** The title, and the series from its own columns or from the brackets behind the title. */
export function titleIn({ get }: Row) {
  const { title, series } = splitSeries(get('title').trim())
  const name = get('series').trim()
  const number = get('seriesNumber')
  if (name === '') return { title, series }
  const behind = splitSeries(`- (${name})`).series
  if (number === '' && behind) return { title, series: behind }
  return { title, series: { name: behind?.name ?? name, number } }
}

/** The names of its authors. */
export function authorsIn({ get, all }: Row): string[] {
  // In one column, and what each did in another.
  const roles = get('roles').split('|')
  const others = get('others').split('|')
  return authorsOf([
    ...[get('author'), ...all('authors')].flatMap(readNames),
    ...others.flatMap((name, at) => readNames(roles[at]?.trim() ? `${name} [${roles[at]}]` : name)),
  ])
}
