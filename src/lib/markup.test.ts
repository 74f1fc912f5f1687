import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { htmlToText } from './markup.ts'
import { folded, isPlain } from './text.ts'

describe('htmlToText', () => {
  test.each([
    ['plain text', 'plain text'],
    ['', ''],
    ['<b>Bold</b> and <i>slanted</i>', 'Bold and slanted'],
    ['<p>One.</p><p>Two.</p>', 'One. Two.'],
    ['One<br>two<br/>three', 'One two three'],
    ['<ul><li>first</li><li>second</li></ul>', 'first second'],
    ['in<em>side</em> a word', 'inside a word'],
    ['words<form><button>Send</button></form>more', 'words more'],
    ['<table><tr><td>a<td>b</table><blockquote>c</blockquote>', 'a b c'],
    ['  white \n\t space  ', 'white space'],
    ['Q&amp;A &eacute; &#x2014; &#8212;', 'Q&A é — —'],
    ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ['&lt;script&gt;alert(1)&lt;/script&gt;', '<script>alert(1)</script>'],
    ['before<script>alert("no")</script>after', 'beforeafter'],
    ['a<STYLE>p { color: red }</STYLE>b', 'ab'],
    ['a<!-- not this -->b', 'ab'],
    ['a<template><b>no</b></template>b', 'ab'],
    ['5 < 6 and 7 > 6', '5 < 6 and 7 > 6'],
    ['<p>never closed <b>at all', 'never closed at all'],
    ['</p></b></script>only ends', 'only ends'],
    ['<a href="x" onclick="y">a link</a', 'a link'],
    ['<img src=x onerror=alert(1)>picture', 'picture'],
  ])('%j is %j', (html, text) => {
    expect(htmlToText(html)).toBe(text)
  })

  test('comes to an end with 100 KB of nesting, entities or open angle brackets', () => {
    expect(htmlToText('<b>x'.repeat(25_000))).toBe('x'.repeat(25_000))
    expect(htmlToText('&amp;'.repeat(20_000))).toBe('&'.repeat(20_000))
    expect(htmlToText('<'.repeat(100_000)).length).toBeLessThanOrEqual(100_000)
  })

  test('of what is plain is what its folding is, so that lists may do without the parser', () => {
    const plain = fc.string({ unit: 'grapheme' }).filter(isPlain)
    fc.assert(
      fc.property(plain, (text) => {
        expect(htmlToText(text)).toBe(folded(text))
      }),
    )
  })
})
