import { ERROR_TEXTS, SentenceError } from '../../contract/errorTexts.ts'
import { KIB_BYTES, MIB_BYTES } from '../../contract/units.ts'

// How the text of a table becomes rows: what programs write is no sound CSV, and a reason must name its line.

/** A table cannot be read; the message is a sentence that names the line. */
export class TableFault extends SentenceError {
  override name = 'TableFault'
}

/** Wider tables are nobody's; of a row no more cells are read, but for one that tells so. */
export const COLUMNS_MAX = 512
/** How many letters a row may have: of a catalogue, and of what a reader sends. */
const ROW_MAX = 4 * MIB_BYTES
export const READER_ROW_MAX = 256 * KIB_BYTES

const SAMPLE = 64 * KIB_BYTES
const SAMPLE_ROWS = 50
const QUOTED = /(?<=^|[\r\n\t;,|])"[^"]*(?:""[^"]*)*(?:"(?=[\r\n\t;,|]|$)|$)/g

/** What is between the fields: of tab, semicolon, comma and bar the one that rows have as often as the header. */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, SAMPLE)
    .replaceAll(QUOTED, '')
    .split(/[\r\n]+/)
  if (text.length > SAMPLE) lines.pop()
  const [header = '', ...rows] = lines.slice(0, SAMPLE_ROWS)
  const score = (delimiter: string) => {
    const [most = 0, ...counts] = [header, ...rows].map((line) => line.split(delimiter).length - 1)
    const points = counts.map((count) => (count === most ? most : Math.min(count, most) / 2))
    return points.reduce((sum, point) => sum + point, most / SAMPLE_ROWS)
  }
  return ['\t', ';', ',', '|'].reduce((best, other) => (score(other) > score(best) ? other : best))
}

// `sep=;` for Excel; a byte order mark as older encodings have it; blank lines.
const PREFACE =
  /^(?:\s*[\r\n])?(?:ï»¿|\uFFFD{1,3}|\?{3}|п»ї|ď»ż|Ôªø|я╗┐|∩╗┐)?(?:"?sep=([^"\r\n])"?[,;\t ]*(?:[\r\n]+|$))?/i

const breaksIn = (text: string): number => text.match(/\r\n?|\n/g)?.length ?? 0

/**
 * A field with what ends it, and a field that more text may close. A quotation mark that is closed by none before
 * an end of a field is a letter; in a table with tabs also one that is closed neither before the next tab nor in
 * its line: LibraryThing quotes nothing.
 */
function fieldsBetween(delimiter: string, isTabbed: boolean) {
  const within = (others: string) =>
    `[^"${others}]*(?:(?:""|(?<=\\\\)"(?![${delimiter}\\r\\n]))[^"${others}]*)*`
  const [open, quoted] = isTabbed
    ? ['[^\\t]*|[^\\r\\n]*', `${within('\\t')}|${within('\\r\\n')}`]
    : [within(''), within('')]
  const space = `(?:(?!${delimiter})[^\\S\\r\\n])*`
  const end = `(${delimiter}|\\r\\n?|\\n|$)`
  return {
    field: new RegExp(`${space}(?:"(${quoted})"${space}|([^${delimiter}\\r\\n]*))${end}`, 'y'),
    open: new RegExp(`${space}"(?:${open})$`, 'y'),
  }
}

/**
 * A function that takes the pieces of a table's text, `isEnd` with the last, and returns the rows that end in
 * them. Fields may hold line ends of any kind; blank lines are no rows.
 *
 * @throws TableFault where a quotation mark is never closed, or a row has more than `rowMax` letters
 */
export function createRowParser(rowMax = ROW_MAX): (piece: string, isEnd?: boolean) => string[][] {
  let text = ''
  let delimiter = ''
  let isTabbed = false
  let patterns: ReturnType<typeof fieldsBetween> | undefined
  let row: string[] = []
  let size = 0
  let line = 1
  // What is left over is read again once it is twice as long: no field is read over and over.
  let enough = 0

  return (piece, isEnd = false) => {
    text += piece
    if (text.length < enough && !isEnd) return []
    if (!patterns) {
      if (text.trim() === '') return []
      const [preface = '', separator] = PREFACE.exec(text) ?? []
      line += breaksIn(preface)
      text = text.slice(preface.length)
      delimiter = separator ?? delimiterOf(text)
      // A table of one column has none.
      isTabbed = delimiter === '\t' && text.includes(delimiter)
      patterns = fieldsBetween(delimiter.replace(/\W/, '\\$&'), isTabbed)
    }
    const { field, open } = patterns
    const rows: string[][] = []
    const endRow = () => {
      if (row.length > 0) rows.push(row)
      row = []
      size = 0
    }
    let at = 0
    while (at < text.length) {
      field.lastIndex = open.lastIndex = at
      const [whole = '', quoted, plain = '', end] = field.exec(text) ?? []
      // At the end of a table with tabs it is a letter.
      const isOpen = plain.startsWith('"') && !(isEnd && isTabbed) && open.test(text)
      if (isOpen && isEnd) {
        throw new TableFault({ text: ERROR_TEXTS.quoteOpen, values: { line: String(line) } })
      }
      if (!isEnd && (isOpen || at + whole.length === text.length)) break
      at += whole.length
      size += whole.length
      const isBlank = row.length === 0 && end !== delimiter && plain === '' && quoted === undefined
      if (!isBlank && row.length <= COLUMNS_MAX) {
        const cell = quoted?.replaceAll(/""|\\"(?!")/g, '"') ?? plain
        // `"Title\";Author"`: its mark was meant to be escaped.
        const before = row.at(-1)
        const isEscaped = quoted === undefined && plain.endsWith('"') && before?.endsWith('\\')
        if (isEscaped) row[row.length - 1] = before?.slice(0, -1) ?? ''
        row.push(isEscaped ? cell.slice(0, -1) : cell)
      }
      line += breaksIn(quoted ?? '')
      if (end === delimiter) continue
      line += 1
      endRow()
    }
    text = text.slice(at)
    enough = 2 * text.length
    if (size + text.length > rowMax) {
      const values = { line: String(line), size: rowMax === ROW_MAX ? '4 MB' : '256 KB' }
      throw new TableFault({ text: ERROR_TEXTS.rowTooLarge, values })
    }
    // Behind the last delimiter is one more field.
    if (isEnd && row.length > 0) {
      row.push('')
      endRow()
    }
    return rows
  }
}
