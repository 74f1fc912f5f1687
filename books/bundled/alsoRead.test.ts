import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { workKey } from '../works.ts'
import { workTitles } from '../workTitles.ts'
import { readAlsoRead, writeAlsoRead } from './alsoRead.ts'
import { bundledBooks } from './bundledBook.ts'
import { ALSO_READ_FILE, readBundledRecords } from './bundledFiles.ts'

const text = writeAlsoRead(
  ['Made up.'],
  [
    {
      keys: [36, 7],
      readers: 20,
      neighbours: [
        [1, 0.25],
        [2, 0.001],
      ],
    },
    { keys: [2 ** 47], readers: 10, neighbours: [] },
    { keys: [8], readers: 5, neighbours: [[1, 0.9]] },
  ],
)

test('works are read as they were written, each with all of its neighbours', () => {
  expect(text).toMatch(/^# Made up\.\n/)
  const works = readAlsoRead(text)
  expect(works.map(({ keys, readers }) => [keys, readers])).toEqual([
    [[36, 7], 20],
    [[2 ** 47], 10],
    [[8], 5],
  ])
  // Too far away to be written, and as near as can be.
  expect(works.map(({ neighbours }) => neighbours)).toEqual([
    [[1, 0.25]],
    [
      [0, 0.25],
      [2, 0.5],
    ],
    [[1, 0.5]],
  ])
})

test.each([
  ['a word', 'hello\n'],
  ['a piece', '10 5 AB\n'],
  ['a neighbour that is not there', '10 5 __-\n'],
])('%s is damage', (_, damaged) => {
  expect(() => readAlsoRead(damaged)).toThrow(/^The work \d is not as it should be$/)
})

test('the file that ships says where it is from, and has the best-known works', () => {
  const shipped = readFileSync(ALSO_READ_FILE, 'utf8')
  expect(shipped.length).toBeLessThan(700_000)
  expect(shipped).toMatch(/goodbooks-10k[\s\S]*CC BY-SA 4\.0/)
  const works = readAlsoRead(shipped)
  expect(works).toHaveLength(10_000)
  expect(works.filter(({ neighbours }) => neighbours.length >= 12).length).toBeGreaterThan(7500)
})

test('the file that ships knows the bundled books by their keys of now; else `npm run taste`', async () => {
  const known = new Set(
    readAlsoRead(readFileSync(ALSO_READ_FILE, 'utf8')).flatMap(({ keys }) => keys),
  )
  const books = bundledBooks(await readBundledRecords())
  const found = books.filter(({ book }) =>
    workTitles(book.volumeInfo).keys.some((text) => known.has(workKey(text))),
  )
  expect(found.length).toBeGreaterThanOrEqual(1367)
})
