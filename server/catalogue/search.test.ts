import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fold } from '../../contract/fold.ts'
import { openSqliteStore } from '../store/sqlite/openSqliteStore.ts'
import type { Store } from '../store/store.ts'
import { seeded } from '../testing/seeded.ts'
import { loadBundledBooks, readBundledFiles } from './bundled.ts'
import { bundledBooks } from './bundledBook.ts'
import type { Catalogue } from './Catalogue.ts'
import { createLocalCatalogue } from './local.ts'

// How well search ranks, measured on the books that ship.

const books = bundledBooks(await readBundledFiles(), 'test').map(({ book }) => book)

let folder: string
let store: Store
let catalogue: Catalogue

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-search-'))
  store = await openSqliteStore(folder)
  await loadBundledBooks(store)
  catalogue = createLocalCatalogue(store)
})

afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const search = async (query: string) =>
  (await catalogue.search(query, 20)).map(({ id, volumeInfo }) => ({ id, ...volumeInfo }))

describe('titles', () => {
  const spellings: [string, (title: string) => string][] = [
    ['as it is', (title) => title],
    ['in capitals', (title) => title.toUpperCase()],
    ['without accents and signs', fold],
    ['with signs for spaces', (title) => `"${fold(title).replaceAll(' ', ' - ')}"!`],
  ]
  test.each(spellings)('every title, %s, puts a book of that title first', async (_, spell) => {
    const missed: string[] = []
    for (const { volumeInfo } of books) {
      const [first] = await search(spell(volumeInfo.title))
      if (first === undefined || fold(first.title) !== fold(volumeInfo.title)) {
        missed.push(`${volumeInfo.title} → ${first?.title}`)
      }
    }
    expect(missed).toEqual([])
  })

  test('every title is found without its article', async () => {
    const missed: string[] = []
    for (const { id, volumeInfo } of books) {
      const bare = volumeInfo.title.replace(/^(?:The|An?) (?=\S)/, '')
      if (bare === volumeInfo.title) continue
      const found = await search(bare)
      if (!found.slice(0, 3).some((book) => book.id === id)) missed.push(bare)
    }
    expect(missed).toEqual([])
  })

  test('the words of a title find it in any order', async () => {
    const random = seeded(11)
    const missed: string[] = []
    for (const { id, volumeInfo } of books) {
      const words = fold(volumeInfo.title).split(' ')
      if (words.length > 12) continue
      const shuffled = words
        .map((word) => ({ word, at: random(1_000_000) }))
        .toSorted((one, other) => one.at - other.at)
        .map(({ word }) => word)
      const found = await search(shuffled.join(' '))
      if (!found.some((book) => book.id === id)) missed.push(shuffled.join(' '))
    }
    expect(missed).toEqual([])
  })

  test('the first letters of a title find it', async () => {
    const missed: string[] = []
    for (const { id, volumeInfo } of books) {
      const key = fold(volumeInfo.title)
      const begun = key.slice(0, Math.max(6, Math.ceil(key.length * 0.6)))
      const found = await search(begun)
      if (!found.slice(0, 5).some((book) => book.id === id)) missed.push(begun)
    }
    expect(missed).toEqual([])
  })
})

describe('authors', () => {
  test('every author is found, in either order of names, with and without accents', async () => {
    const missed: string[] = []
    for (const author of new Set(books.flatMap(({ volumeInfo }) => volumeInfo.authors))) {
      const names = author.split(' ')
      const turned = [names.at(-1), ...names.slice(0, -1)].join(' ')
      for (const query of [author, fold(author), turned, `${names.at(-1)}, ${names[0]}`]) {
        const found = await search(query)
        const here = found.some(({ authors }) =>
          authors.some((name) => fold(name) === fold(author)),
        )
        if (!here) missed.push(query)
      }
    }
    expect(missed).toEqual([])
  })

  test('a word of the title and the name of the author find the book', async () => {
    const missed: string[] = []
    for (const { id, volumeInfo } of books) {
      const longest = fold(volumeInfo.title)
        .split(' ')
        .toSorted((one, other) => other.length - one.length)[0]
      const query = `${volumeInfo.authors[0]?.split(' ').at(-1)} ${longest}`
      const found = await search(query)
      if (!found.slice(0, 3).some((book) => book.id === id)) missed.push(query)
    }
    expect(missed).toEqual([])
  })
})

describe('typos', () => {
  test('of 200 titles with one wrong letter, at least 90 % are among the first three', async () => {
    const random = seeded(20_261_121)
    const letters = 'abcdefghijklmnopqrstuvwxyz'
    const missed: string[] = []
    const typo = (word: string): string => {
      const at = random(word.length)
      const letter = letters.charAt(random(letters.length))
      const kinds = [
        word.slice(0, at) + word.slice(at + 1),
        word.slice(0, at) + letter + word.slice(at),
        word.slice(0, at) + letter + word.slice(at + 1),
        word.slice(0, Math.max(at - 1, 0)) +
          word
            .slice(Math.max(at - 1, 0), at + 1)
            .split('')
            .toReversed()
            .join('') +
          word.slice(at + 1),
      ]
      return kinds[random(kinds.length)] ?? word
    }
    let tried = 0
    while (tried < 200) {
      const book = books[random(books.length)]
      if (!book) continue
      const words = fold(book.volumeInfo.title).split(' ')
      const long = words.filter((word) => /^[a-z]{5,}$/.test(word))
      const word = long[random(Math.max(long.length, 1))]
      if (word === undefined) continue
      const wrong = typo(word)
      if (wrong === word) continue
      tried += 1
      const query = words.map((other) => (other === word ? wrong : other)).join(' ')
      const found = await search(query)
      if (!found.slice(0, 3).some(({ id }) => id === book.id)) {
        missed.push(`${query} → ${found[0]?.title}`)
      }
    }
    // The 21st miss would show what is missed.
    expect(missed.slice(20)).toEqual([])
  })

  test.each([
    ['frankenstien', 'Frankenstein'],
    ['pride and prejudise', 'Pride and Prejudice'],
    ['harry poter', 'Harry Potter'],
    ['crime and punishmant dostoyevsky', 'Crime and Punishment'],
  ])('%s finds %s', async (query, title) => {
    const [first] = await search(query)
    expect(first?.title).toContain(title)
  })
})

describe('anything else', () => {
  test('an interest finds its books, the worthiest first', async () => {
    for (const [query, category] of [
      ['graphic novels', 'Graphic Novels'],
      ['sci-fi', 'Sci-Fi'],
      ['science fiction', 'Sci-Fi'],
      ['true crime', 'True Crime'],
    ] as const) {
      const found = await catalogue.search(query, 20)
      const shelf = new Set((await catalogue.byCategory(category, 0, 60)).map(({ id }) => id))
      expect(found).toHaveLength(20)
      expect(found.filter(({ id }) => shelf.has(id)).length).toBeGreaterThanOrEqual(15)
    }
  })

  test('every ISBN finds its book', async () => {
    let asked = 0
    for (const { id, volumeInfo } of books) {
      for (const { identifier } of volumeInfo.industryIdentifiers ?? []) {
        expect((await search(identifier))[0]?.id).toBe(id)
        asked += 1
      }
    }
    expect(asked).toBeGreaterThan(100)
  })

  test('answers carry what a result shows, and nothing more', async () => {
    const [first] = await catalogue.search('pride and prejudice', 20)
    expect(first).toEqual({
      id: 'pride-and-prejudice',
      volumeInfo: {
        title: 'Pride and Prejudice',
        authors: ['Jane Austen'],
        imageLinks: { thumbnail: expect.stringMatching(/^\/covers\/pride-and-prejudice\?v=/) },
      },
    })
  })

  test.each(['the', 'a', '1984', 'c++', '.', '"', '(', 'it', 'there there', 'AND OR NOT', '💩'])(
    '%j never fails',
    async (query) => {
      const found = await catalogue.search(query, 20)
      expect(found.length).toBeLessThanOrEqual(20)
    },
  )
})

// The Big List of Naughty Strings lies beside the project where it is developed.
const NAUGHTY = join(import.meta.dirname, '../../../shared/data/naughty/blns.json')

describe.skipIf(!existsSync(NAUGHTY))(`naughty strings (skipped without ${NAUGHTY})`, () => {
  test('every one is a legal query', async () => {
    const strings: unknown = JSON.parse(readFileSync(NAUGHTY, 'utf8'))
    if (!Array.isArray(strings)) throw new Error('blns.json is not a list')
    expect(strings.length).toBeGreaterThan(400)
    for (const text of strings.map(String)) {
      for (const query of [text, `emma ${text}`, `${text}*`, text.repeat(20)]) {
        expect((await catalogue.search(query, 20)).length).toBeLessThanOrEqual(20)
      }
    }
  })
})
