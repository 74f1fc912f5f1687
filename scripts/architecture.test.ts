import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { renderArchitecture } from './architecture.ts'

test('docs/images/architecture.svg shows the imports of today, which go in no circle (node scripts/architecture.ts)', () => {
  const file = join(import.meta.dirname, '../docs/images/architecture.svg')
  expect(readFileSync(file, 'utf8')).toBe(renderArchitecture())
})
