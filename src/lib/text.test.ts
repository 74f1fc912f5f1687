import { describe, expect, test } from 'vitest'
import { cutText, htmlToText } from './text.ts'

describe('htmlToText', () => {
  test.each([
    ['  white \n\t space  ', 'white space'],
    ['<b>Bold</b> and <i>slanted</i>', 'Bold and slanted'],
    ['One<br>two<br/>three', 'One two three'],
    ['<table><tr><td>a<td>b</table><blockquote>c</blockquote>', 'a b c'],
    ['in<em>side</em> a word', 'inside a word'],
    ['&lt;script&gt;alert(1)&lt;/script&gt;', '<script>alert(1)</script>'],
    ['a<STYLE>p { color: red }</STYLE>b<!-- not this -->c', 'abc'],
    ['5 < 6 and 7 > 6', '5 < 6 and 7 > 6'],
    ['<img src=x onerror=alert(1)>picture', 'picture'],
  ])('%j is %j', (html, text) => {
    expect(htmlToText(html)).toBe(text)
  })

  test('ends with deep nesting, 100 KB of entities or of open angle brackets', () => {
    // Browsers nest no deeper than 512 elements.
    expect(htmlToText('<i>x'.repeat(500))).toBe('x'.repeat(500))
    expect(htmlToText('&amp;'.repeat(20_000))).toBe('&'.repeat(20_000))
    expect(htmlToText('<'.repeat(100_000)).length).toBeLessThanOrEqual(100_000)
  })
})

test('a text is cut by code points, with "..." only where something was cut', () => {
  const books = '📚'.repeat(100)
  expect(cutText(books, 100)).toBe(books)
  expect(cutText(`${books}x`, 100)).toBe(`${books}...`)
  expect(cutText(`${'a'.repeat(99)}📚b`, 100)).toBe(`${'a'.repeat(99)}📚...`)
})
