import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Gives the processes of one run of tests a folder for what takes long to make: `test/bundledCatalogue.ts`. */
export default function setup(): (() => void) | undefined {
  if (process.env['TEST_SHARED_FOLDER'] !== undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'catchword-shared-'))
  process.env['TEST_SHARED_FOLDER'] = folder
  return () => rmSync(folder, { recursive: true })
}
