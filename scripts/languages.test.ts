import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../contract/languages.ts'
import { asFile, compareTexts, readAllSources } from './languages.ts'

const sources = await readAllSources()
const others = LANGUAGES.filter((language) => language !== 'en')

describe.each(sources)('$folder, $ending', ({ folder, ending, english }) => {
  test('the template for translators has the English texts of the code', () => {
    expect(readFileSync(join(folder, `en${ending}`), 'utf8')).toBe(asFile(english))
  })

  test.each(others)('%s is whole: a half translated page reads broken', (language) => {
    const translated: unknown = JSON.parse(readFileSync(join(folder, language + ending), 'utf8'))
    const { missing, unused, differing } = compareTexts(language, english, translated)
    expect({ missing, unused, differing }).toEqual({ missing: [], unused: [], differing: [] })
  })
})

test('missing and unused texts, places and plural forms that differ are named', () => {
  const english = {
    page: 'Page {page}',
    books: { one: '{count} book', other: '{count} books' },
    no: 'No',
  }
  const polish = {
    page: 'Strona {strona}',
    books: { one: 'jedna', few: 'kilka', other: '{count}' },
    tak: 'Tak',
  }
  expect(compareTexts('pl', english, polish)).toMatchObject({
    missing: ['books › many', 'no'],
    unused: ['tak'],
    differing: ['page: {page} in English, {strona} here', 'books › few: {count} in English,  here'],
  })
})
