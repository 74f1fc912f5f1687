import { StoreError } from '../store/errors.ts'
import { checkWhole, isOlder, openCatalogueDatabase } from './catalogueDatabase.ts'
import { createBookLookUps } from './lookUps/books.ts'
import { createFactLookUps } from './lookUps/facts.ts'
import { createLibraryLookUps } from './lookUps/library.ts'
import { createNameLookUps } from './lookUps/names.ts'
import { createQueries } from './lookUps/queries.ts'
import { createSourceLookUps } from './lookUps/sources.ts'
import { createWordLookUps } from './lookUps/words.ts'
import { createWorkLookUps } from './lookUps/works.ts'

/**
 * Opens one catalogue file with all its look-ups. They are synchronous; each takes well below a millisecond, and reads a
 * bounded number of rows, by an index. A rank names a book within the file; lists are the best known first unless said
 * otherwise.
 * @throws StoreError where the file cannot be opened, or is to be written anew first
 */
export function openCatalogueFile(file: string) {
  const database = openCatalogueDatabase(file)
  if (isOlder(database)) {
    database.close()
    const remedy = 'start this one, and it is written anew'
    throw new StoreError('older', `The catalogue ${file} is from an older Catchword: ${remedy}.`)
  }
  const queries = createQueries(database)
  const names = createNameLookUps(queries)
  const works = createWorkLookUps(queries)
  return {
    ...createBookLookUps(queries),
    ...createFactLookUps(queries),
    ...works,
    ...names,
    ...createWordLookUps(queries),
    ...createSourceLookUps(database),
    /** `LibraryShelf`. */
    library: createLibraryLookUps(queries, names, works),

    /** How many books the search under way looks up at most, unless said otherwise. */
    get limit() {
      return queries.limit
    },
    set limit(most: number) {
      queries.limit = most
    },

    /** @throws StoreError where the file is damaged, which its opening does not tell */
    check: () => checkWhole(database, file),
    close: () => database.close(),
    [Symbol.dispose]: () => database.close(),
  }
}

/** One open catalogue file, which others may replace on the disk meanwhile. */
export type CatalogueFile = ReturnType<typeof openCatalogueFile>
