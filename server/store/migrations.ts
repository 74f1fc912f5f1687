import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A step of a schema: the file `NNNN-name.sql`. */
export interface Migration {
  /** NNNN. */
  version: number
  sql: string
}

/** The steps in a folder, in order; other files in it are none. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d{4}-.+\.sql$/.test(file))
    .toSorted()
    .map((file) => ({
      version: Number(file.slice(0, 4)),
      sql: readFileSync(join(folder, file), 'utf8'),
    }))
}
