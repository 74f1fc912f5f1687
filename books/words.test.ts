import { describe, expect, test } from 'vitest'
import { foldKey } from './foldKey.ts'
import letters from './hanLetters.json' with { type: 'json' }
import { authorKeys, indexWords, parseQuery, titleKeys } from './words.ts'

test.each(['צ"', '٩', '山 ', "x's ", 'ü\u0308'])(
  '50 kB of %j are folded, and no word or key of them is long',
  (text) => {
    const long = text.repeat(50_000 / text.length)
    expect(parseQuery(long).words.length).toBeLessThanOrEqual(16)
    expect(indexWords(long).every((word) => word.length <= 64)).toBe(true)
    expect(titleKeys(long).every(({ key }) => key.length <= 500)).toBe(true)
    expect(authorKeys(long).every((key) => key.length <= 500)).toBe(true)
  },
)

test.each([
  ['紅樓夢', '红楼梦'],
  ['桜の園', '櫻の園'],
])('%s is searched for as %s', (one, other) => {
  expect(titleKeys(one)).toEqual(titleKeys(other))
  expect(indexWords(one)).toEqual(indexWords(other))
  expect(authorKeys(one)).toEqual(authorKeys(other))
})

test('each Chinese letter has one plain form', () => {
  const all = letters.alike.join(' ').split(' ')
  expect(new Set(all.join('')).size).toBe(all.join('').length)
  expect(all.filter((alike) => foldKey(alike) !== alike.charAt(0).repeat(alike.length))).toEqual([])
})

describe('titleKeys', () => {
  test('knows a title by its whole, without article and without subtitle', () => {
    const keys = titleKeys('The Lost: The Untold Lives')
    expect(keys[0]).toEqual({ key: 'the lost the untold lives', kind: 0 })
    expect(keys.filter(({ kind }) => kind === 1).map(({ key }) => key)).toEqual([
      'lost the untold lives',
      'the lost',
      'lost',
    ])
    expect(keys).toContainEqual({ key: 'thelost', kind: 2 })
  })
})

describe('indexWords', () => {
  test('adds what readers type for initials, compounds and apostrophes', () => {
    expect(indexWords('J. R. R. Tolkien')).toEqual(expect.arrayContaining(['jrr', 'tolkien']))
    expect(indexWords('H.G. Wells')).toEqual(expect.arrayContaining(['hg', 'wells']))
    expect(indexWords('Catch-22')).toEqual(['catch', '22', 'catch22'])
    expect(indexWords("Alice's Adventures")).toEqual(expect.arrayContaining(['alices', 'alice']))
    expect(indexWords('L’Étranger')).toEqual(expect.arrayContaining(['letranger', 'etranger']))
  })

  test('tells c++ and c# from c', () => {
    expect(indexWords('C++ Primer')).toEqual(['c', 'primer', 'cplusplus'])
    expect(titleKeys('C# in Depth').map(({ key }) => key)).toContain('c in depth')
  })
})
