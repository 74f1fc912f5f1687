import { createHash } from 'node:crypto'
import { fold } from '../../../contract/fold.ts'
import { isbn13Of } from '../search/text.ts'
import { interestsOf } from '../categoryMap.ts'
import { languageCode, splitSeries, worthOfRatings } from '../normalise.ts'
import { readTable, type TableRow } from './csv.ts'
import { imported, type Format } from './format.ts'
import { beginningOf, ImportError } from './input.ts'
import { authorsOf, readNames } from './names.ts'

// Any table of books with a header: the host's own, and what other services export.

// What a column may be called, folded; the first that a file has counts. Columns of a reader's own
// (ratings, reviews, notes, dates of reading) are not among them: they say nothing of the book.
const NAMES = {
  id: 'id, book id, goodreads book id',
  title: 'title, book title, name, titre, titel, titulo, titolo, original title',
  originalTitle: 'original title',
  subtitle: 'subtitle, sous titre, untertitel',
  series: 'series, series name, serie, reihe',
  seriesNumber: 'series number, series index, volume, number in series, band, tome',
  author: 'author, author name, auteur, autor, autore, creator, writer',
  authors: 'authors, author names, auteurs, autoren, autores, autori, creators',
  moreAuthors: 'additional authors',
  isbn13: 'isbn13, isbn 13, ean, ean13',
  isbn: 'isbn, isbn10, isbn 10, isbns, isbn uid, isbn asin',
  description: 'description, summary, synopsis, book description, blurb, resume',
  categories:
    'categories, category, genres, genre, subjects, subject, interests, tags, bookshelves',
  published:
    'original publication year, published, publication date, published date, publish date, ' +
    'publication year, year published, year, date de publication, first published',
  worth: 'worth',
  mean: 'average rating, avg rating, mean rating, rating average',
  count: 'ratings count, rating count, number of ratings, num ratings, work ratings count',
  picture: 'image url, cover, cover url, cover image, image, thumbnail, picture',
  language: 'language, language code, lang, langue',
  reader: 'web reader link, read link, read online',
  buy: 'buy link, purchase link',
  pdf: 'pdf, pdf link',
}

type Field = keyof typeof NAMES
type Get = (field: Field) => string

/** Where the fields are that a header has. */
function columnsOf(header: readonly string[]): ReadonlyMap<string, number> {
  const folded = header.map(fold)
  const columns = new Map<string, number>()
  for (const [field, names] of Object.entries(NAMES)) {
    const positions = names.split(', ').map((name) => folded.indexOf(name))
    const column = positions.find((position) => position >= 0)
    if (column !== undefined) columns.set(field, column)
  }
  return columns
}

/** `="0140449337"`, as Goodreads writes numbers for spreadsheets. */
const unwrapped = (text: string): string => text.trim().replace(/^="?(.*?)"?$/s, '$1')

/** An ISBN that lost its leading zeros in a spreadsheet has them back. */
function isbnsOf(text: string): string[] {
  return unwrapped(text)
    .split(/[,;|\s]+/)
    .filter((part) => part !== '')
    .map((part) => (/^\d{7,9}[\dXx]?$/.test(part) ? part.padStart(10, '0') : part))
}

/** A series in a column of its own, its number in another or behind its name. */
function seriesOf(get: Get) {
  const text = get('series').trim()
  const number = get('seriesNumber')
  const behind = splitSeries(`- (${text})`).series
  return number === '' && behind ? behind : { name: behind?.name ?? text, number }
}

function numberOf(text: string): number | undefined {
  const number = Number(text.trim().replace(/^(\d+),(\d+)$/, '$1.$2'))
  return text.trim() !== '' && Number.isFinite(number) ? number : undefined
}

/** Ratings of which only the mean is known weigh as if they were this many. */
const UNCOUNTED = 10

function worthOf(get: Get): number {
  const given = numberOf(get('worth'))
  if (given !== undefined) return given
  const mean = numberOf(get('mean'))
  const count = numberOf(get('count').replaceAll(/[\s,.]/g, ''))
  if (mean === undefined) return count === undefined ? 0 : worthOfRatings(3.5, count)
  return worthOfRatings(mean, count ?? (mean > 0 ? UNCOUNTED : 0))
}

/** What tells a book from the others of its table: its id there, its ISBN, or what it says. */
function keyOf(get: Get, isbns: readonly string[]): string {
  const id = get('id').trim()
  if (/^[\w-]{1,40}$/.test(id)) return id
  const isbn = isbns.map(isbn13Of).find((found) => found !== undefined)
  if (isbn !== undefined) return isbn
  const said = `${fold(get('title'))} | ${fold(get('author') || get('authors'))}`
  return createHash('sha256').update(said).digest('hex').slice(0, 20)
}

/** A table with a header; ids begin with `prefix`. */
export function createCsv(prefix: string): Format<TableRow<Field>> {
  return {
    async *read({ input, meter }) {
      for (const file of input.files) {
        if ((await beginningOf(file)) === '') throw new ImportError(`${file.path} is empty.`)
        yield* readTable(file, meter, (header) => {
          const columns = columnsOf(header)
          if (columns.has('title')) return columns
          throw new ImportError(
            `${file.path} has no column called "title"; ` +
              `its first line is: ${header.join(', ').slice(0, 100)}`,
          )
        })
      }
    },

    async map({ cells, get }, drawing) {
      const isbns = [...isbnsOf(get('isbn13')), ...isbnsOf(get('isbn'))]
      const picture = get('picture')
      const { title, series } = splitSeries(get('title').trim() || get('originalTitle'))
      return imported(
        {
          id: `${prefix}_${keyOf(get, isbns)}`,
          title,
          subtitle: get('subtitle'),
          originalTitle: splitSeries(get('originalTitle')).title,
          series: get('series') === '' ? series : seriesOf(get),
          authors: authorsOf([
            ...readNames(get('authors'), true),
            ...readNames(get('author')),
            ...readNames(get('moreAuthors'), true),
          ]),
          description: get('description'),
          publishedDate: get('published').replace(/\.0$/, ''),
          categories: interestsOf(get('categories').split(/\s*[;|\n]\s*|,\s*/)),
          identifiers: isbns,
          ...(!/nophoto|no-cover|default/i.test(picture) && { picture }),
          pdfLink: get('pdf'),
          webReaderLink: get('reader'),
          buyLink: get('buy'),
        },
        {
          worth: worthOf(get),
          languages: [languageCode(get('language')) ?? []].flat(),
          example: cells.join(', ').slice(0, 60),
        },
        drawing,
      )
    },
  }
}
