import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { browserStorage } from './lib/browserStorage.ts'
import { backend, quiet, sentRequests } from './test/backend.ts'
import { stored } from './test/readerStore.ts'
import { renderApp, signIn } from './test/renderApp.tsx'

/** Whatever the browser's storage holds, or refuses, the page is rendered and undamaged keys are not harmed. */

// Each test starts the whole page many times.
vi.setConfig({ testTimeout: 120_000 })

const EMMA = { id: 'emma', title: 'Emma', imageLinks: { thumbnail: '/covers/emma' } }
const DUNE = {
  id: 'dune',
  volumeInfo: { title: 'Dune', authors: ['Frank Herbert'], categories: ['Sci-Fi'] },
}

const KEYS = ['token', 'user', 'username', 'isLoggedIn', 'favorites'] as const
type Key = (typeof KEYS)[number]

/** Without one of these nobody is signed in (docs/product.md 4.1). */
const SESSION_KEYS: readonly Key[] = ['token', 'user', 'isLoggedIn']

const DAMAGES: Readonly<Record<string, (text: string) => string | null>> = {
  missing: () => null,
  empty: () => '',
  'cut in half': (text) => text.slice(0, Math.ceil(text.length / 2)),
  null: () => 'null',
  'a number': () => '123456789012345678901234567890',
  'an empty object': () => '{}',
  'a list of wrong things': (text) =>
    `[null, 5, [], {}, {"id": null}, {"id": {}}, {"id": "x", "title": 7, "imageLinks": []}, ${text}]`,
  'an object with a damaged prototype': () =>
    '{"__proto__": [{"id": "x"}], "constructor": 5, "id": {"toString": 1}}',
  'deeply nested': () => `${'['.repeat(5000)}${']'.repeat(5000)}`,
  'half a character and zeros': (text) => `${text}\uD800\u0000\uFFFF`,
}

/** What the browser holds before anything is damaged. */
function prepare(): Record<Key, string> {
  backend.clearBooks()
  backend.addBook({ id: 'dune', volumeInfo: { title: 'Dune' } })
  backend.addBook({ id: 'emma', volumeInfo: { title: 'Emma' } })
  const reader = signIn({ id: 'u-ada', name: 'Ada', favorites: ['emma', 'dune'] })
  return {
    token: reader.token,
    user: JSON.stringify({ id: reader.id, name: reader.name }),
    username: reader.name,
    isLoggedIn: 'true',
    favorites: JSON.stringify([EMMA, DUNE]),
  }
}

/** Fails unless the landing page is there, whole. */
async function expectPage(): Promise<void> {
  // A session that is over brings another page in between.
  await waitFor(() => expect(screen.getByText('Explore Now')).toBeInTheDocument())
  expect(screen.queryByText('This page could not be shown')).not.toBeInTheDocument()
}

const storedIds = () =>
  [...(localStorage.getItem('favorites') ?? '').matchAll(/"id":"(\w+)"/g)].map(([, id]) => id)

/** The session was not damaged: it is there, and whatever became of the local list, the server's list wins. */
async function expectReader(token: string): Promise<void> {
  expect(screen.queryByText('Welcome to Catchword')).not.toBeInTheDocument()
  expect(localStorage.getItem('token')).toBe(token)
  await waitFor(() => expect(storedIds()).toEqual(['emma', 'dune']))
}

describe.each(KEYS)('%s', (key) => {
  test('survives every damage', async () => {
    const survived: string[] = []
    for (const [damage, spoil] of Object.entries(DAMAGES)) {
      const good = prepare()
      for (const [name, text] of Object.entries(good)) localStorage.setItem(name, text)
      const text = spoil(good[key])
      if (text === null) localStorage.removeItem(key)
      else localStorage.setItem(key, text)
      renderApp('/')
      try {
        await expectPage()
        await quiet()
        if (!SESSION_KEYS.includes(key)) await expectReader(good.token)
        await expectPage()
      } catch (error) {
        throw new Error(`${key}, ${damage}`, { cause: error })
      }
      survived.push(damage)
      cleanup()
      localStorage.clear()
      sessionStorage.clear()
    }
    expect(survived).toEqual(Object.keys(DAMAGES))
  })
})

describe('a stored session', () => {
  test.each(SESSION_KEYS)('is none without %s', async (key) => {
    prepare()
    localStorage.removeItem(key)
    renderApp('/')
    expect(await screen.findByText('Welcome to Catchword')).toBeVisible()
    expect(sentRequests().filter(({ path }) => path !== '/api/settings')).toEqual([])
  })

  test.each([
    ['an object with id', (id: string) => JSON.stringify({ id })],
    ['a JSON text', (id: string) => JSON.stringify(id)],
    ['a bare id', (id: string) => id],
  ])('may hold the user as %s', async (_form, write) => {
    const reader = signIn({ name: 'Ada' })
    localStorage.setItem('user', write(reader.id))
    renderApp('/favorites')
    expect(await screen.findByText('Hello, Ada')).toBeVisible()
    expect(await screen.findByText('Your Favorite Books')).toBeVisible()
    // Written back in one form.
    await waitFor(() =>
      expect(localStorage.getItem('user')).toBe(JSON.stringify({ id: reader.id, name: 'Ada' })),
    )
  })
})

/** A reader signs in by the form and opens the favorites. */
async function expectSignIn(): Promise<void> {
  const reader = backend.addUser({ name: 'Ada' })
  const { user } = renderApp('/')
  await expectPage()
  await user.type(await screen.findByLabelText('Email'), reader.email)
  await user.type(screen.getByLabelText('Password'), reader.password)
  await user.click(screen.getByRole('button', { name: 'Login' }))
  expect(await screen.findByText('Hello, Ada')).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Favorites' }))
  expect(await screen.findByText(/^No favorite books yet/)).toBeVisible()
  await quiet()
}

function deny(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

describe('a storage that refuses', () => {
  // Without a storage values last as long as the page; each test is another page.
  afterEach(() => {
    for (const key of [...KEYS, 'logoutPending']) browserStorage.remove(key)
  })

  test('to store more lets a reader sign in and go on', async () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    })
    onTestFinished(() => full.mockRestore())
    await expectSignIn()
    expect(stored()).toEqual({})
  })

  test('every access lets a reader sign in and go on', async () => {
    const names = ['localStorage', 'sessionStorage'] as const
    const own = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name) ?? {})
    for (const name of names)
      Object.defineProperty(globalThis, name, { configurable: true, get: deny })
    try {
      await expectSignIn()
      expect(window.location.pathname).toBe('/favorites')
      cleanup()
    } finally {
      for (const [index, name] of names.entries()) {
        Object.defineProperty(globalThis, name, own[index] ?? {})
      }
    }
  })
})

describe("the reader's clock", () => {
  const YEAR_MS = 365 * 24 * 3600 * 1000

  test.each([
    ['a year ahead', YEAR_MS],
    ['a year behind', -YEAR_MS],
  ])('%s ends no session', async (_what, shift) => {
    const good = prepare()
    const { now } = Date
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + shift)
    onTestFinished(() => clock.mockRestore())
    const { user } = renderApp('/favorites')
    expect(await screen.findByRole('link', { name: 'Emma' })).toBeInTheDocument()
    // And none when it jumps while the page is open.
    clock.mockImplementation(() => now() - shift)
    await user.click(screen.getByRole('link', { name: 'Recommendations' }))
    expect(await screen.findByText('You have not picked any interests yet.')).toBeInTheDocument()
    await quiet()
    expect(screen.getByText('Hello, Ada')).toBeInTheDocument()
    expect(localStorage.getItem('token')).toBe(good.token)
  })
})
