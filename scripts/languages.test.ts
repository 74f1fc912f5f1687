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

  const textsOf = (language: string): object =>
    JSON.parse(readFileSync(join(folder, language + ending), 'utf8'))
  test.each(others)('%s is whole: a half translated page reads broken', (language) => {
    const translated = textsOf(language)
    const { missing, unused, differing } = compareTexts(language, english, translated)
    expect({ missing, unused, differing }).toEqual({ missing: [], unused: [], differing: [] })
  })
})

const read = (file: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '..', file), 'utf8'))

test.each(others)('%s calls interests the same in reasons as on their page', (language) => {
  const { labels }: { labels?: object } = read(`server/languages/${language}.json`)
  const file = `src/languages/${language}.reader.json`
  const { interests }: { interests: { names: object } } = read(file)
  expect(labels ?? interests.names).toMatchObject(interests.names)
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
