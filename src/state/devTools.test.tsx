// First: Redux Toolkit looks for the extension as it loads.
import { devToolsWindow, type DevToolsWindow } from '../test/devToolsExtension.ts'
import { ActionCreators } from '@redux-devtools/instrument'
import { act, screen, waitFor, within } from '@testing-library/react'
import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { addFavoriteBook } from '../../contract/favorites.ts'
import { backend, quiet, sentRequests } from '../test/backend.ts'
import { stored } from '../test/readerStore.ts'
import { renderApp } from '../test/renderApp.tsx'
import { loggedOut, selectUserId } from './authSlice.ts'
import { openDevTools } from './devTools.ts'
import { loadDevTools, type RootState } from './store.ts'

type Opened = ReturnType<typeof renderApp>

const { jumpToAction, jumpToState, toggleAction, importState } = ActionCreators

/** What the panel's buttons do, with everything that React makes of it. */
async function panel(action: Parameters<DevToolsWindow['lifted']['dispatch']>[0]): Promise<void> {
  await act(async () => {
    devToolsWindow().lifted.dispatch(action)
    await new Promise((resolve) => setTimeout(resolve))
  })
}

const lastIndex = () => devToolsWindow().lifted.getState().computedStates.length - 1
const allIds = () => devToolsWindow().lifted.getState().stagedActionIds
const toThePresent = () => panel(jumpToState(lastIndex()))

/** The id of the last action of this name in the log. */
function idOf(name: string): number {
  const id = devToolsWindow().ids()[devToolsWindow().log().lastIndexOf(name) + 1]
  if (id === undefined || !devToolsWindow().log().includes(name)) {
    throw new Error(`Not in the log: ${name}`)
  }
  return id
}

async function logIn({ user }: Opened, reader: { email: string; password: string }): Promise<void> {
  await user.type(await screen.findByLabelText('Email'), reader.email)
  await user.type(screen.getByLabelText('Password'), reader.password)
  await user.click(screen.getByRole('button', { name: 'Login' }))
}

/** A reader signs in and sees one shelf with one book on it. */
async function signedInByHand() {
  backend.clearBooks()
  const book = backend.addBook({
    volumeInfo: { title: 'Kim', categories: ['Poetry'], authors: ['Rudyard Kipling'] },
  })
  const reader = backend.addUser({ name: 'Ada', preferences: ['Poetry'] })
  const opened = renderApp('/login', openDevTools)
  await logIn(opened, reader)
  await screen.findByRole('link', { name: 'Kim' })
  await screen.findByRole('button', { name: 'Profile menu' })
  await quiet()
  return { ...opened, reader, book }
}

/** Login, recommendations, a heart, its book: the reader's present. */
async function readersEvening() {
  const opened = await signedInByHand()
  await opened.user.click(screen.getByRole('button', { name: 'Add to favorites' }))
  await waitFor(() =>
    expect(backend.account(opened.reader.id).favoriteAuthors).toEqual(['Rudyard Kipling']),
  )
  await opened.user.click(screen.getByRole('link', { name: 'Kim' }))
  expect(await screen.findByText('Remove from favorites')).toBeVisible()
  await quiet()
  await opened.persistor.flush()
  return opened
}

/** A state without RTK Query's count of who looks on: pages that were left and entered are counted anew. */
function withoutCounts({ booksApi, ...rest }: RootState) {
  return { ...rest, booksApi: { ...booksApi, subscriptions: undefined } }
}

/** Everything that must be as it was, wherever somebody has travelled meanwhile. */
function presentOf({ store }: Opened) {
  return {
    state: withoutCounts(store.getState()),
    engine: withoutCounts(store.dispatch((_dispatch, getState) => getState())),
    stored: stored(),
    sent: sentRequests().map(({ method, path }) => `${method} ${path}`),
    path: window.location.pathname,
  }
}

function expectUnbroken(): void {
  expect(screen.queryByText('This page could not be shown')).not.toBeInTheDocument()
  expect(screen.getByRole('main')).toBeInTheDocument()
  expect(screen.queryByText(/Please log in\./)).not.toBeInTheDocument()
}

/** Does something with the panel, goes back to the present and expects nothing to have changed. */
async function expectNothingTouched(opened: Opened, travel: () => Promise<void>): Promise<void> {
  const before = presentOf(opened)
  await travel()
  expectUnbroken()
  await quiet()
  await opened.persistor.flush()
  expect(presentOf(opened)).toEqual(before)
  expectUnbroken()
}

// Every step draws the page anew, and there are many.
describe('time travel', { timeout: 60_000 }, () => {
  test('to every action and back shows the past, and touches nothing', async () => {
    const opened = await readersEvening()
    await expectNothingTouched(opened, async () => {
      const kept = stored()
      expect(allIds().length).toBeGreaterThan(20)
      for (const id of [...allIds().toReversed(), ...allIds()]) {
        await panel(jumpToAction(id))
        expectUnbroken()
        expect(stored()).toEqual(kept)
      }
      for (let index = lastIndex(); index >= 0; index -= 3) {
        await panel(jumpToState(index))
        expectUnbroken()
      }
      await toThePresent()
    })
    expect(await screen.findByText('Remove from favorites')).toBeVisible()
    expect(screen.getByText('Hello, Ada')).toBeVisible()
  })

  test('shows what was: nobody signed in, a heart not yet given', async () => {
    const opened = await readersEvening()
    await panel(jumpToAction(idOf('login sent')))
    expect(screen.getByText('Welcome to Catchword')).toBeVisible()
    expect(selectUserId(opened.store.getState())).toBeNull()
    await panel(jumpToAction(idOf('login succeeded')))
    expect(screen.getByText('Hello, Ada')).toBeVisible()
    await toThePresent()
    await opened.user.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByRole('button', { name: 'Remove from favorites' })).toBeVisible()
    await panel(jumpToAction(idOf('getRecommendedBooks("Poetry") succeeded')))
    expect(screen.getByRole('button', { name: 'Add to favorites' })).toBeVisible()
    await panel(jumpToAction(idOf(`favorites/favoriteWanted("${opened.book.id}") in the list`)))
    expect(screen.getByRole('button', { name: 'Remove from favorites' })).toBeVisible()
  })

  test('and skipped, reordered and swept actions touch nothing', async () => {
    const opened = await readersEvening()
    await expectNothingTouched(opened, async () => {
      const kept = stored()
      for (const id of allIds().slice(1)) {
        await panel(toggleAction(id))
        expectUnbroken()
        expect(stored()).toEqual(kept)
        await panel(toggleAction(id))
      }
      // All since the restoring at once, and back.
      const [from, to] = [idOf('login sent'), allIds().length]
      await panel(ActionCreators.setActionsActive(from, to, false))
      expect(screen.getByText('Welcome to Catchword')).toBeVisible()
      await panel(ActionCreators.setActionsActive(from, to, true))
    })
    const kept = stored()
    await panel(ActionCreators.reorderAction(idOf('login succeeded'), 2))
    expectUnbroken()
    await panel(toggleAction(idOf('login succeeded')))
    await panel(ActionCreators.sweep())
    expectUnbroken()
    expect(screen.getByText('Welcome to Catchword')).toBeVisible()
    await opened.persistor.flush()
    expect(stored()).toEqual(kept)
  })

  test('an imported log is shown, masks and all, and a reload brings the present back', async () => {
    const opened = await readersEvening()
    const before = presentOf(opened)
    const file = JSON.stringify(devToolsWindow().exported())
    await panel(ActionCreators.commit())
    await panel(importState(JSON.parse(file)))
    expectUnbroken()
    // Replayed from the masked actions, it shows the same page.
    expect(screen.getByText('Hello, ••••••')).toBeVisible()
    expect(screen.getByText('Remove from favorites')).toBeVisible()
    for (const id of allIds()) {
      await panel(jumpToAction(id))
      expectUnbroken()
    }
    // A bare list of actions begins at the start that was committed.
    const actions = Object.values(devToolsWindow().exported().actionsById)
    await panel(importState(actions.map(({ action }) => action).slice(1)))
    expectUnbroken()
    await panel(ActionCreators.rollback())
    expectUnbroken()
    await panel(ActionCreators.reset())
    expectUnbroken()
    await quiet()
    await opened.persistor.flush()
    const { engine, stored: kept, sent } = presentOf(opened)
    expect({ engine, kept, sent }).toEqual({
      engine: before.engine,
      kept: before.stored,
      sent: before.sent,
    })

    document.body.replaceChildren()
    renderApp('/recommendations', openDevTools)
    expect(await screen.findByText('Hello, Ada')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Remove from favorites' })).toBeVisible()
  })

  test('a call that is answered meanwhile settles in the present', async () => {
    const opened = await signedInByHand()
    const { user, book, reader } = opened
    const release = backend.holds(addFavoriteBook)
    await user.click(screen.getByRole('button', { name: 'Add to favorites' }))
    await panel(jumpToAction(idOf('login sent')))
    release()
    await waitFor(() => expect(backend.account(reader.id).favorites).toEqual([book.id]))
    await quiet()
    expect(screen.getByText('Welcome to Catchword')).toBeVisible()
    await toThePresent()
    expect(opened.store.getState().localFavorites.intents).toEqual({})
    // The page is opened anew, and may have the book among its author's, too.
    const shelf = within(await screen.findByRole('region', { name: /^Best / }))
    await user.click(await shelf.findByRole('button', { name: 'Remove from favorites' }))
    await waitFor(() => expect(backend.account(reader.id).favorites).toEqual([]))
  })

  test('a book that left the favorites page is not announced again', async () => {
    const opened = await readersEvening()
    await opened.user.click(screen.getByRole('link', { name: 'Favorites' }))
    await opened.user.click(await screen.findByRole('button', { name: 'Remove from favorites' }))
    expect(await screen.findByText(/^No favorite books yet/)).toBeVisible()
    await quiet()
    // jsdom takes every press for one by a key, which gives Undo the focus: Tab leaves it.
    await opened.user.tab()
    await waitFor(() => expect(screen.queryByText('Undo')).not.toBeInTheDocument())
    await expectNothingTouched(opened, async () => {
      await panel(jumpToAction(idOf('removeFavorite("' + opened.book.id + '") sent')))
      expect(screen.getByRole('link', { name: 'Kim' })).toBeVisible()
      await toThePresent()
      expect(screen.queryByRole('link', { name: 'Kim' })).not.toBeInTheDocument()
    })
    expect(screen.queryByText('Undo')).not.toBeInTheDocument()
  })

  test('another tab is followed in the present', async () => {
    const opened = await readersEvening()
    await panel(jumpToAction(idOf('login sent')))
    // Nothing has changed there: a reader of the past would have taken it for a sign-in.
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', storageArea: localStorage }))
    await waitFor(() =>
      expect(devToolsWindow().log()).toContain('favorites/favoritesChangedElsewhere'),
    )
    expect(devToolsWindow().log()).not.toContain('session/sessionChangedElsewhere')
    await toThePresent()
    expect(selectUserId(opened.store.getState())).toBe(opened.reader.id)
    expect(screen.getByText('Remove from favorites')).toBeVisible()
  })

  test('what the Dispatcher sends reaches the product itself', async () => {
    const opened = await readersEvening()
    await act(async () => devToolsWindow().dispatch(loggedOut()))
    expect(await screen.findByText('Welcome to Catchword')).toBeVisible()
    expect(devToolsWindow().log()).toContain('session/loggedOut')
    await opened.persistor.flush()
    expect(stored()).toEqual({})
  })
})

describe('the extension', () => {
  test('is given traces in development, and a log that leaves masked', async () => {
    await signedInByHand()
    const { options, lifted } = devToolsWindow()
    expect(options).toMatchObject({ name: 'Catchword', trace: true, features: { export: true } })
    const { stack } = lifted.getState().actionsById[idOf('login sent')] ?? {}
    expect(stack).toContain('AuthForm.tsx')
  })

  test('alone makes DevTools load', async () => {
    expect(await loadDevTools()).toBe(openDevTools)
    const name = '__REDUX_DEVTOOLS_EXTENSION_COMPOSE__'
    const extension: unknown = Reflect.get(window, name)
    Reflect.deleteProperty(window, name)
    try {
      expect(await loadDevTools()).toBeUndefined()
    } finally {
      Reflect.set(window, name, extension)
    }
  })
  test('only looks on in production, without traces', async () => {
    vi.stubEnv('DEV', false)
    vi.resetModules()
    try {
      const { makeStore } = await import('./store.ts')
      const { openDevTools } = await import('./devTools.ts')
      const { persistor } = makeStore(null, openDevTools)
      persistor.pause()
      expect(devToolsWindow().options).toMatchObject({ trace: false })
      expect(devToolsWindow().options.features).toEqual({ pause: true, export: true })
    } finally {
      vi.unstubAllEnvs()
      vi.resetModules()
    }
  })
})

/** Whether a line has its one place; what goes out side by side comes back in any order. */
const isOrdered = (name: string) => !/^get|forgotten$/.test(name)

describe('docs/devtools.md', () => {
  const guide = readFileSync('docs/devtools.md', 'utf8')

  /** The names in the first column of the table under this heading. */
  function linesUnder(heading: string): string[] {
    const section = guide.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''
    return [...section.matchAll(/^\| `(.+?)` +\|/gm)].map(([, name = '']) => name)
  }

  test('tells what the log shows of one login and one heart', async () => {
    backend.clearBooks()
    backend.addBook({
      id: 'the-iliad',
      volumeInfo: { title: 'The Iliad', authors: ['Homer'], categories: ['Poetry'] },
    })
    const reader = backend.addUser({ preferences: ['Poetry'] })
    const opened = renderApp('/login', openDevTools)
    await logIn(opened, reader)
    const heart = await screen.findByRole('button', { name: 'Add to favorites' })
    await screen.findByRole('button', { name: 'Profile menu' })
    await quiet()
    const login = devToolsWindow().log()
    const told = linesUnder('One login')
    expect(told).toHaveLength(16)

    expect(login.filter(isOrdered)).toEqual(told.filter(isOrdered))
    expect(login.toSorted()).toEqual(told.toSorted())

    await opened.user.click(heart)
    await waitFor(() => expect(devToolsWindow().log().at(-1)).toMatch(/^saveFavoriteAuthor.*succ/))
    expect(devToolsWindow().log().slice(login.length)).toEqual(linesUnder('One heart'))
  })

  test('names only parts of the state that there are', async () => {
    const { store } = await signedInByHand()
    const parts = [...guide.matchAll(/`((?:auth|localFavorites|booksApi)\.[\w.]+)`/g)]
    expect(parts.length).toBeGreaterThan(20)
    for (const [, path = ''] of parts) expect(store.getState()).toHaveProperty(path)
  })
})
