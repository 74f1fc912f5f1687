import { describe, expect, test } from 'vitest'
import { languagesIn } from './languages.ts'

describe('languagesIn', () => {
  test.each([
    ['EN', 'en'],
    ['pt_br', 'pt-BR'],
    ['zh-hant', 'zh-Hant'],
    ['en-US_x', 'en-US'],
    ['fre', 'fr'],
    ['ger.', 'de'],
    ['Polish', 'pl'],
    ['Norwegian Bokmål', 'nb'],
    ['Ancient Greek', 'grc'],
    ['Greek, Modern (1453-)', 'el'],
    ['日本語', 'ja'],
    ['italiano', 'it'],
    ['русский', 'ru'],
    ['Inglés', 'en'],
    ['Romanian', 'ro'],
    ['English (US)', 'en-US'],
    ['Brazilian Portuguese', 'pt-BR'],
    ['Chinese (Simplified)', 'zh-Hans'],
    ['Deutsch (Schweiz, alt)', 'de'],
    ['/languages/eng', 'en'],
    ['http://id.loc.gov/vocabulary/languages/eng', 'en'],
    ['český', 'cs'],
    ['Ελληνική', 'el'],
    ['нем.', 'de'],
    ['укр.', 'uk'],
    ['mul', 'mul'],
    ['eng, spa', 'en', 'es'],
    ['["English", "French"]', 'en', 'fr'],
    ['Hebrew; English', 'he', 'en'],
    ['Spanish; Castilian', 'es'],
    ['not a language', 'und'],
    ['xx', 'und'],
    ['Klingonish, English', 'und', 'en'],
    ['und'],
    ['Undetermined'],
    ['N/A'],
    [''],
    [null],
    ['x'.repeat(200_000), 'und'],
    ['('.repeat(200_000)],
  ])('%j is %j', (value, ...tags) => {
    expect(languagesIn(value)).toEqual(tags)
  })
})
