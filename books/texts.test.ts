import { describe, expect, test } from 'vitest'
import { plainLine } from '../contract/plainLine.ts'
import { plainText } from './texts.ts'

describe('plainText', () => {
  test('removes what nobody sees, as queries do', () => {
    const title = 'Em\u200cma\u2060 and\u180e Will'
    expect(plainText(title)).toBe('Emma and Will')
    expect(plainLine(title)).toBe('Emma and Will')
  })

  test.each([
    ['  A \n long\u00a0 title ', 'A long title'],
    ['Tom &amp; the <i>Cat</i> &#8212; 2', 'Tom & the Cat — 2'],
    ['A < B & C', 'A < B & C'],
    ['<B>Bold</B> and <EM>loud</EM>', 'Bold and loud'],
    ['A <a href="x">link</a>, H<sub >2</sub >O', 'A link, H2O'],
    ['<p>cut off <a hre', 'cut off'],
    ['x<script>alert(1)</script>y', 'xy'],
    ['One<br>Two', 'One Two'],
    [
      'soft\u00adhyphen zero\u200bwidth \u202eturned\u202c \0nul\ufeff',
      'softhyphen zerowidth turned nul',
    ],
    ['e\u0301', 'é'],
    ['lone \uD83D', 'lone \uFFFD'],
    ['می‌خواهم', 'می‌خواهم'],
    [1984, '1984'],
    [null, ''],
    [undefined, ''],
    [Number.NaN, ''],
    [['A'], ''],
    [{}, ''],
  ])('%j becomes %j', (value, text) => {
    expect(plainText(value)).toBe(text)
  })

  test.each([
    'x<y: algebra',
    'p<0.05',
    'A<B>C',
    'List<String> in Java',
    'i<3u',
    '<Untitled>',
    'i<b',
    'Map<K, V>',
    '#include <stdio.h>',
    'if a<b and c>d',
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
