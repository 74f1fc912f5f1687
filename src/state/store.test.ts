import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { booksApi } from '../api/booksApi.ts'
import { entryFromList } from '../api/favoriteEntry.ts'
import { backend } from '../test/backend.ts'
import { addReader, openReader, openStore, stored } from '../test/readerStore.ts'
import { loggedOut, selectSession, selectUserId } from './authSlice.ts'
import { browserStorage } from './browserStorage.ts'
import { favoritesChangedElsewhere, favoriteWanted, selectEntries } from './localFavoritesSlice.ts'
import { setFavorite } from './setFavorite.ts'
import { makeStore, selectRestored } from './store.ts'
import { readSession, writeSession } from './storedSession.ts'

const emma = { id: 'emma', title: 'Emma', imageLinks: { thumbnail: '/covers/emma' } }
const dune = {
  id: 'dune',
  volumeInfo: { title: 'Dune', authors: ['Frank Herbert'], categories: ['Sci-Fi'] },
}

const SIGNED_IN = {
  token: 't',
  user: '{"id":"u","name":"Ada"}',
  username: 'Ada',
  isLoggedIn: 'true',
} as const

/** Fills the browser's storage. */
function keep(values: Readonly<Record<string, string>>): void {
  for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value)
}

/** What is in storage under `favorites`, parsed. */
function keptFavorites(): unknown {
  return JSON.parse(localStorage.getItem('favorites') ?? 'null')
}

describe('restoring', () => {
  test('takes a task, and signs in before anything else is known', async () => {
    keep({ ...SIGNED_IN, favorites: JSON.stringify([emma, dune]) })
    const { store } = makeStore()
    expect(selectRestored(store.getState())).toBe(false)
    expect(selectUserId(store.getState())).toBeNull()
    await vi.waitFor(() => expect(selectRestored(store.getState())).toBe(true))
    expect(selectSession(store.getState())).toEqual({ token: 't', user: { id: 'u', name: 'Ada' } })
    expect(selectEntries(store.getState())).toEqual([emma, dune])
    expect(store.getState().localFavorites.ownerId).toBe('u')
  })

  test('of nothing is a visitor, and writes nothing', async () => {
    const { store, persistor } = await openStore()
    expect(selectSession(store.getState())).toBeNull()
    await persistor.flush()
    expect(stored()).toEqual({})
  })

  test.each([
    ['a JSON string', '"u"'],
    ['a bare string', 'u'],
  ])('a user as %s is written in the one form', async (_what, user) => {
    keep({ ...SIGNED_IN, user })
    const { store, persistor } = await openStore()
    expect(selectUserId(store.getState())).toBe('u')
    await persistor.flush()
    expect(localStorage.getItem('user')).toBe('{"id":"u","name":"Ada"}')
    expect(localStorage.getItem('username')).toBe('Ada')
  })

  test('with a damaged user is a visitor, whose favorites wait for the next sign-in', async () => {
    const favorites = JSON.stringify([emma])
    keep({ ...SIGNED_IN, user: '{"id":"u","na', favorites })
    const { store, persistor } = await openStore()
    expect(selectSession(store.getState())).toBeNull()
    expect(selectEntries(store.getState())).toEqual([])
    await persistor.flush()
    expect(stored()).toEqual({ favorites })
  })

  test('damaged favorites are set aside, and nothing else is lost', async () => {
    const damaged = JSON.stringify([emma, dune]).slice(0, -20)
    keep({ ...SIGNED_IN, favorites: damaged, theme: 'dark' })
    const { store, persistor } = await openStore()
    await persistor.flush()
    expect(selectUserId(store.getState())).toBe('u')
    expect(selectEntries(store.getState())).toEqual([])
    expect(stored()).toEqual({
      ...SIGNED_IN,
      favorites: '[]',
      'favorites.bad': damaged,
      theme: 'dark',
    })
  })

  test.each(['{"id":"emma"}', '"emma"', '5', 'null', 'true'])(
    'favorites that are no list are set aside: %s',
    async (text) => {
      keep({ ...SIGNED_IN, favorites: text })
      const { store } = await openStore()
      expect(selectEntries(store.getState())).toEqual([])
      expect(localStorage.getItem('favorites.bad')).toBe(text)
      expect(selectUserId(store.getState())).toBe('u')
    },
  )

  test('misshapen entries are dropped one by one', async () => {
    const list = [null, emma, 5, 'x', [], {}, { title: 'No id' }, dune, { id: '' }, emma, { id: 7 }]
    keep({ ...SIGNED_IN, favorites: JSON.stringify(list) })
    const { store, persistor } = await openStore()
    const entries = [emma, dune, { id: '7', title: '' }]
    expect(selectEntries(store.getState())).toEqual(entries)
    await persistor.flush()
    expect(keptFavorites()).toEqual(entries)
    expect(localStorage.getItem('favorites.bad')).toBeNull()
  })

  test('a session that arrived replaces the stored one in the same task', async () => {
    keep({ ...SIGNED_IN, favorites: JSON.stringify([emma]) })
    const arrival = { token: 'new', user: { id: 'v', name: '' } }
    const { store } = makeStore(arrival)
    const seen: (string | null)[] = []
    store.subscribe(() => {
      if (selectRestored(store.getState()))
        queueMicrotask(() => seen.push(selectUserId(store.getState())))
    })
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(1))
    expect(new Set(seen)).toEqual(new Set(['v']))
    expect(selectSession(store.getState())).toEqual(arrival)
    expect(selectEntries(store.getState())).toEqual([])
    expect(store.getState().auth.setAside).toEqual({ token: 't', user: { id: 'u', name: 'Ada' } })
    await vi.waitFor(() => expect(localStorage.getItem('token')).toBe('new'))
    expect(localStorage.getItem('user')).toBe('{"id":"v","name":""}')
    expect(localStorage.getItem('isLoggedIn')).toBe('true')
  })
})

describe('keeping', () => {
  test('favorites survive a reload, in both shapes', async () => {
    const { store, persistor } = await openReader()
    const book = backend.addBook()
    await store.dispatch(setFavorite(entryFromList(book), true, 'recommendations'))
    await persistor.flush()
    expect(keptFavorites()).toEqual([entryFromList(book)])
    const { store: reloaded } = await openStore()
    expect(selectEntries(reloaded.getState())).toEqual([entryFromList(book)])
  })

  test('favorites are kept in the order in which the server has them, and with what it says', async () => {
    const newer = backend.addBook()
    const older = backend.addBook({ volumeInfo: { title: 'Emma' } })
    const { id } = addReader({ favorites: [newer.id, older.id] })
    keep({ favorites: JSON.stringify([{ id: older.id, title: 'emma' }, entryFromList(newer)]) })
    const { store, persistor } = await openStore()
    await store.dispatch(booksApi.endpoints.getFavoriteBooks.initiate(id))
    await persistor.flush()
    expect(keptFavorites()).toEqual([entryFromList(newer), entryFromList(older)])
  })

  test('favorites are for their reader only', async () => {
    const { store, persistor } = await openReader()
    const book = backend.addBook()
    await store.dispatch(setFavorite(entryFromList(book), true, 'recommendations'))
    await persistor.flush()
    store.dispatch(loggedOut())
    await persistor.flush()
    expect(localStorage.getItem('favorites')).toBeNull()

    const { email, password, id } = backend.addUser()
    await store.dispatch(booksApi.endpoints.login.initiate({ email, password }))
    await persistor.flush()
    expect(keptFavorites()).toEqual([])
    const { store: reloaded } = await openStore()
    expect(selectUserId(reloaded.getState())).toBe(id)
    expect(selectEntries(reloaded.getState())).toEqual([])
  })

  test('after a logout the five plain keys are gone, and no other', async () => {
    keep({ ...SIGNED_IN, favorites: JSON.stringify([emma]), theme: 'dark' })
    const { store, persistor } = await openStore()
    await persistor.flush()
    expect(Object.keys(localStorage).toSorted()).toEqual([
      'favorites',
      'isLoggedIn',
      'theme',
      'token',
      'user',
      'username',
    ])
    store.dispatch(loggedOut())
    await persistor.flush()
    expect(stored()).toEqual({ theme: 'dark' })
  })

  test('nothing of redux-persist or the cached answers lies in storage', async () => {
    const { store, persistor, reader } = await openReader()
    await store.dispatch(booksApi.endpoints.getProfile.initiate())
    await store.dispatch(booksApi.endpoints.getFavoriteBooks.initiate(reader.id))
    await persistor.flush()
    expect(Object.keys(localStorage).toSorted()).toEqual([
      'favorites',
      'isLoggedIn',
      'token',
      'user',
      'username',
    ])
  })
})

describe('beside another tab', () => {
  const BEA = { token: 'b', user: { id: 'u-bea', name: 'Bea' } }

  test('a sign-in and a logout are kept in the same task', async () => {
    const { store } = await openStore()
    const { email, password, id } = backend.addUser()
    await store.dispatch(booksApi.endpoints.login.initiate({ email, password }))
    expect(readSession()).toEqual(selectSession(store.getState()))
    expect(selectUserId(store.getState())).toBe(id)
    expect(keptFavorites()).toEqual([])
    store.dispatch(loggedOut())
    expect(stored()).toEqual({})
  })

  test('a session that was only read does not take the place of a newer one', async () => {
    const { persistor } = await openReader()
    // What was read is about to be written down in its one form.
    writeSession(BEA)
    await persistor.flush()
    expect(readSession()).toEqual(BEA)
  })

  test('hearts are not written into the list of whoever signed in there', async () => {
    const { store, persistor } = await openReader()
    await persistor.flush()
    writeSession(BEA)
    localStorage.setItem('favorites', JSON.stringify([emma]))
    store.dispatch(favoriteWanted({ entry: dune, wanted: true, screen: 'detail' }))
    await persistor.flush()
    expect(keptFavorites()).toEqual([emma])
    // Nor is their list taken away by a logout here.
    store.dispatch(loggedOut())
    await persistor.flush()
    expect(keptFavorites()).toEqual([emma])
    expect(readSession()).toEqual(BEA)
  })
})

async function leaveOneUnsent() {
  const opened = await openReader()
  const book = backend.addBook()
  backend.endSessions()
  await opened.store.dispatch(setFavorite(entryFromList(book), true, 'recommendations'))
  await opened.persistor.flush()
  return { ...opened, book }
}

describe('wishes that wait', () => {
  test('survive a reload', async () => {
    const { reader, book } = await leaveOneUnsent()
    expect(localStorage.getItem('token')).toBeNull()
    const { store } = await openStore()
    expect(store.getState().localFavorites.unsent).toEqual({
      [reader.id]: [{ entry: entryFromList(book), wanted: true }],
    })
  })

  test('are not erased by another tab that knows nothing of them', async () => {
    const reader = addReader()
    const other = await openStore()
    const mine = await openStore()
    const book = backend.addBook()
    backend.endSessions()
    await mine.store.dispatch(setFavorite(entryFromList(book), true, 'recommendations'))
    await mine.persistor.flush()
    const kept = localStorage.getItem('unsentFavorites')
    expect(kept).toContain(reader.id)
    other.store.dispatch(favoritesChangedElsewhere([]))
    other.store.dispatch(loggedOut())
    await other.persistor.flush()
    expect(localStorage.getItem('unsentFavorites')).toBe(kept)
  })

  test('misshapen ones are dropped one by one', async () => {
    const wish = { entry: emma, wanted: true }
    const lists = {
      u: [null, wish, { entry: emma }, { wanted: true }, { entry: {}, wanted: false }, 'x'],
      v: 'x',
      w: [],
    }
    keep({ unsentFavorites: JSON.stringify(lists) })
    const { store } = await openStore()
    expect(store.getState().localFavorites.unsent).toEqual({ u: [wish] })
  })

  test.each(['[]', 'null', '5', '{"u":'])('as %s are none', async (text) => {
    keep({ ...SIGNED_IN, unsentFavorites: text })
    const { store } = await openStore()
    expect(store.getState().localFavorites.unsent).toEqual({})
    expect(selectUserId(store.getState())).toBe('u')
  })
})

describe('a browser that refuses its storage', () => {
  test.each([
    ['altogether', ['getItem', 'setItem', 'removeItem'] as const],
    ['to be written', ['setItem'] as const],
    ['to be cleared', ['removeItem'] as const],
  ])('%s: the product works as long as the page is open', async (_what, methods) => {
    for (const method of methods) {
      const spy = vi.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException('Not here.', 'SecurityError')
      })
      onTestFinished(() => {
        spy.mockRestore()
        for (const key of [...Object.keys(SIGNED_IN), 'favorites']) browserStorage.remove(key)
      })
    }
    const { store, persistor } = await openStore()
    const { email, password, id } = backend.addUser({ name: 'Ada' })
    const { data } = await store.dispatch(booksApi.endpoints.login.initiate({ email, password }))
    const entry = entryFromList(backend.addBook())
    expect(await store.dispatch(setFavorite(entry, true, 'recommendations'))).toBe('saved')
    await persistor.flush()

    const again = await openStore()
    expect(selectSession(again.store.getState())).toEqual({
      token: data?.token,
      user: { id, name: 'Ada' },
    })
    expect(selectEntries(again.store.getState())).toEqual([entry])
    again.store.dispatch(loggedOut())
    await again.persistor.flush()
    const { store: last } = await openStore()
    expect(selectSession(last.getState())).toBeNull()
    expect(selectEntries(last.getState())).toEqual([])
  })
})

/** mulberry32: the same numbers in [0, 1) for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

describe('100 random damages', () => {
  const KEYS = [...Object.keys(SIGNED_IN), 'favorites', 'unsentFavorites'] as const
  const REPLACEMENTS = [
    'null',
    'true',
    '0',
    '-1',
    '""',
    '[]',
    '{}',
    '[[]]',
    '[null]',
    '{"id":{}}',
    '[{"id":[]}]',
    'undefined',
    'NaN',
    '[object Object]',
    '{"__proto__":{"id":"x"}}',
    '{"u":[{"entry":null}]}',
    '\u0000',
    '\ud800',
    '[{"id":"x","volumeInfo":{"authors":{"length":1e9}}}]',
  ]
  const DAMAGES: readonly ((text: string, random: () => number) => string | null)[] = [
    () => null,
    () => '',
    (text, random) => text.slice(0, Math.floor(random() * text.length)),
    (text, random) => text.slice(Math.ceil(random() * text.length)),
    (text, random) => {
      const place = Math.floor(random() * text.length)
      return `${text.slice(0, place)}${String.fromCharCode(random() * 0x3000)}${text.slice(place + 1)}`
    },
    (_text, random) => REPLACEMENTS[Math.floor(random() * REPLACEMENTS.length)] ?? '',
    (text) => JSON.stringify(text),
    (text) => text + text,
    (text) => '['.repeat(2000) + text,
  ]

  const whole: Readonly<Record<string, string>> = {
    ...SIGNED_IN,
    favorites: JSON.stringify([emma, dune]),
    unsentFavorites: JSON.stringify({ v: [{ entry: emma, wanted: false }] }),
  }

  test.each(Array.from({ length: 100 }, (_, seed) => seed))('seed %i', async (seed) => {
    const random = createRandom(seed)
    const hurt = new Set<string>()
    keep(whole)
    for (let count = 1 + Math.floor(random() * 3); count > 0; count -= 1) {
      const key = KEYS[Math.floor(random() * KEYS.length)] ?? 'user'
      const damage = DAMAGES[Math.floor(random() * DAMAGES.length)]
      const damaged = damage?.(localStorage.getItem(key) ?? '', random) ?? null
      if (damaged === null) localStorage.removeItem(key)
      else localStorage.setItem(key, damaged)
      hurt.add(key)
    }
    const { store, persistor } = await openStore()
    await persistor.flush()

    const session = selectSession(store.getState())
    const shown = selectEntries(store.getState())
    const whatIsThere = {
      session,
      shown,
      kept: localStorage.getItem('favorites'),
      unsent: store.getState().localFavorites.unsent,
    }
    const favorites = { shown: session ? [emma, dune] : [], kept: whole['favorites'] }
    expect(whatIsThere).toMatchObject({
      ...(['token', 'user', 'isLoggedIn'].some((key) => hurt.has(key))
        ? {}
        : { session: { token: 't', user: { id: 'u', name: 'Ada' } } }),
      ...(hurt.has('favorites') ? {} : favorites),
      ...(hurt.has('unsentFavorites') ? {} : { unsent: { v: [{ entry: emma, wanted: false }] } }),
    })
    expect(shown.filter(({ id }) => typeof id !== 'string' || id === '')).toEqual([])

    // And it goes on from there: a heart can be set and is kept.
    const { email, password } = backend.addUser()
    await store.dispatch(booksApi.endpoints.login.initiate({ email, password }))
    const entry = entryFromList(backend.addBook())
    expect(await store.dispatch(setFavorite(entry, true, 'recommendations'))).toBe('saved')
    await persistor.flush()
    expect(keptFavorites()).toEqual([entry])
  })
})
