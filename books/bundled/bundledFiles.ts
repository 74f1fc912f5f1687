import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BundledRecord } from './bundledRecord.ts'

export const BUNDLED_FOLDER: string = import.meta.dirname

/** What readers of a book also read (books/bundled/alsoRead.ts). */
export const ALSO_READ_FILE: string = join(BUNDLED_FOLDER, 'alsoRead.txt')

/** Whose literature authors belong to (books/origins.ts). */
export const ORIGINS_FILE: string = join(BUNDLED_FOLDER, '../origins.json')

/** The texts of the files of bundled records in a folder, in the order of their names. */
export function readBundledTexts(folder: string = BUNDLED_FOLDER) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return names.toSorted().map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
}

/**
 * The records that ship with the project.
 *
 * @throws Error that names the file and the record where one is not as it should be
 */
export async function readBundledRecords(files = readBundledTexts()): Promise<BundledRecord[]> {
  // Loaded here, so that a start with nothing to load is spared the time.
  const { Compile } = await import('typebox/schema')
  const { BundledRecord } = await import('./bundledRecord.ts')
  const validator = Compile(BundledRecord)
  return files.flatMap(({ name, text }) => {
    const records: unknown = JSON.parse(text)
    return [records].flat().map((record: unknown, index) => {
      if (validator.Check(record)) return record
      const [, errors] = validator.Errors(record)
      const rules = errors.map(({ instancePath, message }) => `${instancePath} ${message}`.trim())
      throw new Error(`${name}: record ${index + 1}: ${rules.join('; ')}`)
    })
  })
}
