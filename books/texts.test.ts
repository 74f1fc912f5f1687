import { describe, expect, test } from 'vitest'
import { plainText } from './texts.ts'

describe('plainText', () => {
  test.each([
    ['  A \n long\u00a0 title ', 'A long title'],
    ['Tom &amp; the <i>Cat</i> &#8212; 2', 'Tom & the Cat — 2'],
    ['A < B & C', 'A < B & C'],
    ['A <a href="x">link</a>, H<sub >2</sub >O', 'A link, H2O'],
    ['<p>cut off <a hre', 'cut off'],
    ['x<script>alert(1)</script>y', 'xy'],
    [
      'soft\u00adhyphen zero\u200bwidth \u202eturned\u202c \0nul\ufeff',
      'softhyphen zerowidth turned nul',
    ],
    ['lone \uD83D', 'lone \uFFFD'],
    ['می‌خواهم', 'می‌خواهم'],
    [1984, '1984'],
    [{}, ''],
  ])('%j becomes %j', (value, text) => {
    expect(plainText(value)).toBe(text)
  })

  test.each([
    'x<y: algebra',
    'List<String> in Java',
    '<Untitled>',
    '#include <stdio.h>',
    '<<Quoted>>',
  ])('%s has no tag, and stays', (text) => {
    expect(plainText(text)).toBe(text)
  })

  test('a long one ends at a word, or within one, never within a character', () => {
    expect(plainText('one two three', 9)).toBe('one two…')
    expect(plainText('a'.repeat(20), 9)).toBe(`${'a'.repeat(8)}…`)
    expect(plainText('🤷'.repeat(20), 9)).toBe(`${'🤷'.repeat(8)}…`)
    expect(plainText('🤷'.repeat(9), 9)).toBe('🤷'.repeat(9))
  })

  test('of a title of megabytes only the beginning is looked at', () => {
    expect(plainText(`${'x'.repeat(1_000_000)}<b>`, 50)).toBe(`${'x'.repeat(49)}…`)
  })
})
