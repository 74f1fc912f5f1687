import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { forEachFolder, startServer } from '../../test/serverProcess.ts'
import { checkFolders } from './checkFolders.ts'

vi.setConfig({ testTimeout: 60_000 })

let folder: string
forEachFolder((made) => (folder = made))

test.each(['DATA_DIR', 'CATALOGUE_DIR'])(
  'a server whose %s is no folder says so in one line within five seconds',
  async (name) => {
    writeFileSync(join(folder, 'file'), 'mine')
    spawnSync('mkfifo', [join(folder, 'pipe')])
    const places = ['file', 'file/below', 'pipe'].map((place) => join(folder, place))
    if (existsSync('/proc/self')) places.push('/dev/null', '/dev/null/below')
    for (const place of places) {
      const server = startServer({ DATA_DIR: join(folder, 'data'), [name]: place })
      const late = setTimeout(() => server.child.kill('SIGKILL'), 15_000)
      const { code, stdout, stderr } = await server.exit
      clearTimeout(late)
      expect({ place, code, stdout }).toEqual({ place, code: 1, stdout: '' })
      expect(stderr).toMatch(new RegExp(`^${name} ${place} cannot be used: [^\n]+\n$`))
    }
  },
)

test('folders are made where they are missing, for their owner alone', async () => {
  const [dataDir, catalogueDir] = [join(folder, 'a/b'), join(folder, 'c')]
  mkdirSync(join(folder, 'c'))
  await Promise.all([1, 2, 3].map(() => checkFolders({ dataDir, catalogueDir })))
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
})
