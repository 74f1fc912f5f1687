import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import otherFiles from './otherFiles.json' with { type: 'json' }

const sign = (signs: readonly string[]): RegExp => new RegExp(signs.join('|'), 'u')
// A workbook is an archive, too.
const OTHER_FILES = [
  [sign(otherFiles.libraryWorkbook), ERROR_TEXTS.libraryWorkbook],
  [sign(otherFiles.libraryArchive), ERROR_TEXTS.libraryArchive],
] as const

/**
 * What a file is that people take for a table, and what to do, such as `This is an archive: unpack it …`.
 * @param start its first 300 bytes, each as the letter of its number
 */
export const otherFileIn = (start: string) => OTHER_FILES.find(([signs]) => signs.test(start))?.[1]
