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
import { expect, onTestFinished, test } from 'vitest'
import { isBuilt } from './isBuilt.ts'

const root = join(import.meta.dirname, '..')

test('the pages are built anew when what they are made of or with is newer, and for no test', () => {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-built-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const imported = [...readFileSync(join(root, 'vite.config.ts'), 'utf8').matchAll(/'\.\/(\S+)'/g)]
  const sources = [
    'src/main.tsx',
    'contract/books.ts',
    'index.html',
    'vite.config.ts',
    ...imported.map(([, file = '']) => file),
  ]
  const tests = ['src/App.test.tsx', 'src/lib/text.test.ts', 'scripts/start.test.ts']
  expect(sources).toContain('scripts/prerender.ts')
  for (const file of [...sources, ...tests]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), '')
  }
  expect(isBuilt(folder)).toBe(false)
  mkdirSync(join(folder, 'dist/.vite'), { recursive: true })
  writeFileSync(join(folder, 'dist/index.html'), '')
  expect(isBuilt(folder)).toBe(false)
  writeFileSync(join(folder, 'dist/.vite/manifest.json'), '{}')
  const date = (file: string, seconds: number) => utimesSync(join(folder, file), seconds, seconds)
  for (const file of globSync('**/*', { cwd: folder })) date(file, 1000)
  expect(isBuilt(folder)).toBe(true)
  for (const file of tests) date(file, 2000)
  expect(isBuilt(folder)).toBe(true)
  for (const file of sources) {
    date(file, 2000)
    expect({ file, isBuilt: isBuilt(folder) }).toEqual({ file, isBuilt: false })
    date(file, 1000)
  }
})
