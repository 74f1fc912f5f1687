import { closeSync, openSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Overwrites the first page of a table in a file that nobody has open. */
export function spoilPage(file: string, table: string): void {
  const database = new DatabaseSync(file)
  const root = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table)
  database.close()
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.alloc(4096, 0xff), 0, 4096, (Number(root?.['rootpage']) - 1) * 4096)
  closeSync(descriptor)
}
