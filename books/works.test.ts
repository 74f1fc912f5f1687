import { describe, expect, test } from 'vitest'
import type { VolumeInfo } from '../contract/books.ts'
import { workOf } from './works.ts'

type WorkInput = Partial<VolumeInfo> & { title: string }

/** Which of the books, in their order, are one work: a number each. */
function worksOf(books: readonly WorkInput[]): number[] {
  const existing = new Map<number, string>()
  const works = books.map((info, at) => {
    const volumeInfo = { authors: ['Ann Author'], categories: [], ...info }
    const accessInfo = { pdf: { isAvailable: false } }
    const book = { id: `book${at}`, volumeInfo, accessInfo, saleInfo: {} }
    const { workId, keys } = workOf(book, (key) => existing.get(key))
    for (const key of keys) if (!existing.has(key)) existing.set(key, workId)
    return workId
  })
  const seen = [...new Set(works)]
  return works.map((work) => seen.indexOf(work))
}

describe('one work', () => {
  test.each<[string, ...WorkInput[]]>([
    ['the same title', { title: 'Emma' }, { title: 'EMMA' }],
    ['with and without a subtitle', { title: 'Becoming' }, { title: 'Becoming: A Memoir' }],
  ])('%s', (_, ...books) => {
    expect(new Set(worksOf(books)).size).toBe(1)
  })

  test.each([
    ['Fyodor Dostoevsky', 'Fyodor Dostoyevsky', 'Fëdor Dostoevskij', 'F. M. Dostoïevski'],
  ])('by %s as other editions have the name', (...names) => {
    for (const order of [names, names.toReversed()]) {
      const books = order.map((name) => ({ title: 'Emma', authors: [name] }))
      expect(new Set(worksOf(books)).size).toBe(1)
    }
  })
})

const poemsBy = (name: string): WorkInput => ({ title: 'Poems', authors: [name] })

describe('several works', () => {
  test.each<[string, ...WorkInput[]]>([
    ['other authors', { title: 'Poems' }, { title: 'Poems', authors: ['Bo Other'] }],
    [
      'sisters, and namesakes',
      ...['Emily Brontë', 'Charlotte Brontë', 'A. Brontë'].map(poemsBy),
      ...['James Wright', 'Judith Wright', 'Mary Ann Evans', 'Mary Ann Smith'].map(poemsBy),
      ...['William Blake', 'William Black', 'Alexandre Dumas', 'Alexander Dallas'].map(poemsBy),
    ],
    ['no authors', { title: 'Poems', authors: [] }, { title: 'Poems', authors: [] }],
  ])('%s', (_, ...books) => {
    expect(new Set(worksOf(books)).size).toBe(books.length)
  })
})
