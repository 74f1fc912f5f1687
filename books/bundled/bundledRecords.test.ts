import { describe, expect, test } from 'vitest'
import { Value } from 'typebox/value'
import { Book } from '../../contract/books.ts'
import { CATEGORIES } from '../../contract/categories.ts'
import { isbn13Of } from '../isbn.ts'
import { cleanDescription } from '../descriptions.ts'
import { httpLink } from '../links.ts'
import { bundledBooks } from './bundledBook.ts'
import { readBundledRecords, readBundledTexts } from './bundledFiles.ts'
import { AUDIENCES, subjectOf } from '../subjects.ts'
import type { BundledRecord } from './bundledRecord.ts'

const records = await readBundledRecords()
const books = bundledBooks(records).map(({ book }) => book)

/** What breaks a rule, as lines that name the book; empty is what every rule wants. */
const offenders = (rule: (record: BundledRecord) => string | false | undefined): string[] =>
  records.flatMap((record) => {
    const offence = rule(record)
    return offence ? [`${record.title}: ${offence}`] : []
  })

const wordsOf = (text: string): string[] =>
  text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))

describe('the bundled records', () => {
  test('there are at least 1,800 distinct books, 240 of them from 2015 on', () => {
    expect(new Set(books.map(({ id }) => id)).size).toBe(books.length)
    expect(books.length).toBeGreaterThanOrEqual(1800)
    const recent = records.filter(({ publishedDate }) => Number.parseInt(publishedDate, 10) >= 2015)
    expect(recent.length).toBeGreaterThanOrEqual(240)
    const modern = new Set<string | undefined>(recent.map(({ categories }) => categories[0]))
    expect(CATEGORIES.filter((category) => !modern.has(category))).toEqual([])
  })

  test('every book is a record of the contract, as clean as records are made', async () => {
    for (const book of books) {
      expect([...Value.Errors(Book, book)]).toEqual([])
      const { description = '' } = book.volumeInfo
      const { webReaderLink } = book.accessInfo
      expect(await cleanDescription(description)).toBe(description)
      expect(httpLink(webReaderLink)).toBe(webReaderLink)
    }
  })

  test('every shelf has at least 45: a book stands on those of its first two categories', () => {
    const short = CATEGORIES.map((category) => ({
      category,
      count: records.filter(({ categories }) => categories.slice(0, 2).includes(category)).length,
    })).filter(({ count }) => count < 45)
    expect(short).toEqual([])
  })

  test('every file holds the books of its first category', async () => {
    for (const file of readBundledTexts()) {
      const records = await readBundledRecords([file])
      const firsts = new Set(records.map(({ categories }) => categories[0]))
      expect([file.name, firsts.size]).toEqual([file.name, 1])
    }
    expect(new Set(records.map(({ categories }) => categories[0])).size).toBe(CATEGORIES.length)
  })

  test('titles and authors are tidy', () => {
    expect(
      offenders(({ title, authors }) =>
        [title, ...authors].find((text) => text !== text.trim() || /\s\s|\p{Cc}/u.test(text)),
      ),
    ).toEqual([])
  })

  test('descriptions have 60 to 120 words', () => {
    expect(
      offenders(({ description }) => {
        const count = wordsOf(description).length
        return (count < 60 || count > 120) && `${count} words`
      }),
    ).toEqual([])
  })

  test('each has one audience, and most of its subjects are of the vocabulary', () => {
    expect(
      offenders(({ subjects }) => {
        const inVocabulary = subjects.filter((subject) => subjectOf(subject) === subject)
        const audiences = subjects.filter((subject) => AUDIENCES.has(subject))
        return (
          (audiences.length !== 1 || inVocabulary.length < subjects.length - 2) &&
          subjects.join('; ')
        )
      }),
    ).toEqual([])
  })

  test('dates are years, months or days that exist, none in the future', () => {
    const thisYear = new Date().getUTCFullYear()
    expect(
      offenders(({ publishedDate }) => {
        const [, year = '', month = '01', day = '01'] =
          /^(-?\d{1,4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(publishedDate) ?? []
        const date = new Date(Date.UTC(2000, Number(month) - 1, Number(day)))
        const exists = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
        return (year === '' || Number(year) > thisYear || !exists) && publishedDate
      }),
    ).toEqual([])
  })

  test('ISBNs have their check digit, and no two books share one', () => {
    expect(offenders(({ isbn13 }) => isbn13 && isbn13Of(isbn13) !== isbn13 && isbn13)).toEqual([])
    const isbns = records.flatMap(({ isbn13 }) => isbn13 ?? [])
    expect(isbns.filter((isbn, index) => isbns.indexOf(isbn) !== index)).toEqual([])
  })

  test('only books in the public domain point to Project Gutenberg', () => {
    // Published in the United States 95 years ago or earlier.
    const newest = new Date().getUTCFullYear() - 96
    expect(
      offenders(
        ({ gutenberg, publishedDate }) =>
          gutenberg !== undefined && Number.parseInt(publishedDate, 10) > newest && publishedDate,
      ),
    ).toEqual([])
  })
})
