import { describe, expect, test } from 'vitest'
import { placeIn, seriesIn, splitSeries, withArticleFirst } from './titles.ts'

describe('splitSeries', () => {
  test.each([
    ['The Hunger Games (The Hunger Games, #1)', 'The Hunger Games', 'The Hunger Games', '1'],
    ['Wyrd Sisters (Discworld, #6; Witches #2)', 'Wyrd Sisters', 'Discworld', '6'],
    ['The Last Wish (The Witcher, #0.5)', 'The Last Wish', 'The Witcher', '0.5'],
    ['The Boxed Set (Twilight, #1-4)', 'The Boxed Set', 'Twilight', undefined],
    ['Mort (Discworld #4)', 'Mort', 'Discworld', '4'],
    ['Cibola Burn (The Expanse, Book IV)', 'Cibola Burn', 'The Expanse', '4'],
    ['Cibola Burn [The Expanse Book Four]', 'Cibola Burn', 'The Expanse', '4'],
    ['Cibola Burn (The Expanse [4])', 'Cibola Burn', 'The Expanse', '4'],
    ['Mort (Discworld, nº 4)', 'Mort', 'Discworld', '4'],
    ['Mort (Discworld, Libro 4)', 'Mort', 'Discworld', '4'],
    ['Mort (Discworld, Teil 4)', 'Mort', 'Discworld', '4'],
    ['Mort (Discworld, Part 4)', 'Mort', 'Discworld', '4'],
    ['Mort (Discworld t. 4)', 'Mort', 'Discworld', '4'],
    ['Mort (Discworld, Vol. 4)', 'Mort', 'Discworld', '4'],
    ['Mort (Discworld, tom 4)', 'Mort', 'Discworld', '4'],
    ['Mort (Discworld (in order) #4)', 'Mort', 'Discworld (in order)', '4'],
  ])('%s', (text, title, name, number) => {
    expect(splitSeries(text)).toEqual({ title, series: { name, number } })
  })

  const parts = [
    'It (Part 1)',
    'Don Quixote (Book 1)',
    'Emma (Volume II)',
    'Nineteen (1984)',
    'Мы (в 2 томах, том 1)',
  ]
  test.each(['Emma', 'The Stand (Uncut)', '(#1)', 'C# in Depth', '', ...parts])(
    '%j has none',
    (text) => {
      expect(splitSeries(text)).toEqual({ title: text })
    },
  )
})

test.each([
  ['Dune (#1)', 'Dune', '1'],
  ['Saga [IV]', 'Saga', '4'],
  ['Anita Blake, Vampire Hunter #1', 'Anita Blake, Vampire Hunter', '1'],
  ['The Stormlight Archive #2.5', 'The Stormlight Archive', '2.5'],
  ['The Lord of the Rings #1-3', 'The Lord of the Rings', undefined],
  ['Discworld #6; Witches #2', 'Discworld', '6'],
  ['Foo, tome 2', 'Foo', '2'],
  ['Foo #2, Bar #3', 'Foo', '2'],
  ['Foo, #2 (Bar, #5)', 'Foo', '2'],
  ['Foo (2 of 7)', 'Foo', '2'],
  ['Foo, #3 Part 1', 'Foo', undefined],
  ['ثلاثية القاهرة #٢', 'ثلاثية القاهرة', '2'],
  ['Halo 3', 'Halo 3', undefined],
  ['Louis XIV', 'Louis XIV', undefined],
])('the series %s', (text, name, number) => {
  expect(seriesIn(text)).toEqual({ name, number })
})

test.each([
  ['IV', 4],
  ['[3]', 3],
  ['#3', 3],
  ['3 of 7', 3],
  ['3/7', 3],
  ['Book Three', 3],
  ['3,5', 3.5],
  ['0', 0],
  ['1-3', undefined],
  ['-1', undefined],
  ['None', undefined],
  ['', undefined],
])('the place %j is %j', (text, place) => {
  expect(placeIn(text)).toBe(place)
})

test.each([
  ['Hobbit, The', 'The Hobbit'],
  ['HOBBIT, THE', 'THE HOBBIT'],
  ['Tale of Two Cities, a: A Novel', 'A Tale of Two Cities: A Novel'],
  ['Rise and Fall of X: A Novel, The', 'The Rise and Fall of X: A Novel'],
  ["Étranger du lac, L'", "L'Étranger du lac"],
  ['Petit Prince (Le)', 'Le Petit Prince'],
  ['Name der Nelke, Der', 'Der Name der Nelke'],
  ['Alquimista, O', 'O Alquimista'],
  ['Promessi sposi, I', 'I Promessi sposi'],
  ['Henry VI, I', 'Henry VI, I'],
  ['New Orleans, LA', 'New Orleans, LA'],
  ['The Lion, the Witch and the Wardrobe', 'The Lion, the Witch and the Wardrobe'],
  ['Emma (A Novel)', 'Emma (A Novel)'],
  ['Étranger, L´', 'L’Étranger'],
  ['Great Gatsby, The.', 'The Great Gatsby'],
  ['Miami, FL.', 'Miami, FL.'],
])('the article of %s', (title, turned) => {
  expect(withArticleFirst(title)).toBe(turned)
})
