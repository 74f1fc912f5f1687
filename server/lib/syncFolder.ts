import { open } from 'node:fs/promises'

/**
 * Puts a folder's list of files on disk: a file that was made or renamed there is durable under its name
 * only then. Windows opens no folders, and needs no such sync.
 *
 * @throws the file system's error, such as ENOENT or EIO
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
