import { isCategory } from '../../contract/categories.ts'
import type { StoredBook } from '../storedBook.ts'
import { field, list } from './json.ts'
import { readJsonLines, type Json, type Format } from './input.ts'

/** A book as one line of an export, without its line break. */
export function exportLine({ source, popularity, picture, book }: StoredBook): string {
  return JSON.stringify({ source, popularity, ...(picture !== undefined && { picture }), book })
}

/** What `export` writes. The file may have been changed, so it is cleaned like any other. */
export const catchword: Format<Json> = {
  async *read({ input, meter }) {
    for (const file of input.files) yield* readJsonLines(file, meter)
  },

  map(raw) {
    if ('skipped' in raw) return raw
    const { value } = raw
    const book = field(value, 'book')
    const id = field(book, 'id')
    if (typeof id !== 'string') {
      return { skipped: 'no book of an export', example: JSON.stringify(value).slice(0, 60) }
    }
    const info = field(book, 'volumeInfo')
    const series = field(info, 'series')
    const access = field(book, 'accessInfo')
    const popularity = field(value, 'popularity')
    return {
      id,
      title: field(info, 'title'),
      subtitle: field(info, 'subtitle'),
      originalTitle: field(info, 'originalTitle'),
      series: {
        name: field(series, 'name'),
        number: field(series, 'number'),
        of: field(series, 'of'),
      },
      authors: field(info, 'authors'),
      description: field(info, 'description'),
      publishedDate: field(info, 'publishedDate'),
      categories: list(field(info, 'categories')).filter(isCategory),
      subjects: list(field(info, 'subjects')),
      origins: list(field(info, 'origins')),
      identifiers: field(info, 'industryIdentifiers'),
      picture: field(value, 'picture'),
      pdfLink: field(field(access, 'pdf'), 'acsTokenLink'),
      webReaderLink: field(access, 'webReaderLink'),
      buyLink: field(field(book, 'saleInfo'), 'buyLink'),
      popularity: typeof popularity === 'number' && Number.isFinite(popularity) ? popularity : 0,
      languages: [field(info, 'language')],
    }
  },
}
