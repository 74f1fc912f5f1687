import { describe, expect, test, vi } from 'vitest'
import { readerMessages } from '../readerMessages.ts'
import { httpLink, formatDate } from './bookFacts.ts'

describe('httpLink', () => {
  const tooLong = `https://example.org/${'a'.repeat(2049 - 'https://example.org/'.length)}`

  test.each([
    ['https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
    ['http://example.org', 'http://example.org/'],
    ['HTTPS://EXAMPLE.ORG/Path', 'https://example.org/Path'],
    ['https://example.org/a b', 'https://example.org/a%20b'],
    [tooLong.slice(0, 2048), tooLong.slice(0, 2048)],
  ])('accepts %.60s', (link, href) => {
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

  test('takes the words as they are', () => {
    const words = vi
      .spyOn(readerMessages.book, 'bc')
      .mockImplementation(({ year }) => `$& ${year} $1`)
    expect(formatDate('-0700')).toBe('$& 700 $1')
    words.mockRestore()
  })
})
