import { describe, expect, test } from 'vitest'
import { bandOf, interleave, type Identity } from './merge.ts'

const book = (id: string, title: string, author = 'Ann Author', isbn?: string): Identity => ({
  id,
  volumeInfo: {
    title,
    authors: author === '' ? [] : [author],
    ...(isbn !== undefined && { industryIdentifiers: [{ type: 'ISBN_13', identifier: isbn }] }),
  },
})
const ids = (books: readonly Identity[]) => books.map(({ id }) => id)

describe('interleave', () => {
  test('one of ours, one of theirs, then the rest of the longer', () => {
    const ours = ['a', 'b'].map((id) => book(id, id))
    const theirs = ['1', '2', '3', '4'].map((id) => book(id, id))
    expect(ids(interleave(ours, theirs))).toEqual(['a', '1', 'b', '2', '3', '4'])
    expect(ids(interleave(theirs, ours))).toEqual(['1', 'a', '2', 'b', '3', '4'])
    expect(interleave([], [])).toEqual([])
  })

  test.each([
    ['the same id', book('a', 'One'), book('a', 'Other')],
    ['the same ISBN', book('a', 'One', 'A', '9780451528551'), book('b', 'O', 'B', '9780451528551')],
    [
      'title and author',
      book('a', 'The Hobbit', 'J. R. R. Tolkien'),
      book('b', 'Hobbit', 'J.R.R. Tolkien'),
    ],
    [
      'a subtitle more',
      book('a', 'Frankenstein'),
      book('b', 'Frankenstein: Or, The Modern Prometheus'),
    ],
    ['a subtitle less', book('a', 'Frankenstein (Annotated)'), book('b', 'Frankenstein')],
  ])('%s is the same book, and ours stays', (_name, ours, theirs) => {
    expect(interleave([ours], [theirs])).toEqual([ours])
  })

  test.each([
    [
      'another author',
      book('a', 'Emma', 'Jane Austen'),
      book('b', 'Emma', 'Alexander McCall Smith'),
    ],
    [
      'another volume',
      book('a', 'Attack on Titan: Volume 13'),
      book('b', 'Attack on Titan: Volume 14'),
    ],
    [
      'a volume and its series',
      book('a', 'Attack on Titan'),
      book('b', 'Attack on Titan: Volume 14'),
    ],
    ['one series', book('a', 'Star Wars: Heir to the Empire'), book('b', 'Star Wars: Thrawn')],
    ['titles in scripts that no article opens', book('a', '戦争と平和'), book('b', '罪と罰')],
  ])('%s is another', (_name, ours, theirs) => {
    expect(interleave([ours], [theirs])).toEqual([ours, theirs])
  })

  test('editions of one book among theirs are one', () => {
    const editions = [book('1', 'Emma'), book('2', 'Emma'), book('3', 'Emma: A Novel')]
    expect(ids(interleave([], editions))).toEqual(['1'])
  })
})

describe('bandOf', () => {
  test.each([
    ['emma', book('a', 'Emma'), 0],
    ['the hobbit', book('a', 'Hobbit'), 0],
    ['frankenstein', book('a', 'Frankenstein: Or, The Modern Prometheus'), 0],
    ['emma austen', book('a', 'Emma', 'Jane Austen'), 1],
    ['jane austen', book('a', 'Emma', 'Jane Austen'), 1],
    ['ema', book('a', 'Emma', 'Jane Austen'), 2],
    ['matchmaker', book('a', 'Emma', 'Jane Austen'), 2],
  ] as const)('%s', (query, found, band) => {
    expect(bandOf(found, query)).toBe(band)
  })
})
