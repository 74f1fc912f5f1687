import { createHash } from 'node:crypto'
import { fold } from '../../contract/fold.ts'
import { interestsOf } from '../categories.ts'
import { cleanDate, earliestOf, orderOf, type DateOrder } from '../dates.ts'
import { cleanIsbns } from '../isbn.ts'
import { languagesIn, UNKNOWN_LANGUAGE } from '../languages.ts'
import { numberIn } from '../numbers.ts'
import { popularityOfRatings } from '../record.ts'
import { splitSeries } from '../titles.ts'
import { exampleOf, readTable } from './csv.ts'
import { beginningOf, ImportError, type Meter, type Format } from './input.ts'
import { authorsIn, isNoBook, positionsOf, titleIn, type Field, type Row } from './table.ts'

// Any table of books with a header: the host's own, and what other services export.

/** Which of day and month the dates of a table write first, where one tells and none says otherwise. */
async function dateOrderOf(rowsOf: () => AsyncIterable<readonly Row[]>, signal: AbortSignal) {
  const orders = new Set<ReturnType<typeof orderOf>>()
  for await (const rows of rowsOf()) {
    signal.throwIfAborted()
    for (const date of datesOf(rows)) orders.add(orderOf(date))
  }
  const [order, other] = (['day', 'month'] as const).filter((one) => orders.has(one))
  return other === undefined ? order : undefined
}

const datesOf = (rows: readonly Row[]): string[] => rows.flatMap(({ all }) => all('published'))

/** Ratings of which only the mean is known weigh as if they were this many. */
const UNCOUNTED = 10

function popularityOfRow({ get }: Row): number {
  const mean = numberIn(get('mean'))
  const count = numberIn(get('count').replaceAll(/[\s,.]/g, ''))
  const byRatings = () => popularityOfRatings(mean ?? 3.5, count ?? (mean ? UNCOUNTED : 0))
  return numberIn(get('popularity')) ?? byRatings()
}

/** What tells a book from the others of its table: its id there, its ISBN, or what it says. */
function bookRowKey({ get }: Row, isbn13: string | undefined): string {
  const id = get('id').trim()
  // 0 is what some programs write for none.
  if (/^(?!0$)[\w-]{1,40}$/.test(id)) return id
  if (isbn13 !== undefined) return isbn13
  const titleAndAuthor = `${fold(get('title'))} | ${fold(get('author') || get('authors'))}`
  return createHash('sha256').update(titleAndAuthor).digest('hex').slice(0, 20)
}

/** A row, and how dates are written in its table. */
type DatedRow = Row & { order: DateOrder | undefined }

/** A table with a header; ids begin with `prefix`. */
export function createCsv(prefix: string): Format<DatedRow> {
  let onLoss: Meter['onLoss']
  return {
    async *read({ input, meter, signal }) {
      onLoss = meter.onLoss
      for (const file of input.files) {
        if ((await beginningOf(file)) === '') {
          const reason = `${file.path} is empty.`
          if (!file.onFault) throw new ImportError(reason)
          file.onFault(reason)
          continue
        }
        const read = (meter: Meter) =>
          readTable<Field>(file, meter, (header) => {
            const { positions } = positionsOf(header, 'book')
            if (positions.get('title')?.length) return positions
            throw new ImportError(
              `${file.path} has no column called "title"; ` +
                `its first line is: ${exampleOf(header)}` +
                (/^[\0-\x7f]*$/.test(header.join(''))
                  ? ''
                  : '. If letters are wrong, name what it is written in with --encoding.'),
            )
          })
        let order: DateOrder | undefined
        let isTold = false
        for await (const rows of read(meter)) {
          // Only then is the table read once more: the row that tells may be the last.
          if (!isTold && datesOf(rows).some((date) => orderOf(date) === 'either')) {
            order = await dateOrderOf(() => read({ read: 0, total: 0 }), signal)
            isTold = true
          }
          yield rows.map((row) => ({ ...row, order }))
        }
      }
    },

    map(row) {
      const { cells, get, all, order } = row
      if (isNoBook(row))
        return { skipped: 'no book but an article, a film …', example: exampleOf(cells) }
      const isbns = cleanIsbns(all('isbn'))
      const picture = get('picture')
      // The earliest: an edition comes behind the first.
      const publishedDate = earliestOf(
        all('published').flatMap((date) => cleanDate(date.replace(/\.0$/, ''), order) ?? []),
      )
      const isKnown = !languagesIn(get('language')).includes(UNKNOWN_LANGUAGE)
      const values = [
        ['invalid dates', get('published'), publishedDate],
        ['invalid ISBNs', all('isbn').join(', '), isbns[0]],
        ['unknown languages', get('language'), isKnown || undefined],
      ] as const
      const names = get('categories')
        .split(/[;|\n,]/)
        .map((name) =>
          name
            .trim()
            .slice(0, 300)
            .replaceAll(/^[[{'"]+|[\]}'"]+$/g, ''),
        )
      for (const [kind, text, value] of values) {
        if (value === undefined && /[\p{L}\p{N}]/u.test(text)) onLoss?.(kind, text.slice(0, 60))
      }
      return {
        ...titleIn(row),
        id: `${prefix}_${bookRowKey(row, isbns[0]?.identifier)}`,
        subtitle: get('subtitle'),
        originalTitle: splitSeries(get('originalTitle')).title,
        authors: authorsIn(row),
        description: get('description'),
        publishedDate,
        categories: interestsOf(names),
        subjects: names,
        origins: get('origin').split(/[;|,\n]/),
        identifiers: isbns,
        picture: /nophoto|no-cover|default/i.test(picture) ? undefined : picture,
        pdfLink: get('pdf'),
        webReaderLink: get('reader'),
        buyLink: get('buy'),
        popularity: popularityOfRow(row),
        languages: [get('language')],
        example: exampleOf(cells),
      }
    },
  }
}
