import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { LANGUAGES } from '../../contract/languages.ts'
import type { Plural } from '../../contract/say.ts'
import { REASONS } from '../recommendations/reasons.ts'
import { sayIn, type Texts } from './sayIn.ts'
import { serverTexts } from './texts.ts'

const tableOf = (language: string): Record<string, Texts> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `${language}.json`), 'utf8'))

const formsOf = (text: string | Plural): string[] =>
  typeof text === 'string' ? [text] : Object.values(text)

const placesIn = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].toSorted()

test('en.json is the template of what the server can say: `npm run languages` writes it', () => {
  expect(tableOf('en')).toEqual(serverTexts())
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json'))
  expect(files.toSorted()).toEqual(
    Object.keys(LANGUAGES)
      .map((tag) => `${tag}.json`)
      .toSorted(),
  )
})

describe.each(Object.keys(LANGUAGES).filter((tag) => tag !== 'en'))('%s', (language) => {
  test('has only what the server can say, with the same places and forms of its plural', () => {
    const faults: string[] = []
    const known: Record<string, Texts> = serverTexts()
    const categories: string[] = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const [section, texts] of Object.entries(tableOf(language))) {
      for (const [key, text] of Object.entries(texts)) {
        if (known[section]?.[key] === undefined) faults.push(`${section} has no ${key}`)
        for (const form of formsOf(text))
          if (placesIn(form).some((place) => !placesIn(key).includes(place)) || form === '')
            faults.push(`${key}: ${form}`)
        const other = typeof text === 'string' ? text : text.other
        if (String(placesIn(other)) !== String(placesIn(key))) faults.push(`${key}: ${other}`)
        // English texts that count nothing may have forms in another language.
        const forms = typeof text === 'string' ? ['other'] : Object.keys(text)
        if (!forms.includes('other') || forms.some((form) => !categories.includes(form)))
          faults.push(`${key}: ${forms.join()}`)
      }
    }
    expect(faults).toEqual([])
  })
})

test('German is complete', () => {
  const [german, english] = [tableOf('de'), Object.entries(serverTexts())]
  expect(
    english.flatMap(([name, texts]) => Object.keys(texts).filter((key) => !german[name]?.[key])),
  ).toEqual([])
})

describe('sayIn', () => {
  test('chooses the form by the number, and says names by their labels, but no title', () => {
    const wait = ERROR_TEXTS.requestsMinutes
    expect(sayIn('de', 'problems', wait, { count: 1 })).toMatch(/in 1 Minute noch einmal\.$/)
    expect(sayIn('de', 'problems', wait, { count: 5 })).toMatch(/in 5 Minuten noch einmal\.$/)
    expect(sayIn('en', 'problems', wait, { count: 1 })).toMatch(/in 1 minute\.$/)
    expect(sayIn('de', 'reasons', REASONS.more, { interest: 'Poetry' })).toBe('Mehr: Lyrik')
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
})
