import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeAlsoRead } from '../../books/bundled/alsoRead.ts'
import { workKey } from '../../books/works.ts'
import { createTestCatalogue, type TestCatalogue } from '../../test/catalogues.ts'
import { createRecommender } from './recommender.ts'
import { createShippedNeighbours } from './shippedNeighbours.ts'

let folder: string
let opened: TestCatalogue
let errors: unknown[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-shipped-'))
  opened = await createTestCatalogue()
  errors = []
  await opened.load([
    { id: 'one', title: 'One', authors: ['A'], categories: ['Travel'] },
    { id: 'two', title: 'Two', authors: ['B'], categories: ['Travel'] },
    { id: 'three', title: 'Three', authors: ['C'], categories: ['Travel'] },
  ])
})
afterEach(async () => {
  await opened.close()
  rmSync(folder, { recursive: true })
})

/** What comes after the book 'one' where this file of neighbours ships. */
async function similarTo(text: string) {
  const file = join(folder, 'alsoRead.txt')
  writeFileSync(file, text)
  const recommender = createRecommender({
    local: opened.catalogue,
    neighbours: () => new Map(),
    shipped: createShippedNeighbours({ file, onError: (error) => errors.push(error) }),
  })
  const found = await opened.catalogue.byId('one')
  if (!found) throw new Error('no book')
  const similar = () =>
    recommender.similar(found.book).map(({ book, reason }) => [book.id, reason] as const)
  // The file is read once.
  similar()
  return similar()
}

const titleKey = (title: string, author: string) => workKey(`whole ${author} | ${title}`)

test('what readers also read elsewhere comes first, of works that the catalogue has', async () => {
  const text = writeAlsoRead(
    [],
    [
      { keys: [titleKey('nowhere', 'x')], readers: 90, neighbours: [[1, 0.4]] },
      { keys: [5, titleKey('one', 'a')], readers: 90, neighbours: [[2, 0.3]] },
      { keys: [titleKey('three', 'c')], readers: 50, neighbours: [] },
    ],
  )
  expect(await similarTo(text)).toEqual([
    ['three', 'Readers of this book also loved it'],
    ['two', 'More Travel'],
  ])
  expect(errors).toEqual([])
})

test('where the file is damaged content alone recommends, and it is said once', async () => {
  expect(await similarTo('this is no such file\n')).toEqual([
    ['two', 'More Travel'],
    ['three', 'More Travel'],
  ])
  expect(errors).toHaveLength(1)
})
