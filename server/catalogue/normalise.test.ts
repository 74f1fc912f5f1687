import { describe, expect, test } from 'vitest'
import type { Book } from '../../contract/books.ts'
import { cleanDescription, httpLink, normaliseBook } from './normalise.ts'

describe('cleanDescription', () => {
  test.each([
    ['plain text', 'plain text'],
    ['<p>One</p><p>Two<br/>three</p>', '<p>One</p><p>Two<br />three</p>'],
    [
      '<ul><li><b>a</b></li></ul><ol><li><i>b</i></li></ol>',
      '<ul><li><b>a</b></li></ul><ol><li><i>b</i></li></ol>',
    ],
    ['<em>a</em> <strong>b</strong>', '<em>a</em> <strong>b</strong>'],
    ['<h1>Title</h1><div class="x">text</div>', 'Titletext'],
    ['<a href="javascript:alert(1)">link</a>', 'link'],
    ['<p onclick="x()" style="color:red">a</p>', '<p>a</p>'],
    ['a<script>alert(1)</script>b', 'ab'],
    ['<style>p{}</style>x', 'x'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<svg><script>alert(1)</script></svg>', ''],
    ['Tom &amp; Jerry &lt;3', 'Tom &amp; Jerry &lt;3'],
    ['Tom & Jerry', 'Tom &amp; Jerry'],
    ['<b>open', '<b>open</b>'],
    ['<scr<script>ipt>alert(1)</script>', 'ipt&gt;alert(1)'],
    ['  spaced  ', 'spaced'],
  ])('%j becomes %j', async (html, clean) => {
    expect(await cleanDescription(html)).toBe(clean)
  })

  test('cleaning twice changes nothing more', async () => {
    const clean = await cleanDescription('<p>a & b</p><x>c</x> &lt;script&gt;')
    expect(await cleanDescription(clean)).toBe(clean)
  })
})

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

describe('normaliseBook', () => {
  const book: Book = {
    id: 'emma',
    volumeInfo: {
      title: 'Emma',
      authors: ['Jane Austen'],
      categories: ['Romance'],
      description: '<p>Rich</p><script>x</script>',
    },
    accessInfo: {
      pdf: { isAvailable: true, acsTokenLink: 'https://example.org/a.pdf' },
      webReaderLink: 'javascript:alert(1)',
    },
    saleInfo: { buyLink: 'https://user:pw@example.org/' },
  }

  test('cleans the description and drops links that may not be offered', async () => {
    expect(await normaliseBook(book)).toEqual({
      ...book,
      volumeInfo: { ...book.volumeInfo, description: '<p>Rich</p>' },
      accessInfo: { pdf: book.accessInfo.pdf },
      saleInfo: {},
    })
  })

  test('a PDF without a link is not available, and no description is none', async () => {
    const { description: _, ...bare } = book.volumeInfo
    const normalised = await normaliseBook({
      ...book,
      volumeInfo: { ...bare, description: '<script>x</script>' },
      accessInfo: { pdf: { isAvailable: true, acsTokenLink: 'data:application/pdf,x' } },
    })
    expect(normalised.accessInfo).toEqual({ pdf: { isAvailable: false } })
    expect(normalised.volumeInfo).toEqual(bare)
  })
})
