import { describe, expect, test } from 'vitest'
import { placeIn, seriesIn, splitSeries, withArticleFirst } from './titles.ts'

describe('splitSeries', () => {
  test.each([
    ['Wyrd Sisters (Discworld, #6; Witches #2)', 'Wyrd Sisters', 'Discworld', '6'],
    ['The Boxed Set (Twilight, #1-4)', 'The Boxed Set', 'Twilight', undefined],
    ['Cibola Burn (The Expanse [4])', 'Cibola Burn', 'The Expanse', '4'],
  ])('%s', (text, title, name, number) => {
    expect(splitSeries(text)).toEqual({ title, series: { name, number } })
  })

  const parts = ['It (Part 1)', 'Emma (Volume II)', 'Мы (в 2 томах, том 1)']
  test.each(['Emma', 'The Stand (Uncut)', '(#1)', 'C# in Depth', '', ...parts])(
    '%j has none',
    (text) => {
      expect(splitSeries(text)).toEqual({ title: text })
    },
  )
})

test.each([
  ['Dune (#1)', 'Dune', '1'],
  ['Foo #2, Bar #3', 'Foo', '2'],
])('the series %s', (text, name, number) => {
  expect(seriesIn(text)).toEqual({ name, number })
})

test.each([
  ['#3', 3],
  ['', undefined],
])('the place %j is %j', (text, place) => {
  expect(placeIn(text)).toBe(place)
})

test.each([
  ['HOBBIT, THE', 'THE HOBBIT'],
  ['Henry VI, I', 'Henry VI, I'],
  ['New Orleans, LA', 'New Orleans, LA'],
  ['Étranger, L´', 'L’Étranger'],
])('the article of %s', (title, turned) => {
  expect(withArticleFirst(title)).toBe(turned)
})
