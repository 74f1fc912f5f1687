import { expect, test } from 'vitest'
import { bundledBooks } from './bundledBook.ts'
import type { BundledRecord } from './bundledRecord.ts'
import { coverLink, coverLinkVersion } from '../coverLink.ts'

const record = (input: Partial<BundledRecord>): BundledRecord => ({
  id: 'emma',
  title: 'Emma',
  authors: ['Jane Austen'],
  publishedDate: '1815',
  categories: ['Romance'],
  subjects: ['regency romance', 'adult'],
  description: 'Handsome, clever and rich.',
  popularity: 50,
  ...input,
})

test('a record becomes a whole book record', () => {
  const [stored] = bundledBooks([
    record({ gutenberg: 158, isbn13: '9780141439587', popularity: 83 }),
  ])
  expect(stored).toEqual({
    source: 'bundled',
    popularity: 83,
    book: {
      id: 'emma',
      volumeInfo: {
        title: 'Emma',
        language: 'en',
        authors: ['Jane Austen'],
        subjects: ['regency romance', 'adult'],
        origins: ['United Kingdom', 'Britain and Ireland'],
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

test('the order of the records decides nothing', () => {
  const records = [record({ id: 'b' }), record({ id: 'a' }), record({ id: 'c', popularity: 99 })]
  const stored = bundledBooks(records)
  expect(stored.map(({ book }) => book.id)).toEqual(['c', 'a', 'b'])
  expect(bundledBooks(records.toReversed())).toEqual(stored)
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
