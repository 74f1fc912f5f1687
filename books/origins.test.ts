import { expect, test } from 'vitest'
import { readBundledRecords } from './bundled/bundledFiles.ts'
import { isCommonOrigin, originsOf, originWords } from './origins.ts'
import table from './origins.json' with { type: 'json' }

// An origin is the literature that an author writes in, not where the plot is: a country, a people with a literature of
// its own inside one (`African American`, whose name is its adjective: one is not `from` it), or an ancient world.
// - `adjective` (`Japanese`) and the regions' texts: the first is shown, those after `;` are searched alone.
// - `region`: one, or two after `;`, the closer first. Readers name them: `African`, `Latin American`.
// - `authors`: of whom it is the first literature; every author stands in one. `also`: of whom it is a further one.
// Names are as the bundled records have them. Who is not here is unknown: wrong is worse than missing.
interface Origin {
  adjective: string
  region: string
  authors: string[]
  also: string[]
}
const origins = Object.entries<Origin>(table.origins)
const regions = Object.entries(table.regions)
const TEXT = /^\p{Lu}[^;]*(?:; \p{Lu}[^;]*)*$/u
const parts = (text: string): string[] => text.split('; ')

/** Nobody knows who it was. */
const UNKNOWN = ['Captain Charles Johnson']

const firstAuthors = (await readBundledRecords()).flatMap(({ authors }) => authors.slice(0, 1))
const placed = origins.flatMap(([, { authors }]) => authors)
const twice = (names: readonly string[]): string[] =>
  names.filter((name, index) => names.indexOf(name) !== index)

test('every first author of a bundled book has one first origin, or is known to be unknown', () => {
  expect(twice([...placed, ...UNKNOWN])).toEqual([])
  expect(new Set([...placed, ...UNKNOWN])).toEqual(new Set(firstAuthors))
})

test('further origins are of authors who have a first, in another origin', () => {
  for (const [origin, { authors, also }] of origins) {
    expect([origin, twice([...authors, ...also])]).toEqual([origin, []])
    expect([origin, also.filter((name) => !placed.includes(name))]).toEqual([origin, []])
  }
})

test('every origin has an author, an adjective and a region; every region an adjective and an origin', () => {
  for (const [origin, { adjective, region, authors, also }] of origins) {
    expect([origin, authors.length + also.length]).not.toEqual([origin, 0])
    expect([adjective, region]).toEqual([expect.stringMatching(TEXT), expect.stringMatching(TEXT)])
  }
  const used = origins.flatMap(([, { region }]) => parts(region))
  expect(new Set(used)).toEqual(new Set(regions.map(([region]) => region)))
  expect(regions.filter(([, adjective]) => !TEXT.test(adjective))).toEqual([])
})

const novel = { authors: [], categories: ['Fiction'], subjects: [] }

test.each<[what: string, known: Partial<Parameters<typeof originsOf>[0]>, expected: string[]]>([
  ['a novel, by its author', { authors: ['Haruki Murakami'] }, ['Japan', 'East Asia']],
  [
    'countries before regions, the first literature first',
    { authors: ['vladimir  NABOKOV'] },
    ['United States', 'Russia', 'North America', 'Eastern Europe'],
  ],
  ['no history of mankind', { authors: ['Yuval Noah Harari'], categories: ['Non-Fiction'] }, []],
  [
    'no cookbook',
    { authors: ['Edna Lewis'], categories: [], subjects: ['memoir', 'cookbook'] },
    [],
  ],
  [
    'a library’s subject',
    { names: ['Japanese detective and mystery stories'] },
    ['Japan', 'East Asia'],
  ],
  [
    'a people inside a country',
    { names: ['American literature -- African American authors'] },
    ['African American', 'African diaspora'],
  ],
  [
    'not what is about a literature',
    { names: ['Japanese literature -- History and criticism'] },
    [],
  ],
  [
    'not where the plot is',
    { names: ['Japan -- Fiction', 'Japanese', 'Roman Empire, fiction'] },
    [],
  ],
  [
    'what a host says, of whatever kind',
    {
      origins: [' japanese ', 'West Frisia', {}, ''],
      authors: ['Haruki Murakami'],
      categories: [],
    },
    ['Japan', 'West Frisia', 'East Asia'],
  ],
])('%s', (_, known, expected) => {
  expect(originsOf({ ...novel, ...known })).toEqual(expected)
})

test.each([
  ['Japan', 'from Japan'],
  ['Netherlands', 'from the Netherlands'],
])('what is of %s is %s', (origin, words) => expect(originWords(origin)).toBe(words))

test('American and British are common, with their regions; nothing else is', () => {
  const names = [...origins, ...regions].map(([name]) => name)
  expect(names.filter(isCommonOrigin)).toEqual([
    'United Kingdom',
    'United States',
    'Britain and Ireland',
    'North America',
  ])
})
