import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createCsv } from '../../books/formats/csvBooks.ts'
import { importBooks } from '../../server/catalogue/import/importBooks.ts'
import { findInput } from '../../books/formats/input.ts'

// What the steps of the bench share.

/** Data sets that are no part of the repository: what needs them is left out where they are not there. */
export const DATA: string = join(import.meta.dirname, '../../../shared/data')
export const GOODBOOKS: string = join(DATA, 'goodbooks-10k')

/** One target: the measured value beside its limit, `most` or `least`. */
export interface Figure {
  what: string
  value: number
  unit: string
  most?: number
  least?: number
}

/** A target that the value may not exceed. */
export const atMost = (what: string, value: number, most: number, unit = ''): Figure => ({
  what,
  value,
  unit,
  most,
})
/** A target that the value has to reach. */
export const atLeast = (what: string, value: number, least: number, unit = ''): Figure => ({
  what,
  value,
  unit,
  least,
})

/** The value that a share of the values does not exceed. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN
export const median = (values: readonly number[]): number => quantile(values, 0.5)

export const thousands = (count: number): string => count.toLocaleString('en')

/** Prints how far a step is. */
export const progress = (line: string): void => console.error(`   ${line}`)

/** A share of cases that are right, with its 95 % interval (Wilson). */
export function share(what: string, right: number, of: number, least: number): Figure {
  const z = 1.96
  const value = right / of
  const middle = value + (z * z) / (2 * of)
  const half = z * Math.sqrt((value * (1 - value)) / of + (z * z) / (4 * of * of))
  const bound = (sum: number) => (sum / (1 + (z * z) / of)).toFixed(3)
  const unit = `(${bound(middle - half)} to ${bound(middle + half)})`
  return { what: `${what}, of ${thousands(of)}`, value, unit, least }
}

/** Runs `work` with a folder that is removed afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The lines of a packed file of goodbooks-10k. */
export const goodbooksLines = (file: string): string[] =>
  gunzipSync(readFileSync(join(GOODBOOKS, file)))
    .toString()
    .trim()
    .split('\n')

/** Imports a table of books in the form of goodbooks-10k; the ids are `gb_<book_id>`. */
export async function importGoodbooks(folder: string, file: string): Promise<void> {
  const input = await findInput(file)
  await importBooks({ folder, format: createCsv('gb'), input, source: 'gb' })
}
