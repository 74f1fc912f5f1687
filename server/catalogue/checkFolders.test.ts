import { spawnSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { forEachFolder } from '../../test/serverProcess.ts'
import { ConfigError } from '../config.ts'
import { checkFolders } from './checkFolders.ts'

let folder: string
forEachFolder((made) => (folder = made))

test.each(['DATA_DIR', 'CATALOGUE_DIR'])('a %s that is no folder is one line', async (name) => {
  writeFileSync(join(folder, 'file'), 'mine')
  spawnSync('mkfifo', [join(folder, 'pipe')])
  const places = ['file', 'file/below', 'pipe'].map((place) => join(folder, place))
  for (const place of [...places, '/dev/null/below']) {
    const [dataDir = '', catalogueDir = ''] = ['DATA_DIR', 'CATALOGUE_DIR'].map((each) =>
      each === name ? place : join(folder, 'data'),
    )
    const checking = checkFolders({ dataDir, catalogueDir })
    await expect(checking).rejects.toThrow(ConfigError)
    await expect(checking).rejects.toThrow(new RegExp(`^${name} ${place} cannot be used: [^\n]+$`))
  }
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('mine')
})

test('folders are made where they are missing, for their owner alone', async () => {
  const [dataDir, catalogueDir] = [join(folder, 'a/b'), join(folder, 'c')]
  await Promise.all([1, 2, 3].map(() => checkFolders({ dataDir, catalogueDir })))
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
})
