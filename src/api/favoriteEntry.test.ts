import { describe, expect, test } from 'vitest'
import type { Book } from '../../contract/books.ts'
import { entryFromDetail, entryFromList, tidyEntry } from './favoriteEntry.ts'

const book: Book = {
  id: 'b',
  volumeInfo: {
    title: 'Emma',
    authors: ['Jane Austen'],
    categories: ['Fiction'],
    description: 'A comedy.',
    imageLinks: { thumbnail: '/covers/b' },
  },
  accessInfo: { pdf: { isAvailable: false } },
  saleInfo: {},
}

describe('local favorite entries (section 3)', () => {
  test('from a list: id, title, imageLinks and description, where they are there', () => {
    expect(entryFromList(book)).toStrictEqual({
      id: 'b',
      title: 'Emma',
      imageLinks: { thumbnail: '/covers/b' },
      description: 'A comedy.',
    })
    const bare = { ...book, volumeInfo: { title: 'Emma', authors: [], categories: [] } }
    expect(entryFromList(bare)).toStrictEqual({ id: 'b', title: 'Emma' })
  })

  test('from detail: id and the whole volumeInfo', () => {
    expect(entryFromDetail(book)).toStrictEqual({ id: 'b', volumeInfo: book.volumeInfo })
  })

  test('out of storage each keeps its shape', () => {
    expect(tidyEntry(entryFromList(book))).toStrictEqual(entryFromList(book))
    expect(tidyEntry(entryFromDetail(book))).toStrictEqual(entryFromDetail(book))
  })

  test('out of storage the misshapen is mended or dropped', () => {
    expect(tidyEntry({ id: 5, title: null, imageLinks: 3, more: 1 })).toStrictEqual({
      id: '5',
      title: '',
    })
    expect(tidyEntry({ id: 'b', volumeInfo: { authors: 'x' } })).toStrictEqual({
      id: 'b',
      volumeInfo: { title: '', authors: [], categories: [] },
    })
    for (const value of [null, 'b', 1, [], {}, { title: 'Emma' }, { id: null }]) {
      expect(tidyEntry(value)).toBeUndefined()
    }
  })
})
