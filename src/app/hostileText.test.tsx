import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { atOrigin } from '../../mocks/address.ts'
import { fakeBackend } from '../../mocks/node.ts'
import { backend, quiet } from '../test/backend.ts'
import { HOSTILE_TEXTS } from '../test/hostileTexts.ts'
import { renderApp, signIn } from '../test/renderApp.tsx'
import { searchBooks } from '../../contract/books.ts'

/**
 * Hostile texts in every text of the catalogue and of the reader: what is drawn is the text itself, no
 * element comes of it, nothing runs, and no link leads anywhere but to http(s) (../shared/security.md,
 * tests C4 and D5). The big list of naughty strings is read where the data lies beside the project.
 */

// Two hundred books at a time, on a busy machine.
configure({ asyncUtilTimeout: 30_000 })
vi.setConfig({ testTimeout: 120_000 })

const BIG_LIST = resolve(import.meta.dirname, '../../../shared/data/naughty/blns.json')

function readBigList(): string[] {
  if (!existsSync(BIG_LIST)) return []
  const list: unknown = JSON.parse(readFileSync(BIG_LIST, 'utf8'))
  if (!Array.isArray(list)) throw new Error('The big list is no list.')
  return list.filter((item) => typeof item === 'string')
}

const bigList = readBigList()
if (bigList.length === 0) {
  process.stdout.write(
    'hostileText: the big list of naughty strings is not here; our own run alone.\n',
  )
}

/** Texts that a page shows as such; an empty one has a fallback, which other tests show. */
const TEXTS = [...new Set([...HOSTILE_TEXTS, ...bigList])].filter((text) => text.trim() !== '')
/** So many at a time on one page. */
const BATCH = 200
const batches = Array.from({ length: Math.ceil(TEXTS.length / BATCH) }, (_, index) =>
  TEXTS.slice(index * BATCH, (index + 1) * BATCH),
)

const ran = vi.fn<(what: unknown) => void>()

beforeEach(() => {
  ran.mockClear()
  // What the payloads call; jsdom runs what gets so far.
  for (const name of ['alert', 'confirm', 'prompt', 'javascript', 'XSS']) vi.stubGlobal(name, ran)
})

/** Elements of the page by their name and how many there are. */
function census(): Record<string, number> {
  const count: Record<string, number> = {}
  for (const { tagName } of document.body.querySelectorAll('*')) {
    count[tagName] = (count[tagName] ?? 0) + 1
  }
  return count
}

/** Nothing on the page runs anything, and every link leads to a page of ours or to http(s). */
function expectHarmless(): void {
  for (const element of document.body.querySelectorAll('*')) {
    expect(['SCRIPT', 'IFRAME', 'OBJECT', 'EMBED', 'FORM-X', 'BASE', 'META']).not.toContain(
      element.tagName,
    )
    for (const { name, value } of element.attributes) {
      expect(name).not.toMatch(/^on/)
      expect(name).not.toBe('srcdoc')
      const leads = ['href', 'action', 'formaction', 'xlink:href'].includes(name)
      const { protocol } = new URL(leads ? value : '/', window.location.href)
      expect(['http:', 'https:']).toContain(protocol)
    }
  }
  expect(ran).not.toHaveBeenCalled()
}

/** Books whose texts are all the same text, one book a text; `make` decides which of them. */
function addBooks(texts: readonly string[], of: (text: string) => Record<string, unknown>): void {
  backend.clearBooks()
  for (const [index, text] of texts.toReversed().entries()) {
    backend.addBook({
      id: `b-${texts.length - 1 - index}`,
      volumeInfo: {
        title: 'T',
        authors: ['A'],
        description: 'D',
        categories: ['Poetry'],
        ...of(text),
      },
    })
  }
}

/** The favorites page with these books, drawn to the end. */
async function openFavorites(texts: readonly string[]): Promise<void> {
  signIn({ id: 'u-ada', name: 'Ada', favorites: texts.map((_text, index) => `b-${index}`) })
  renderApp('/favorites')
  await waitFor(() => expect(document.querySelectorAll('main li')).toHaveLength(texts.length))
  await quiet()
}

describe.each(batches.map((texts, index) => ({ texts, name: `batch ${index + 1}` })))(
  '$name',
  ({ texts }) => {
    test('titles are drawn as they are, and nothing comes of them', async () => {
      addBooks(texts, () => ({}))
      await openFavorites(texts)
      const before = census()
      cleanup()
      addBooks(texts, (title) => ({ title }))
      await openFavorites(texts)
      expect(census()).toEqual(before)
      const drawn = [...document.querySelectorAll('main li h2')].map((node) => node.textContent)
      expect(drawn).toEqual(texts)
      expectHarmless()
    })

    test('authors, previews and descriptions too', async () => {
      addBooks(texts, (text) => ({ authors: [text], description: escaped(text) }))
      signIn({ id: 'u-ada', name: 'Ada', preferences: ['Poetry'] })
      fakeBackend.use(
        http.get(atOrigin('/api/recommendedBooks'), () => HttpResponse.json(fakeBackend.db.books)),
      )
      renderApp('/recommendations')
      await waitFor(() => expect(document.querySelectorAll('main li')).toHaveLength(texts.length))
      for (const [index, card] of [...document.querySelectorAll('main li')].entries()) {
        const [authors, preview] = [...card.querySelectorAll('p')].map((node) => node.textContent)
        const text = texts[index] ?? ''
        expect(authors).toBe(text)
        const whole = folded(text)
        const points = Array.from(whole)
        expect(preview).toBe(points.length > 100 ? `${points.slice(0, 100).join('')}...` : whole)
      }
      expectHarmless()
      await quiet()
    })

    test('search results, and what the search asks for', async () => {
      addBooks(texts, (text) => ({ title: text, authors: [text] }))
      signIn({ id: 'u-ada', name: 'Ada' })
      const asked: (string | null)[] = []
      fakeBackend.use(
        http.get(atOrigin(searchBooks.url), ({ request }) => {
          asked.push(new URL(request.url).searchParams.get('query'))
          return HttpResponse.json({ data: fakeBackend.db.books })
        }),
      )
      const { user } = renderApp('/')
      await screen.findByRole('button', { name: 'Profile menu' })
      const box = screen.getByRole('combobox', { name: 'Search books' })
      const wanted = texts.find((text) => isPlain(text)) ?? 'x'
      fireEvent.change(box, { target: { value: wanted } })
      await user.type(box, '{Enter}')
      const list = await screen.findByRole('listbox', { name: 'Search results' })
      await waitFor(() =>
        expect(list.querySelectorAll('[role="option"]')).toHaveLength(texts.length),
      )
      expect(asked).toEqual([wanted.trim()])
      const drawn = [...list.querySelectorAll('[role="option"]')].map((node) => node.textContent)
      expect(drawn).toEqual(texts.map((text) => text + text))
      expectHarmless()
    })
  },
)

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** White space as a preview folds it. */
function folded(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim() || 'No description available.'
}

/** One line of whole characters, which an input keeps as it is. */
function isPlain(text: string): boolean {
  return text.isWellFormed() && !/[\r\n]/.test(text) && text.length <= 200
}

const KEPT = new Set(['P', 'BR', 'B', 'I', 'EM', 'STRONG', 'UL', 'OL', 'LI'])

test('descriptions keep a few elements without attributes, and nothing else of their markup', async () => {
  const description = HOSTILE_TEXTS.join('<br>')
  backend.clearBooks()
  backend.addBook({ id: 'b', volumeInfo: { title: 'T', description } })
  renderApp('/book/b')
  const region = await screen.findByRole('region', { name: 'Description' })
  expect(region.querySelectorAll('br').length).toBeGreaterThan(0)
  for (const element of region.querySelectorAll('*')) {
    expect([...KEPT]).toContain(element.tagName)
    expect(element.attributes).toHaveLength(0)
  }
  expectHarmless()
})

const LINKS = [
  ...HOSTILE_TEXTS,
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'java\nscript:alert(1)',
  'javascript://example.org/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://example.org/1',
  'about:blank',
  'intent://example.org#Intent;end',
  'https://user:secret@example.org/',
  '//example.org',
]

test('links that are not http(s) are not there', async () => {
  backend.clearBooks()
  for (const [index, link] of LINKS.entries()) {
    backend.addBook({
      id: `b-${index}`,
      volumeInfo: { title: `Book ${index}`, imageLinks: { thumbnail: '/covers/x' } },
      accessInfo: { pdf: { isAvailable: true, acsTokenLink: link }, webReaderLink: link },
      saleInfo: { buyLink: link },
    })
  }
  renderApp('/book/b-0')
  for (const [index, link] of LINKS.entries()) {
    if (index > 0) {
      window.history.pushState(null, '', `/book/b-${index}`)
      window.dispatchEvent(new PopStateEvent('popstate'))
    }
    await screen.findByRole('heading', { name: `Book ${index}` })
    const out = screen.queryAllByRole('link', { name: /^(View PDF|Buy Link|Read Now)$/ })
    const plain = /^https?:\/\/(?!user)/i.test(link)
    expect(out).toHaveLength(plain && URL.canParse(link) ? 3 : 0)
    expectHarmless()
  }
})

test('a reader’s name, from the storage and from the server, is a text', async () => {
  // Each page is a start of the product: one of four.
  for (const name of HOSTILE_TEXTS.filter((_text, index) => index % 4 === 0)) {
    signIn({ id: 'u-ada', name })
    localStorage.setItem('user', JSON.stringify({ id: 'u-ada', name }))
    localStorage.setItem('username', name)
    localStorage.setItem(
      'favorites',
      JSON.stringify([{ id: name, title: name, description: name }]),
    )
    const { persistor } = renderApp('/profile')
    const greeting = await screen.findByText(/^Hello/, { exact: false })
    expect(greeting.textContent).toBe(`Hello, ${name}`)
    await quiet()
    expect(greeting.textContent).toBe(`Hello, ${name}`)
    expectHarmless()
    await persistor.flush()
    persistor.pause()
    cleanup()
    localStorage.clear()
    backend.recovers()
    fakeBackend.db.users = []
  }
})

test('what a server says of an error is a text', async () => {
  signIn({ id: 'u-ada', name: 'Ada' })
  const { user } = renderApp('/')
  const box = await screen.findByRole('combobox', { name: 'Search books' })
  for (const text of HOSTILE_TEXTS.slice(0, 8)) {
    backend.refuses(searchBooks, 400, text)
    fireEvent.change(box, { target: { value: 'x' } })
    await user.type(box, '{Enter}')
    await waitFor(() => {
      const said = [...document.querySelectorAll('[role="alert"]')].map((node) => node.textContent)
      expect(said).toContain(`Error fetching data: ${text}`)
    })
    expectHarmless()
  }
})
