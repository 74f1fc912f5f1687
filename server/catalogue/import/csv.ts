import { parse, CsvError } from 'csv-parse'
import { Readable } from 'node:stream'
import {
  beginningOf,
  ImportError,
  readText,
  weigh,
  WEIGHT_MAX,
  type InputFile,
  type Meter,
} from './input.ts'

const RECORD_MAX = 4 * 1024 * 1024
const GROUP = 500

/** What stands between the fields: of comma, semicolon and tab the commonest in the header. */
function delimiterOf(header: string): string {
  const count = (delimiter: string) => header.split(delimiter).length
  return [',', ';', '\t'].reduce((best, other) => (count(other) > count(best) ? other : best))
}

/**
 * The rows of a CSV file in groups, the header first among them. Fields may be quoted and hold line
 * breaks; rows may be of different lengths.
 *
 * @throws ImportError where a quotation mark is never closed or a row is larger than 4 MB
 */
export async function* readRows(file: InputFile, meter: Meter): AsyncGenerator<string[][]> {
  const [header = ''] = (await beginningOf(file)).split(/\r?\n/, 1)
  const parser = parse({
    delimiter: delimiterOf(header),
    max_record_size: RECORD_MAX,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  })
  const text = Readable.from(readText(file, meter))
  text.on('error', (error) => parser.destroy(error))
  text.pipe(parser)
  let rows: string[][] = []
  let weight = 0
  try {
    for await (const row of parser) {
      if (!Array.isArray(row)) continue
      const fields = row.map(String)
      rows.push(fields)
      weight += weigh(fields)
      if (rows.length < GROUP && weight < WEIGHT_MAX) continue
      yield rows
      rows = []
      weight = 0
    }
  } catch (error) {
    if (rows.length > 0) yield rows
    if (!(error instanceof CsvError)) throw error
    const line = typeof error['lines'] === 'number' ? ` in line ${error['lines']}` : ''
    const reason =
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'a quotation mark is never closed'
        : error.code === 'CSV_MAX_RECORD_SIZE'
          ? 'a row is larger than 4 MB, as where a quotation mark is not closed'
          : error.message.split('\n', 1).join('')
    throw new ImportError(`${file.path} is not sound CSV${line}: ${reason}.`, { cause: error })
  } finally {
    text.destroy()
    parser.destroy()
  }
  if (rows.length > 0) yield rows
}
