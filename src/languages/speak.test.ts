import { afterEach, expect, test } from 'vitest'
import { loadReaderTexts, speak } from './speak.ts'
import { styleCache } from './styleCache.ts'

afterEach(() => speak('en'))

test('mirrored styles have one cache, also when the texts of readers come', async () => {
  const usual = styleCache()
  await speak('ar')
  const mirrored = styleCache()
  expect(mirrored).not.toBe(usual)
  await loadReaderTexts()
  expect(styleCache()).toBe(mirrored)
})
