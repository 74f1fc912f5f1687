import { describe, expect, it } from 'vitest'
import { say } from './say.ts'

describe('say', () => {
  it('fills the places of a text, numbers as the language writes them', () => {
    const text = '{count} of {all}: {title}'
    const values = { count: 1200, all: 5000, title: 'Emma $& {all}' }
    expect(say('en', text, values)).toBe('1,200 of 5,000: Emma $& {all}')
    expect(say('de', text, values)).toBe('1.200 of 5.000: Emma $& {all}')
  })

  it('takes the plural form that the language has for the number, else the last', () => {
    const books = { one: '{count} książka', few: '{count} książki', other: '{count} książek' }
    expect([1, 2, 5, 22].map((count) => say('pl', books, { count }))).toEqual([
      '1 książka',
      '2 książki',
      '5 książek',
      '22 książki',
    ])
  })

  it('keeps what may be written the other way apart', () => {
    expect(say('ar', 'فُتح {title}.', { title: 'Emma' })).toBe('فُتح \u2068Emma\u2069.')
    expect(say('en', '{title}: place {place}', { title: 'الأيام', place: 3 })).toBe(
      '\u2068الأيام\u2069: place 3',
    )
    expect(say('en', 'Hello, {name}', { name: 'Zoë' })).toBe('Hello, Zoë')
  })
})
