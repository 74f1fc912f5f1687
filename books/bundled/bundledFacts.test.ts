import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { fold } from '../../contract/fold.ts'
import { readBundledRecords } from './bundledFiles.ts'
import type { BundledRecord } from './bundledRecord.ts'
import { readTable } from '../formats/csv.ts'
import { findInput } from '../formats/input.ts'
import { editDistance } from '../editDistance.ts'
import { isbn13Of } from '../isbn.ts'
import { splitSeries } from '../titles.ts'

// Titles, authors, years, ISBNs and Gutenberg numbers of the bundled books, compared with other catalogues.
// Prints what it found. The data lies beside the project where it is developed.
const DATA = join(import.meta.dirname, '../../../shared/data')
const GUTENBERG = join(DATA, 'gutenberg/gutenberg_books.jsonl.gz')
const GOODBOOKS = join(DATA, 'goodbooks-10k/books.csv.gz')

const records = await readBundledRecords()

/** What breaks a rule, as lines that name the book. */
const offenders = (rule: (record: BundledRecord) => string | false | undefined): string[] =>
  records.flatMap((record) => {
    const offence = rule(record)
    return offence ? [`${record.title}: ${offence}`] : []
  })

const LITTLE = new Set(['the', 'a', 'an', 'of', 'and', 'or', 'to', 'in', 'de', 'la', 'le'])

/** At least half of the words of one title stand in the other. */
function sameTitle(one: string, other: string): boolean {
  const words = fold(one)
    .split(' ')
    .filter((word) => !LITTLE.has(word))
  const others = new Set(fold(other).split(' '))
  return words.filter((word) => others.has(word)).length * 2 >= words.length
}

/** The spellings of a name that are compared: run together, and its longer parts. */
const spellings = (name: string): string[] => [
  fold(name).replaceAll(' ', ''),
  ...fold(name)
    .split(' ')
    .filter((part) => part.length >= 4),
]

/** Some name is spelt alike, by whatever transcription. */
function sameAuthor(authors: readonly string[], others: readonly string[]): boolean {
  const there = others.flatMap(spellings)
  return authors
    .flatMap(spellings)
    .some((name) => there.some((other) => editDistance(name, other, 2) <= 2))
}

const lastName = (name: string): string => fold(name).split(' ').at(-1) ?? ''

/** The same last name, or one name with more behind it (`Jr.`). */
function sameLastName(authors: readonly string[], others: readonly string[]): boolean {
  return authors.some((name) =>
    others.some(
      (other) =>
        fold(other).startsWith(fold(name)) || editDistance(lastName(name), lastName(other), 1) <= 1,
    ),
  )
}

interface Ebook {
  id: number
  title: string
  authors: { name: string }[]
}

describe.skipIf(!existsSync(GUTENBERG))(`Project Gutenberg (skipped without ${GUTENBERG})`, () => {
  test('the numbers are those of the books', () => {
    const expected = new Set(records.flatMap(({ gutenberg }) => gutenberg ?? []))
    expect(expected.size).toBeGreaterThan(50)
    const ebooks = new Map<number, Ebook>()
    for (const line of gunzipSync(readFileSync(GUTENBERG)).toString().split('\n')) {
      if (line === '') continue
      const ebook: Ebook = JSON.parse(line)
      if (expected.has(ebook.id)) ebooks.set(ebook.id, ebook)
    }
    process.stdout.write(`Project Gutenberg: ${expected.size} numbers, ${ebooks.size} found\n`)
    expect(
      offenders(({ title, authors, gutenberg }) => {
        if (gutenberg === undefined) return false
        const ebook = ebooks.get(gutenberg)
        if (!ebook) return `there is no ebook ${gutenberg}`
        const names = ebook.authors.map(({ name }) => name.split(/, (?:active|\d)/)[0] ?? '')
        const same = sameTitle(title, ebook.title) && sameAuthor(authors, names)
        return !same && `${gutenberg} is ${ebook.title}`
      }),
    ).toEqual([])
  })
})

interface Row {
  titles: string[]
  authors: string[]
  year: number
  isbn: string | undefined
}

const columns = (header: readonly string[]) => new Map(header.map((name, at) => [name, [at]]))

async function readGoodbooks(): Promise<Row[]> {
  const rows: Row[] = []
  const [file] = (await findInput(GOODBOOKS)).files
  if (!file) throw new Error('no file')
  for await (const group of readTable(file, { read: 0, total: 1 }, columns)) {
    for (const row of group) {
      if ('skipped' in row) continue
      const { get } = row
      rows.push({
        titles: [splitSeries(get('title')).title, get('original_title')].filter(
          (text) => text !== '',
        ),
        authors: get('authors').split(', '),
        year: Number(get('original_publication_year')),
        isbn: isbn13Of(get('isbn').padStart(10, '0')),
      })
    }
  }
  return rows
}

const mainTitle = (title: string): string =>
  fold(title.split(/[:;(]/, 1).join('')).replace(/^(?:the|an?) /, '')

describe.skipIf(!existsSync(GOODBOOKS))(`goodbooks-10k (skipped without ${GOODBOOKS})`, () => {
  test('titles, authors, years and ISBNs are those of the books', async () => {
    const rows = await readGoodbooks()
    const byTitle = Map.groupBy(
      rows.flatMap((row) => row.titles.map((title) => ({ key: mainTitle(title), row }))),
      ({ key }) => key,
    )
    const byIsbn = new Map(rows.map((row) => [row.isbn, row]))
    let found = 0
    let isbns = 0
    const years: string[] = []
    const wrongIsbns: string[] = []
    for (const { title, originalTitle, authors, publishedDate, isbn13 } of records) {
      const titled = [title, originalTitle ?? title]
        .flatMap((name) => byTitle.get(mainTitle(name)) ?? [])
        .map(({ row }) => row)
        .filter((row) => sameLastName(authors, row.authors))
      const year = Number.parseInt(publishedDate, 10)
      const [first] = titled
      if (first) found += 1
      if (first && !titled.some((row) => Math.abs(row.year - year) <= 1)) {
        years.push(`${title}: ${year}, there ${first.year}`)
      }
      const row = isbn13 === undefined ? undefined : byIsbn.get(isbn13)
      if (!row) continue
      isbns += 1
      const isSame = [title, originalTitle ?? title].some((name) =>
        row.titles.some((other) => sameTitle(name, other) || sameTitle(other, name)),
      )
      if (!isSame || !sameLastName(authors, row.authors)) {
        wrongIsbns.push(`${title}: ${isbn13} is ${row.titles[0]}`)
      }
    }
    process.stdout.write(
      `goodbooks-10k: ${found} of ${records.length} books found by title and author, ${isbns} by ISBN; ` +
        `years that differ by more than one: ${years.length}\n  ${years.join('\n  ')}\n`,
    )
    expect(wrongIsbns).toEqual([])
    // There some works have the year of an edition.
    expect(years.length).toBeLessThan(found / 10)
  })
})
