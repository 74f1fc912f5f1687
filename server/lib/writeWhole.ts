import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Makes new names in a folder durable; Windows needs no such sync. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  await handle.sync()
}

/** Writes a file that is whole or absent, whenever the power goes, and readable by us alone. */
export async function writeWhole(folder: string, name: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const temporary = join(folder, `.${randomUUID()}.tmp`)
  try {
    await writeFile(temporary, bytes, { mode: 0o600, flush: true })
    await rename(temporary, join(folder, name))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
