import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestCatalogue, type TestCatalogue } from '../../../test/catalogues.ts'

// What readers mean who do not type the title: series, other names, sounds.

let opened: TestCatalogue

beforeEach(async () => {
  opened = await createTestCatalogue()
})
afterEach(() => opened.close())

const find = async (query: string) =>
  (await opened.catalogue.search(query, 20)).data.map(({ id }) => id)

const volume = (id: string, title: string, number?: number, popularity = 80) => ({
  id,
  title,
  authors: ['Mara Quill'],
  popularity,
  series: { name: 'The Lantern Chronicles', ...(number !== undefined && { number }) },
})

test('a series: its volumes by number, before a companion, and each by its number', async () => {
  await opened.load([
    volume('two', 'Ember', 2, 99),
    volume('one', 'Kindle', 1),
    volume('before', 'Spark', 0.5, 90),
    volume('box', 'The Whole Light'),
    { id: 'companion', title: 'Lantern: The Official Guide', authors: ['Bo Film'], popularity: 20 },
  ])
  expect(await find('lantern')).toEqual(['one', 'two', 'before', 'box', 'companion'])
  expect(await find('the lantern chronicles')).toEqual(['one', 'two', 'before', 'box'])
  for (const query of [
    'lantern 2',
    'Lantern #2',
    'lantern book two',
    'lantern series second book',
  ]) {
    expect([query, (await find(query))[0]]).toEqual([query, 'two'])
  }
  expect((await find('lantren chronicles 2'))[0]).toBe('two')
})

test('original titles, whole and in part', async () => {
  await opened.load([
    { id: 'tale', title: 'The Winter Door', originalTitle: 'La puerta del invierno' },
  ])
  for (const query of ['la puerta del invierno', 'puerta invierno', 'the winter door']) {
    expect(await find(query)).toEqual(['tale'])
  }
})

test('numbers as words, and words as numbers', async () => {
  await opened.load([
    { id: 'words', title: 'Forty Thousand Owls' },
    { id: 'digits', title: 'Room 42' },
  ])
  expect(await find('40000 owls')).toEqual(['words'])
  expect(await find('40,000 owls')).toEqual(['words'])
  expect(await find('room forty two')).toEqual(['digits'])
})

test('initials of well-known titles and series, names in one word', async () => {
  const authors = ['P. Q. R. Quillon']
  await opened.load([
    { id: 'known', title: 'The Keeper of Small Hours', authors, popularity: 90 },
    { id: 'unknown', title: 'Jam of Early Xylem', authors: ['Bo Other'], popularity: 5 },
  ])
  expect(await find('kosh')).toEqual(['known'])
  expect(await find('tkosh')).toEqual(['known'])
  expect(await find('joex')).toEqual([])
  expect(await find('pqrquillon')).toEqual(['known'])
})

test('words as they sound, and two slips in a long one', async () => {
  await opened.load([
    { id: 'geisha', title: 'Letters of a Geisha' },
    { id: 'awaken', title: 'Awakenings' },
  ])
  expect(await find('gaysha')).toEqual(['geisha'])
  expect(await find('awokeningz')).toEqual(['awaken'])
})

test('words inside titles of scripts without spaces', async () => {
  await opened.load([
    { id: 'chinese', title: '紅樓夢全集' },
    { id: 'japanese', title: 'ノルウェイの森' },
    { id: 'korean', title: '소년이온다' },
    { id: 'thai', title: 'สี่แผ่นดินไทย' },
  ])
  expect(await find('樓夢')).toEqual(['chinese'])
  expect(await find('ウェイの')).toEqual(['japanese'])
  expect(await find('이온다')).toEqual(['korean'])
  expect(await find('แผ่นดิน')).toEqual(['thai'])
})

test('editions of one work are one result: the one whose title has most words of the query', async () => {
  await opened.load([
    { id: 'us', title: 'The Golden Lamp', originalTitle: 'Northern Lamps', popularity: 90 },
    { id: 'uk', title: 'Northern Lamps', popularity: 50 },
  ])
  expect(await find('golden lamp')).toEqual(['us'])
  expect(await find('northern lamps')).toEqual(['uk'])
  expect(await find('lamps northern ann')).toEqual(['uk'])
})

test('other editions take no place of other books', async () => {
  await opened.load([
    ...[1, 2, 3].map((edition) => ({ id: `lamp${edition}`, title: 'Lamp', popularity: 99 })),
    { id: 'oil', title: 'Lamp Oil', popularity: 5 },
    { id: 'shade', title: 'Lamp Shade', popularity: 4 },
  ])
  const { data } = await opened.catalogue.search('lamp', 3)
  expect(data.map(({ id }) => id)).toEqual(['lamp1', 'oil', 'shade'])
})

test('no neighbours of a word that is there, but for what is far better known', async () => {
  await opened.load([
    { id: 'dune', title: 'Dune', popularity: 80 },
    { id: 'duke', title: 'The Duke and I', popularity: 90 },
    { id: 'nigth', title: 'A Nigth', popularity: 10 },
    { id: 'night', title: 'The Long Night', popularity: 90 },
  ])
  expect(await find('dune')).toEqual(['dune'])
  expect(await find('nigth long')).toEqual(['night'])
  expect(await find('nigth')).toEqual(['nigth', 'night'])
  expect(await find('duke xqzw vvkj')).toEqual([])
})

test('what nothing is called so is said to be approximate, and no more than five', async () => {
  await opened.load([
    ...Array.from({ length: 8 }, (_, at) => ({
      id: `tower${at}`,
      title: `The Tower of ${'abcdefgh'.charAt(at)}xq`,
      description: 'Of a fourth wing.',
      subjects: at < 3 ? ['slow-burn'] : ['rare tag'],
    })),
    { ...volume('winds', 'Ember Winds', 4), categories: ['Romance'] },
  ])
  const found = async (query: string) => {
    const { data, isApproximate = false } = await opened.catalogue.search(query, 20)
    return [data.length, isApproximate]
  }
  for (const query of ['fourth wing', 'tower of winter', 'the four winds', 'tower oxq axq']) {
    const [count, isApproximate] = await found(query)
    expect([query, Number(count) <= 5, isApproximate]).toEqual([query, true, true])
  }
  // All words in title, author, series with its number, interest; and a tag that three books have.
  for (const query of ['tower', 'quill winds', 'winds book four', 'winds romance', 'romance']) {
    expect([query, (await found(query))[1]]).toEqual([query, false])
  }
  expect(await found('slow burn')).toEqual([3, false])
  expect(await found('9780141439519')).toEqual([0, false])
})
