import { describe, expect, test } from 'vitest'
import { parseQuery } from './words.ts'

describe('parseQuery', () => {
  test.each([
    ['Mockingjay (The Hunger Games, #3)', 'mockingjay'],
    ['dune, book 2', 'dune'],
    ['Blame! (paperback)', 'blame'],
  ])('%j is also asked without its volume', (text, key) => {
    expect(parseQuery(text).withoutSeries?.key).toBe(key)
  })

  test.each(['1984', '(untitled)', '#3', 'notebook 3'])('%j has no volume to leave out', (text) => {
    expect(parseQuery(text).withoutSeries).toBeUndefined()
  })

  test('tells c++ and c# from c', () => {
    expect(parseQuery('C++').key).toBe('cplusplus')
    expect(parseQuery('c++11 primer').key).toBe('cplusplus 11 primer')
    expect(parseQuery('c#').key).toBe('csharp')
    expect(parseQuery('vitamin c#1').key).toBe('vitamin c 1')
  })

  test('cuts endless queries', () => {
    const words = Array.from({ length: 100 }, (_, index) => `word${index}`)
    expect(parseQuery(words.join(' ')).words).toHaveLength(16)
  })
})
