import { parse, CsvError } from 'csv-parse'
import { finished } from 'node:stream/promises'
import { MIB_BYTES } from '../../lib/units.ts'
import { beginningOf, ImportError, readText, type InputFile, type Meter } from './input.ts'

/** What is between the fields: of comma, semicolon and tab the commonest in the header. */
function delimiterOf(header: string): string {
  const count = (delimiter: string) => header.split(delimiter).length
  return [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best))
}

function csvError(path: string, error: unknown): unknown {
  if (!(error instanceof CsvError)) return error
  const line = typeof error['lines'] === 'number' ? ` in line ${error['lines']}` : ''
  const reasons: Partial<Record<typeof error.code, string>> = {
    CSV_QUOTE_NOT_CLOSED: 'a quotation mark is never closed',
    CSV_MAX_RECORD_SIZE: 'a row is larger than 4 MB, as where a quotation mark is not closed',
  }
  const reason = reasons[error.code] ?? error.message.split('\n', 1).join('')
  return new ImportError(`${path} is not sound CSV${line}: ${reason}.`, { cause: error })
}

/**
 * The rows of a CSV file in groups as they were read, the header first among them. Fields may be quoted
 * and hold line breaks; rows may be of different lengths.
 *
 * @throws ImportError where a quotation mark is never closed or a row is larger than 4 MB
 */
export async function* readRows(file: InputFile, meter: Meter): AsyncGenerator<string[][]> {
  const [header = ''] = (await beginningOf(file)).split(/\r?\n/, 1)
  const rows: string[][] = []
  const parser = parse({
    delimiter: delimiterOf(header),
    max_record_size: 4 * MIB_BYTES,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    // Collected here, and not put into the stream, whose iterator is slow.
    on_record: (row) => {
      rows.push(row)
      return null
    },
  })
  let failure: unknown
  const parsed = finished(parser, { readable: false }).catch((error: unknown) => (failure = error))
  for await (const text of readText(file, meter)) {
    parser.write(text)
    if (parser.errored) break
    if (rows.length > 0) yield rows.splice(0)
  }
  parser.end()
  await parsed
  if (rows.length > 0) yield rows
  if (failure !== undefined) throw csvError(file.path, failure)
}

/** A row of a table with a header: its cells, and the one of a column (empty where there is none). */
export interface TableRow<Column extends string> {
  cells: readonly string[]
  get: (column: Column) => string
}

/**
 * The rows of a table behind its header, of which `columnsOf` says where each column is.
 *
 * @throws ImportError as `readRows` and `columnsOf` do
 */
export async function* readTable<Column extends string>(
  file: InputFile,
  meter: Meter,
  columnsOf: (header: readonly string[]) => ReadonlyMap<string, number>,
): AsyncGenerator<TableRow<Column>[]> {
  let columns: ReadonlyMap<string, number> | undefined
  for await (const rows of readRows(file, meter)) {
    const known = (columns ??= columnsOf(rows.shift() ?? []))
    yield rows.map((cells) => ({ cells, get: (column) => cells[known.get(column) ?? -1] ?? '' }))
  }
}
