import { expect, test } from 'vitest'
import type { Content } from './likeness.ts'
import { themesOf } from './themes.ts'

const heart = (...names: string[]) => ({ content: content(...names), weight: 1 })
const content = (...names: string[]): Content => ({
  weights: new Map(names.map((name) => [name, 1])),
  length: 1,
  audience: 'adult',
  author: '',
  interests: [],
})
/** How large a share of all books has each. */
const COMMON = new Map([
  ['Mystery', 0.2],
  ['England', 0.3],
])
const shares = { shareOf: (name: string) => COMMON.get(name) ?? 0.01 }

test.each<[what: string, hearts: string[][], book: string[], has: boolean]>([
  ['what two of three share', [['opera'], ['opera'], ['chess']], ['opera'], true],
  ['not what one has', [['opera'], ['sea'], ['chess']], ['opera'], false],
  ['the origin of one, where there are few', [['origin Japan'], ['sea']], ['origin Japan'], true],
  [
    'not the origin of one of many',
    [['origin Japan'], ['a'], ['b'], ['c']],
    ['origin Japan'],
    false,
  ],
  ['not what many books have', [['England'], ['England', 'x'], ['y']], ['England'], false],
  ['not what is rather wanted by itself', [['erotic'], ['erotic']], ['erotic'], false],
])('%s is a theme', (_, hearts, book, has) => {
  const themes = themesOf(
    hearts.map((names) => heart(...names)),
    shares,
  )
  expect(themes.shareOf(content(...book)) > 0).toBe(has)
})

const SNOW = ['origin Japan', 'origin East Asia']
const PLEASE = ['origin South Korea', 'origin East Asia']

test.each<
  [string, hearts: string[][], book: string[], origins: string[], least: number, most: number]
>([
  ['what is of their region stays', [SNOW, PLEASE], PLEASE, [], 1, 1],
  ['what is American sinks', [SNOW, PLEASE], [], ['United States'], 0, 0.3],
  ['not where most hearts are American', [SNOW, [], []], [], ['United States'], 1, 1],
])('of what hearts of rare origins say, %s', (_, hearts, book, origins, least, most) => {
  const themes = themesOf(
    hearts.map((names) => heart(...names)),
    shares,
  )
  const ofBook = themes.remainsOf({ origins }, content(...book))
  const remains = themes.isOfOrigin(content(...SNOW)) ? ofBook : 1
  expect(remains).toBeGreaterThanOrEqual(least)
  expect(remains).toBeLessThanOrEqual(most)
})

test('a book of the region of all hearts is of their themes, whatever else they share', () => {
  const hearts = [SNOW, PLEASE].map((names) => heart(...names, 'opera', 'Vienna', 'chess', 'ice'))
  expect(themesOf(hearts, shares).shareOf(content('origin East Asia'))).toBeGreaterThan(0.35)
})
