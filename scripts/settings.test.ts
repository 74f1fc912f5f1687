import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const namesIn = (file: string, pattern: RegExp) => {
  const text = readFileSync(join(root, file), 'utf8')
  return [...new Set(text.matchAll(pattern).map(([, name = '']) => name))].toSorted()
}

test('docs/settings.md has every setting that the server reads, and no other', () => {
  const read = namesIn('server/config.ts', /\b(?:text|read|number|choice|list)\(\s*'([A-Z_]+)'/g)
  const forTests = ['TEST_CHEAP_PASSWORDS']
  const named = namesIn('docs/settings.md', /^- `([A-Z_]+)`/gm)
  expect(named).toEqual(read.filter((name) => !forTests.includes(name)))
})

test('README.md has ten settings at most, each with its page in docs/settings.md', () => {
  const all = namesIn('docs/settings.md', /^- `([A-Z_]+)`/gm)
  const few = namesIn('README.md', /^\| `([A-Z_]+)`/gm)
  expect(few.length).toBeGreaterThan(0)
  expect(few.length).toBeLessThanOrEqual(10)
  expect(few.filter((name) => !all.includes(name))).toEqual([])
})
