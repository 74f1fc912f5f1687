import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadBundledBooks } from '../server/catalogue/bundled.ts'
import { CATALOGUE_FILE } from '../server/catalogue/catalogueDatabase.ts'

let folder: Promise<string> | undefined

async function build(): Promise<string> {
  const shared = process.env['TEST_SHARED_FOLDER']
  if (shared !== undefined && existsSync(join(shared, CATALOGUE_FILE))) return shared
  const made = mkdtempSync(join(shared ?? tmpdir(), 'catchword-bundled-'))
  process.once('exit', () => rmSync(made, { recursive: true, force: true }))
  await loadBundledBooks(made)
  if (shared === undefined) return made
  renameSync(join(made, CATALOGUE_FILE), join(shared, CATALOGUE_FILE))
  return shared
}

/** Puts a catalogue of the bundled books into a folder: built once a run of tests, since that takes a second. */
export async function copyBundledCatalogue(to: string): Promise<void> {
  folder ??= build()
  const from = await folder
  mkdirSync(to, { recursive: true, mode: 0o700 })
  copyFileSync(join(from, CATALOGUE_FILE), join(to, CATALOGUE_FILE))
}
