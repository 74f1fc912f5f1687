import { describe, expect, test } from 'vitest'
import { languagesIn } from './languages.ts'

describe('languagesIn', () => {
  test.each([
    ['pt_br', 'pt-BR'],
    ['en-US_x', 'en-US'],
    ['Greek, Modern (1453-)', 'el'],
    ['русский', 'ru'],
    ['Inglés', 'en'],
    ['Brazilian Portuguese', 'pt-BR'],
    ['Chinese (Simplified)', 'zh-Hans'],
    ['/languages/eng', 'en'],
    ['http://id.loc.gov/vocabulary/languages/eng', 'en'],
    ['eng, spa', 'en', 'es'],
    ['not a language', 'und'],
    ['xx', 'und'],
    ['Undetermined'],
    ['N/A'],
    [null],
  ])('%j is %j', (value, ...tags) => {
    expect(languagesIn(value)).toEqual(tags)
  })
})
