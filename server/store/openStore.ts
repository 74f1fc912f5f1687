import type { SearchLimits } from '../catalogue/search/searchThread.ts'
import type { Store } from './store.ts'

/** Where the store is: PostgreSQL at `databaseUrl`, or else SQLite in `dataDir`. */
export interface StoreLocation {
  databaseUrl: string | undefined
  dataDir: string
}

/**
 * Opens the store and brings its schema up to date.
 *
 * @throws StoreError where it cannot be opened; one line for the person who starts the server
 */
export async function openStore({
  databaseUrl,
  dataDir,
  searchTimeout,
}: StoreLocation & SearchLimits): Promise<Store> {
  // Each engine is loaded only where it is used.
  if (databaseUrl === undefined) {
    const { openSqliteStore } = await import('./sqlite/openSqliteStore.ts')
    return openSqliteStore(dataDir, { searchTimeout })
  }
  const { openPostgresStore } = await import('./postgres/openPostgresStore.ts')
  return openPostgresStore(databaseUrl)
}
