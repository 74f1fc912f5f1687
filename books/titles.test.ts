import { describe, expect, test } from 'vitest'
import { splitSeries } from './titles.ts'

describe('splitSeries', () => {
  test.each([
    ['The Hunger Games (The Hunger Games, #1)', 'The Hunger Games', 'The Hunger Games', '1'],
    ['Wyrd Sisters (Discworld, #6; Witches #2)', 'Wyrd Sisters', 'Discworld', '6'],
    ['The Last Wish (The Witcher, #0.5)', 'The Last Wish', 'The Witcher', '0.5'],
    ['The Boxed Set (Twilight, #1-4)', 'The Boxed Set', 'Twilight', undefined],
    ['Mort (Discworld #4)', 'Mort', 'Discworld', '4'],
  ])('%s', (text, title, name, number) => {
    expect(splitSeries(text)).toEqual({ title, series: { name, number } })
  })

  test.each(['Emma', 'The Stand (Uncut)', '(#1)', 'C# in Depth', ''])('%j has none', (text) => {
    expect(splitSeries(text)).toEqual({ title: text })
  })
})
