import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestCatalogue, type TestCatalogue } from '../../test/catalogues.ts'
import { matchLibrary } from './matchLibrary.ts'
import { readLibrary } from './readLibrary.ts'

let made: TestCatalogue

beforeAll(async () => {
  made = await createTestCatalogue()
  await made.load([
    { id: 'beowulf', title: 'Beowulf', authors: [] },
    { id: 'heaney', title: 'Beowulf', authors: ['Seamus Heaney'] },
    { id: 'rare', title: 'Emma', authors: ['Jane Austen'], popularity: 10, isbn: '0140449337' },
    { id: 'famous', title: 'Emma: A Novel', authors: ['Jane Austen'], popularity: 90 },
    { id: 'comic', title: 'Emma', authors: ['Kaoru Mori'], popularity: 99 },
  ])
})
afterAll(() => made.close())

/** Which books a table with these rows has, by their titles in the file. */
async function match(...rows: string[]) {
  const table = await readLibrary(Buffer.from(`title,author,isbn,rating\n${rows.join('\n')}`))
  const favorites = { byWork: new Map<string, string>(), room: 9 }
  return matchLibrary(table, made.catalogue.reader().library, favorites)
}

test.each([
  ['the edition of an ISBN', 'Emma,Jane Austen,0140449337', 'rare'],
  ['an ISBN alone', ',,978-0-14-044933-4', 'rare'],
  ['the best-known edition of a work', 'Emma,"Austen, Jane",', 'famous'],
  ['another order of names', 'Emma,Austen Jane,', 'famous'],
  ['the author meant', 'Emma,Kaoru Mori,', 'comic'],
  ['a book by nobody known', 'Beowulf,Unknown,', 'beowulf'],
])('finds %s', async (_, row, id) => {
  expect((await match(row)).found.map((book) => book.id)).toEqual([id])
})

test('an ISBN of quite another book is not believed', async () => {
  const { found, missing } = await match('The Wasp Factory,Iain Banks,0140449337')
  expect({ found, missing: missing.length }).toEqual({ found: [], missing: 1 })
})

test('the same book ten times is one, with its best rating', async () => {
  const rows = Array.from({ length: 10 }, (_, at) => `Emma,Jane Austen,,${at % 5}`)
  const { found, repeated } = await match(...rows, 'No Such,Ann Other,,1', 'no such,Ann Other,,2')
  expect(repeated).toBe(10)
  expect(found).toMatchObject([{ id: 'famous', rating: 4, isLoved: true }])
})
