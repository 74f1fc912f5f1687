import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestCatalogue,
  storedBook,
  type BookInput,
  type TestCatalogue,
} from '../../test/catalogues.ts'
import type { Neighbours } from './neighbours.ts'
import { createRecommender, type Marked } from './recommender.ts'

// What marks do. Hearts alone: server/routes/recommendations.test.ts.

/** Books like each other, and less like those of the other kind. */
const ofKind = (kind: string): BookInput[] =>
  Array.from({ length: 20 }, (_, at) => ({
    id: `${kind}-${at}`,
    // Each author has two.
    authors: [`Author ${Math.floor(at / 2)} of ${kind}`],
    categories: ['Travel'],
    subjects: [`all that is ${kind}`, `${kind} things`, at % 4 === 0 ? 'odd' : 'even', 'adult'],
    popularity: 100 - at,
  }))

const volumes = [1, 2, 3, 4].map((number): BookInput => ({
  id: `volume-${number}`,
  authors: ['Saga Smith'],
  categories: ['Fantasy'],
  series: { name: 'The Saga', number },
  subjects: ['dragons', 'swords', 'adult'],
}))

const [alpine] = ofKind('alpine')

const title = 'The Twice Printed Book'
const edition = { title, authors: ['Edith Edition'], subjects: ['all that is tidal', 'adult'] }

/** Lives: that they are lives is all that most of them share. */
const lives = Array.from({ length: 12 }, (_, at): BookInput => ({
  id: `life-${at}`,
  authors: [`Author ${at} of lives`],
  categories: ['Biography'],
  subjects: [
    'biography',
    'memoir',
    'politics',
    'money',
    at < 2 ? 'presidents' : `thing ${at}`,
    'adult',
  ],
}))

const BOOKS: readonly BookInput[] = [
  ...lives,
  ...['tidal', 'alpine'].flatMap(ofKind),
  ...volumes,
  // An alpine book by an author of tidal ones.
  { ...alpine, id: 'sibling', authors: ['Author 1 of tidal'], popularity: 150 },
  ...['print-1', 'print-2'].map((id) => ({ id, categories: ['Travel'], ...edition })),
]

let opened: TestCatalogue
beforeAll(async () => {
  opened = await createTestCatalogue()
  await opened.load(BOOKS)
})
afterAll(() => opened.close())

/** What is picked for a reader who says this, as `id: reason`. */
function picked(said: Partial<Marked>, neighbours: Neighbours = new Map()) {
  const recommender = createRecommender({
    local: opened.catalogue,
    neighbours: () => neighbours,
    shipped: () => new Map(),
    now: () => 0,
  })
  const all = { hearts: [], wantToRead: [], read: [], notForMe: [], ...said }
  const ids = new Set(Object.values(all).flat())
  const records = BOOKS.filter(({ id }) => ids.has(id)).map((book) => storedBook(book).book)
  return recommender.forYou(all, records).map(({ book, reason }) => ({ id: book.id, reason }))
}

const idsOf = (said: Partial<Marked>): string[] => picked(said).map(({ id }) => id)
test('of what is marked no other edition is picked', () => {
  const hearts = ['tidal-0']
  expect(idsOf({ hearts })).toContain('print-1')
  for (const mark of ['wantToRead', 'read', 'notForMe']) {
    expect(idsOf({ hearts, [mark]: ['print-2'] })).not.toContain('print-1')
  }
})

test('a wish teaches half as much as a heart, and says so', () => {
  const first = picked({ hearts: ['tidal-0'], wantToRead: ['alpine-0'] }).slice(0, 9)
  const reasons = first.map(({ reason }) => reason)
  expect(reasons.filter((one) => one === 'Because you want to read alpine-0')).toHaveLength(3)
  expect(reasons.filter((one) => one === 'Because you loved tidal-0')).toHaveLength(6)
})

test.each<[what: string, said: Partial<Marked>, isFirst: boolean]>([
  ['a book that one likes', { hearts: ['alpine-4'] }, true],
  ['not by a refused author', { hearts: ['alpine-4'], notForMe: ['tidal-3'] }, false],
  ['but a loved one', { hearts: ['alpine-4', 'tidal-2'], notForMe: ['tidal-3'] }, true],
])('among the first is %s', (_, said, isFirst) => {
  const list = idsOf(said)
  expect(list).toContain('sibling')
  expect(list.slice(0, 4).includes('sibling')).toBe(isFirst)
})

test.each<[what: string, said: Partial<Marked>, volume: number | undefined]>([
  [
    'nobody is sent over what is refused',
    { hearts: ['volume-1'], notForMe: ['volume-2'] },
    undefined,
  ],
  ['but for who went on', { hearts: ['volume-1', 'volume-3'], notForMe: ['volume-2'] }, 4],
])('the next volume: %s', (_, said, volume) => {
  const found = idsOf(said).filter((id) => id.startsWith('volume-'))
  expect(found).toEqual(volume === undefined ? [] : [`volume-${volume}`])
})

test('who loves a life is not sent to any other life that its readers read', () => {
  const works = opened.catalogue.file().worksOf(['life-0', 'life-1', 'life-2'])
  const near = (id: string, cosine: number) => ({ work: works.get(id) ?? '', cosine, count: 1000 })
  const readers = { count: 1000, neighbours: [near('life-2', 0.2), near('life-1', 0.1)] }
  const list = picked({ hearts: ['life-0'] }, new Map([[works.get('life-0') ?? '', readers]]))
  expect(list[0]?.id).toBe('life-1')
})
