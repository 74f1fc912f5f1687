import { Parser } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import type { Book } from '../contract/books.ts'
import { drawBook, drawFavorites, drawPage, drawShelves } from '../src/prerender.tsx'
import { HOSTILE_TEXTS } from '../src/test/hostileTexts.ts'

function bookOf(text: string): Book {
  return {
    id: 'hostile',
    volumeInfo: {
      title: text,
      authors: [text],
      categories: [text],
      publishedDate: text,
      description: text,
      imageLinks: { thumbnail: '/covers/hostile?v=1' },
    },
    accessInfo: { pdf: { isAvailable: true, acsTokenLink: text }, webReaderLink: text },
    saleInfo: { buyLink: text },
  }
}

/** What a browser would make of a piece of HTML, as far as it could do anything. */
function powersOf(html: string): string[] {
  const found: string[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      if (/^(?:script|style|iframe|object|embed|base|meta|link|math)$/.test(name)) found.push(name)
      for (const [attribute, value] of Object.entries(attributes)) {
        if (/^(?:on|style$|srcdoc$|formaction$)/.test(attribute)) found.push(`${name} ${attribute}`)
        if (attribute === 'href' && !/^(?:[/#]|https?:)/.test(value)) found.push(value)
        if (attribute === 'src' && !/^(?:\/|data:image\/)/.test(value)) found.push(value)
      }
    },
  })
  parser.end(html)
  return found
}

describe('a book', () => {
  test('is drawn with its title, its facts and its description, for a visitor', async () => {
    const book = bookOf('Emma')
    book.volumeInfo.description = '<p>Handsome, <b>clever</b></p><p>and rich.</p>'
    const { title, summary, html } = await drawBook(book, 'visitor')
    expect(title).toBe('Emma · Catchword')
    expect(summary).toBe('Handsome, clever and rich.')
    expect(html).toContain('>Emma</h1>')
    expect(html).toContain('<p>Handsome, <b>clever</b></p><p>and rich.</p>')
    expect(html).toContain('src="/covers/hostile?v=1"')
    expect(html).toContain('Sign In / Register')
    expect(html).not.toContain('Loading')
  })

  test('is drawn for a reader without knowing whom', async () => {
    const { html } = await drawBook(bookOf('Emma'), 'reader')
    expect(html).not.toContain('Sign In')
    expect(html).toMatch(/>Hello</)
  })

  test('has its cover in it where one is given, and the next one knows nothing of that', async () => {
    const cover = 'data:image/svg+xml,%3Csvg/%3E'
    expect((await drawBook(bookOf('Emma'), 'visitor', cover)).html).toContain(`src="${cover}"`)
    expect((await drawBook(bookOf('Emma'), 'visitor')).html).not.toContain('data:')
  })

  test('is named by its authors where it has no description', async () => {
    const book = bookOf('Emma')
    book.volumeInfo.authors = ['Jane Austen', 'Another Lady']
    book.volumeInfo.description = '<p> </p>'
    expect((await drawBook(book, 'visitor')).summary).toBe('Jane Austen, Another Lady')
  })

  test('two at once are not mixed up', async () => {
    const titles = Array.from({ length: 20 }, (_, index) => `Volume ${index}`)
    const drawn = await Promise.all(
      titles.map((title, index) => drawBook(bookOf(title), index % 2 ? 'reader' : 'visitor')),
    )
    for (const [index, { html }] of drawn.entries()) {
      expect(html).toContain(`>${titles[index]}</h1>`)
      expect(html.includes('Sign In')).toBe(index % 2 === 0)
    }
  })

  test('large as it may be, needs no script to stand where it belongs', async () => {
    const { html } = await drawBook(bookOf(`<p>${'word '.repeat(20_000)}</p>`), 'visitor')
    expect(html.length).toBeGreaterThan(100_000)
    expect(powersOf(html)).toEqual([])
  })

  test.each(HOSTILE_TEXTS.map((text) => [text]))('can do nothing as %j', async (text) => {
    for (const wrapped of [text, `"'>${text}`, `<p>one ${text} two</p>`, `<!-->${text}<!--`]) {
      const { html } = await drawBook(bookOf(wrapped), 'visitor')
      expect(powersOf(html)).toEqual([])
    }
  })
})

const booksOf = (...titles: string[]): Book[] =>
  titles.map((title, index) => {
    const book = bookOf(title)
    book.id = `book-${index}`
    book.volumeInfo.imageLinks = { thumbnail: `/covers/${book.id}?v=1` }
    return book
  })

describe('favorites', () => {
  test('are drawn with their hearts, their covers and how many there are, without knowing whose', async () => {
    const cover = 'data:image/svg+xml,%3Csvg/%3E'
    const covers = new Map([['/covers/book-0?v=1', cover]])
    const { title, html } = await drawFavorites(booksOf('Emma', 'Persuasion'), 40, covers)
    expect(title).toBe('Favorites · Catchword')
    expect(html).toMatch(/>Hello</)
    expect(html).toMatch(/40(?:<!-- -->)? (?:<!-- -->)?books/)
    expect(html.match(/<h2/g)).toHaveLength(2)
    expect(html.match(/data-favorite="true"/g)).toHaveLength(2)
    expect(html).toContain(`src="${cover}"`)
    expect(html).toContain('src="/covers/book-1?v=1"')
    expect(html).not.toContain('data-skeleton')
    expect(powersOf(html)).toEqual([])
    expect((await drawFavorites(booksOf('Emma'), 1, new Map())).html).not.toContain('data:')
  })

  test('that are none say so', async () => {
    const { html } = await drawFavorites([], 0, new Map())
    expect(html).toContain('No favorite books yet')
    expect(html).not.toContain('data-skeleton')
  })

  test('of two readers at once are not mixed up', async () => {
    const drawn = await Promise.all(
      [1, 5, 12].map((count) => {
        const books = booksOf(...Array.from({ length: count }, (_, index) => `${count}-${index}`))
        return drawFavorites(books, count, new Map())
      }),
    )
    expect(drawn.map(({ html }) => html.match(/<h2/g)?.length)).toEqual([1, 5, 12])
  })

  test('can do nothing, whatever they are called', async () => {
    const { html } = await drawFavorites(booksOf(...HOSTILE_TEXTS), HOSTILE_TEXTS.length, new Map())
    expect(powersOf(html)).toEqual([])
  })
})

const titlesIn = (html: string, level: number): (string | undefined)[] =>
  [...html.matchAll(new RegExp(`<h${level}[^>]*>(?:<[^>]*>)*([^<]*)`, 'g'))].map(([, text]) => text)

describe('shelves', () => {
  test('are drawn with their books, hearts and covers, and the others wait', async () => {
    const cover = 'data:image/svg+xml,%3Csvg/%3E#/covers/book-0?v=1'
    const books = booksOf('Emma', 'Persuasion')
    const { title, html } = await drawShelves(
      {
        preferences: ['Romance', 'Poetry', 'Travel'],
        books: { Romance: books },
        byAuthors: [],
        favorites: books.slice(1),
      },
      new Map([['/covers/book-0?v=1', cover]]),
    )
    expect(title).toBe('Recommendations · Catchword')
    expect(html).toMatch(/>Hello</)
    expect(titlesIn(html, 2)).toEqual([
      'Best Romance Books',
      'Best Poetry Books',
      'Best Travel Books',
    ])
    expect(titlesIn(html, 3)).toEqual(['Emma', 'Persuasion'])
    expect(html.match(/data-favorite="(?:true|false)"/g)).toEqual([
      'data-favorite="false"',
      'data-favorite="true"',
    ])
    expect(html).toContain(`src="${cover}"`)
    expect(html).toContain('src="/covers/book-1?v=1"')
    expect(html.match(/data-skeleton/g)).not.toHaveLength(0)
    expect(powersOf(html)).toEqual([])
  })

  test('of favorite authors stand over the others', async () => {
    const byAuthors = booksOf('Emma')
    const given = { preferences: ['Poetry' as const], books: {}, byAuthors, favorites: byAuthors }
    const { html } = await drawShelves(given, new Map())
    expect(titlesIn(html, 2)).toEqual(['Books by Your Favorite Authors', 'Best Poetry Books'])
    expect(titlesIn(html, 3)).toEqual(['Emma'])
  })

  test('that are none lead to the interests', async () => {
    const none = { preferences: [], books: {}, byAuthors: [], favorites: [] }
    const { html } = await drawShelves(none, new Map())
    expect(html).toContain('You have not picked any interests yet.')
    expect(html).not.toContain('data-skeleton')
  })

  test('can do nothing, whatever their books are called', async () => {
    const books = booksOf(...HOSTILE_TEXTS)
    const given = { preferences: ['Poetry' as const], books: { Poetry: books }, byAuthors: books }
    const { html } = await drawShelves({ ...given, favorites: [] }, new Map())
    expect(powersOf(html)).toEqual([])
  })
})

test('what a reader’s pages begin with names nobody and needs no style attribute', async () => {
  for (const path of ['/', '/categories', '/recommendations', '/favorites', '/profile']) {
    const html = await drawPage(path, 'reader')
    expect(html).toMatch(/>Hello</)
    expect(powersOf(html)).toEqual([])
  }
})
