import { describe, expect, test } from 'vitest'
import { httpLink, formatDate } from './bookFacts.ts'

describe('httpLink', () => {
  const tooLong = `https://example.org/${'a'.repeat(2049 - 'https://example.org/'.length)}`

  test.each([
    ['https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
    ['HTTP://EXAMPLE.ORG/Path', 'http://example.org/Path'],
    [tooLong.slice(0, 2048), tooLong.slice(0, 2048)],
  ])('accepts %.60s', (link, href) => {
    expect(httpLink(link)).toBe(href)
  })

  test.each([
    [undefined],
    [' JaVaScRiPt:alert(1)'],
    ['java\nscript:alert(1)'],
    ['data:text/html,<script>alert(1)</script>'],
    ['blob:https://example.org/1'],
    ['https://user@example.org/'],
    ['https://:password@example.org/'],
    ['//example.org/book'],
    [tooLong],
  ])('rejects %.60s', (link) => {
    expect(httpLink(link)).toBeUndefined()
  })
})

describe('formatDate', () => {
  test.each([
    ['-700', '700 BC'],
    ['-0044-03-15', '44 BC'],
    ['1897-05-26', '1897-05-26'],
    ['1984', '1984'],
    ['19-?', '19-?'],
    ['-', '-'],
  ])('%j is %j', (date, formatted) => {
    expect(formatDate(date)).toBe(formatted)
  })
})
