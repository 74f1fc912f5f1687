import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestCatalogue, type TestCatalogue } from '../../../test/catalogues.ts'

// What comes before what, on a few made-up books.

let opened: TestCatalogue

beforeEach(async () => {
  opened = await createTestCatalogue()
})
afterEach(() => opened.close())

const find = async (query: string) =>
  (await opened.catalogue.search(query, 20)).data.map(({ id }) => id)

test('steps: exact, without subtitle, beginning, title, author; no description beside a whole title', async () => {
  await opened.load([
    { id: 'description', title: 'Kitchen', description: 'All about dune buggies.', popularity: 99 },
    { id: 'author', title: 'Sand', authors: ['Frank Dune'], popularity: 98 },
    { id: 'within', title: 'Children of Dune', popularity: 97 },
    { id: 'beginning', title: 'Dune Messiah', popularity: 96 },
    { id: 'subtitle', title: 'Dune: The Desert Planet', authors: ['Bo Other'], popularity: 95 },
    { id: 'exact', title: 'Dune', popularity: 1 },
  ])
  expect(await find('dune')).toEqual(['exact', 'subtitle', 'beginning', 'within', 'author'])
})

test('all words count, in any order, across title and author', async () => {
  await opened.load([
    { id: 'a', title: 'Emma', authors: ['Jane Austen'] },
    { id: 'b', title: 'Jane Eyre', authors: ['Charlotte Brontë'] },
  ])
  expect(await find('austen emma')).toEqual(['a'])
  expect(await find('austen jane')).toEqual(['a'])
  expect(await find('bronte jane')).toEqual(['b'])
  expect(await find('jane')).toEqual(['b', 'a'])
})

test('articles are optional, wherever they stand', async () => {
  await opened.load([
    { id: 'a', title: 'The Hobbit' },
    { id: 'b', title: 'It', authors: ['Stephen King'] },
    { id: 'c', title: 'There There' },
  ])
  expect(await find('hobbit')).toEqual(['a'])
  expect((await find('a hobbit'))[0]).toBe('a')
  expect((await find('it'))[0]).toBe('b')
  expect((await find('IT!'))[0]).toBe('b')
  expect((await find('there there'))[0]).toBe('c')
})

test('finds a book by either form of its ISBN', async () => {
  await opened.load([{ id: 'a', title: 'Pride and Prejudice', isbn: '0141439513' }])
  const queries =
    '9780141439518, 978-0-14-143951-8, 0141439513, ISBN 0-14-143951-3, 141439513, urn:isbn:9780141439518'
  for (const query of queries.split(', ')) {
    expect(await find(query)).toEqual(['a'])
  }
})

test('forgives typos only where little else is found', async () => {
  await opened.load([
    ...['a', 'b', 'c'].map((id) => ({ id, title: `House ${id}`, popularity: 50 })),
    { id: 'horse', title: 'Horse', popularity: 99 },
  ])
  expect(await find('house')).toEqual(['a', 'b', 'c'])
  expect((await find('hoose')).length).toBeGreaterThanOrEqual(3)
  expect(await find('horsse')).toContain('horse')
})

test('puts what needs fewer corrections first', async () => {
  await opened.load([
    { id: 'far', title: 'Misbehaving', popularity: 99 },
    { id: 'near', title: 'Misbelieving', popularity: 1 },
  ])
  expect((await find('misbeleiving'))[0]).toBe('near')
})

test('two corrections of a word count where it is far better known', async () => {
  const similar = { id: 'near', title: 'On Lanterns', popularity: 50 }
  await opened.load([similar, { id: 'far', title: 'On Cantorns', popularity: 60 }])
  expect(await find('lantarns')).toEqual(['near'])
  await opened.load([similar, { id: 'far', title: 'On Cantorns', popularity: 90 }])
  expect(await find('lantarns')).toEqual(['far', 'near'])
})

test('of one mistyped word: whole titles, whole names, titles, authors', async () => {
  await opened.load([
    { id: 'beside', title: 'Letters', authors: ['Anna Voltaire'], popularity: 99 },
    { id: 'within', title: 'Voltaire in Love', popularity: 98 },
    { id: 'author', title: 'Candide', authors: ['Voltaire'], popularity: 2 },
    { id: 'title', title: 'Voltaire', popularity: 1 },
  ])
  for (const query of ['volatire', 'volatier']) {
    expect(await find(query)).toEqual(['title', 'author', 'within', 'beside'])
  }
  expect((await opened.catalogue.search('volatire', 2)).data).toHaveLength(2)
})

test('a whole title but for one word of several is that book, and no other', async () => {
  await opened.load([
    { id: 'whole', title: 'The Left Hand of Darkness', popularity: 1 },
    { id: 'other', title: 'Of Darkness, and the Left Hand', popularity: 99 },
  ])
  expect(await find('the left hnad of darkness')).toEqual(['whole'])
  expect(await find('left hnad darkness')).toEqual(['other', 'whole'])
})

test('a whole title beside its author is first, however common all of the words are', async () => {
  const many = Array.from({ length: 240 }, (_, index) => ({
    id: `crowd${index}`,
    title: `The Jones of a Love ${index}`,
    popularity: 90 - index / 10,
  }))
  await opened.load([
    ...many,
    { id: 'without', title: 'Love', authors: ['Ann Jones'], popularity: 2 },
    { id: 'whole', title: 'The Love', authors: ['Bo Jones'], popularity: 1 },
    { id: 'of', title: 'Of', authors: ['Ann Jones'], popularity: 3 },
  ])
  expect((await find('love jones')).slice(0, 3)).toEqual(['without', 'whole', 'crowd0'])
  expect((await find('jones the love')).slice(0, 2)).toEqual(['whole', 'crowd0'])
  expect((await find('jones of')).slice(0, 2)).toEqual(['of', 'crowd0'])
})

test('a whole title beside its author is first, however many books are called the same', async () => {
  const many = Array.from({ length: 230 }, (_, index) => ({
    id: `crowd${index}`,
    title: index % 2 === 0 ? 'Winter' : 'The Jones',
    popularity: 90 - index / 10,
  }))
  await opened.load([
    ...many,
    { id: 'before', title: 'Winter of the Jones', popularity: 95 },
    { id: 'common', title: 'Winter', authors: ['Ann Jones'], popularity: 2 },
    { id: 'rare', title: 'Winter', authors: ['Uma Quire'], popularity: 1 },
    { id: 'other', title: 'Winter Quire', popularity: 94 },
  ])
  expect(await find('winter jones')).toEqual(['common', 'before'])
  expect((await find('quire winter')).slice(0, 2)).toEqual(['rare', 'other'])
})

test('of many that were mistyped the whole title and the whole name are first', async () => {
  const many = Array.from({ length: 55 }, (_, index) => ({
    id: `crowd${index}`,
    title: `Harbour in Winter ${index}`,
    popularity: 90 - index / 10,
  }))
  await opened.load([
    ...many,
    { id: 'written', title: 'Collected Letters', authors: ['Harbour Winter'], popularity: 2 },
    { id: 'titled', title: 'The Harbour: Winter', authors: ['Bo Other'], popularity: 1 },
    { id: 'called', title: 'A Harbour Winter', popularity: 3 },
  ])
  expect(await find('harbuor winter')).toEqual(['called', 'titled', 'written'])
  expect((await find('harbuor wintre')).slice(0, 3)).toEqual(['called', 'titled', 'written'])
})

test('a query that names an interest is not taken for a typo', async () => {
  await opened.load([
    { id: 'roman', title: 'Roman', categories: ['Fiction'], popularity: 99 },
    { id: 'kisses', title: 'Kisses', categories: ['Romance'], popularity: 5 },
  ])
  expect(await find('romance')).toEqual(['kisses'])
})

test('leaves out one word rather than finding nothing', async () => {
  await opened.load([
    { id: 'a', title: 'The Left Hand of Darkness', authors: ['Ursula K. Le Guin'] },
  ])
  expect(await find('left hand darkness paperback')).toEqual(['a'])
  expect(await find('left hand darknes paperback')).toEqual(['a'])
  expect(await find('dusk paperback')).toEqual([])
})

test('the beginning of several words finds the books of all of them', async () => {
  await opened.load([
    ...['Quoxander', 'Quoxabel', 'Quoxirin'].map((id) => ({ id, title: `A Tale of ${id}` })),
    ...Array.from({ length: 6 }, (_, index) => ({ id: `${index}`, title: `A Tale of ${index}` })),
  ])
  expect(await find('tale quox')).toEqual(['Quoxander', 'Quoxabel', 'Quoxirin'])
})

test('answers at most as many as asked for, each once', async () => {
  await opened.load(
    Array.from({ length: 60 }, (_, index) => ({
      id: `s${index}`,
      title: `Star ${index % 7}`,
      authors: [`Author ${index}`],
    })),
  )
  const { data: found } = await opened.catalogue.search('star', 20)
  expect(found).toHaveLength(20)
  expect(new Set(found.map(({ id }) => id)).size).toBe(20)
  expect((await opened.catalogue.search('star', 3)).data).toHaveLength(3)
})

test('finds titles in other scripts, whole and by their beginning', async () => {
  await opened.load([
    { id: 'war', title: 'Война и мир' },
    { id: 'dream', title: '紅樓夢' },
    { id: 'prophet', title: 'النبي' },
    { id: 'adlam', title: '𞤀𞤣𞤤𞤢𞤥' },
  ])
  expect(await find('война')).toEqual(['war'])
  expect(await find('МИР')).toEqual(['war'])
  expect(await find('紅樓')).toEqual(['dream'])
  expect(await find('النبي')).toEqual(['prophet'])
  expect(await find('𞤀𞤣𞤤𞤢𞤥')).toEqual(['adlam'])
})

test('no text is a syntax error', async () => {
  await opened.load([{ id: 'a', title: 'C++ Primer', description: 'NEAR OR NOT AND' }])
  const hostile = [
    'c++',
    'd',
    'AND OR NEAR * " ( - ^',
    '"',
    '""',
    "'",
    '*',
    'a*',
    'title : x',
    '{title} : x',
    'NEAR(a b)',
    'AND',
    'OR OR',
    'NOT',
    'a AND',
    '(',
    ')',
    '^a',
    '-',
    '--',
    ';DROP TABLE books',
    '\0',
    'a\0b',
    '\uD800',
    '\uDC00x',
    '%',
    '_',
    '\\',
    '👩‍👩‍👧‍👦',
    '\u{10FFFF}',
    'a'.repeat(5000),
    'ab '.repeat(2000),
    'éa '.repeat(300),
    '1'.repeat(500),
    '҉'.repeat(50),
    'ﷺ'.repeat(200),
  ]
  for (const query of hostile) {
    await expect(opened.catalogue.search(query, 20)).resolves.toHaveProperty('data')
  }
  expect(await find('c++')).toEqual(['a'])
})
