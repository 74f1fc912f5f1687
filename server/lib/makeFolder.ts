import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

/**
 * Makes a folder (0700), and those above it, where they are missing. Node's recursive `mkdir` never ends where
 * a folder is there in which nothing can be made, such as /proc. @throws Error with the reason in a few words
 */
export async function makeFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error
  })
  if (found?.isDirectory()) return
  if (found) throw new Error('it is no folder')
  await makeFolder(dirname(folder))
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    // Another process was faster.
    if (codeOf(error) !== 'EEXIST') throw error
  })
}
