import type { StoreLocation } from '../store/openStore.ts'
import { nameOf } from '../store/postgres/database.ts'
import { readPostgres } from '../store/postgres/transfer.ts'
import { readSqlite } from '../store/sqlite/transfer.ts'
import type { Rows } from '../store/transfer.ts'

/** A Catchword installation: its database, and the folder of its pictures. */
export type Installation = StoreLocation

/** Where an installation is, for messages: without user and password. */
export function whereIs({ databaseUrl, dataDir }: Installation): string {
  return databaseUrl === undefined ? dataDir : nameOf(databaseUrl)
}

/**
 * The rows of an installation, all of one moment, while `work` runs. `alone`: refused where a server
 * runs on it.
 *
 * @throws StoreError or TransferError
 */
export async function readRows<T>(
  { databaseUrl, dataDir }: Installation,
  options: { alone: boolean },
  work: (rows: Rows) => Promise<T>,
): Promise<T> {
  return databaseUrl === undefined
    ? readSqlite(dataDir, options, work)
    : readPostgres(databaseUrl, options, work)
}
