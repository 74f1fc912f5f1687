import type { Options } from 'csv-parse'
import { KIB_BYTES, MIB_BYTES } from '../../lib/units.ts'

// What reading a table needs beside the file. No Node imports here: the fake backend reads libraries with this module.

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

/** A row of a table with a header. */
export interface TableRow<Column extends string> {
  cells: readonly string[]
  /** The cell of a column; of several under that name the first that has something. Else empty. */
  get: (column: Column) => string
  /** All cells of a column that have something. */
  all: (column: Column) => string[]
}

/** Where the cells of each column are, the preferred first. */
export type Positions = ReadonlyMap<string, readonly number[]>

/** A row by the columns of its table. */
export function rowOf<Column extends string>(
  cells: readonly string[],
  positions: Positions,
): TableRow<Column> {
  const all = (column: Column) =>
    (positions.get(column) ?? []).flatMap((at) => (cells[at]?.trim() ? [cells[at]] : []))
  return { cells, all, get: (column) => all(column)[0] ?? '' }
}
