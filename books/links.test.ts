import { describe, expect, test } from 'vitest'
import { cleanPicture, httpLink } from './links.ts'

describe('httpLink', () => {
  test.each([
    ['https://www.gutenberg.org/ebooks/1342', 'https://www.gutenberg.org/ebooks/1342'],
    ['HTTPS://EXAMPLE.org/a b', 'https://example.org/a%20b'],
  ])('%s is offered', (text, link) => {
    expect(httpLink(text)).toBe(link)
  })

  test.each([undefined, 'https://user@example.org/', `https://example.org/${'é'.repeat(1000)}`])(
    '%j is not',
    (text) => {
      expect(httpLink(text)).toBeUndefined()
    },
  )
})

describe('cleanPicture', () => {
  test.each([
    [
      'http://books.google.com/books/content?id=a&img=1&zoom=5&edge=curl&source=gbs_api',
      'https://books.google.com/books/content?id=a&img=1&zoom=1&source=gbs_api&fife=w400-h600',
    ],
    [
      'https://books.google.nl/books/content?id=a&zoom=5&sig=x&edge=curl',
      'https://books.google.com/books/content?id=a&zoom=5&sig=x',
    ],
  ])('%s becomes %s', (value, picture) => {
    expect(cleanPicture(value)).toBe(picture)
  })

  test.each([7, '', 'data:image/png;base64,AAAA', 'http://example.org:8080/x'])(
    '%j is none',
    (value) => {
      expect(cleanPicture(value)).toBeUndefined()
    },
  )
})
