import { spawnSync } from 'node:child_process'
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { isBuilt, stampBuild } from './isBuilt.ts'

const root = join(import.meta.dirname, '..')

test.each([
  ['', 256],
  ['--max-old-space-size=1500', 1500],
  ['--max_old_space_size=1500', 1500],
])('npm start with NODE_OPTIONS="%s" has a heap of %i MiB', (options, size) => {
  // Ends the second of the two processes, which would serve.
  const end =
    'import v8 from "node:v8";' +
    'if(process.env.MALLOC_ARENA_MAX){console.log(v8.getHeapStatistics().heap_size_limit);process.exit()}'
  const NODE_OPTIONS = `${options} --import=data:text/javascript,${encodeURIComponent(end)}`
  const env = { ...process.env, MALLOC_ARENA_MAX: undefined, NODE_OPTIONS }
  const { stdout } = spawnSync(process.execPath, ['scripts/start.mjs'], { cwd: root, env })
  // With the young generation, of three semi-spaces of 8.
  expect(Number(stdout) / 2 ** 20 - size).toBeLessThan(100)
  expect(Number(stdout) / 2 ** 20).toBeGreaterThanOrEqual(size)
})

test('the pages are built anew when what they are made of or with is another, and for no test', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-built-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const imported = [...readFileSync(join(root, 'vite.config.ts'), 'utf8').matchAll(/'\.\/(\S+)'/g)]
  const sources = ['src/main.tsx', 'contract/books.ts', ...imported.map(([, file = '']) => file)]
  expect(sources).toContain('scripts/prerender.ts')
  for (const file of sources) write(file, '')
  write('index.html', '<script type="module" src="/src/main.tsx"></script>')
  expect(isBuilt(folder)).toBe(false)
  const plugins = [stampBuild()]
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: { manifest: true },
    plugins,
  })
  expect(isBuilt(folder)).toBe(true)
  // As after a checkout or a copy: other dates, the same sources.
  for (const file of globSync('{src,contract}/**/*.*', { cwd: folder })) {
    utimesSync(join(folder, file), Date.now() / 1000 + 60, Date.now() / 1000 + 60)
  }
  for (const file of ['src/App.test.tsx', 'scripts/start.test.ts']) write(file, 'test')
  expect(isBuilt(folder)).toBe(true)
  for (const file of sources) {
    write(file, '//')
    expect({ file, isBuilt: isBuilt(folder) }).toEqual({ file, isBuilt: false })
    write(file, '')
  }
  write('src/new.ts', '')
  expect(isBuilt(folder)).toBe(false)
})
