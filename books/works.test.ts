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
    ['with and without an article', { title: 'The Hobbit' }, { title: 'Hobbit' }],
    ['with and without a subtitle', { title: 'Becoming' }, { title: 'Becoming: A Memoir' }],
    ['the subtitle first', { title: 'Walden; or, Life in the Woods' }, { title: 'Walden' }],
    [
      'a translation and its original',
      { title: 'The Little Prince', originalTitle: 'Le Petit Prince' },
      { title: 'Le petit prince' },
      { title: 'Der kleine Prinz', originalTitle: 'Le Petit Prince' },
    ],
    [
      'two titles of one language',
      { title: 'Harry Potter and the Philosopher’s Stone' },
      {
        title: "Harry Potter and the Sorcerer's Stone",
        originalTitle: "Harry Potter and the Philosopher's Stone",
      },
    ],
  ])('%s', (_, ...books) => {
    expect(new Set(worksOf(books)).size).toBe(1)
  })
})

describe('several works', () => {
  test.each<[string, ...WorkInput[]]>([
    ['other authors', { title: 'Poems' }, { title: 'Poems', authors: ['Bo Other'] }],
    ['no authors', { title: 'Poems', authors: [] }, { title: 'Poems', authors: [] }],
    [
      'two subtitles',
      { title: 'Sapiens: A Brief History of Humankind' },
      { title: 'Sapiens: A Graphic History' },
    ],
    [
      'a series before the title',
      { title: 'Mistborn: The Final Empire', series: { name: 'Mistborn', number: 1 } },
      { title: 'Mistborn: Secret History', series: { name: 'Mistborn', number: 3.5 } },
      { title: 'Mistborn' },
    ],
    ['titles of signs alone', { title: '?' }, { title: '!' }],
  ])('%s', (_, ...books) => {
    expect(new Set(worksOf(books)).size).toBe(books.length)
  })
})
