import { expect, test } from 'vitest'
import { bundledBooks } from './bundledBook.ts'
import type { BundledRecord } from './bundledRecord.ts'
import { coverLink, coverLinkVersion } from '../coverLink.ts'

const record = (input: Partial<BundledRecord>): BundledRecord => ({
  title: 'Emma',
  authors: ['Jane Austen'],
  publishedDate: '1815',
  categories: ['Romance'],
  description: 'Handsome, clever and rich.',
  popularity: 50,
  ...input,
})

const made = (...records: BundledRecord[]) => bundledBooks([{ name: 'a.json', records }])
const idsOf = (...records: BundledRecord[]) => made(...records).map(({ book }) => book.id)

test('a record becomes a whole book record', () => {
  const [stored] = made(record({ gutenberg: 158, isbn13: '9780141439587', popularity: 83 }))
  expect(stored).toEqual({
    source: 'bundled',
    popularity: 83,
    book: {
      id: 'emma',
      volumeInfo: {
        title: 'Emma',
        language: 'en',
        authors: ['Jane Austen'],
        description: 'Handsome, clever and rich.',
        categories: ['Romance'],
        publishedDate: '1815',
        imageLinks: { thumbnail: expect.stringMatching(/^\/covers\/emma\?v=[0-9a-f]{8}$/) },
        industryIdentifiers: [{ type: 'ISBN_13', identifier: '9780141439587' }],
      },
      accessInfo: {
        pdf: { isAvailable: false },
        webReaderLink: 'https://www.gutenberg.org/ebooks/158',
      },
      saleInfo: {},
    },
  })
})

test('a book in copyright offers no link', () => {
  expect(made(record({}))[0]?.book.accessInfo).toEqual({ pdf: { isAvailable: false } })
})

test.each([
  ['Les Misérables', 'les-miserables'],
  ["Alice's Adventures in Wonderland", 'alices-adventures-in-wonderland'],
  ['Crime & Punishment', 'crime-and-punishment'],
  ['  1984!  ', '1984'],
  ['戰爭', 'book'],
])('%s has the id %s', (title, id) => {
  expect(idsOf(record({ title }))).toEqual([id])
})

test('ids end at a word within 64 characters', () => {
  const [id = ''] = idsOf(record({ title: 'Seventeen words '.repeat(12) }))
  expect(id.length).toBeLessThanOrEqual(64)
  expect(id).toMatch(/^[a-z-]+(?:seventeen|words)$/)
})

test('equal titles get the author, then a number; a given id stays', () => {
  const ids = idsOf(
    record({ title: 'Persuasion', authors: ['Robert Cialdini'] }),
    record({ title: 'Persuasion', authors: ['Jane Austen'] }),
    record({ title: 'Persuasion!', authors: ['Joan Austen'] }),
    record({ title: 'Other', authors: ['Someone'], id: 'persuasion' }),
  )
  expect(ids).toHaveLength(4)
  expect(new Set(ids)).toEqual(
    new Set(['persuasion', 'persuasion-cialdini', 'persuasion-austen', 'persuasion-austen-2']),
  )
})

test('two records with one id are refused', () => {
  const records = [record({ id: 'same' }), record({ id: 'same', title: 'Other' })]
  expect(() => made(...records)).toThrow("Two bundled books have the id 'same'")
})

test('the same book in two files is one, with all that both say', () => {
  const stored = bundledBooks([
    {
      name: 'travel.json',
      records: [record({ title: 'ÉMMA', categories: ['Travel'], popularity: 90, gutenberg: 158 })],
    },
    {
      name: 'romance.json',
      records: [record({ categories: ['Romance', 'Travel'], description: 'Longer. '.repeat(9) })],
    },
  ])
  expect(stored).toHaveLength(1)
  expect(stored[0]?.popularity).toBe(90)
  expect(stored[0]?.book.volumeInfo).toMatchObject({
    title: 'Emma',
    categories: ['Romance', 'Travel'],
    description: 'Longer. '.repeat(9),
  })
  expect(stored[0]?.book.accessInfo.webReaderLink).toMatch(/158$/)
})

test('the order of the files decides nothing', () => {
  const files = [
    { name: 'b.json', records: [record({ authors: ['B. Bee'], popularity: 9 })] },
    { name: 'a.json', records: [record({ authors: ['A. Ay'], popularity: 99 })] },
  ]
  expect(bundledBooks(files)).toEqual(bundledBooks(files.toReversed()))
})

test('the cover link changes with what the cover shows', () => {
  const shown = { title: 'Emma', authors: ['Jane Austen'], categories: ['Romance'] }
  const links = [
    coverLink('emma', shown),
    coverLink('emma', { ...shown, title: 'Emmy' }),
    coverLink('emma', { ...shown, authors: [] }),
    coverLink('emma', { ...shown, categories: [] }),
    coverLink('emma', { ...shown, picture: 'https://books.google.com/a' }),
    coverLink('emma', { ...shown, picture: 'https://books.google.com/b' }),
  ]
  expect(new Set(links).size).toBe(links.length)
  expect(coverLink('emma', shown)).toBe(links[0])
  expect(coverLinkVersion(links[0] ?? '')).toMatch(/^[0-9a-f]{8}$/)
  expect(coverLinkVersion('/covers/emma')).toBeUndefined()
})
