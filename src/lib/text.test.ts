import { describe, expect, test } from 'vitest'
import { cut, htmlToText, httpLink, spokenDate } from './text.ts'

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

describe('htmlToText', () => {
  test.each([
    ['plain text', 'plain text'],
    ['', ''],
    ['<b>Bold</b> and <i>slanted</i>', 'Bold and slanted'],
    ['<p>One.</p><p>Two.</p>', 'One. Two.'],
    ['One<br>two<br/>three', 'One two three'],
    ['<ul><li>first</li><li>second</li></ul>', 'first second'],
    ['in<em>side</em> a word', 'inside a word'],
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
})

describe('httpLink', () => {
  const tooLong = `https://example.org/${'a'.repeat(2049 - 'https://example.org/'.length)}`

  test.each([
    ['https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
    ['http://example.org', 'http://example.org/'],
    ['HTTPS://EXAMPLE.ORG/Path', 'https://example.org/Path'],
    ['https://example.org/a b', 'https://example.org/a%20b'],
    [tooLong.slice(0, 2048), tooLong.slice(0, 2048)],
  ])('takes %.60s', (link, href) => {
    expect(httpLink(link)).toBe(href)
  })

  test.each([
    [undefined],
    [''],
    ['javascript:alert(1)'],
    ['JaVaScRiPt:alert(1)'],
    [' javascript:alert(1)'],
    ['java\nscript:alert(1)'],
    ['data:text/html,<script>alert(1)</script>'],
    ['ftp://example.org/book'],
    ['blob:https://example.org/1'],
    ['https://user:password@example.org/'],
    ['https://user@example.org/'],
    ['https://:password@example.org/'],
    ['/book/1'],
    ['book/1'],
    ['//example.org/book'],
    ['example.org'],
    ['https://'],
    [tooLong],
  ])('refuses %.60s', (link) => {
    expect(httpLink(link)).toBeUndefined()
  })
})

describe('spokenDate', () => {
  test.each([
    ['-700', '700 BC'],
    ['-0044-03-15', '44 BC'],
    ['1897-05-26', '1897-05-26'],
    ['1984', '1984'],
    ['19-?', '19-?'],
    ['-', '-'],
  ])('%j is %j', (date, spoken) => {
    expect(spokenDate(date)).toBe(spoken)
  })
})
