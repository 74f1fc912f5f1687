import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Book } from '../../contract/books.ts'
import { CATEGORIES } from '../../contract/categories.ts'
import { fold } from '../../contract/fold.ts'
import { isbn13CheckDigit } from '../../books/isbn.ts'
import vocabulary from '../../books/subjects.json' with { type: 'json' }
import { mulberry32 } from '../../covers/random.ts'

// Made-up books in the shapes that catalogues have, and queries for them, the same at every run.

const STARTS = 'b br c ch cl d dr f fl g gr h j k l m n p pr qu r s sh st t th tr v w y z'.split(
  ' ',
)
const VOWELS = 'a e i o u ai ea ou ie oo á é ö ü'.split(' ')
const ENDS = ['', '', '', 'n', 'r', 's', 't', 'l', 'm', 'ck', 'nd', 'st', 'rn', 'ss']
const STOP_WORDS = 'the of and a in to is for on with at from'.split(' ')

const WORDS = 400_000
const SURNAMES = 60_000
const FIRST_NAMES = 3000

const SUBJECTS = Object.values(vocabulary).flatMap((group) => Object.keys(group))

/** The word of a rank: the more common, the shorter. */
function wordOf(rank: number, seed: number): string {
  const random = mulberry32(rank * 7919 + seed)
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? ''
  const syllables = 1 + Math.min(3, Math.floor(Math.log10(rank + 10) * (0.5 + random())))
  return Array.from({ length: syllables }, () => pick(STARTS) + pick(VOWELS) + pick(ENDS)).join('')
}

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

function isbn13(number: number): string {
  const digits = `978${String(number).padStart(9, '0')}`
  return digits + isbn13CheckDigit(digits)
}

/**
 * `count` books with the ids `bench_1` to `bench_<count>`, each as a line that `catalogue import catchword`
 * reads: titles of a few common and many rare words, some two books an author, 1 to 3 interests, an ISBN in
 * six of ten, subjects in seven of ten, a description in three of ten, a series in two of ten, an original
 * title in one of ten.
 */
function* bookLines(count: number): Generator<string> {
  const random = mulberry32(1)
  // Zipf's law: the logarithm of the rank is even.
  const zipf = (most: number) => Math.floor(most ** random()) - 1
  const word = () =>
    random() < 0.3 ? (STOP_WORDS[zipf(STOP_WORDS.length + 1)] ?? 'the') : wordOf(zipf(WORDS), 0)
  const sentence = (length: number) => capital(Array.from({ length }, word).join(' '))
  const author = () => {
    const number = Math.floor(random() ** 2 * (count / 2.3))
    const surname = wordOf(Math.floor(number / 7) % SURNAMES, 2)
    return `${capital(wordOf(number % FIRST_NAMES, 1))} ${capital(surname)}`
  }
  const category = () => CATEGORIES[Math.floor(random() ** 1.5 * CATEGORIES.length)] ?? 'Fiction'
  const subject = () => SUBJECTS[zipf(SUBJECTS.length + 1)] ?? 'adult'
  const people = () => (random() < 0.15 ? [author(), author()] : [author()])
  /** Series of four volumes on average, one after the other. */
  function* seriesVolumes() {
    for (;;) {
      const authors = people()
      const name = `${sentence(1)} ${wordOf(zipf(WORDS), 0)}`
      let number = 1
      do yield { authors, series: { name, number: number++ } }
      while (random() < 0.75)
    }
  }
  const volumes = seriesVolumes()

  for (let number = 1; number <= count; number++) {
    const volume = random() < 0.2 ? volumes.next().value : undefined
    const title = sentence(1 + Math.floor(random() * random() * 12))
    const categories = Array.from({ length: 1 + Math.floor(random() * random() * 3) }, category)
    const volumeInfo = {
      title: random() < 0.3 ? `${title}: ${sentence(5)}` : title,
      authors: volume?.authors ?? people(),
      categories: [...new Set(categories)],
      ...(random() < 0.7 && { subjects: Array.from({ length: 5 }, subject) }),
      ...(volume && { series: volume.series }),
      ...(random() < 0.1 && { originalTitle: sentence(4) }),
      publishedDate: String(1800 + Math.floor(random() * 226)),
      ...(random() < 0.3 && { description: `${sentence(20 + Math.floor(random() * 80))}.` }),
      ...(random() < 0.6 && {
        industryIdentifiers: [{ type: 'ISBN_13', identifier: isbn13(number) }],
      }),
    }
    const popularity = Math.round(random() ** 3 * 100_000) / 1000
    yield `${JSON.stringify({ popularity, book: { id: `bench_${number}`, volumeInfo } })}\n`
  }
}

/** Writes `count` made-up books to a file for `catalogue import catchword`. */
export async function writeBooks(path: string, count: number): Promise<void> {
  await pipeline(Readable.from(bookLines(count)), createWriteStream(path))
}

/** The words with another letter in the middle of the longest. */
function misspell(words: readonly string[]): string {
  const longest = words.toSorted((one, other) => other.length - one.length)[0] ?? ''
  const middle = Math.floor(longest.length / 2)
  const wrong = `${longest.slice(0, middle)}q${longest.slice(middle + 1)}`
  return words.map((word) => (word === longest ? wrong : word)).join(' ')
}

/** Different queries: title, author, one and two words, misspelt, a prefix, its series and common words for each book. */
export function queriesFor(books: readonly Book[]): string[] {
  const queries = books.flatMap(({ volumeInfo: { title, authors, series } }, at) => {
    const words = fold(title)
      .split(' ')
      .filter((word) => !STOP_WORDS.includes(word))
    return [
      title,
      authors[0] ?? '',
      words.at(-1) ?? '',
      words.slice(0, 2).join(' '),
      misspell(words),
      fold(title).slice(0, 3 + (at % 3)),
      series ? `${series.name} ${series.number ?? 1}` : '',
      series?.name ?? '',
      `the ${wordOf(at % 30, 0)} of ${wordOf(Math.floor(at / 30), 0)}`,
    ]
  })
  return [...new Set(queries)].filter((query) => query.length > 2)
}
