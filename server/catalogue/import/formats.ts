import { catchword } from './catchword.ts'
import { createCsv } from './csvBooks.ts'
import type { Format } from './format.ts'
import { googleBooks } from './googleBooks.ts'
import { gutenberg } from './gutenberg.ts'
import { openLibrary } from './openLibrary.ts'

/** The formats that can be imported, by what they are called on the command line. */
export const FORMATS = ['gutenberg', 'open-library', 'google-books', 'csv', 'catchword'] as const

/** One of them. */
export type FormatName = (typeof FORMATS)[number]

/** Does something with the format of that name, whatever its records are; `source` as in an import. */
export function withFormat<T>(
  name: FormatName,
  source: string,
  work: <Raw>(format: Format<Raw>) => T,
): T {
  switch (name) {
    case 'gutenberg':
      return work(gutenberg)
    case 'open-library':
      return work(openLibrary)
    case 'google-books':
      return work(googleBooks)
    case 'csv':
      return work(createCsv(source))
    case 'catchword':
      return work(catchword)
  }
}
