import { afterAll, expect, test } from 'vitest'
import { createTestCatalogue } from '../../../test/catalogues.ts'

// What readers mean who do not type the title: series, other names, sounds.

const { load, find, search, close } = await createTestCatalogue()
afterAll(close)

const volume = (id: string, title: string, number?: number, popularity = 80) => ({
  id,
  title,
  authors: ['Mara Quill'],
  popularity,
  series: { name: 'The Lantern Chronicles', ...(number !== undefined && { number }) },
})

test('a series: its volumes by number, before a companion, and each by its number', async () => {
  await load([
    volume('two', 'Ember', 2, 99),
    volume('one', 'Kindle', 1),
    volume('before', 'Spark', 0.5, 90),
    volume('box', 'The Whole Light'),
    { id: 'companion', title: 'Lantern: The Official Guide', authors: ['Bo Film'], popularity: 20 },
  ])
  expect(find('lantern')).toEqual(['one', 'two', 'before', 'box', 'companion'])
  expect(find('the lantern chronicles')).toEqual(['one', 'two', 'before', 'box'])
  for (const query of ['Lantern #2', 'lantern book two', 'lantern series second book']) {
    expect([query, find(query)[0]]).toEqual([query, 'two'])
  }
  expect(find('lantren chronicles 2')[0]).toBe('two')
})

test('original titles, numbers as words, initials, names in one word, sounds', async () => {
  const authors = ['P. Q. R. Quillon']
  await load([
    { id: 'tale', title: 'The Winter Door', originalTitle: 'La puerta del invierno' },
    { id: 'words', title: 'Forty Thousand Owls' },
    { id: 'digits', title: 'Room 42' },
    { id: 'known', title: 'The Keeper of Small Hours', authors, popularity: 90 },
    { id: 'unknown', title: 'Jam of Early Xylem', authors: ['Bo Other'], popularity: 5 },
    { id: 'geisha', title: 'Letters of a Geisha' },
    { id: 'awaken', title: 'Awakenings' },
  ])
  for (const [query, ...ids] of [
    ['la puerta del invierno', 'tale'],
    ['puerta invierno', 'tale'],
    ['40000 owls', 'words'],
    ['40,000 owls', 'words'],
    ['room forty two', 'digits'],
    // Initials are those of well-known titles and series.
    ['kosh', 'known'],
    ['tkosh', 'known'],
    ['joex'],
    ['pqrquillon', 'known'],
    ['gaysha', 'geisha'],
    // Two slips in a long word.
    ['awokeningz', 'awaken'],
  ] as const) {
    expect([query, ...find(query)]).toEqual([query, ...ids])
  }
})

test('editions of one work are one result: the one whose title has most words of the query', async () => {
  await load([
    { id: 'us', title: 'The Golden Lamp', originalTitle: 'Northern Lamps', popularity: 90 },
    { id: 'uk', title: 'Northern Lamps', popularity: 50 },
  ])
  expect(find('golden lamp')).toEqual(['us'])
  expect(find('northern lamps')).toEqual(['uk'])
  expect(find('lamps northern ann')).toEqual(['uk'])
})

test('other editions take no place of other books', async () => {
  await load([
    ...[1, 2, 3].map((edition) => ({ id: `lamp${edition}`, title: 'Lamp', popularity: 99 })),
    { id: 'oil', title: 'Lamp Oil', popularity: 5 },
    { id: 'shade', title: 'Lamp Shade', popularity: 4 },
  ])
  expect(search('lamp', 3).data.map(({ id }) => id)).toEqual(['lamp1', 'oil', 'shade'])
})

test('no neighbours of a word that is there, but for what is far better known', async () => {
  await load([
    { id: 'dune', title: 'Dune', popularity: 80 },
    { id: 'duke', title: 'The Duke and I', popularity: 90 },
    { id: 'nigth', title: 'A Nigth', popularity: 10 },
    { id: 'night', title: 'The Long Night', popularity: 90 },
  ])
  expect(find('dune')).toEqual(['dune'])
  expect(find('nigth long')).toEqual(['night'])
  expect(find('nigth')).toEqual(['nigth', 'night'])
  expect(find('duke xqzw vvkj')).toEqual([])
})

test('what nothing is called so is said to be approximate, and no more than five', async () => {
  await load([
    ...Array.from({ length: 8 }, (_, at) => ({
      id: `tower${at}`,
      title: `The Tower of ${'abcdefgh'.charAt(at)}xq`,
      description: 'Of a fourth wing.',
      subjects: at < 3 ? ['slow-burn'] : ['rare tag'],
    })),
    { ...volume('winds', 'Ember Winds', 4), categories: ['Romance'] },
  ])
  for (const query of ['fourth wing', 'tower of winter', 'the four winds', 'tower oxq axq']) {
    const { data, isApproximate } = search(query)
    expect([query, data.length <= 5, isApproximate]).toEqual([query, true, true])
  }
  // All words in title, author, series with its number, interest; and a tag that three books have.
  for (const query of ['tower', 'quill winds', 'winds book four', 'winds romance', 'slow burn']) {
    expect([query, search(query).isApproximate]).toEqual([query, undefined])
  }
  expect(search('9780141439519')).toMatchObject({ data: [] })
})
