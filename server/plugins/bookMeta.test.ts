import type { FindBook } from '../catalogue/catalogue.ts'
import { fastify } from 'fastify'
import { describe, expect, test } from 'vitest'
import type { Book } from '../../contract/books.ts'
import { createFindPageBook, withBookMeta } from './bookMeta.ts'

const SHELL = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Catchword · discover books</title>
    <meta
      name="description"
      content="Catchword finds you the next book."
    />
    <meta name="theme-color" content="#faf6ef" />
    <meta property="og:title" content="Catchword" />
    <meta property="og:description" content="The word that tells you what comes next." />
    <meta property="og:image" content="/og.png" />
    <script id="scheme">scheme()</script>
  </head>
  <body><div id="root"><img alt="" data-cover=""><i data-early="title"></i><i data-early="subtitle"></i>by <i data-early="authors"></i></div></body>
</html>
`

const bookOf = (volumeInfo: Partial<Book['volumeInfo']> = {}): Book => ({
  id: 'emma',
  volumeInfo: {
    title: 'Emma',
    authors: ['Jane Austen'],
    categories: ['Romance'],
    description: '<p>Handsome, clever &amp; rich.</p><p>And <i>un</i>wed.</p>',
    imageLinks: { thumbnail: '/covers/emma?v=1' },
    ...volumeInfo,
  },
  accessInfo: { pdf: { isAvailable: false } },
  saleInfo: {},
})

const fill = (volumeInfo?: Partial<Book['volumeInfo']>) =>
  withBookMeta(SHELL, bookOf(volumeInfo), 'https://books.example')

const contentOf = (html: string, name: string): string | undefined =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)" />`).exec(html)?.[1]

const descriptionOf = (description: string) => contentOf(fill({ description }), 'description')

/** What stands in the page's places for words of the book. */
const wordsOf = (html: string): Record<string, string | undefined> =>
  Object.fromEntries(
    Array.from(html.matchAll(/data-early="(\w+)">([^<]*)</g), ([, name = '', text]) => [
      name,
      text,
    ]),
  )

describe('the page of a book', () => {
  test('speaks of the book, once', () => {
    expect(fill()).toBe(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Emma · Catchword</title>
    <meta name="description" content="Handsome, clever &amp; rich. And unwed." />
    <meta property="og:type" content="book" />
    <meta property="og:title" content="Emma" />
    <meta property="og:description" content="Handsome, clever &amp; rich. And unwed." />
    <meta property="og:url" content="https://books.example/book/emma" />
    <meta property="og:image" content="https://books.example/covers/emma/preview.png?v=1" />
    <meta name="twitter:card" content="summary_large_image" />
    <link rel="preload" as="fetch" crossorigin href="/api/book/detail/emma" />
    <link rel="preload" as="image" fetchpriority="high" href="/covers/emma?v=1" />
    <meta name="theme-color" content="#faf6ef" />
    <script id="scheme">scheme()</script>
  </head>
  <body><div id="root"><img alt="" src="/covers/emma?v=1"><i data-length="short" data-early="title">Emma</i><i data-early="subtitle"></i>by <i data-early="authors">Jane Austen</i></div></body>
</html>
`)
  })

  test.each([
    ['', { title: 'Emma: A Novel', subtitle: 'A Novel', authors: ['A B', 'C'] }, 'A B, C'],
    ['A Novel', { subtitle: 'A Novel', authors: [] }, ''],
  ])('has the subtitle %j beside %j, and authors', (subtitle, volumeInfo, authors) => {
    expect(wordsOf(fill(volumeInfo))).toMatchObject({ subtitle, authors })
  })

  test('sets a title in its language, and one that tells half the book smaller', () => {
    const html = fill({ title: 'א'.repeat(80), language: 'he' })
    expect(html).toContain(`<i lang="he" data-length="long" data-early="title">${'א'.repeat(80)}<`)
    expect(fill({ title: 'x'.repeat(160) })).toContain('data-length="longest"')
  })

  test.each([
    ['</title><script>evil()</script>', '&lt;/title&gt;&lt;script&gt;evil()&lt;/script&gt;'],
    ['" onload="evil()', '&quot; onload=&quot;evil()'],
    ["$& $` $' $1 $$", '$&amp; $` $&#39; $1 $$'],
  ])('holds the text %s as text', (text, escaped) => {
    const html = fill({ title: text, subtitle: `${text}.`, authors: [text], description: '' })
    expect(wordsOf(html)).toEqual({
      title: escaped,
      subtitle: `${escaped}.`,
      authors: escaped.replaceAll(' ', ' '),
    })
    expect(html).toContain(`<title>${escaped} · Catchword</title>`)
    for (const name of ['description', 'og:title', 'og:description']) {
      expect(contentOf(html, name)).toBe(escaped)
    }
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html.match(/<title>/g)).toHaveLength(1)
  })

  test('has at most 160 whole characters of a description, and no markup', () => {
    expect(descriptionOf('A &lt;script&gt;<br>B<ul><li>C</li><li>D</li></ul>"E"')).toBe(
      'A &lt;script&gt; B C D &quot;E&quot;',
    )
    expect(descriptionOf('𝒜'.repeat(160))).toBe('𝒜'.repeat(160))
    expect(descriptionOf('𝒜'.repeat(161))).toBe(`${'𝒜'.repeat(159)}…`)
  })

  test('has the product’s picture for a book without a cover', () => {
    const { imageLinks: _, ...volumeInfo } = bookOf().volumeInfo
    const html = withBookMeta(SHELL, { ...bookOf(), volumeInfo }, 'http://localhost:3000')
    expect(contentOf(html, 'og:image')).toBe('http://localhost:3000/og.png')
    expect(html).not.toContain('as="image"')
    expect(html).toContain('<div id="root"><img alt="" data-cover="">')
  })

  test('holds the address of a cover as text', () => {
    const html = fill({ imageLinks: { thumbnail: '/covers/"><script>evil()</script>' } })
    expect(html).toContain('src="/covers/&quot;&gt;&lt;script&gt;evil()&lt;/script&gt;"')
    expect(html.match(/<script/g)).toHaveLength(1)
  })
})

/** The id of the book that is found for a page. */
async function find(findBook: FindBook, isAllowed: boolean): Promise<string> {
  const app = fastify()
  const findPageBook = createFindPageBook(findBook, async () => isAllowed)
  app.get('/', (request) => findPageBook(request, 'emma').then((book) => book?.id ?? 'none'))
  const { body } = await app.inject('/')
  await app.close()
  return body
}

const emma: FindBook = async () => ({ book: bookOf() })

test.each<[string, string, FindBook, isAllowed?: boolean]>([
  ['the catalogue’s', 'emma', emma],
  ['none that is unknown', 'none', async () => undefined],
  ['none where the catalogue is slow', 'none', () => new Promise(() => undefined)],
  ['none where the catalogue fails', 'none', () => Promise.reject(new Error('no catalogue'))],
  ['none for whoever requests too many', 'none', emma, false],
])('the book of a page is %s', async (_, found, byId, isAllowed = true) => {
  expect(await find(byId, isAllowed)).toBe(found)
})
