import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { atOrigin } from '../mocks/address.ts'
import { fakeBackend } from '../mocks/node.ts'
import { backend, quiet } from './test/backend.ts'
import { HOSTILE_TEXTS } from './test/hostileTexts.ts'
import { renderApp, signIn } from './test/renderApp.tsx'
import { searchBooks } from '../contract/books.ts'

/**
 * Hostile texts in every text of the catalogue and of the reader: the page shows the text itself, no element comes
 * of it, nothing runs, and no link leads anywhere but to http(s).
 */

// Many books at a time, on a busy machine.
configure({ asyncUtilTimeout: 30_000 })
vi.setConfig({ testTimeout: 120_000 })

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

/** A book for each text; `of` says which of its fields hold it. */
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

/** The favorites page with these books, loaded. */
async function openFavorites(texts: readonly string[]): Promise<void> {
  signIn({ id: 'u-ada', name: 'Ada', favorites: texts.map((_text, index) => `b-${index}`) })
  renderApp('/favorites')
  await waitFor(() => expect(document.querySelectorAll('main li')).toHaveLength(texts.length))
  await quiet()
}

describe('hostile texts', () => {
  const texts = HOSTILE_TEXTS
  test('titles are shown as they are, and no element comes of them', async () => {
    addBooks(texts, () => ({}))
    await openFavorites(texts)
    const before = census()
    cleanup()
    addBooks(texts, (title) => ({ title }))
    await openFavorites(texts)
    expect(census()).toEqual(before)
    const shown = [...document.querySelectorAll('main li h2')].map((node) => node.textContent)
    expect(shown).toEqual(texts)
    expectHarmless()
  })

  test('authors and previews too', async () => {
    // As many as a section shows.
    const texts = HOSTILE_TEXTS.filter((_text, index) => index % 6 === 0)
    addBooks(texts, (text) => ({ authors: [text], description: escaped(text) }))
    signIn({ id: 'u-ada', name: 'Ada', preferences: ['Poetry'] })
    fakeBackend.use(
      http.get(atOrigin('/api/recommendedBooks'), () => HttpResponse.json(fakeBackend.db.books)),
    )
    renderApp('/recommendations')
    await waitFor(() => expect(document.querySelectorAll('main li a')).toHaveLength(texts.length))
    for (const [index, card] of [...document.querySelectorAll('main li')].entries()) {
      const [authors, preview] = [...card.querySelectorAll('p')].map((node) => node.textContent)
      const text = texts[index] ?? ''
      expect(authors).toBe(text)
      const whole = collapsed(text)
      const points = Array.from(whole)
      expect(preview).toBe(points.length > 100 ? `${points.slice(0, 100).join('')}...` : whole)
    }
    expectHarmless()
    await quiet()
  })

  test('search results, and the query that is sent', async () => {
    addBooks(texts, (text) => ({ title: text, authors: [text] }))
    signIn({ id: 'u-ada', name: 'Ada' })
    const queries: (string | null)[] = []
    fakeBackend.use(
      http.get(atOrigin(searchBooks.url), ({ request }) => {
        queries.push(new URL(request.url).searchParams.get('query'))
        return HttpResponse.json({ data: fakeBackend.db.books })
      }),
    )
    const { user } = renderApp('/')
    await screen.findByRole('button', { name: 'Profile menu' })
    const box = screen.getByRole('combobox', { name: 'Search books' })
    const wanted = texts[0] ?? 'x'
    fireEvent.change(box, { target: { value: wanted } })
    await user.type(box, '{Enter}')
    const list = await screen.findByRole('listbox', { name: 'Search results' })
    await waitFor(() => expect(list.querySelectorAll('[role="option"]')).toHaveLength(texts.length))
    expect(queries).toEqual([wanted.trim()])
    const shown = [...list.querySelectorAll('[role="option"]')].map((node) => node.textContent)
    expect(shown).toEqual(texts.map((text) => text + text))
    expectHarmless()
  })
})

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** White space as a preview collapses it. */
function collapsed(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim() || 'No description available.'
}

const KEPT = new Set(['P', 'BR', 'B', 'I', 'EM', 'STRONG', 'UL', 'OL', 'LI'])

test('descriptions keep a few elements without attributes, and no other markup', async () => {
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
  '<script>alert(1)</script>',
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
  // Each is a start of the whole page: one of eight.
  for (const name of HOSTILE_TEXTS.filter((_text, index) => index % 8 === 0)) {
    signIn({ id: 'u-ada', name })
    localStorage.setItem('user', JSON.stringify({ id: 'u-ada', name }))
    localStorage.setItem('username', name)
    localStorage.setItem(
      'favorites',
      JSON.stringify([{ id: name, title: name, description: name }]),
    )
    renderApp('/profile')
    const greeting = await screen.findByText(/^Hello/, { exact: false })
    expect(greeting.textContent).toBe(`Hello, ${name}`)
    await quiet()
    expect(greeting.textContent).toBe(`Hello, ${name}`)
    expectHarmless()
    cleanup()
    localStorage.clear()
    backend.recovers()
    fakeBackend.db.users = []
  }
})

test('the message of a failed request is a text', async () => {
  signIn({ id: 'u-ada', name: 'Ada' })
  const { user } = renderApp('/')
  const box = await screen.findByRole('combobox', { name: 'Search books' })
  for (const text of HOSTILE_TEXTS.slice(0, 8)) {
    backend.refuses(searchBooks, 400, text)
    fireEvent.change(box, { target: { value: 'x' } })
    await user.type(box, '{Enter}')
    await waitFor(() => {
      const alerts = [...document.querySelectorAll('[role="alert"]')].map(
        (node) => node.textContent,
      )
      expect(alerts).toContain(`Error fetching data: ${text}`)
    })
    expectHarmless()
  }
})
