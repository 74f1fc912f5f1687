import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fold } from '../../../contract/fold.ts'
import { runs } from '../../../test/full.ts'
import { mainTitle, misspellings } from '../../../test/misspellings.ts'
import { seeded } from '../../../test/seeded.ts'
import { copyBundledCatalogue } from '../../../test/bundledCatalogue.ts'
import { openCatalogueFile, type CatalogueFile } from '../catalogueFile.ts'
import { readBundledRecords } from '../../../books/bundled/bundledFiles.ts'
import { bundledBooks } from '../../../books/bundled/bundledBook.ts'
import firstLines from '../../../books/firstLines.json' with { type: 'json' }
import { CATALOGUE_FILE } from '../catalogueDatabase.ts'
import { searchBooks } from './searchBooks.ts'

// How well search ranks, measured on the books that ship.

const books = bundledBooks(await readBundledRecords()).map(({ book }) => book)

// What is true of every book is tried with some of them in `npm test`.
const someBooks = books.filter((_, index) => index % runs(5, 1) === 0)

let folder: string
let catalogue: CatalogueFile

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-search-'))
  await copyBundledCatalogue(folder)
  catalogue = openCatalogueFile(join(folder, CATALOGUE_FILE))
})

afterAll(() => {
  catalogue.close()
  rmSync(folder, { recursive: true, force: true })
})

const search = (query: string) =>
  searchBooks(catalogue, query, 20).data.map(({ id, volumeInfo }) => ({ id, ...volumeInfo }))

const random = seeded(11)
const bySize = (title: string) =>
  fold(title)
    .split(' ')
    .toSorted((one, other) => other.length - one.length)
const shuffled = (title: string) =>
  fold(title)
    .split(' ')
    .map((word) => ({ word, at: random(1_000_000) }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ word }) => word)
/** The first letters of a title, where few others begin so. */
function begun(title: string): string | undefined {
  const key = fold(title)
  const start = key.slice(0, Math.max(6, Math.ceil(key.length * 0.6)))
  const alike = books.filter((other) => fold(other.volumeInfo.title).startsWith(start))
  return alike.length > 5 ? undefined : start
}

// What is typed for a book; among how many of the first it must be, or one that is called the same.
test.each<[string, (title: string, author: string) => string | undefined, places: number]>([
  ['its title', (title) => title, 1],
  ['its title in capitals', (title) => title.toUpperCase(), 1],
  ['its title with signs', (title) => `"${fold(title).replaceAll(' ', ' - ')}"!`, 1],
  ['its title without an article', (title) => title.replace(/^(?:The|An?) (?=\S)/, ''), 3],
  ['its words in any order', (title) => shuffled(title).slice(0, 12).join(' '), 20],
  ['the first letters of its title', begun, 20],
  [
    'its author and a word',
    (title, author) => `${author.split(' ').at(-1)} ${bySize(title)[0]}`,
    20,
  ],
])('a book is found by %s', (_, typed, places) => {
  const missed = someBooks.flatMap(({ volumeInfo: { title, authors } }) => {
    const query = typed(title, authors[0] ?? '')
    if (query === undefined) return []
    const found = search(query).slice(0, places)
    const isFound = found.some((book) => fold(book.title) === fold(title))
    return isFound ? [] : [`${query} → ${found[0]?.title}`]
  })
  // Where nothing is called so five are shown, whatever else begins so.
  expect(missed.slice(typed === begun ? someBooks.length / 200 : 0)).toEqual([])
})

test('every author is found, in either order of names, without accents', () => {
  const missed: string[] = []
  for (const author of new Set(someBooks.flatMap(({ volumeInfo }) => volumeInfo.authors))) {
    const names = author.split(' ')
    const turned = [names.at(-1), ...names.slice(0, -1)].join(' ')
    for (const query of [fold(author), turned, `${names.at(-1)}, ${names[0]}`]) {
      const here = search(query).some(({ authors }) =>
        authors.some((name) => fold(name) === fold(author)),
      )
      if (!here) missed.push(query)
    }
  }
  expect(missed).toEqual([])
})

describe('typos', () => {
  test('of 200 titles with one wrong letter, at least 90 % are among the first three', () => {
    const titles = books.map(({ volumeInfo }) => volumeInfo.title)
    const tried = misspellings(titles, 20_261_121)
      .filter((_, at) => at % 8 === 0)
      .slice(0, 200)
    const missed = tried.filter(({ query, meant }) =>
      search(query)
        .slice(0, 3)
        .every(({ title }) => mainTitle(title) !== meant),
    )
    expect(tried).toHaveLength(200)
    // The 21st miss would show what is missed.
    expect(missed.slice(20)).toEqual([])
  })

  test.each([
    ['frankenstien', 'Frankenstein'],
    ['pride and prejudise', 'Pride and Prejudice'],
    ['harry poter', 'Harry Potter'],
    ['crime and punishmant dostoyevsky', 'Crime and Punishment'],
  ])('%s finds %s', (query, title) => {
    const [first] = search(query)
    expect(first?.title).toContain(title)
  })
})

describe('anything else', () => {
  test('an interest finds its books, the most popular first', async () => {
    for (const [query, category] of [
      ['graphic novels', 'Graphic Novels'],
      ['sci-fi', 'Sci-Fi'],
      ['science fiction', 'Sci-Fi'],
      ['true crime', 'True Crime'],
    ] as const) {
      const found = search(query)
      const shelf = new Set(
        catalogue
          .bestOf(category)
          .slice(0, 60)
          .map(({ id }) => id),
      )
      expect(found).toHaveLength(20)
      expect(found.filter(({ id }) => shelf.has(id)).length).toBeGreaterThanOrEqual(15)
    }
  })

  test('every ISBN finds its book', () => {
    let requested = 0
    for (const { id, volumeInfo } of someBooks) {
      for (const { identifier } of volumeInfo.industryIdentifiers ?? []) {
        expect(search(identifier)[0]?.id).toBe(id)
        requested += 1
      }
    }
    expect(requested).toBeGreaterThan(runs(20, 100))
  })
})

describe('topics', () => {
  // What is known of books that a topic must find among its first ten, whatever else it finds.
  test.each([
    ['dystopian', ['1984', 'Brave New World', "The Handmaid's Tale"]],
    ['cozy mystery', ['The Thursday Murder Club', 'The Murder at the Vicarage']],
    ['ww2 fiction', ['The Book Thief', 'All the Light We Cannot See', 'Catch-22']],
    ['space opera', ['Dune', 'Foundation']],
    ['novels set in japan', ['Norwegian Wood', 'Memoirs of a Geisha']],
    ['authors from Nigeria', ['Things Fall Apart', 'Half of a Yellow Sun', 'Americanah']],
    ['african american poetry', ['The Hill We Climb']],
    ['books about chess', ['Chess Story']],
    ['holocaust memoir', ['Night', 'If This Is a Man']],
    ['picture books about bears', ['Corduroy']],
    ['book about the girl with cancer', ["My Sister's Keeper"]],
    // No subjects of the vocabulary.
    ['case histories', ['Awakenings', 'Musicophilia']],
    ['books about tigers', ['Life of Pi']],
  ])('%s', (query, titles) => {
    const found = search(query).slice(0, 10)
    expect(found.map(({ title }) => title)).toEqual(expect.arrayContaining(titles))
  })

  test('a series is found by how people ask for it, its first volume first', () => {
    const [first, second] = search('first harry potter book')
    expect(first?.title).toBe("Harry Potter and the Philosopher's Stone")
    expect(second?.title).toBe('Harry Potter and the Chamber of Secrets')
  })

  test('a title of such words comes before its topic', () => {
    expect(search('war')[0]?.title).toBe('War and Peace')
    expect(search('American Gods')[0]?.title).toBe('American Gods')
    expect(search('The Book of Disquiet')[0]?.title).toBe('The Book of Disquiet')
  })
})

test.each([
  ['a tale of three cities', 'A Tale of Two Cities'],
  ['The night tower', 'The Night Circus'],
  ['the girl with the dragon earring', 'The Girl with the Dragon Tattoo'],
])('a title with one wrong word, %s, comes before words in descriptions', (query, title) => {
  expect(search(query)[0]?.title).toBe(title)
})

test.each([
  ['hp7', 'Harry Potter and the Deathly Hallows'],
  ['hhgttg', "The Hitchhiker's Guide to the Galaxy"],
  ['vonnegut', 'Slaughterhouse-Five'],
])('%s finds %s', (query, title) => {
  expect(search(query)[0]?.title).toBe(title)
})

test('a whole title is not followed by books that mention it', () => {
  // Others have an author of that name.
  expect(search('emma').map(({ title }) => title)).toEqual(['Emma', 'Room', 'The Nanny Diaries'])
})

const titles = (query: string) => search(query).map(({ title }) => title)
const understood = (query: string) => searchBooks(catalogue, query, 20).understood

test.each([
  ['It was the best of times, it was the worst of times', 'A Tale of Two Cities'],
  ['Call me Ishmael.', 'Moby-Dick'],
  ['all happy families are alike', 'Anna Karenina'],
  // With a word wrong, and no article or one too many.
  ['tale of two towns', 'A Tale of Two Cities'],
  ['the life of pie', 'Life of Pi'],
  ['lord of the fly', 'Lord of the Flies'],
])('%s: %s', (query, title) => expect(titles(query)[0]).toBe(title))

test('half a first line is none, and each is that of a book', () => {
  expect(searchBooks(catalogue, 'love at first sight', 20).isApproximate).toBe(true)
  const known = new Set(books.map(({ volumeInfo }) => volumeInfo.title))
  expect(Object.keys(firstLines).filter((title) => !known.has(title))).toEqual([])
  const lines = Object.values(firstLines).flatMap((texts) => texts.split('; '))
  expect(lines.filter((line) => fold(line) !== line)).toEqual([])
})

describe('wishes', () => {
  test.each<[query: string, kinds: string[], topics: string[], title: string]>([
    ['sad books that make me cry', ['sad'], [], 'The Fault in Our Stars'],
    ['grumpy sunshine', [], ['enemies to lovers'], 'The Hating Game'],
    [
      'cosy mysteries about old people',
      [],
      ['cozy mystery', 'older people'],
      'The Thursday Murder Club',
    ],
    ['books about lighthouses', [], ['lighthouses'], 'To the Lighthouse'],
    ['gift for dad who likes history', [], ['books for dads', 'history'], '1776'],
  ])('%s', (query, kinds, topics, title) => {
    expect(understood(query)).toMatchObject({ kinds, topics })
    expect(titles(query).slice(0, 10)).toContain(title)
  })

  test('has nothing that is not wanted, and nobody else for whom it is', () => {
    const found = search('funny fantasy novels for teens without vampires')
    expect(found.length).toBeGreaterThan(3)
    for (const { subjects, categories } of books
      .filter(({ id }) => found.some((one) => one.id === id))
      .map(({ volumeInfo }) => volumeInfo)) {
      expect(subjects).toContain('young adult')
      expect(subjects).not.toContain('vampires')
      expect(categories).toContain('Fantasy')
    }
    const authors = Map.groupBy(found, ({ authors: [author] }) => author).values()
    expect(Math.max(...authors.map(({ length }) => length))).toBeLessThanOrEqual(2)
  })

  test('few books that have all come before those that lack one thing', () => {
    expect(understood('irish short stories')?.topics).toEqual(['short stories'])
    expect(titles('irish short stories')[0]).toBe('Dubliners')
    expect(titles('irish short stories').length).toBe(10)
    expect(titles('cozy fantasy without romance')).not.toContain('Flatland')
  })

  test('an everyday word alone finds nothing', () => {
    expect(titles('need something qqqq').filter((title) => /something/i.test(title))).toEqual([])
  })

  test('what is called so comes before a wish', () => {
    for (const query of [
      'Like Water for Chocolate',
      'The Book Thief',
      'A Short History of Nearly Everything',
    ]) {
      expect([query, understood(query), titles(query)[0]]).toEqual([query, undefined, query])
    }
  })

  test.each([
    ['Books like Dune', 'Dune'],
    ['something like gone gril', 'Gone Girl'],
    ['if you liked harry potter', "Harry Potter and the Philosopher's Stone"],
    ['authors similar to stephen king', 'Stephen King'],
    ['like murakami', 'Haruki Murakami'],
    ['something like mocking bird', 'To Kill a Mockingbird'],
    ['fantasy like tolkien but not by tolkien', 'J. R. R. Tolkien'],
    ['authors like murakmi', 'Haruki Murakami'],
    ['if i loved the hunger games what next', 'The Hunger Games'],
    [
      'funny books like the hitchhikers guide but without war',
      "The Hitchhiker's Guide to the Galaxy",
    ],
  ])('%s: like %s', (query, name) => {
    const { like, ...response } = searchBooks(catalogue, query, 20)
    expect([like?.name, response.understood?.like]).toEqual([name, name])
  })

  test('what is not known is near at best, never what was asked for', () => {
    for (const query of [
      'books like',
      'books like qqqq zzzz',
      'picture books about cyberpunk',
      'Black Cake',
    ]) {
      const found = searchBooks(catalogue, query, 20)
      expect([query, found.understood, found.like]).toEqual([query, undefined, undefined])
    }
    expect(searchBooks(catalogue, 'picture books about cyberpunk', 20).isApproximate).toBe(true)
    // Gone with the Wind is of another one.
    expect(titles('English Civil War')).not.toContain('Gone with the Wind')
    expect(
      searchBooks(catalogue, `books about ${'wolf '.repeat(400)}`, 20).data.length,
    ).toBeLessThan(21)
  })
})
