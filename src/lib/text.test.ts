import { describe, expect, test } from 'vitest'
import { cut, isPlain } from './text.ts'

describe('cut', () => {
  test('leaves a text of exactly the limit alone, and cuts one character more', () => {
    expect(cut('a'.repeat(100), 100)).toBe('a'.repeat(100))
    expect(cut('a'.repeat(101), 100)).toBe(`${'a'.repeat(100)}...`)
    expect(cut('', 100)).toBe('')
  })

  test('counts code points, not UTF-16 units', () => {
    const books = '📚'.repeat(100)
    expect(books.length).toBe(200)
    expect(cut(books, 100)).toBe(books)
    expect(cut(`${books}x`, 100)).toBe(`${books}...`)
  })

  test('keeps or drops an emoji at the edge whole', () => {
    expect(cut(`${'a'.repeat(99)}📚b`, 100)).toBe(`${'a'.repeat(99)}📚...`)
    expect(cut(`${'a'.repeat(100)}📚`, 100)).toBe(`${'a'.repeat(100)}...`)
    expect(cut(`${'a'.repeat(99)}📚b`, 100).isWellFormed()).toBe(true)
  })
})

describe('isPlain', () => {
  test.each(['', 'plain text', '5 > 4', '"quoted" it\u2019s'])('%j is', (text) => {
    expect(isPlain(text)).toBe(true)
  })

  test.each(['<b>bold</b>', 'a<br>b', 'Q&amp;A', 'R&D', '1 < 2', '</p>'])('%j is not', (text) => {
    expect(isPlain(text)).toBe(false)
  })
})
