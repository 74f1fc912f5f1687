import type * as files from 'node:fs'
import { statSync, type PathLike } from 'node:fs'
import type * as promisedFiles from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { forEachFolder } from '../../test/serverProcess.ts'
import { testUser } from '../../test/stores.ts'
import { openStore } from '../store/store.ts'
import { syncFolder, writeWhole } from './writeWhole.ts'

/** What Windows answers to whoever opens a folder. */
function refuseFolder(path: PathLike): void {
  if (process.platform !== 'win32') return
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return
  throw Object.assign(new Error('EPERM: operation not permitted'), { code: 'EPERM' })
}

vi.mock('node:fs', async (importOriginal) => {
  const original = await importOriginal<typeof files>()
  const openSync: typeof original.openSync = (path, ...rest) => {
    refuseFolder(path)
    return original.openSync(path, ...rest)
  }
  return { ...original, openSync }
})

vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof promisedFiles>()
  const open: typeof original.open = async (path, ...rest) => {
    refuseFolder(path)
    return original.open(path, ...rest)
  }
  return { ...original, open }
})

let folder: string
forEachFolder((made) => (folder = made))

/** Until the end of the test this is a system that opens no folders. */
function beWindows(): void {
  const { platform } = process
  Object.defineProperty(process, 'platform', { value: 'win32' })
  onTestFinished(() => {
    Object.defineProperty(process, 'platform', { value: platform })
  })
}

test.skipIf(process.platform === 'win32')(
  'a folder that is not there cannot be synced (skipped on Windows)',
  async () => {
    await syncFolder(folder)
    await expect(syncFolder(join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' })
  },
)

test('where the system opens no folders, a data folder is made and written to all the same', async () => {
  beWindows()
  await expect(open(folder)).rejects.toMatchObject({ code: 'EPERM' })
  const store = await openStore({ databaseUrl: undefined, dataDir: join(folder, 'data') })
  await store.check()
  await store.users.add(testUser('ada'))
  await store.close()
  await writeWhole(folder, 'a.webp', Buffer.from('a'))
})
