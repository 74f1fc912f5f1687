import { splitSeries } from '../texts.ts'
import type { Field } from './columns.ts'
import { authorsOf, readNames, type CatalogueName } from './names.ts'
import type { TableRow } from './table.ts'

// What a row of a table says of its book. No Node imports here: the fake backend reads libraries with this module.

export type Row = TableRow<Field>

/** An ISBN that lost its leading zeros in a spreadsheet has them back; `="0140449337"` and brackets go. */
function isbnsOf(text: string): string[] {
  return text
    .split(/[,;|\s="[\]]+/)
    .filter((part) => part !== '')
    .map((part) => (/^\d{7,9}[\dXx]?$/.test(part) ? part.padStart(10, '0') : part))
}

/** Names that are in one column, and what each did in another. */
function othersOf({ get }: Row): CatalogueName[] {
  const roles = get('roles').split('|')
  const names = get('others').split('|')
  return names.flatMap((name, at) => readNames(roles[at]?.trim() ? `${name} [${roles[at]}]` : name))
}

/** A series in a column of its own, its number in another or behind its name. */
function seriesOf({ get }: Row) {
  const text = get('series').trim()
  const number = get('seriesNumber')
  const behind = splitSeries(`- (${text})`).series
  return number === '' && behind ? behind : { name: behind?.name ?? text, number }
}

/** The title, and the series from its own column or from the brackets behind the title. */
export function titleIn(row: Row) {
  const { title, series } = splitSeries(row.get('title').trim())
  return { title, series: row.get('series') === '' ? series : seriesOf(row) }
}

/** The names of its authors. */
export const authorsIn = (row: Row): string[] =>
  authorsOf([
    ...readNames(row.get('author')),
    ...row.all('authors').flatMap((names) => readNames(names, true)),
    ...othersOf(row),
  ])

/** What its ISBNs are, right or wrong. */
export const isbnsIn = (row: Row): string[] => row.all('isbn').flatMap(isbnsOf)
