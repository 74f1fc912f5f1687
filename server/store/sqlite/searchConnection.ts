import { DatabaseSync } from 'node:sqlite'

/** A connection that only reads, for searches. Close it before the store's own. */
export function openForSearch(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  // Pages are read through the map, which all threads share.
  database.exec('PRAGMA cache_size = -8192')
  database.exec('PRAGMA mmap_size = 268435456')
  return database
}
