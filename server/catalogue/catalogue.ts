import { join } from 'node:path'
import { Piscina } from 'piscina'
import type { Book } from '../../contract/books.ts'
import type { Category } from '../../contract/categories.ts'
import type { CatalogueBook } from '../../books/storedBook.ts'
import { GateFull } from '../lib/gate.ts'
import { openCatalogueFile, type CatalogueFile } from './catalogueFile.ts'
import { reasonOf, StoreError } from '../store/errors.ts'
import { CATALOGUE_FILE, fileVersion } from './catalogueDatabase.ts'
import { createShelves, type HeartsOf } from './shelves.ts'
import type { Found } from './search/searchBooks.ts'
import type searchOnThread from './search/searchWorker.ts'

/** The books, wherever they come from. Their records are clean (books/record.ts). */
export interface Catalogue {
  /** One book, or `undefined` where no such book is known. */
  byId(id: string): Promise<CatalogueBook | undefined>
  /** Those of the books that the catalogue has itself, in any order. */
  byIds(ids: readonly string[]): Promise<Book[]>
  /** `count` works of a category with which one can begin, those of the hand `startIndex` (`shelfPage`) first. */
  byCategory(
    category: Category,
    startIndex: number,
    count: number,
    heartsOf?: HeartsOf,
  ): Promise<Book[]>
  /**
   * At most `limit` works by these authors in turn, each author's in the order in which one goes on after those `read`,
   * without these and other `known` books, nor their other editions. Names compare folded.
   */
  byAuthors(
    authors: readonly string[],
    limit: number,
    read?: readonly string[],
    known?: readonly string[],
  ): Promise<Book[]>
  /** At most `limit` volumes of a book's series by its author, by their numbers, of each work one edition. */
  bySeries(book: Book, limit: number): Promise<Book[]>
  /** At most `limit` books, the best first. @throws GateFull where too many wait already, CatalogueUnreadable */
  search(query: string, limit: number): Promise<Found>
}

// At a few milliseconds a search the last of these waits for a few tenths of a second.
const SEARCHES_WAITING = 100

/** The catalogue in `catalogue.db`, open until `close`. */
export interface LocalCatalogue extends Catalogue {
  /** The file that is there now. Do not hold it: another import closes it. */
  file(): CatalogueFile
  /** Another one for every file. */
  version(): string | undefined
  /** How many searches wait. */
  load(): { waiting: number }
  close(): Promise<void>
}

interface CatalogueOptions {
  folder: string
  /** Told once of every new file that is damaged; the one before stays in use. */
  log: (line: string) => void
}

/** A search cannot read the catalogue's file. Answered as 503 with Retry-After. */
export class CatalogueUnreadable extends Error {}

const openAs = (version: string | undefined, file: CatalogueFile) => ({
  version,
  file,
  shelves: createShelves(file),
})

/** Opens the catalogue of a folder to read; a file that replaces it is read from then on. @throws StoreError */
export function openCatalogue({ folder, log }: CatalogueOptions): LocalCatalogue {
  const path = join(folder, CATALOGUE_FILE)
  let current = openAs(fileVersion(path), openCatalogueFile(path))
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
  let tried: string | undefined

  /** Has everybody open and check another version of the file; until all have, the one before stays in use. */
  async function follow(version: string): Promise<void> {
    let next: CatalogueFile | undefined
    try {
      next = openCatalogueFile(path)
      if (threads.threads.length === 0) next.check()
      else {
        const found = await threads.run({ file: path, version })
        if (typeof found === 'string') throw new CatalogueUnreadable(found)
        // Replaced meanwhile, by one that is followed next.
        if (!found) return next.close()
      }
      current.file.close()
      current = openAs(version, next)
    } catch (error) {
      next?.close()
      // Where the thread has died, it is worth another try.
      if (!(error instanceof StoreError || error instanceof CatalogueUnreadable)) tried = undefined
      log(reasonOf(error))
    }
  }

  /** The file that is there now with its shelves, or the one before where that is damaged. */
  function latest() {
    const version = fileVersion(path)
    if (version !== undefined && ![current.version, tried].includes(version)) {
      tried = version
      void follow(version)
    }
    return current
  }

  return {
    byId: async (id) => latest().file.byId(id),
    byIds: async (ids) => latest().file.byIds(ids),
    byCategory: async (...query) => latest().shelves.byCategory(...query),
    byAuthors: async (...query) => latest().shelves.byAuthors(...query),
    bySeries: async (...query) => latest().shelves.bySeries(...query),
    file: () => latest().file,
    version: () => latest().version,
    async search(query, limit) {
      if (threads.queueSize >= SEARCHES_WAITING) throw new GateFull()
      const { version } = latest()
      const found = await threads.run({ file: path, version, search: { query, limit } })
      if (typeof found === 'string') throw new CatalogueUnreadable(found)
      if (found) return found
      // A thread that starts while a damaged file is in place: only here the one before is still open.
      const { searchBooks } = await import('./search/searchBooks.ts')
      return searchBooks(current.file, query, limit)
    },
    load: () => ({ waiting: threads.queueSize }),
    async close() {
      await threads.destroy()
      current.file.close()
    },
  }
}

/** One book, or `undefined` where nothing knows it. */
export type FindBook = (id: string) => Promise<CatalogueBook | undefined>
