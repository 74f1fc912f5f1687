import { statSync } from 'node:fs'
import { join } from 'node:path'
import { Piscina } from 'piscina'
import type { Book, SearchResponse } from '../../contract/books.ts'
import type { Category } from '../../contract/categories.ts'
import type { CatalogueBook } from '../../books/storedBook.ts'
import { GateFull } from '../lib/gate.ts'
import { BookReader, CatalogueUnreadable, type HeartsOf } from './bookReader.ts'
import { CATALOGUE_FILE } from './catalogueFile.ts'
import type searchOnThread from './search/searchWorker.ts'

/** The books, wherever they come from. Their records are clean (books/record.ts). */
export interface Catalogue {
  /** One book, or `undefined` where no such book is known. */
  byId(id: string): Promise<CatalogueBook | undefined>
  /** Those of the books that the catalogue has itself, in any order. */
  byIds(ids: readonly string[]): Promise<Book[]>
  /** `count` works of a category, the most popular first, from the place `from` (0 the first) on, wrapping. */
  byCategory(category: Category, from: number, count: number, heartsOf?: HeartsOf): Promise<Book[]>
  /**
   * At most `limit` works by any of these authors, the most popular first, without these books and their
   * other editions. Names compare folded.
   */
  byAuthors(authors: readonly string[], limit: number, without?: readonly string[]): Promise<Book[]>
  /** At most `limit` books, the best first. @throws GateFull where too many wait already, CatalogueUnreadable */
  search(query: string, limit: number): Promise<SearchResponse>
}

// At a few milliseconds a search the last of these waits for a few tenths of a second.
const SEARCHES_WAITING = 100

/** The catalogue in `catalogue.db`, open until `close`. */
export interface LocalCatalogue extends Catalogue {
  /** Reads the file that is there now. Do not hold it: another import closes the file. */
  reader(): BookReader
  /** Another one for every file. */
  version(): string | undefined
  /** How many searches wait. */
  load(): { waiting: number }
  close(): Promise<void>
}

interface CatalogueOptions {
  folder: string
  /** Told once of every new file that cannot be opened; the one before stays in use. */
  log: (line: string) => void
}

function versionOf(file: string): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat && `${stat.ino} ${stat.size} ${stat.mtimeMs}`
}

const open = (file: string) => ({ version: versionOf(file), reader: new BookReader(file) })

/** Opens the catalogue of a folder to read; a file that replaces it is read from then on. @throws StoreError */
export function openCatalogue({ folder, log }: CatalogueOptions): LocalCatalogue {
  const file = join(folder, CATALOGUE_FILE)
  let current = open(file)
  // One thread from the first search on, so that the server's goes on meanwhile.
  const threads = new Piscina<
    Parameters<typeof searchOnThread>[0],
    ReturnType<typeof searchOnThread>
  >({
    filename: join(import.meta.dirname, 'search/searchWorker.ts'),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: Infinity,
    // A thread that waits by events can be inspected.
    atomics: 'disabled',
    execArgv: [],
  })
  // Piscina leaves waiting whoever waits for a thread that cannot start.
  threads.on('error', () => void threads.destroy())
  let rejected: string | undefined

  /** The reader of the file that is there now. */
  function reader(): BookReader {
    const version = versionOf(file)
    if ([undefined, current.version, rejected].includes(version)) return current.reader
    try {
      const next = open(file)
      current.reader.close()
      current = next
    } catch (error) {
      rejected = version
      log(error instanceof Error ? error.message : String(error))
    }
    return current.reader
  }

  return {
    byId: async (id) => reader().byId(id),
    byIds: async (ids) => reader().byIds(ids),
    byCategory: async (...query) => reader().byCategory(...query),
    byAuthors: async (...query) => reader().byAuthors(...query),
    reader,
    version() {
      reader()
      return current.version
    },
    async search(query, limit) {
      if (threads.queueSize >= SEARCHES_WAITING) throw new GateFull()
      reader()
      const { version } = current
      const found = await threads.run({ file, version, query, limit })
      if (typeof found === 'string') throw new CatalogueUnreadable(found)
      return found
    },
    load: () => ({ waiting: threads.queueSize }),
    async close() {
      await threads.destroy()
      current.reader.close()
    },
  }
}

/** One book, or `undefined` where nothing knows it. */
export type FindBook = (id: string) => Promise<CatalogueBook | undefined>
