import { expect, test } from 'vitest'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { REASONS } from './reasons.ts'
import { sayIn } from './sayIn.ts'

test('chooses the form by the number, and says names by their labels, but no title', () => {
  const wait = ERROR_TEXTS.requestsMinutes
  expect(sayIn('de', 'problems', wait, { count: 1 })).toMatch(/in 1 Minute noch einmal\.$/)
  expect(sayIn('de', 'problems', wait, { count: 5 })).toMatch(/in 5 Minuten noch einmal\.$/)
  expect(sayIn('en', 'problems', wait, { count: 1 })).toMatch(/in 1 minute\.$/)
  expect(sayIn('de', 'reasons', REASONS.more, { interest: 'Poetry' })).toBe('Mehr Lyrik')
  expect(sayIn('de', 'reasons', REASONS.loved, { title: 'Poetry' })).toBe('Weil du Poetry liebst')
  expect(sayIn('de', 'reasons', REASONS.about, { subject: 'constructor' })).toBe(
    'Auch zum Thema constructor',
  )
})

test('says in English what a language lacks, kept apart in one from right to left', () => {
  const own = 'Also from West Frisia'
  expect(sayIn('de', 'reasons', own)).toBe(own)
  expect(sayIn('ar', 'reasons', own)).toBe(`\u2068${own}\u2069`)
})
