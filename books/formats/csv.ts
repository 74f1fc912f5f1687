import { CUT, ImportError, readText, type InputFile, type Meter } from './input.ts'
import { COLUMNS_MAX, createRowParser, READER_ROW_MAX, TableFault } from './rows.ts'
import { rowOf, type Positions, type TableRow } from './table.ts'

/**
 * The rows of a CSV file in groups as they were read, the header first among them. Fields may be quoted
 * and hold line breaks; rows may be of different lengths, and are cut behind one cell more than a table can have. A
 * last row in which the file was cut is told, and left out.
 *
 * @throws ImportError where a quotation mark is never closed or a row is too large
 */
export async function* readRows(file: InputFile, meter: Meter): AsyncGenerator<string[][]> {
  const read = createRowParser(file.content && READER_ROW_MAX)
  let width = 0
  let isEven = true
  let isClosed = true
  const look = (rows: readonly string[][]): void => {
    width ||= rows[0]?.length ?? 0
    isEven &&= rows.every((row) => row.length >= width)
  }
  try {
    for await (const text of readText(file, meter)) {
      if (text !== '') isClosed = /[\r\n]$/.test(text)
      const rows = read(text)
      look(rows)
      if (rows.length > 0) yield rows
    }
    const last = read('', true)
    const end = isClosed ? undefined : last.pop()
    look(last)
    const isShort = end !== undefined && end.length < width
    // The only row that lacks cells, and no line end behind it.
    if (isShort && isEven && meter.onLoss) meter.onLoss(CUT, exampleOf(end))
    else if (end) {
      meter.onOpenEnd?.(isShort)
      last.push(end)
    }
    if (last.length > 0) yield last
  } catch (error) {
    if (!(error instanceof TableFault)) throw error
    throw new ImportError(`${file.path} cannot be read: ${error.message}`, { cause: error })
  }
}

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
      for (const name of others) meter.onOtherColumn?.(exampleOf([name]).trim() || '(no name)')
    }
    for (const cells of rows) {
      if (cells.length > COLUMNS_MAX)
        meter.onLoss?.('rows of more than 512 cells', exampleOf(cells))
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
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .slice(0, 60)
