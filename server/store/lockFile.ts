import { DatabaseSync } from 'node:sqlite'
import { giveToOwner } from '../lib/writeWhole.ts'
import { isSqliteBusy } from './errors.ts'

/**
 * Locks a file until it is closed or its process ends, however that ends; `undefined` where another process has it.
 * The file stays empty until a `COMMIT`, which leaves it locked.
 */
export function lockFile(path: string): DatabaseSync | undefined {
  const database = new DatabaseSync(path)
  try {
    database.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    giveToOwner(path)
    return database
  } catch (error) {
    database.close()
    if (isSqliteBusy(error)) return undefined
    throw error
  }
}
