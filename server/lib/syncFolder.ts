import { open } from 'node:fs/promises'

/** Makes new names in a folder durable; Windows needs no such sync. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using handle = await open(folder, 'r')
  await handle.sync()
}
