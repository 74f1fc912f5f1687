import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { VolumeInfo } from '../../contract/books.ts'
import { accountCsv } from '../../contract/accountCsv.ts'
import { createTestCatalogue, type TestCatalogue } from '../../test/catalogues.ts'
import { bundledBooks } from '../bundled/bundledBook.ts'
import { readBundledRecords } from '../bundled/bundledFiles.ts'
import { rewriteCatalogue } from '../../server/catalogue/rewriteCatalogue.ts'
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
    { id: 'cold', title: 'Cold', authors: ['Bo Second'] },
    { id: 'warm-night', title: 'Warm: Second Night', authors: ['Bo Second'] },
    { id: 'warm-day', title: 'Warm: Third Day', authors: ['Bo Second'] },
    { id: 'comic', title: 'Emma', authors: ['Kaoru Mori'], popularity: 99 },
    { id: 'heat-one', title: 'Heat', authors: ['Ann Other'] },
    { id: 'heat-two', title: 'Heat', authors: ['Bo Other'] },
  ])
})
afterAll(() => made.close())

/** What the catalogue has of a file. */
async function matchFile(content: Buffer, { catalogue }: TestCatalogue = made) {
  const present = { byWork: new Map(), room: { favorites: 9, wantToRead: 9, read: 9, notForMe: 9 } }
  return matchLibrary(await readLibrary(content), catalogue.file().library, present)
}

const match = (...rows: string[]) =>
  matchFile(Buffer.from(`title,author,isbn,rating\n${rows.join('\n')}`))

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

test('a column of original titles finds books', async () => {
  const { found, missing } = await matchFile(
    Buffer.from(
      'Titel;Originaltitel;Autor\nKälte;Cold (Seasons, #1);Bo Second\nKälte;Cold;Ann Other\nWärme;Heat;Bo Second\n',
    ),
  )
  expect({ found: found.map(({ id }) => id), missing: missing.length }).toEqual({
    found: ['cold'],
    missing: 2,
  })
})

test('an ISBN of quite another book is not believed', async () => {
  const { found, missing } = await match('The Wasp Factory,Iain Banks,0140449337')
  expect({ found, missing: missing.length }).toEqual({ found: [], missing: 1 })
})

test('the same book ten times is one, with its best rating', async () => {
  const rows = Array.from({ length: 10 }, (_, at) => `Emma,Jane Austen,,${at % 5}`)
  const { found, repeated } = await match(...rows, 'No Such,Ann Other,,1', 'no such,Ann Other,,2')
  expect(repeated).toBe(10)
  expect(found).toMatchObject([{ id: 'famous', rating: 4, mark: 'favorites' }])
})

test.each([
  [['5,to-read,'], 'favorites'],
  [['0,read,favorites'], 'favorites'],
  [['3,read,'], 'read'],
  [['0,to-read,'], 'wantToRead'],
  [['2,to-read,favorites'], 'notForMe'],
  [['1,dnf,'], 'notForMe'],
  [['0,not-for-me,'], 'notForMe'],
  [['0,dnf,'], null],
  [['0,currently-reading,'], null],
  // Several editions.
  [['2,read,', '4,read,'], 'favorites'],
  [['1,read,', '3,read,'], 'read'],
  [['0,to-read,', '0,read,'], 'read'],
])('what a reader says as %j becomes %s', async (rows, mark) => {
  const table = ['title,author,my rating,exclusive shelf,tags']
  table.push(...rows.map((row) => `Emma,Jane Austen,${row}`))
  const { found } = await matchFile(Buffer.from(table.join('\n')))
  expect(found.map((book) => book.mark)).toEqual([mark])
})

test('our own export names the very book', async () => {
  const books = [
    { id: 'rare', title: "'=Emma", authors: ['Anybody'], isbn: '', addedAt: '2026-01-02T03' },
    { id: 'gone', title: 'Cold', authors: ['Bo Second'], isbn: '', addedAt: '2026-01-02T03' },
  ]
  const lists = { favorites: [], wantToRead: books, read: [], notForMe: [] }
  const { program, found } = await matchFile(Buffer.from(accountCsv(lists)))
  expect({ program, ids: found.map(({ id }) => id) }).toEqual({
    program: 'Catchword',
    ids: ['rare', 'cold'],
  })
})

test('a whole title and a surname find a book, where only one is meant', async () => {
  const rows = ['Emma,Austen', 'Emma,Mori', 'Heat,Other', 'Cold: The Longest Winter of All,Second']
  const { found, missing } = await match(...rows.map((row) => `${row},`))
  expect(found.map(({ id }) => id)).toEqual(['famous', 'comic'])
  expect(missing).toHaveLength(2)
})

test('of two titles in one, both sides of a translation are looked for', async () => {
  expect((await match('La ema y el sol / Emma,Jane Austen,')).found).toMatchObject([
    { id: 'famous' },
  ])
  expect((await match('Persuasion = Emma,Jane Austen,')).found).toMatchObject([{ id: 'famous' }])
  expect((await match('Emma / Lady Susan,Jane Austen,')).found).toEqual([])
})

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

const LOOKALIKES = join(import.meta.dirname, 'lookalikes.csv')
const CASES = join(import.meta.dirname, '../../../shared/data')
const hasCases = existsSync(join(CASES, 'field-cases-3'))

describe('the bundled books', () => {
  let bundled: TestCatalogue

  beforeAll(async () => {
    bundled = await createTestCatalogue()
    const books = bundledBooks(await readBundledRecords())
    await rewriteCatalogue(bundled.folder, async (writer) =>
      writer.replace('bundled', books, { name: 'test', importedAt: 1 }),
    )
  })
  afterAll(() => bundled.close())

  test('have no book that only looks like one of theirs', async () => {
    const { found, missing } = await matchFile(readFileSync(LOOKALIKES), bundled)
    expect(found).toEqual([])
    expect(missing.length).toBeGreaterThan(120)
  })

  test.each([
    ['Война и мир', 'Толстой, Лев Николаевич', 'War and Peace'],
    ['雪国', '川端康成', 'Snow Country'],
    ['Пикник на обочине', 'Стругацкие А. и Б.', 'Roadside Picnic'],
    ['嫌われる勇気', '岸見 一郎, 古賀 史健', 'The Courage to Be Disliked'],
    ['三体', '刘慈欣', 'The Three-Body Problem'],
    ['Shingeki no Kyojin', 'Isayama Hajime', 'Attack on Titan: Volume One'],
    ['채식주의자', '한강', 'The Vegetarian'],
    ['السكرية', 'نجيب محفوظ', 'Sugar Street'],
    ['بوف کور', 'صادق هدایت', 'The Blind Owl'],
    ['קיצור תולדות האנושות', 'יובל נח הררי', 'Sapiens'],
    ['Dune', 'Фрэнк Герберт', 'Dune'],
    ['海辺のカフカ (新潮文庫)', '村上春樹', 'Kafka on the Shore'],
    ['Вишнёвый сад. Пьеса', 'Антон Чехов', 'The Cherry Orchard'],
    ['قصر الشوق (دار الشروق)', 'نجيب محفوظ', 'Palace of Desire'],
    [
      'Frankenstein ou o Prometeu Moderno',
      'Mary Shelley',
      'Frankenstein; or, The Modern Prometheus',
    ],
    ['Dune. Dune Messiah', 'Frank Herbert', 'Dune Messiah'],
    ['The Odyssey', 'Emily Wilson, Homer', 'The Odyssey'],
    ['Les Misérables (Les Misérables, #1-5)', 'Victor Hugo', 'Les Misérables'],
    ['Der Steppenwolf. - 3. Aufl.', 'Hermann Hesse', 'Steppenwolf'],
    ['Don Quijote de la Mancha', 'Miguel de Cervantes', 'Don Quixote'],
    ['Min kamp, bok 1', 'Karl Ove Knausgård', 'My Struggle: Book 1'],
    ['Az ajtó / Szabó Magda ; ford. Ann Other', 'Szabó Magda', 'The Door'],
    ['Emma / J. Austen. - 3rd ed.', 'Jane Austen', 'Emma'],
    ['1984', 'Джордж Оруэлл', '1984'],
    ['红楼梦', '曹雪芹 高鹗', 'Dream of the Red Chamber'],
    ['Y: The Last Man, Vol. 1', 'Brian K. Vaughan', 'Y: The Last Man: Unmanned'],
  ])('are found by title and author in their own script: %s | %s', async (title, author, found) => {
    const file = Buffer.from(`title,author\n${quoted(title)},${quoted(author)}`)
    expect((await matchFile(file, bundled)).found.map((book) => book.title)).toEqual([found])
  })

  test.each([
    ['Майстер і Маргарита', 'Михайло Булгаков', 'Мастер и Маргарита', 'The Master and Margarita'],
    ['Гобіт', 'Дж. Р. Р. Толкін', 'The Hobbit, or There and Back Again', 'The Hobbit'],
  ])('are found by their original title: %s | %s | %s', async (title, author, original, found) => {
    const row = [title, author, original].map(quoted).join(',')
    const file = Buffer.from(`title,author,original title\n${row}`)
    expect((await matchFile(file, bundled)).found.map((book) => book.title)).toEqual([found])
  })

  /** How titles of the bundled books are written, each with its author, and which of these are not found. */
  async function lostOf(write: (book: VolumeInfo) => string[]) {
    const rows = bundledBooks(await readBundledRecords()).flatMap(({ book: { volumeInfo } }) =>
      write(volumeInfo).map((title) => [title, volumeInfo.authors.join(', ')].map(quoted)),
    )
    const file = ['title,author', ...rows].join('\n')
    return (await matchFile(Buffer.from(file), bundled)).missing
  }

  test.each<[string, (book: VolumeInfo) => string[]]>([
    ['by its title', ({ title }) => [title]],
    ['by title and subtitle', ({ title, subtitle }) => (subtitle ? [`${title}: ${subtitle}`] : [])],
    [
      'where another list counts its series otherwise',
      ({ title, subtitle = 'A Novel', series }) =>
        series ? [`${title}: ${subtitle} (${series.name}, #${(series.number ?? 0) + 1})`] : [],
    ],
    [
      'as libraries write it',
      ({ title, authors: [name] }) => (name ? [`${title} / ${name} ; transl. by Ann Other`] : []),
    ],
  ])('each is found %s', async (_, write) => {
    expect(await lostOf(write)).toEqual([])
  })

  const skipped = hasCases ? '' : ' (skipped: they are not on this machine)'
  test.skipIf(!hasCases).each([
    ['field-cases-3/40-recall.csv', 'A Game of Thrones #1'],
    ['field-cases-2/12-lib-editions.csv'],
    [
      'field-cases-2/54-not-same.csv',
      'Dune: The Graphic Novel, Book 1: Dune',
      'Dune (Dune, #1-3)',
      'Summary of Dune',
      'The Hunger Games Trilogy Boxset (The Hunger Games, #1-3)',
      'It (Part 1)',
      'Harry Potter Series Box Set (Harry Potter, #1-7)',
      'The Complete Sherlock Holmes',
      'Sapiens: A Graphic History, Volume 1',
      "Alice's Adventures in Wonderland / Through the Looking-Glass",
      'The Count of Monte Cristo, Volume 1',
      'Les Misérables, tome I/3',
      'Don Quixote: Part 1',
      // The catalogue does not know these translations.
      'Der kleine Prinz',
      'Anna Karénine',
    ],
    ['field-cases-2/57-colon.csv', 'Krondor: The Betrayal', '10:04'],
  ])(`of field cases %s${skipped}`, async (file, ...others) => {
    const { missing } = await matchFile(readFileSync(join(CASES, file)), bundled)
    expect(missing.map(({ title }) => title)).toEqual(others)
  })
})
