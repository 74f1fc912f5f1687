import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { backend, quiet } from './test/backend.ts'
import { closePage, renderApp, signIn } from './test/renderApp.tsx'

/** Whatever the browser's storage holds, or refuses, the page is rendered and undamaged keys are not harmed. */

// Each test starts the whole page many times.
vi.setConfig({ testTimeout: 120_000 })

const KEYS = ['token', 'user', 'username', 'isLoggedIn', 'favorites'] as const
const DAMAGES: Readonly<Record<string, (text: string) => string>> = {
  'cut in half': (text) => text.slice(0, Math.ceil(text.length / 2)),
  'a number': () => '123456789012345678901234567890',
  'a list of wrong things': (text) =>
    `[null, 5, [], {}, {"id": null}, {"id": {}}, {"id": "x", "title": 7, "imageLinks": []}, ${text}]`,
  'an object with a damaged prototype': () =>
    '{"__proto__": [{"id": "x"}], "constructor": 5, "id": {"toString": 1}}',
  'deeply nested': () => `${'['.repeat(5000)}${']'.repeat(5000)}`,
  'half a character and zeros': (text) => `${text}\uD800\u0000\uFFFF`,
}

/** Fails unless the landing page is there, whole. */
async function expectPage(): Promise<void> {
  // A session that is over brings another page in between.
  await waitFor(() => expect(screen.getByText('Explore Now')).toBeInTheDocument())
  expect(screen.queryByText('This page could not be shown')).not.toBeInTheDocument()
}

/** A reader with two favorites, whom this browser knows. */
function openReader(): string {
  backend.clearBooks()
  for (const id of ['dune', 'emma']) backend.addBook({ id, volumeInfo: { title: id } })
  const { token } = signIn({ name: 'Ada', favorites: ['emma', 'dune'] })
  localStorage.setItem('favorites', '[{"id":"emma","title":"emma"},{"id":"dune","title":"dune"}]')
  return token
}

const storedIds = () => localStorage.getItem('favorites')?.match(/(?<="id":")\w+/g)

/** The session was not damaged: it is there, and the server's list wins. */
async function expectReader(token: string): Promise<void> {
  expect(localStorage.getItem('token')).toBe(token)
  await waitFor(() => expect(storedIds()).toEqual(['emma', 'dune']))
}

test.each(KEYS)('%s survives every damage', async (key) => {
  const survived: string[] = []
  for (const [damage, spoil] of Object.entries(DAMAGES)) {
    const token = openReader()
    localStorage.setItem(key, spoil(localStorage.getItem(key) ?? ''))
    renderApp('/')
    try {
      await expectPage()
      await quiet()
      if (key === 'username' || key === 'favorites') await expectReader(token)
      await expectPage()
      survived.push(damage)
    } catch (error) {
      throw new Error(`${key}, ${damage}`, { cause: error })
    }
    closePage()
    localStorage.clear()
    sessionStorage.clear()
  }
  expect(survived).toEqual(Object.keys(DAMAGES))
})

test('a storage that refuses every access lets a reader sign in and go on', async () => {
  const names = ['localStorage', 'sessionStorage'] as const
  const own = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name) ?? {})
  for (const name of names)
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
  try {
    const reader = backend.addUser({ name: 'Ada' })
    const { user } = renderApp('/')
    await expectPage()
    await user.type(await screen.findByLabelText('Email'), reader.email)
    await user.type(screen.getByLabelText('Password'), reader.password)
    await user.click(screen.getByRole('button', { name: 'Login' }))
    expect(await screen.findByText('Hello, Ada')).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Favorites' }))
    expect(await screen.findByText(/^No favorite books yet/)).toBeVisible()
    closePage()
  } finally {
    for (const [index, name] of names.entries())
      Object.defineProperty(globalThis, name, own[index] ?? {})
  }
})

test("no session ends where the reader's clock is a year ahead, or jumps two years back", async () => {
  const YEAR_MS = 365 * 24 * 3600 * 1000
  const token = openReader()
  const { now } = Date
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + YEAR_MS)
  onTestFinished(() => clock.mockRestore())
  const { user } = renderApp('/favorites')
  expect(await screen.findByRole('link', { name: 'emma' })).toBeInTheDocument()
  clock.mockImplementation(() => now() - YEAR_MS)
  await user.click(screen.getByRole('link', { name: 'Recommendations' }))
  expect(await screen.findByText('You have not picked any interests yet.')).toBeInTheDocument()
  await quiet()
  expect(localStorage.getItem('token')).toBe(token)
})
