import { describe, expect, test } from 'vitest'
import { cleanPicture, httpLink } from './links.ts'

describe('httpLink', () => {
  test.each([
    ['https://www.gutenberg.org/ebooks/1342', 'https://www.gutenberg.org/ebooks/1342'],
    ['http://example.org', 'http://example.org/'],
    ['HTTPS://EXAMPLE.org/a b', 'https://example.org/a%20b'],
  ])('%s is offered', (text, link) => {
    expect(httpLink(text)).toBe(link)
  })

  test.each([
    undefined,
    '',
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'ftp://example.org/',
    '//example.org/',
    '/relative',
    'https://user:secret@example.org/',
    'https://user@example.org/',
    `https://example.org/${'a'.repeat(2048)}`,
    `https://example.org/${'é'.repeat(1000)}`,
    'https://',
  ])('%j is not', (text) => {
    expect(httpLink(text)).toBeUndefined()
  })
})

describe('cleanPicture', () => {
  test.each([
    [
      'http://books.google.com/books/content?id=a&img=1&zoom=5&edge=curl&source=gbs_api',
      'https://books.google.com/books/content?id=a&img=1&zoom=1&source=gbs_api&fife=w400-h600',
    ],
    [
      'http://books.google.co.uk/books/content?id=a&zoom=1',
      'https://books.google.com/books/content?id=a&zoom=1&fife=w400-h600',
    ],
    [
      'https://books.google.nl/books/content?id=a&zoom=5&sig=x&edge=curl',
      'https://books.google.com/books/content?id=a&zoom=5&sig=x',
    ],
    ['http://covers.openlibrary.org/b/id/1-L.jpg', 'https://covers.openlibrary.org/b/id/1-L.jpg'],
    [' https://www.gutenberg.org/a.jpg ', 'https://www.gutenberg.org/a.jpg'],
    ['http://books.google.evil.example/x?edge=1', 'https://books.google.evil.example/x?edge=1'],
  ])('%s becomes %s', (value, picture) => {
    expect(cleanPicture(value)).toBe(picture)
  })

  test.each([
    undefined,
    null,
    7,
    '',
    'x',
    '//books.google.com/x',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'http://example.org:8080/x',
    'https://u:p@example.org/x',
  ])('%j is none', (value) => {
    expect(cleanPicture(value)).toBeUndefined()
  })
})
