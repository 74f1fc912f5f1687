import { randomUUID } from 'node:crypto'
import { chownSync, mkdirSync, mkdtempDisposableSync, statSync, writeFileSync } from 'node:fs'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

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

/** Gives what root has written to the owner of the folder that it is for: a server there must be able to open it. */
export function giveToOwner(path: string, folder = dirname(path)): void {
  if (process.geteuid?.() !== 0) return
  const { uid, gid } = statSync(folder)
  chownSync(path, uid, gid)
}

/** Makes an empty file, ours alone, which belongs to the owner of `folder` before anything is in it. */
export function makeFile(path: string, folder = dirname(path), mode = 0o600): void {
  writeFileSync(path, '', { flag: 'wx', mode })
  giveToOwner(path, folder)
}

/** Makes a folder where it is missing, ours alone, of the owner of `like` or of the folder above. */
export function makeFolder(path: string, like?: string): void {
  const folder = resolve(path)
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  const above = dirname(resolve(first))
  for (let at = folder; at !== above; at = dirname(at)) giveToOwner(at, like ?? above)
}

/** A folder for work under way, named by `prefix` and a random end, which goes when it is left. */
export function makeWorkFolder(prefix: string): Disposable & { path: string } {
  const folder = mkdtempDisposableSync(prefix)
  try {
    giveToOwner(folder.path)
  } catch {
    // A share may keep what is in it to its own users.
  }
  return folder
}

/** Whether there is a file or folder. @throws where that may not be looked at: then it may well be there */
export const isThere = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false }) !== undefined
