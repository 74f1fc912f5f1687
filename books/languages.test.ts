import { describe, expect, test } from 'vitest'
import { languageCode } from './languages.ts'

describe('languageCode', () => {
  test.each([
    ['en', 'en'],
    ['EN', 'en'],
    ['pt_br', 'pt-BR'],
    ['pt-BR', 'pt-BR'],
    ['zh-hant', 'zh-Hant'],
    ['eng', 'en'],
    ['fre', 'fr'],
    ['fra', 'fr'],
    ['English', 'en'],
    ['und', undefined],
    ['', undefined],
    ['e', undefined],
    ['not a language', undefined],
    [null, undefined],
  ])('%j is %j', (value, code) => {
    expect(languageCode(value)).toBe(code)
  })
})
