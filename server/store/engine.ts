import type { Kysely } from 'kysely'
import type { ConnectionLoad } from './store.ts'
import type { Tables } from './tables.ts'

/** An open database, its schema up to date, and what is not the same in both engines. */
export interface Engine {
  db: Kysely<Tables>
  /** Of the whole database, in bytes. */
  size: () => Promise<number>
  load: () => { connections?: ConnectionLoad }
  /** Removes what was deleted from the engine's own files, as far as it can while it runs. */
  scrub: () => Promise<void>
  close: () => Promise<void>
}
