import { fold } from '../../contract/fold.ts'
import type { VolumeInfo } from '../../contract/books.ts'
import { loadBundledBooks } from '../../server/catalogue/bundled.ts'
import { seeded } from '../seeded.ts'
import words from './editionWords.json' with { type: 'json' }
import { measureProgram, quoted } from './library.ts'
import { withCatalogue, type Figure } from './measure.ts'

// Whether words of editions hide books: rows of bundled books with such words, and as many that only look like them.

const ROWS = 1000

type Random = (below: number) => number

/** A row, and the work that it means where the catalogue has it. */
interface EditionRow {
  title: string
  author: string
  work: string | undefined
}

/** A bundled book. */
type Bundled = VolumeInfo & { work: string }

/** A title in a wording of one of the kinds, each as likely; none where the book has not what belongs into it. */
function inWording(
  kind: keyof typeof words,
  { series, subtitle = '', publishedDate = '', authors }: Bundled,
  title: string,
  other: string,
  random: Random,
): string | undefined {
  const kinds: readonly (readonly string[])[] = Object.values(words[kind])
  const wordings = kinds[random(kinds.length)] ?? []
  const wording = wordings[random(wordings.length)] ?? ''
  const values: Readonly<Record<string, string>> = {
    title: wording.startsWith('{') ? title : title.replace(/^(?:The|An?) /, ''),
    series: series?.name ?? '',
    number: String(series?.number ?? ''),
    subtitle,
    year: /^\d{4}/.exec(publishedDate)?.[0] ?? '',
    author: authors[0] ?? '',
    other,
  }
  const parts = wording.split(/[{}]/).map((part, place) => (place % 2 === 0 ? part : values[part]))
  const isFull = parts.every((part, place) => place % 2 === 0 || part)
  return isFull ? parts.join('') : undefined
}

/** Rows of books that the catalogue has, or of others; a quarter with the words of an edition besides. */
function rowsOf(kind: keyof typeof words, books: readonly Bundled[], random: Random): EditionRow[] {
  const rows: EditionRow[] = []
  while (rows.length < ROWS) {
    const book = books[random(books.length)]
    const author = book?.authors[0]
    if (!book || author === undefined) continue
    const more = books.filter(({ work, authors }) => work !== book.work && authors[0] === author)
    const other = more[random(more.length)]?.title ?? ''
    const once = inWording(kind, book, book.title, other, random)
    if (once === undefined) continue
    const isTwice = random(4) === 0
    const title = isTwice ? (inWording('same', book, once, other, random) ?? once) : once
    const written = random(8) === 0 ? title.toUpperCase() : title
    rows.push({ title: written, author, work: kind === 'same' ? book.work : undefined })
  }
  return rows
}

/** Measures how many books with words of editions are found, and how many wrongly. */
export const measureEditions = (): Promise<Figure[]> =>
  withCatalogue(loadBundledBooks, async (catalogue) => {
    const file = catalogue.file()
    const books = Array.from(file.booksOf('bundled'), ({ book }) => book)
    const works = file.worksOf(books.map(({ id }) => id))
    const titles = new Map(books.map(({ id, volumeInfo }) => [id, fold(volumeInfo.title)]))
    const bundled = books.map(({ id, volumeInfo }) => {
      return { ...volumeInfo, work: works.get(id) ?? id }
    })
    const random = seeded(59)
    const rows = [...rowsOf('same', bundled, random), ...rowsOf('other', bundled, random)]
    const lines = rows.map(({ title, author }) => `${quoted(title)},${quoted(author)}`)
    const judged = rows.map(({ title, author, work }) => ({
      text: `${title} | ${author}`,
      isThere: work !== undefined,
      isRight: (id: string) =>
        work === undefined ? titles.get(id) === fold(title) : works.get(id) === work,
    }))
    const content = Buffer.from(`Title,Author\n${lines.join('\n')}`)
    const least = { precision: 0.995, recall: 0.97 }
    return measureProgram('editions', content, judged, file.library, least)
  })
