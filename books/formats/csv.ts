import { parse, CsvError } from 'csv-parse'
import { finished } from 'node:stream/promises'
import { ImportError, readText, type InputFile, type Meter } from './input.ts'
import {
  beginTable,
  COLUMNS_MAX,
  csvOptions,
  rowOf,
  type Positions,
  type TableRow,
} from './table.ts'

const CSV_ERRORS: Partial<Record<CsvError['code'], string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is never closed',
  CSV_MAX_RECORD_SIZE: 'a row is larger than 4 MB, as where a quotation mark is not closed',
}

function csvError(path: string, error: unknown): unknown {
  if (!(error instanceof CsvError)) return error
  const line = typeof error['lines'] === 'number' ? ` in line ${error['lines']}` : ''
  const reason = CSV_ERRORS[error.code] ?? error.message.split('\n', 1).join('')
  return new ImportError(`${path} is not sound CSV${line}: ${reason}.`, { cause: error })
}

/**
 * The rows of a CSV file in groups as they were read, the header first among them. Fields may be quoted
 * and hold line breaks; rows may be of different lengths, and are cut behind one cell more than a table can have.
 *
 * @throws ImportError where a quotation mark is never closed or a row is larger than 4 MB
 */
export async function* readRows(file: InputFile, meter: Meter): AsyncGenerator<string[][]> {
  const rows: string[][] = []
  // Collected by the parser, and not read from its stream, whose iterator is slow.
  const onRow = (row: string[]): undefined => {
    const cut = row.slice(0, COLUMNS_MAX + 1)
    rows.push(cut)
    if (row.length > COLUMNS_MAX) meter.onLoss?.('rows of more than 512 cells', exampleOf(cut))
  }
  let parser: ReturnType<typeof parse> | undefined
  let parsed: Promise<unknown> | undefined
  let failure: unknown
  for await (const text of readText(file, meter)) {
    if (!parser && text.trim() === '') continue
    const { rest, delimiter } = parser ? { rest: text, delimiter: '' } : beginTable(text)
    parser ??= parse({ ...csvOptions(delimiter), on_record: onRow })
    parsed ??= finished(parser, { readable: false }).catch((error: unknown) => (failure = error))
    parser.write(rest)
    if (parser.errored) break
    if (rows.length > 0) yield rows.splice(0)
  }
  parser?.end()
  await parsed
  if (rows.length > 0) yield rows
  if (failure !== undefined) throw csvError(file.path, failure)
}

// A mark that opens and is closed in a later row, in the middle of a field.
const isRunTogether = (cell: string): boolean => /[\r\n]/.test(/^"[^"]*"/.exec(cell)?.[0] ?? '')

/**
 * The rows of a table behind its header, of which `positionsOf` says where each column is.
 *
 * @throws ImportError as `readRows` and `positionsOf` do, and where the header has more than 512 columns
 */
export async function* readTable<Column extends string>(
  file: InputFile,
  meter: Meter,
  positionsOf: (header: readonly string[]) => Positions,
): AsyncGenerator<TableRow<Column>[]> {
  let header: readonly string[] | undefined
  let positions: Positions = new Map()
  for await (const rows of readRows(file, meter)) {
    if (!header) {
      header = rows.shift() ?? []
      if (header.length > COLUMNS_MAX)
        throw new ImportError(`${file.path} has more than ${COLUMNS_MAX} columns.`)
      positions = positionsOf(header)
      const used = new Set([...positions.values()].flat())
      const others = header.filter((_, at) => !used.has(at))
      for (const name of others) meter.onOtherColumn?.(name.trim() || '(no name)')
    }
    for (const cells of rows) {
      if (cells.some((cell) => isRunTogether(cell)))
        meter.onLoss?.('rows that ran together at a quotation mark', exampleOf(cells))
      if (cells.slice(header.length).some((cell) => cell.trim() !== ''))
        meter.onLoss?.('cells behind the last column', exampleOf(cells))
    }
    yield rows.map((cells) => rowOf<Column>(cells, positions))
  }
}

/** A row as the report names it. */
export const exampleOf = (cells: readonly string[]): string =>
  cells
    .slice(0, 60)
    .map((cell) => cell.slice(0, 600))
    .join(', ')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 60)
