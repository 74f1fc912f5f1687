import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { VolumeInfo } from '../contract/books.ts'
import { openCatalogue, type LocalCatalogue } from '../server/catalogue/catalogue.ts'
import { rewriteCatalogue } from '../server/catalogue/rewriteCatalogue.ts'
import { searchBooks, type Found } from '../server/catalogue/search/searchBooks.ts'
import type { StoredBook } from '../books/storedBook.ts'

/** What a test says of a made-up book. */
export interface BookInput extends Pick<
  VolumeInfo,
  'series' | 'originalTitle' | 'subjects' | 'origins' | 'publishedDate'
> {
  id: string
  title?: string
  authors?: string[]
  categories?: string[]
  description?: string
  popularity?: number
  isbn?: string
  picture?: string
}

/** A made-up book. */
export function storedBook({
  id,
  popularity = 50,
  picture,
  isbn,
  ...input
}: BookInput): StoredBook {
  return {
    book: {
      id,
      volumeInfo: {
        title: input.title ?? id,
        authors: input.authors ?? ['Ann Author'],
        categories: input.categories ?? ['Fiction'],
        imageLinks: { thumbnail: `/covers/${id}` },
        ...(input.series && { series: input.series }),
        ...(input.originalTitle !== undefined && { originalTitle: input.originalTitle }),
        ...(input.subjects !== undefined && { subjects: input.subjects }),
        ...(input.origins !== undefined && { origins: input.origins }),
        ...(input.publishedDate !== undefined && { publishedDate: input.publishedDate }),
        ...(input.description !== undefined && { description: input.description }),
        ...(isbn !== undefined && {
          industryIdentifiers: [{ type: 'ISBN_10', identifier: isbn }],
        }),
      },
      accessInfo: { pdf: { isAvailable: false } },
      saleInfo: {},
    },
    popularity,
    source: 'test',
    ...(picture !== undefined && { picture }),
  }
}

/** A catalogue of its own, with made-up books. */
export interface TestCatalogue {
  folder: string
  catalogue: LocalCatalogue
  /** Lines that a server would log. */
  logged: string[]
  /** Replaces the books of a source. */
  load: (books: readonly BookInput[], source?: string) => Promise<void>
  /** What a search finds, in this thread: a thread of its own takes half a second to start. */
  search: (query: string, limit?: number) => Found
  /** Its ids. */
  find: (query: string) => string[]
  close: () => Promise<void>
}

/** An empty catalogue; what `load` brings is there at once. */
export async function createTestCatalogue(): Promise<TestCatalogue> {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-catalogue-'))
  const load: TestCatalogue['load'] = (books, source = 'test') =>
    rewriteCatalogue(folder, async (writer) => {
      const stored = books.map((book) => ({ ...storedBook(book), source }))
      writer.replace(source, stored, { name: 'test', importedAt: 1 })
    })
  await load([])
  const logged: string[] = []
  const catalogue = openCatalogue({ folder, log: (line) => logged.push(line) })
  const search = (query: string, limit = 20) => searchBooks(catalogue.file(), query, limit)
  return {
    folder,
    catalogue,
    logged,
    load,
    search,
    find: (query) => search(query).data.map(({ id }) => id),
    async close() {
      await catalogue.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
