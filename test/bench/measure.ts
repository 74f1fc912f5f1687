import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createCsv } from '../../books/formats/csvBooks.ts'
import { openCatalogue, type LocalCatalogue } from '../../server/catalogue/catalogue.ts'
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
export const atMost = (what: string, value: number, most: number, unit = ''): Figure => {
  return { what, value, most, unit }
}
/** A target that the value has to reach. */
export const atLeast = (what: string, value: number, least: number, unit = ''): Figure => {
  return { what, value, least, unit }
}

/** The value that a share of the values does not exceed. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN
export const median = (values: readonly number[]): number => quantile(values, 0.5)

export const thousands = (count: number): string => count.toLocaleString('en')

/** Prints how far a step is. */
export const progress = (line: string): void => console.error(`   ${line}`)

/** A share of cases that are right. */
export const share = (what: string, right: number, of: number, least: number): Figure =>
  atLeast(`${what}, of ${thousands(of)}`, right / of, least)

/** Runs `work` with a folder that is removed afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Runs `work` with the catalogue that `fill` makes in a folder of its own. */
export const withCatalogue = <T>(
  fill: (folder: string) => Promise<unknown>,
  work: (catalogue: LocalCatalogue, folder: string) => Promise<T>,
): Promise<T> =>
  inFolder(async (folder) => {
    await fill(folder)
    const catalogue = openCatalogue({ folder, log: progress })
    try {
      return await work(catalogue, folder)
    } finally {
      await catalogue.close()
    }
  })

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

/** By book of goodbooks-10k, how much of each genre its readers see in it. */
export function readGenres(): ReadonlyMap<string, Readonly<Record<string, number>>> {
  const lines = goodbooksLines('book_genre_weights.csv.gz').map((line) => line.split(','))
  const [[, ...names] = [], ...rows] = lines
  return new Map(
    rows.map(([id, ...weights]) => [
      `gb_${id}`,
      Object.fromEntries(names.map((name, at) => [name, Number(weights[at])])),
    ]),
  )
}
