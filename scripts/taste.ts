/**
 * `npm run taste -- ../shared/data/goodbooks-10k`: what readers of a book also read, computed from the marks of
 * goodbooks-10k (`books.csv.gz`, `to_read.csv.gz`), written to `books/bundled/alsoRead.txt`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { VolumeInfo } from '../contract/books.ts'
import { fold } from '../contract/fold.ts'
import type { AlsoReadWork } from '../books/bundled/alsoRead.ts'
import { WORKS_MOST, writeAlsoRead } from '../books/bundled/alsoRead.ts'
import { bundledBooks } from '../books/bundled/bundledBook.ts'
import { ALSO_READ_FILE, readBundledRecords } from '../books/bundled/bundledFiles.ts'
import { createCsv } from '../books/formats/csvBooks.ts'
import { findInput } from '../books/formats/input.ts'
import { cleanRecord } from '../books/record.ts'
import { workKey } from '../books/works.ts'
import { workTitles } from '../books/workTitles.ts'

const HEAD = [
  'What readers of a book also read: neighbours of works, computed by `npm run taste` from the marks of goodbooks-10k',
  'by Zygmunt Zając (https://github.com/zygmuntz/goodbooks-10k), CC BY-SA 4.0. This file is under the same licence',
  '(https://creativecommons.org/licenses/by-sa/4.0/). books/bundled/alsoRead.ts says what its lines mean.',
]
/** Neighbours of a work, the nearest, and of one that ships those that ship, too; a pair counts from so many readers on, and half where so many are common. */
const NEIGHBOURS = 16
const NEIGHBOURS_BUNDLED = 40
const COMMON_LEAST = 3
const SHRINK = 20
/** How far the other's popularity is damped: the power of its readers. */
export const DAMPING = 0.6

/** A reader's marks: places of books in the table. */
export type PlacesMarked = readonly number[]

/** A book of the table: the numbers of its titles (`workKey`), and whether it is one of the bundled books. */
interface TableBook {
  keys: readonly number[]
  isBundled: boolean
}

/** Item-item cosine of the books of a table, shrunk, the nearest with the other's popularity damped. */
export function alsoRead(
  books: readonly TableBook[],
  marks: readonly PlacesMarked[],
): AlsoReadWork[] {
  const readersOf = books.map((): PlacesMarked[] => [])
  for (const reader of marks) for (const place of reader) readersOf[place]?.push(reader)
  const countOf = (place: number): number => readersOf[place]?.length ?? 0
  return books.map(({ keys, isBundled }, place) => {
    const commons = new Map<number, number>()
    for (const reader of readersOf[place] ?? []) {
      for (const other of reader) commons.set(other, (commons.get(other) ?? 0) + 1)
    }
    commons.delete(place)
    const readers = countOf(place)
    const nearest = [...commons]
      .filter(([, common]) => common >= COMMON_LEAST)
      .map(([other, common]) => {
        const cosine = common / Math.sqrt(readers * countOf(other))
        return [other, (cosine * common) / (common + SHRINK)] as const
      })
      .toSorted(([one, a], [other, b]) => damped(other, b) - damped(one, a))
    const bundled = nearest.filter(([other]) => isBundled && books[other]?.isBundled)
    const chosen = [...nearest.slice(0, NEIGHBOURS), ...bundled.slice(0, NEIGHBOURS_BUNDLED)]
    return { keys, readers, neighbours: [...new Set(chosen)] }
  })

  function damped(other: number, cosine: number): number {
    return cosine / countOf(other) ** (DAMPING - 0.5)
  }
}

/** What two spellings have in common: the beginning of the title, and that of a name (Dostoevsky, Dostoyevsky). */
function looseKeys({ title, authors }: VolumeInfo): string[] {
  const main = fold(title.split(/[:;,(]/, 1).join()).replace(/^(?:on )?(?:the|an?) /, '')
  const names = fold(authors.join(' ')).split(' ')
  return names.filter(({ length }) => length > 3).map((name) => `${main} | ${name.slice(0, 4)}`)
}

/** The books of `books.csv.gz` in its order; a bundled one that is spelt in another way there is found, too. */
export async function readTableBooks(folder: string): Promise<TableBook[]> {
  const bundled = bundledBooks(await readBundledRecords()).map(({ book }) => book.volumeInfo)
  const bundledTitles = new Set(bundled.flatMap((volume) => workTitles(volume).keys))
  const csv = createCsv('gb')
  const input = await findInput(join(folder, 'books.csv.gz'))
  const { signal } = new AbortController()
  const reading = { input, meter: { read: 0, total: 0 }, folder, onWork: () => undefined, signal }
  const books: { titles: string[]; loose: string[] }[] = []
  for await (const rows of csv.read(reading)) {
    for (const row of rows) {
      const source = csv.map(row)
      const record = 'skipped' in source ? source : await cleanRecord(source)
      const volume = 'skipped' in record ? undefined : record.book.volumeInfo
      const titles = volume ? [...new Set(workTitles(volume).surest)].slice(0, 3) : []
      books.push({ titles, loose: volume ? looseKeys(volume) : [] })
    }
  }
  const inTable = new Set(books.flatMap(({ titles }) => titles))
  const places = new Map<string, number>()
  for (const [place, { loose }] of books.entries()) {
    for (const key of loose) if (!places.has(key)) places.set(key, place)
  }
  for (const volume of bundled) {
    const [title, ...others] = workTitles(volume).keys
    if (title === undefined || [title, ...others].some((one) => inTable.has(one))) continue
    const [place = -1] = looseKeys(volume).flatMap((key) => places.get(key) ?? [])
    books[place]?.titles.unshift(title)
  }
  return books.slice(0, WORKS_MOST).map(({ titles }) => ({
    keys: titles.map(workKey),
    isBundled: titles.some((title) => bundledTitles.has(title)),
  }))
}

/** The marks of each reader of `to_read.csv.gz`. */
export function readMarks(folder: string): PlacesMarked[] {
  const text = gunzipSync(readFileSync(join(folder, 'to_read.csv.gz'))).toString()
  const rows = text.trim().split('\n').slice(1)
  const readers = Map.groupBy(rows, (row) => row.split(',', 1).join())
  return [...readers.values()].map((marks) => [
    ...new Set(marks.map((mark) => Number(mark.split(',')[1]) - 1)),
  ])
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) throw new Error('Say which folder has books.csv.gz and to_read.csv.gz.')
  const books = await readTableBooks(folder)
  const marks = readMarks(folder)
  console.log(`${books.length} works, ${marks.length} readers …`)
  const text = writeAlsoRead(HEAD, alsoRead(books, marks))
  writeFileSync(ALSO_READ_FILE, text)
  console.log(`${ALSO_READ_FILE}: ${(Buffer.byteLength(text) / 1000).toFixed(0)} kB`)
}
