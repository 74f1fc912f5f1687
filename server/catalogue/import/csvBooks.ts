import { createHash } from 'node:crypto'
import { fold } from '../../../contract/fold.ts'
import { isbn13Of } from '../../lib/isbn.ts'
import { interestsOf } from '../categoryMap.ts'
import { languageCode, popularityOfRatings } from '../normalise.ts'
import { splitSeries } from '../texts.ts'
import { authorsIn, isbnsIn, titleIn, type Row } from './bookCells.ts'
import { positionsOf, type Field } from './columns.ts'
import { exampleOf, readTable } from './csv.ts'
import { imported, type Format } from './format.ts'
import { beginningOf, ImportError, type Meter } from './input.ts'

// Any table of books with a header: the host's own, and what other services export.

function numberOf(text: string): number | undefined {
  const number = Number(text.trim().replace(/^(\d+),(\d+)$/, '$1.$2'))
  return text.trim() !== '' && Number.isFinite(number) ? number : undefined
}

/** Ratings of which only the mean is known weigh as if they were this many. */
const UNCOUNTED = 10

function popularityOf({ get }: Row): number {
  const given = numberOf(get('popularity'))
  if (given !== undefined) return given
  const mean = numberOf(get('mean'))
  const count = numberOf(get('count').replaceAll(/[\s,.]/g, ''))
  if (mean === undefined) return count === undefined ? 0 : popularityOfRatings(3.5, count)
  return popularityOfRatings(mean, count ?? (mean > 0 ? UNCOUNTED : 0))
}

/** What tells a book from the others of its table: its id there, its ISBN, or what it says. */
function keyOf({ get }: Row, isbns: readonly string[]): string {
  const id = get('id').trim()
  if (/^[\w-]{1,40}$/.test(id)) return id
  const isbn = isbns.map(isbn13Of).find((found) => found !== undefined)
  if (isbn !== undefined) return isbn
  const titleAndAuthor = `${fold(get('title'))} | ${fold(get('author') || get('authors'))}`
  return createHash('sha256').update(titleAndAuthor).digest('hex').slice(0, 20)
}

/** A table with a header; ids begin with `prefix`. */
export function createCsv(prefix: string): Format<Row> {
  let onLoss: Meter['onLoss']
  return {
    async *read({ input, meter }) {
      onLoss = meter.onLoss
      for (const file of input.files) {
        if ((await beginningOf(file)) === '') throw new ImportError(`${file.path} is empty.`)
        yield* readTable<Field>(file, meter, (header) => {
          const positions = positionsOf(header)
          if (positions.get('title')?.length) return positions
          throw new ImportError(
            `${file.path} has no column called "title"; ` +
              `its first line is: ${header.join(', ').slice(0, 100)}`,
          )
        })
      }
    },

    async map(row, coverVersion) {
      const { cells, get, all } = row
      const isbns = isbnsIn(row)
      const picture = get('picture')
      const { title, series } = titleIn(row)
      const languages = get('language')
        .split(',', 1)
        .flatMap((name) => languageCode(name) ?? [])
      const mapped = await imported(
        {
          id: `${prefix}_${keyOf(row, isbns)}`,
          title,
          subtitle: get('subtitle'),
          originalTitle: splitSeries(get('originalTitle')).title,
          series,
          authors: authorsIn(row),
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
          popularity: popularityOf(row),
          languages,
          example: exampleOf(cells),
        },
        coverVersion,
      )
      if ('skipped' in mapped) return mapped
      const { publishedDate, industryIdentifiers } = mapped.book.volumeInfo
      const taken = [
        ['dates that cannot be read', get('published'), publishedDate],
        ['ISBNs that are none', all('isbn').join(', '), industryIdentifiers],
        ['languages that are not known', get('language'), languages[0]],
      ] as const
      for (const [kind, given, value] of taken) {
        if (value === undefined && /[^\s=",]/.test(given)) onLoss?.(kind, given.slice(0, 60))
      }
      return mapped
    },
  }
}
