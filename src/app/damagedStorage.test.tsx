import { cleanup, screen, waitFor } from '@testing-library/react'
import * as fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { backend, quiet, sentRequests } from '../test/backend.ts'
import { renderApp, signIn } from '../test/renderApp.tsx'

/**
 * Whatever is found in the browser's storage, the page is drawn, nothing undamaged is lost, and a text
 * that cannot be read is put aside (../shared/security.md, test G3).
 */

/** 100 wherever tests run, 1,000 by `npm run test:hardening`. */
const STARTS = Number(process.env['DAMAGED_STARTS'] ?? 100)

/** Beside every key × every damage. */
const RANDOM_STARTS = Math.max(2, STARTS - 98)

const EMMA = { id: 'emma', title: 'Emma', imageLinks: { thumbnail: '/covers/emma' } }
const DUNE = {
  id: 'dune',
  volumeInfo: { title: 'Dune', authors: ['Frank Herbert'], categories: ['Sci-Fi'] },
}
const WISH = { entry: EMMA, wanted: true }

const KEYS = [
  'token',
  'user',
  'username',
  'isLoggedIn',
  'favorites',
  'unsentFavorites',
  'logoutPending',
] as const
type Key = (typeof KEYS)[number]

const SESSION_KEYS: readonly Key[] = ['token', 'user', 'isLoggedIn']
/** Lists that are put aside where they cannot be read. Credentials are not: nobody could use them. */
const LISTS: readonly Key[] = ['favorites', 'unsentFavorites']

/** What may become of a text. */
const DAMAGES: Readonly<Record<string, (text: string) => string | null>> = {
  missing: () => null,
  empty: () => '',
  'cut in half': (text) => text.slice(0, Math.ceil(text.length / 2)),
  'the word undefined': () => 'undefined',
  null: () => 'null',
  true: () => 'true',
  'a number': () => '123456789012345678901234567890',
  'a text': () => '"[object Object]"',
  'an empty list': () => '[]',
  'an empty object': () => '{}',
  'a list of wrong things': (text) =>
    `[null, 5, [], {}, {"id": null}, {"id": {}}, {"id": "x", "title": 7, "imageLinks": []}, ${text}]`,
  'an object with a damaged prototype': () =>
    '{"__proto__": [{"entry": {"id": "x"}, "wanted": true}], "constructor": 5, "id": {"toString": 1}}',
  'deeply nested': () => `${'['.repeat(5000)}${']'.repeat(5000)}`,
  'half a character and zeros': (text) => `${text}\uD800\u0000\uFFFF`,
}

/** What the browser holds, before anything is damaged. */
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
    unsentFavorites: JSON.stringify({ 'u-bea': [WISH] }),
    logoutPending: 'true',
  }
}

function isList(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text))
  } catch {
    return false
  }
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** Opens the page on this storage and looks at everything that must hold. */
async function open(good: Record<Key, string>, damaged: Partial<Record<Key, string | null>>) {
  for (const [key, text] of Object.entries({ ...good, ...damaged })) {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  }
  const { persistor } = renderApp('/')
  // The page is drawn: its frame, its text, and no word of a failure.
  expect(await screen.findByRole('button', { name: 'Explore Now' })).toBeInTheDocument()
  expect(screen.queryByText('This page could not be shown')).toBeNull()
  await persistor.flush()
  const signedIn = SESSION_KEYS.every((key) => damaged[key] === undefined)
  // Favorites are read only for the reader whose they are.
  const unreadable = LISTS.flatMap((key) => {
    const text = damaged[key] ?? (key === 'favorites' ? '[]' : '{}')
    const readable = key === 'favorites' ? !signedIn || isList(text) : isObject(text)
    return readable ? [] : [[`${key}.bad`, text] as const]
  })
  expect(unreadable.map(([key]) => [key, localStorage.getItem(key)])).toEqual(unreadable)
  // Nothing of the session was damaged, so there it is; else it may be, or not.
  const token = localStorage.getItem('token')
  expect(signedIn ? token : good.token).toBe(good.token)
  expect(signedIn && screen.queryByText('Welcome to Catchword') !== null).toBe(false)
  const waiting =
    damaged.unsentFavorites === undefined ? localStorage.getItem('unsentFavorites') : null
  expect(JSON.parse(waiting ?? good.unsentFavorites)).toMatchObject({ 'u-bea': [WISH] })
  await quiet()
  await persistor.flush()
  // And whatever became of the local list, the server's is there in the end.
  await waitFor(() => {
    const text = signedIn ? (localStorage.getItem('favorites') ?? '') : good.favorites
    const ids = [...text.matchAll(/"id":"(\w+)"/g)]
    expect(ids.map(([, id]) => id)).toEqual(['emma', 'dune'])
  })
  expect(screen.queryByText('This page could not be shown')).toBeNull()
  cleanup()
  await persistor.flush()
  persistor.pause()
}

const CELLS = KEYS.flatMap((key) => Object.keys(DAMAGES).map((damage) => [key, damage] as const))

test('the table is whole', () => {
  expect(Object.keys(DAMAGES)).toHaveLength(14)
  expect(CELLS).toHaveLength(98)
})

describe.each(KEYS)('%s', (key) => {
  // Every key in one test each: fourteen starts of the whole page.
  test('survives every damage', { timeout: 120_000 }, async () => {
    const survived: string[] = []
    for (const [damage, spoil] of Object.entries(DAMAGES)) {
      const good = prepare()
      const text = spoil(good[key])
      try {
        await open(good, { [key]: text })
      } catch (error) {
        throw new Error(`${key}, ${damage}`, { cause: error })
      }
      survived.push(damage)
      localStorage.clear()
      sessionStorage.clear()
    }
    expect(survived).toEqual(Object.keys(DAMAGES))
  })
})

test(
  `random damage to random keys: ${STARTS} starts`,
  { timeout: 60_000 + STARTS * 1500 },
  async () => {
    let survived = 0
    const flips = fc.array(fc.tuple(fc.nat(10_000), fc.nat(255)), { minLength: 1, maxLength: 6 })
    const spoilt = fc.array(fc.tuple(fc.constantFrom(...KEYS), flips), {
      minLength: 1,
      maxLength: 3,
    })
    await fc.assert(
      fc.asyncProperty(spoilt, async (damages) => {
        try {
          const good = prepare()
          const damaged: Partial<Record<Key, string>> = {}
          for (const [key, places] of damages) {
            const letters = Array.from(damaged[key] ?? good[key])
            for (const [place, letter] of places) {
              letters[place % Math.max(1, letters.length)] = String.fromCodePoint(letter)
            }
            const text = letters.join('')
            if (text !== good[key]) damaged[key] = text
          }
          await open(good, damaged)
          survived += 1
        } finally {
          cleanup()
          localStorage.clear()
          sessionStorage.clear()
        }
      }),
      {
        numRuns: RANDOM_STARTS,
        seed: Number(process.env['SEED'] ?? 20_261_121),
      },
    )
    expect(survived).toBe(RANDOM_STARTS)
  },
)

describe("the reader's clock (../shared/security.md, test G5)", () => {
  const YEAR_MS = 365 * 24 * 3600 * 1000

  test.each([
    ['a year ahead', YEAR_MS],
    ['a year behind', -YEAR_MS],
  ])('%s ends no session', async (_what, shift) => {
    const good = prepare()
    for (const [key, text] of Object.entries(good)) localStorage.setItem(key, text)
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
    const bearers = sentRequests('GET', '/api/profile')
    expect(bearers.at(-1)?.authorization).toBe(`Bearer ${good.token}`)
  })
})
