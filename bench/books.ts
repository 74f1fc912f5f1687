import { CATEGORIES } from '../contract/categories.ts'
import { mulberry32 } from '../server/covers/random.ts'

// Books that nobody wrote, the same at every run: as many as wanted, in the shapes that catalogues have.

/** One made-up book. */
export interface BenchBook {
  id: string
  title: string
  authors: string[]
  categories: string[]
  description: string | undefined
  publishedDate: string
  isbn: string | undefined
  /** 0 to 100 with three decimals, in no order. */
  worth: number
}

const STARTS = 'b br c ch cl d dr f fl g gr h j k l m n p pr qu r s sh st t th tr v w y z'.split(
  ' ',
)
const HEARTS = 'a e i o u ai ea ou ie oo á é ö ü'.split(' ')
const ENDS = ['', '', '', 'n', 'r', 's', 't', 'l', 'm', 'ck', 'nd', 'st', 'rn', 'ss']
const SMALL = 'the of and a in to is for on with at from'.split(' ')

const WORDS = 400_000
const NAMES = 60_000

/** The word of a rank: the commoner, the shorter. */
function wordOf(rank: number, salt: number): string {
  const random = mulberry32(rank * 7919 + salt)
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? ''
  const syllables = 1 + Math.min(3, Math.floor(Math.log10(rank + 10) * (0.5 + random())))
  return Array.from({ length: syllables }, () => pick(STARTS) + pick(HEARTS) + pick(ENDS)).join('')
}

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

function isbn13(number: number): string {
  const digits = `978${String(number).padStart(9, '0')}`
  const sum = Array.from(digits).reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  )
  return digits + String((10 - (sum % 10)) % 10)
}

/**
 * `count` books: titles of 1 to 12 words out of a vocabulary in which few words are common and most
 * are rare, two books an author on the whole, 1 to 3 interests, an ISBN in six of ten, a description of
 * some 60 words in three of ten.
 */
export function* benchBooks(count: number, seed = 1): Generator<BenchBook> {
  const random = mulberry32(seed)
  const words = new Map<number, string>()
  // Ranks by Zipf's law: the logarithm of the rank is even.
  const zipf = (most: number) => Math.floor(most ** random()) - 1
  const word = () => {
    if (random() < 0.3) return SMALL[zipf(SMALL.length + 1)] ?? 'the'
    const rank = zipf(WORDS)
    const known = words.get(rank)
    if (known !== undefined) return known
    const made = wordOf(rank, 0)
    if (rank < 20_000) words.set(rank, made)
    return made
  }
  const text = (length: number) => Array.from({ length }, word)
  const name = () => {
    const author = Math.floor(random() ** 2 * (count / 2.3))
    const first = capital(wordOf(author % 3_000, 1))
    return `${first} ${capital(wordOf(Math.floor(author / 7) % NAMES, 2))}`
  }

  for (let number = 1; number <= count; number++) {
    const length = 1 + Math.floor(random() * random() * 12)
    const main = capital(text(length).join(' '))
    const title = random() < 0.3 ? `${main}: ${capital(text(5).join(' '))}` : main
    const interests = 1 + Math.floor(random() * random() * 3)
    const categories = Array.from(
      { length: interests },
      () => CATEGORIES[Math.floor(random() ** 1.5 * CATEGORIES.length)] ?? 'Fiction',
    )
    yield {
      id: `bench_${number}`,
      title,
      authors: random() < 0.15 ? [name(), name()] : [name()],
      categories: [...new Set(categories)],
      description:
        random() < 0.3 ? `${capital(text(20 + Math.floor(random() * 80)).join(' '))}.` : undefined,
      publishedDate: String(1800 + Math.floor(random() * 226)),
      isbn: random() < 0.6 ? isbn13(number) : undefined,
      worth: Math.round(random() ** 3 * 100_000) / 1000,
    }
  }
}
