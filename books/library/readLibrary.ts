import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { LIBRARY_MAX_ROWS } from '../../contract/uploads.ts'
import { readRows } from '../formats/csv.ts'
import { ImportError, NoText } from '../formats/input.ts'
import { TableFault } from '../formats/rows.ts'
import {
  LibraryRejected,
  readLibraryTable,
  refuseOtherFile,
  tableOfDownload,
  type LibraryTable,
} from './libraryTable.ts'

/**
 * Reads the exported library of a reader, a piece at a time; after each piece and each row `pause` is awaited.
 *
 * @throws LibraryRejected where it is none
 */
export async function readLibrary(
  content: Buffer,
  pause: () => Promise<void> | void = () => undefined,
): Promise<LibraryTable> {
  refuseOtherFile(content.toString('latin1', 0, 300))
  const download = content.includes('"exportedAt"')
    ? tableOfDownload(content.toString())
    : undefined
  if (download !== undefined) return readLibrary(Buffer.from(download), pause)
  const file = {
    path: 'The library',
    bytes: content.length,
    content: { buffer: content, pause },
  }
  const table: string[][] = []
  let isGuessed = false
  const onGuess = () => {
    isGuessed = true
  }
  try {
    for await (const rows of readRows(file, { read: 0, total: content.length, onGuess })) {
      table.push(...rows)
      if (table.length > LIBRARY_MAX_ROWS + 1) break
    }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    const { cause } = error
    const sentence = cause instanceof TableFault ? cause : ERROR_TEXTS.libraryNoTable
    throw new LibraryRejected(sentence, error instanceof NoText)
  }
  const library = await readLibraryTable(table, pause)
  if (isGuessed) library.notes.unshift('guessed')
  return library
}
