import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { renderArchitecture, findCircles } from './architecture.ts'

test('docs/images/architecture.svg shows the imports of today (node scripts/architecture.ts)', () => {
  const file = join(import.meta.dirname, '../docs/images/architecture.svg')
  expect(readFileSync(file, 'utf8')).toBe(renderArchitecture())
})

test('no folders import each other', () => {
  expect(findCircles()).toEqual([])
})
