import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { fold } from '../../contract/fold.ts'
import { editDistance } from '../editDistance.ts'
import { readTable } from '../formats/csv.ts'
import { findInput } from '../formats/input.ts'
import { isbn13Of } from '../isbn.ts'
import { readBundledRecords } from './bundledFiles.ts'

// ISBNs and Gutenberg numbers of the bundled books, compared with other catalogues, which lie beside the project where
// it is developed.
const DATA = join(import.meta.dirname, '../../../shared/data')
const GUTENBERG = join(DATA, 'gutenberg/gutenberg_books.jsonl.gz')
const GOODBOOKS = join(DATA, 'goodbooks-10k/books.csv.gz')

const records = await readBundledRecords()

const wordsOf = (text: string, length: number) =>
  fold(text)
    .split(' ')
    .filter((word) => word.length >= length)

/** At least half of the words of one title stand in the other. */
function isSameTitle(one: string, other: string): boolean {
  const words = wordsOf(one, 4)
  const others = new Set(wordsOf(other, 1))
  return words.filter((word) => others.has(word)).length * 2 >= words.length
}

/** Names run together, and their longer parts. */
const spellings = (names: readonly string[]) =>
  names.flatMap((name) => [fold(name).replaceAll(' ', ''), ...wordsOf(name, 4)])

/** Some name is spelt alike, by whatever transcription. */
function isSameAuthor(authors: readonly string[], others: readonly string[]): boolean {
  const there = spellings(others)
  return spellings(authors).some((name) => there.some((other) => editDistance(name, other, 2) <= 2))
}

test.skipIf(!existsSync(GUTENBERG))(
  `the numbers of Project Gutenberg are those of the books (skipped without ${GUTENBERG})`,
  () => {
    const numbered = new Map(
      records.flatMap((record) => (record.gutenberg ? [[record.gutenberg, record] as const] : [])),
    )
    expect(numbered.size).toBeGreaterThan(50)
    const right = new Set<number>()
    for (const line of gunzipSync(readFileSync(GUTENBERG)).toString().split('\n')) {
      const record = numbered.get(Number(/^\{"id": ?(\d+)/.exec(line)?.[1]))
      if (!record) continue
      const ebook: { id: number; title: string; authors: { name: string }[] } = JSON.parse(line)
      const names = ebook.authors.map(({ name }) => name.split(/, (?:active|\d)/)[0] ?? '')
      if (isSameTitle(record.title, ebook.title) && isSameAuthor(record.authors, names))
        right.add(ebook.id)
    }
    expect([...numbered.keys()].filter((id) => !right.has(id))).toEqual([])
  },
)

const columns = (header: readonly string[]) => new Map(header.map((name, at) => [name, [at]]))

test.skipIf(!existsSync(GOODBOOKS))(
  `ISBNs are those of the books (skipped without ${GOODBOOKS})`,
  async () => {
    const byIsbn = new Map(records.map((record) => [record.isbn13, record]))
    const wrong: string[] = []
    let found = 0
    const [file] = (await findInput(GOODBOOKS)).files
    if (!file) throw new Error('no file')
    for await (const group of readTable(file, { read: 0, total: 1 }, columns)) {
      for (const row of group) {
        if ('skipped' in row) continue
        const isbn = isbn13Of(row.get('isbn').padStart(10, '0'))
        const record = isbn === undefined ? undefined : byIsbn.get(isbn)
        if (!record) continue
        found += 1
        const titles = [row.get('title'), row.get('original_title')]
        const own = [record.title, record.originalTitle ?? record.title]
        const isSame =
          own.some((one) =>
            titles.some((other) => isSameTitle(one, other) || isSameTitle(other, one)),
          ) && isSameAuthor(record.authors, row.get('authors').split(', '))
        if (!isSame) wrong.push(`${record.title}: ${isbn} is ${titles[0]}`)
      }
    }
    expect(found).toBeGreaterThan(100)
    expect(wrong).toEqual([])
  },
)
