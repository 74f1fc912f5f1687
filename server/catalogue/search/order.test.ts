import { afterAll, expect, test } from 'vitest'
import { createTestCatalogue, type BookInput } from '../../../test/catalogues.ts'

// What comes before what, on a few made-up books.

const { load, find, search, close } = await createTestCatalogue()
afterAll(close)

/** Many well-known books, the best known first. */
const crowd = (count: number, titleOf: (index: number) => string): BookInput[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `crowd${index}`,
    title: titleOf(index),
    popularity: 90 - index / 10,
  }))

test('steps: exact, without subtitle, beginning, title, author; no description beside a whole title', async () => {
  await load([
    { id: 'description', title: 'Kitchen', description: 'All about dune buggies.', popularity: 99 },
    { id: 'author', title: 'Sand', authors: ['Frank Dune'], popularity: 98 },
    { id: 'within', title: 'Children of Dune', popularity: 97 },
    { id: 'beginning', title: 'Dune Messiah', popularity: 96 },
    { id: 'subtitle', title: 'Dune: The Desert Planet', authors: ['Bo Other'], popularity: 95 },
    { id: 'exact', title: 'Dune', popularity: 1 },
  ])
  expect(find('dune')).toEqual(['exact', 'subtitle', 'beginning', 'within', 'author'])
})

test('all words count, in any order, across title and author; articles are optional', async () => {
  await load([
    { id: 'emma', title: 'Emma', authors: ['Jane Austen'] },
    { id: 'eyre', title: 'Jane Eyre', authors: ['Charlotte Brontë'] },
    { id: 'hobbit', title: 'The Hobbit' },
    { id: 'it', title: 'It', authors: ['Stephen King'] },
    { id: 'there', title: 'There There' },
  ])
  expect(find('austen emma')).toEqual(['emma'])
  expect(find('austen jane')).toEqual(['emma'])
  expect(find('bronte jane')).toEqual(['eyre'])
  expect(find('jane')).toEqual(['eyre', 'emma'])
  expect(find('hobbit')).toEqual(['hobbit'])
  expect(find('a hobbit')[0]).toBe('hobbit')
  expect(find('IT!')[0]).toBe('it')
  expect(find('there there')[0]).toBe('there')
})

test('finds a book by either form of its ISBN', async () => {
  await load([{ id: 'a', title: 'Pride and Prejudice', isbn: '0141439513' }])
  const queries = '9780141439518, 978-0-14-143951-8, ISBN 0-14-143951-3, 141439513'
  for (const query of queries.split(', ')) expect(find(query)).toEqual(['a'])
})

test('descriptions have the words in any of their forms, and all of them', async () => {
  const description = 'Of hounds in a winter harbour, and what they saw.'
  await load([
    { id: 'hounds', title: 'The Hounds of Winter Harbour', popularity: 90 },
    { id: 'retold', title: 'Stories Retold', description },
  ])
  expect(find('hound winters harbour')).toEqual(['hounds', 'retold'])
  expect(find('the hounds of winter harbour crew')).not.toContain('retold')
})

test('forgives typos only where little else is found, and what needs fewer corrections is first', async () => {
  await load([
    ...['a', 'b', 'c'].map((id) => ({ id, title: `House ${id}`, popularity: 50 })),
    { id: 'horse', title: 'Horse', popularity: 99 },
    { id: 'far', title: 'Misbehaving', popularity: 99 },
    { id: 'near', title: 'Misbelieving', popularity: 1 },
  ])
  expect(find('house')).toEqual(['a', 'b', 'c'])
  expect(find('hoose').length).toBeGreaterThanOrEqual(3)
  expect(find('horsse')).toContain('horse')
  expect(find('misbeleiving')[0]).toBe('near')
})

test('two corrections of a word count where it is far better known', async () => {
  const similar = { id: 'near', title: 'On Lanterns', popularity: 50 }
  await load([similar, { id: 'far', title: 'On Cantorns', popularity: 60 }])
  expect(find('lantarns')).toEqual(['near'])
  await load([similar, { id: 'far', title: 'On Cantorns', popularity: 90 }])
  expect(find('lantarns')).toEqual(['far', 'near'])
})

test('of one mistyped word: whole titles, whole names, titles, authors', async () => {
  await load([
    { id: 'beside', title: 'Letters', authors: ['Anna Voltaire'], popularity: 99 },
    { id: 'within', title: 'Voltaire in Love', popularity: 98 },
    { id: 'author', title: 'Candide', authors: ['Voltaire'], popularity: 2 },
    { id: 'title', title: 'Voltaire', popularity: 1 },
  ])
  for (const query of ['volatire', 'volatier']) {
    expect(find(query)).toEqual(['title', 'author', 'within', 'beside'])
  }
})

test('a whole title but for one word of several is that book, and no other', async () => {
  await load([
    { id: 'whole', title: 'The Left Hand of Darkness', popularity: 1 },
    { id: 'other', title: 'Of Darkness, and the Left Hand', popularity: 99 },
  ])
  expect(find('the left hnad of darkness')).toEqual(['whole'])
  expect(find('left hnad darkness')).toEqual(['other', 'whole'])
})

test('a whole title beside its author is first, however common all of the words are', async () => {
  await load([
    ...crowd(240, (index) => `The Jones of a Love ${index}`),
    { id: 'without', title: 'Love', authors: ['Ann Jones'], popularity: 2 },
    { id: 'whole', title: 'The Love', authors: ['Bo Jones'], popularity: 1 },
    { id: 'of', title: 'Of', authors: ['Ann Jones'], popularity: 3 },
  ])
  expect(find('love jones').slice(0, 3)).toEqual(['without', 'whole', 'crowd0'])
  expect(find('jones the love').slice(0, 2)).toEqual(['whole', 'crowd0'])
  expect(find('jones of').slice(0, 2)).toEqual(['of', 'crowd0'])
})

test('a whole title beside its author is first, however many books are called the same', async () => {
  await load([
    ...crowd(230, (index) => (index % 2 === 0 ? 'Winter' : 'The Jones')),
    { id: 'before', title: 'Winter of the Jones', popularity: 95 },
    { id: 'common', title: 'Winter', authors: ['Ann Jones'], popularity: 2 },
    { id: 'rare', title: 'Winter', authors: ['Uma Quire'], popularity: 1 },
    { id: 'other', title: 'Winter Quire', popularity: 94 },
  ])
  expect(find('winter jones')).toEqual(['common', 'before'])
  expect(find('quire winter').slice(0, 2)).toEqual(['rare', 'other'])
})

test('of many that were mistyped the whole title and the whole name are first', async () => {
  await load([
    ...crowd(55, (index) => `Harbour in Winter ${index}`),
    { id: 'written', title: 'Collected Letters', authors: ['Harbour Winter'], popularity: 2 },
    { id: 'titled', title: 'The Harbour: Winter', authors: ['Bo Other'], popularity: 1 },
    { id: 'called', title: 'A Harbour Winter', popularity: 3 },
  ])
  expect(find('harbuor winter')).toEqual(['called', 'titled', 'written'])
  expect(find('harbuor wintre').slice(0, 3)).toEqual(['called', 'titled', 'written'])
})

test('a query that names an interest is not taken for a typo', async () => {
  await load([
    { id: 'roman', title: 'Roman', categories: ['Fiction'], popularity: 99 },
    { id: 'kisses', title: 'Kisses', categories: ['Romance'], popularity: 5 },
  ])
  expect(find('romance')).toEqual(['kisses'])
})

test('leaves out one word rather than finding nothing', async () => {
  await load([{ id: 'a', title: 'The Left Hand of Darkness', authors: ['Ursula K. Le Guin'] }])
  expect(find('left hand darkness paperback')).toEqual(['a'])
  expect(find('left hand darknes paperback')).toEqual(['a'])
  expect(find('dusk paperback')).toEqual([])
})

test('the beginning of several words finds the books of all of them', async () => {
  await load([
    ...['Quoxander', 'Quoxabel', 'Quoxirin'].map((id) => ({ id, title: `A Tale of ${id}` })),
    ...Array.from({ length: 6 }, (_, index) => ({ id: `${index}`, title: `A Tale of ${index}` })),
  ])
  expect(find('tale quox')).toEqual(['Quoxander', 'Quoxabel', 'Quoxirin'])
})

test('answers at most as many as asked for, each once', async () => {
  await load(
    crowd(60, (index) => `Star ${index % 7}`).map((book) => ({ ...book, authors: [book.id] })),
  )
  expect(new Set(find('star')).size).toBe(20)
  expect(search('star', 3).data).toHaveLength(3)
})

test('no text is a syntax error', async () => {
  await load([{ id: 'a', title: 'C++ Primer', description: 'NEAR OR NOT AND' }])
  const hostile = `"|""|'|*|a*|title : x|{title} : x|NEAR(a b)|AND|OR OR|NOT|a AND|(|)|^a|-|\0|a\0b|\uD800|%|\\`
  const long = ['a'.repeat(5000), 'ab '.repeat(2000), '1'.repeat(500), '҉'.repeat(50)]
  for (const query of [...hostile.split('|'), ...long]) {
    expect(() => search(query)).not.toThrow()
  }
  expect(find('c++')).toEqual(['a'])
})
