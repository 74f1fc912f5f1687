import { describe, expect, test } from 'vitest'
import { languagesIn } from './languages.ts'

describe('languagesIn', () => {
  test.each([
    ['pt_br', 'pt-BR'],
    ['Greek, Modern (1453-)', 'el'],
    ['Inglés', 'en'],
    ['Brazilian Portuguese', 'pt-BR'],
    ['Chinese (Simplified)', 'zh-Hans'],
    ['/languages/eng', 'en'],
    ['eng, spa', 'en', 'es'],
    ['not a language', 'und'],
    ['Undetermined'],
  ])('%j is %j', (value, ...tags) => {
    expect(languagesIn(value)).toEqual(tags)
  })
})
