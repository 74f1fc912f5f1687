import { CATEGORIES } from '../../../contract/categories.ts'
import type { StoredBook } from '../storedBook.ts'
import { field } from '../volume.ts'
import { imported, type Format } from './format.ts'
import type { Line } from './input.ts'
import { readJsonLine, readJsonLines } from './json.ts'

/** A book as one line of an export, without its line break. */
export function exportLine({ source, worth, picture, book }: StoredBook): string {
  return JSON.stringify({ source, worth, ...(picture !== undefined && { picture }), book })
}

/** What `export` writes. The file may have been changed, so it is cleaned like any other. */
export const catchword: Format<Line> = {
  async *read({ input, meter }) {
    for (const file of input.files) yield* readJsonLines(file, meter)
  },

  async map(line, drawing) {
    const raw = readJsonLine(line)
    if ('broken' in raw) return { skipped: raw.broken, example: raw.example }
    const { value } = raw
    const book = field(value, 'book')
    const id = field(book, 'id')
    if (typeof id !== 'string') {
      return { skipped: 'no book of an export', example: JSON.stringify(value).slice(0, 60) }
    }
    const info = field(book, 'volumeInfo')
    const access = field(book, 'accessInfo')
    const given = field(info, 'categories')
    const names: unknown[] = Array.isArray(given) ? given : []
    const worth = field(value, 'worth')
    return imported(
      {
        id,
        title: field(info, 'title'),
        authors: field(info, 'authors'),
        description: field(info, 'description'),
        publishedDate: field(info, 'publishedDate'),
        categories: names.flatMap((name) => CATEGORIES.find((known) => known === name) ?? []),
        identifiers: field(info, 'industryIdentifiers'),
        picture: field(value, 'picture'),
        pdfLink: field(field(access, 'pdf'), 'acsTokenLink'),
        webReaderLink: field(access, 'webReaderLink'),
        buyLink: field(field(book, 'saleInfo'), 'buyLink'),
      },
      typeof worth === 'number' && Number.isFinite(worth) ? worth : 0,
      [],
      drawing,
    )
  },
}
