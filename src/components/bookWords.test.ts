import { afterEach, expect, test } from 'vitest'
import { setLanguage } from '../languages/language.ts'
import { bookWords } from './bookWords.ts'

afterEach(() => setLanguage('en', {}))

const authors = ['Terry Pratchett', 'Neil Gaiman']

test.each([
  ['en', ', '],
  ['ar', '، '],
  ['ja', '、'],
] as const)('authors in %s stand apart by its comma', async (language, comma) => {
  const { default: catalogue } = await import(`../languages/${language}.reader.json`)
  setLanguage(language, catalogue)
  expect(bookWords({ volumeInfo: { title: '', authors } }).authors).toBe(authors.join(comma))
})
