import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PACKAGES } from './notices.ts'

test('every typeface that pages load has its license in the notices of the build', () => {
  const css = readFileSync(join(import.meta.dirname, '../src/fonts.css'), 'utf8')
  const families = [...css.matchAll(/@import '(@fontsource\/[^/]+)/g)].map(([, name]) => name)
  expect(families).not.toEqual([])
  expect(PACKAGES).toEqual(expect.arrayContaining(families))
})
