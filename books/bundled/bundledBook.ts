import type { Book } from '../../contract/books.ts'
import { fold } from '../../contract/fold.ts'
import { ID_MAX_LENGTH } from '../../contract/id.ts'
import type { BundledRecord } from './bundledRecord.ts'
import { coverLink } from '../coverLink.ts'
import type { StoredBook } from '../storedBook.ts'

/** A bundled file and what it holds; `name` is for messages and for the order, which decides ids. */
export interface BundledFile {
  name: string
  records: readonly BundledRecord[]
}

/** ASCII, small, words joined by `-`, at most 64: `Les Misérables` → `les-miserables`. */
function slug(text: string, max = ID_MAX_LENGTH): string {
  const whole = fold(text)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  if (whole.length <= max) return whole
  const cut = whole.slice(0, max + 1)
  const end = cut.lastIndexOf('-')
  return cut.slice(0, end > 0 ? end : max)
}

/** One record for the same title by the same first author, whatever number of files bring it. */
function merge(records: readonly BundledRecord[]): BundledRecord[] {
  const merged = new Map<string, BundledRecord>()
  for (const record of records) {
    const key = `${fold(record.title)} | ${fold(record.authors[0] ?? '')}`
    const existing = merged.get(key) ?? record
    const isLonger = record.description.length > existing.description.length
    merged.set(key, {
      ...record,
      ...existing,
      categories: [...new Set([...existing.categories, ...record.categories])],
      description: isLonger ? record.description : existing.description,
      popularity: Math.max(existing.popularity, record.popularity),
    })
  }
  return [...merged.values()]
}

/** Ids that no two share: the slug of the title, then with the author's last name, then with a number. */
function identify(records: readonly BundledRecord[]): Map<BundledRecord, string> {
  const ids = new Map<BundledRecord, string>()
  const used = new Set<string>()
  const claim = (record: BundledRecord, id: string) => {
    if (used.has(id)) return false
    used.add(id)
    ids.set(record, id)
    return true
  }
  for (const record of records) {
    if (record.id !== undefined && !claim(record, record.id)) {
      throw new Error(`Two bundled books have the id '${record.id}'`)
    }
  }
  for (const record of records) {
    if (record.id !== undefined) continue
    const title = slug(record.title) || 'book'
    const name = slug(record.authors[0]?.split(' ').at(-1) ?? '', 20) || 'author'
    const named = `${slug(title, ID_MAX_LENGTH - 1 - name.length)}-${name}`
    if (claim(record, title) || claim(record, named)) continue
    for (let number = 2; !claim(record, `${slug(named, ID_MAX_LENGTH - 5)}-${number}`); number++);
  }
  return ids
}

function toBook(record: BundledRecord, id: string): Book {
  const { title, subtitle, originalTitle, series, authors } = record
  const { publishedDate, categories, description, gutenberg, isbn13 } = record
  const thumbnail = coverLink(id, { title, authors, categories })
  return {
    id,
    volumeInfo: {
      title,
      subtitle,
      originalTitle,
      series,
      language: 'en',
      authors,
      description,
      imageLinks: { thumbnail },
      categories,
      publishedDate,
      industryIdentifiers: isbn13 ? [{ type: 'ISBN_13', identifier: isbn13 }] : undefined,
    },
    accessInfo: {
      pdf: { isAvailable: false },
      webReaderLink: gutenberg ? `https://www.gutenberg.org/ebooks/${gutenberg}` : undefined,
    },
    saleInfo: {},
  }
}

/**
 * The books of the bundled files, the most popular first, whatever the order of the files.
 *
 * @throws Error where two records claim the same id
 */
export function bundledBooks(files: readonly BundledFile[]): StoredBook[] {
  const ordered = files.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const records = merge(ordered.flatMap((file) => file.records))
  const ids = identify(records)
  return records
    .map((record) => {
      const book = toBook(record, ids.get(record) ?? '')
      return { book, popularity: record.popularity, source: 'bundled' }
    })
    .toSorted(
      (one, other) => other.popularity - one.popularity || (one.book.id < other.book.id ? -1 : 1),
    )
}
