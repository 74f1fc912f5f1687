import { AsyncLocalStorage } from 'node:async_hooks'
import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { booksApi } from '../api/booksApi.ts'
import { backend, quiet, sentRequests } from '../test/backend.ts'
import { openStore } from '../test/readerStore.ts'
import { selectSession, selectUserId } from './authSlice.ts'
import { followOtherTabs } from './followOtherTabs.ts'
import { selectEntries, selectIsFavorite } from './localFavoritesSlice.ts'
import { logOut } from './logOut.ts'
import { sendUnsent } from './sendUnsent.ts'
import { setFavorite } from './setFavorite.ts'
import { readSession } from './storedSession.ts'

/**
 * Three tabs of one browser (../shared/security.md, test G4): stores on one storage, each hearing of what
 * the others write, while readers sign in and out and give hearts in any of them. In the end all tabs
 * agree with the storage and with the server, no heart is lost, and none was given in another reader's
 * name.
 */

/** 20 wherever tests run, 200 by `npm run test:hardening`. */
const SCRIPTS = Number(process.env['TAB_SCRIPTS'] ?? 20)
const TABS = 3
const BOOKS = ['emma', 'dune', 'dracula'] as const
/** Longer than a tab waits before it follows another, in milliseconds. */
const FOLLOWED_MS = 90

/** Which tab runs: what a browser knows of each script, and a test of many tabs in one process does not. */
const running = new AsyncLocalStorage<number>()
let spies: { mockRestore: () => void }[] = []
let listeners: ((event: StorageEvent) => void)[][] = []

/** Every other tab hears of a change, a moment later, as in a browser. */
function tellOthers(key: string, oldValue: string | null, newValue: string | null): void {
  if (oldValue === newValue) return
  const writer = running.getStore()
  const event = new StorageEvent('storage', { key, oldValue, newValue, storageArea: localStorage })
  for (const [tab, known] of listeners.entries()) {
    if (tab === writer) continue
    for (const listener of known) running.run(tab, () => setTimeout(() => listener(event), 1))
  }
}

function writersOf(area: Storage) {
  return {
    set: Storage.prototype.setItem.bind(area),
    remove: Storage.prototype.removeItem.bind(area),
  }
}

beforeEach(() => {
  listeners = Array.from({ length: TABS }, () => [])
  const own = new Map([localStorage, sessionStorage].map((area) => [area, writersOf(area)]))
  spies = [
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
      const before = this.getItem(key)
      own.get(this)?.set(key, value)
      if (this === localStorage) tellOthers(key, before, value)
    }),
    vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(function (this: Storage, key) {
      const before = this.getItem(key)
      own.get(this)?.remove(key)
      if (this === localStorage) tellOthers(key, before, null)
    }),
  ]
  const addEventListener = window.addEventListener.bind(window)
  spies.push(
    vi
      .spyOn(window, 'addEventListener')
      .mockImplementation((name: string, listener: EventListenerOrEventListenerObject) => {
        const tab = running.getStore()
        if (name !== 'storage' || tab === undefined || typeof listener !== 'function') {
          addEventListener(name, listener)
        } else listeners[tab]?.push(listener)
      }),
  )
})

afterEach(() => {
  for (const spy of spies) spy.mockRestore()
})

type Tab = Awaited<ReturnType<typeof openTab>>

/** A tab as the product runs one: it follows the others, and asks for the list of whoever signs in. */
async function openTab(number: number) {
  return running.run(number, async () => {
    const { store, persistor } = await openStore()
    const stop = followOtherTabs(store)
    let reader: string | null = null
    const care = (): void => {
      const userId = selectUserId(store.getState())
      if (userId === reader) return
      reader = userId
      if (userId === null) return
      void store
        .dispatch(booksApi.endpoints.getFavoriteBooks.initiate(userId, { subscribe: false }))
        .then(() => store.dispatch(sendUnsent()))
    }
    care()
    const unsubscribe = store.subscribe(care)
    const close = async (): Promise<void> => {
      stop()
      unsubscribe()
      listeners[number] = []
      await persistor.flush()
      persistor.pause()
    }
    return { store, persistor, close }
  })
}

type Command =
  | { do: 'login'; tab: number; reader: number }
  | { do: 'logout' | 'reload'; tab: number }
  | { do: 'heart'; tab: number; book: (typeof BOOKS)[number] }
  | { do: 'settle' }

const tabNumber = fc.nat(TABS - 1)
const commandOf = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('login'), tab: tabNumber, reader: fc.nat(1) }),
  },
  fc.record({ do: fc.constant('logout'), tab: tabNumber }),
  fc.record({ do: fc.constant('reload'), tab: tabNumber }),
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('heart'),
      tab: tabNumber,
      book: fc.constantFrom(...BOOKS),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'settle' }) },
) satisfies fc.Arbitrary<unknown>

function isCommand(value: { do: string }): value is Command {
  return ['login', 'logout', 'reload', 'heart', 'settle'].includes(value.do)
}

async function settle(tabs: readonly Tab[]): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) {
    await quiet()
    for (const [number, { persistor }] of tabs.entries()) {
      await running.run(number, () => persistor.flush())
    }
    await new Promise((resolve) => setTimeout(resolve, FOLLOWED_MS))
  }
  await quiet()
}

function idsOf(entries: readonly { id: string }[]): string[] {
  return entries.map(({ id }) => id).toSorted()
}

function keptIds(): string[] {
  const list: unknown = JSON.parse(localStorage.getItem('favorites') ?? '[]')
  if (!Array.isArray(list)) throw new Error('The favorites are no list.')
  return list.map((entry: { id: string }) => entry.id).toSorted()
}

/** What the server may say of each reader's hearts in the end, by `reader book`. */
class Wishes {
  readonly #last = new Map<string, Set<boolean>>()
  /** Wished since everything last stood still: another tab may be heard first. */
  readonly #open = new Map<string, Set<boolean>>()

  /** A session has ended since everything last stood still, and not every tab may know. */
  #shaky = false

  want(reader: string, book: string, wanted: boolean): void {
    const key = `${reader} ${book}`
    const possible = this.#shaky ? [true, false] : [wanted]
    this.#open.set(key, new Set([...(this.#open.get(key) ?? []), ...possible]))
  }

  /** A session ends: what is under way may or may not have come through. */
  interrupt(): void {
    this.#shaky = true
    for (const wishes of this.#open.values()) for (const wish of [true, false]) wishes.add(wish)
  }

  settle(): void {
    for (const [key, wishes] of this.#open) this.#last.set(key, wishes)
    this.#open.clear()
    this.#shaky = false
  }

  allowed(reader: string, book: string): Set<boolean> {
    return this.#last.get(`${reader} ${book}`) ?? new Set([false])
  }
}

let tabs: Tab[] = []

/** Every tab is closed, and what was under way has ended. */
async function end(): Promise<void> {
  await Promise.all(tabs.map((tab) => tab.close()))
  tabs = []
  await quiet()
  localStorage.clear()
  backend.recovers()
  backend.endSessions()
}

afterEach(end)

async function play(commands: readonly Command[]): Promise<void> {
  backend.clearBooks()
  for (const id of BOOKS) backend.addBook({ id, volumeInfo: { title: id, authors: [] } })
  for (const user of ['u-ada', 'u-bea']) backend.forgetUser(user)
  const readers = ['ada', 'bea'].map((name) =>
    backend.addUser({ id: `u-${name}`, name, email: `${name}@example.org`, favorites: [] }),
  )
  const tokens = new Map<string, string>()
  const sentBefore = sentRequests().length
  const wishes = new Wishes()
  tabs = await Promise.all(Array.from({ length: TABS }, (_, number) => openTab(number)))

  async function perform(command: Command): Promise<void> {
    if (command.do === 'settle') {
      await settle(tabs)
      wishes.settle()
      return
    }
    const tab = tabs[command.tab]
    if (tab === undefined) throw new Error('There is no such tab.')
    const { store } = tab
    if (command.do === 'heart') {
      const reader = selectUserId(store.getState())
      if (reader === null) return
      const wanted = !selectIsFavorite(store.getState(), command.book)
      wishes.want(reader, command.book, wanted)
      const entry = { id: command.book, title: command.book }
      void store.dispatch(setFavorite(entry, wanted, 'recommendations'))
      return
    }
    wishes.interrupt()
    if (command.do === 'reload') {
      await tab.close()
      tabs[command.tab] = await openTab(command.tab)
      return
    }
    if (selectUserId(store.getState()) !== null) await store.dispatch(logOut(() => undefined))
    if (command.do !== 'login') return
    const reader = readers[command.reader]
    if (reader === undefined) throw new Error('There is no such reader.')
    const { email, password, id } = reader
    const { data } = await store.dispatch(booksApi.endpoints.login.initiate({ email, password }))
    if (data) tokens.set(data.token, id)
  }

  /** Whether every tab shows what the server has. */
  function agree(): boolean {
    const stored = readSession()
    const onServer = stored === null ? [] : backend.account(stored.user.id).favorites.toSorted()
    return tabs.every(
      ({ store }) => idsOf(selectEntries(store.getState())).join(' ') === onServer.join(' '),
    )
  }

  for (const command of commands) {
    await running.run('tab' in command ? command.tab : -1, () => perform(command))
  }
  await settle(tabs)
  wishes.settle()
  // Once more, as a reader who opens the favorites page in each tab.
  for (const [number, { store }] of tabs.entries()) {
    const userId = selectUserId(store.getState())
    if (userId === null) continue
    await running.run(number, async () => {
      await store.dispatch(
        booksApi.endpoints.getFavoriteBooks.initiate(userId, {
          subscribe: false,
          forceRefetch: true,
        }),
      )
    })
  }
  await settle(tabs)
  // On a busy machine the tabs hear of each other later.
  for (let patience = 5; patience > 0 && !agree(); patience -= 1) await settle(tabs)

  const stored = readSession()
  const onServer = stored === null ? [] : backend.account(stored.user.id).favorites.toSorted()
  for (const { store } of tabs) {
    // Nobody is somebody else than the browser says.
    expect(selectSession(store.getState())).toEqual(stored)
    expect(idsOf(selectEntries(store.getState()))).toEqual(onServer)
  }
  expect(keptIds()).toEqual(onServer)
  const wrong = readers.flatMap(({ id, favorites }) =>
    BOOKS.filter((book) => !wishes.allowed(id, book).has(favorites.includes(book))).map(
      (book) => `${book} of ${id}`,
    ),
  )
  expect(wrong).toEqual([])
  const strangers = sentRequests()
    .slice(sentBefore)
    .filter(({ path, authorization }) => {
      const [, asked] = /^\/api\/users?\/(u-\w+)/.exec(path) ?? []
      if (asked === undefined || authorization === null) return false
      return tokens.get(authorization.replace('Bearer ', '')) !== asked
    })
  expect(strangers).toEqual([])
}

test(
  `any script of three tabs and two readers: ${SCRIPTS}`,
  { timeout: 60_000 + SCRIPTS * 5000 },
  async () => {
    let played = 0
    await fc.assert(
      fc.asyncProperty(fc.array(commandOf, { minLength: 2, maxLength: 12 }), async (commands) => {
        try {
          // Somebody is signed in, so that the script is about something.
          await play([
            { do: 'login', tab: 0, reader: 0 },
            { do: 'settle' },
            ...commands.filter(isCommand),
          ])
          played += 1
        } finally {
          await end()
        }
      }),
      {
        numRuns: SCRIPTS,
        seed: Number(process.env['SEED'] ?? 20_261_121),
        endOnFailure: process.env['SHRINK'] === undefined,
      },
    )
    expect(played).toBe(SCRIPTS)
  },
)

test('two tabs give hearts at the same moment, and neither erases the other’s', async () => {
  const at = { tab: 0, reader: 0 }
  await play([
    { do: 'login', ...at },
    { do: 'settle' },
    { do: 'heart', tab: 0, book: 'emma' },
    { do: 'heart', tab: 1, book: 'dune' },
    { do: 'heart', tab: 2, book: 'dracula' },
    { do: 'settle' },
  ])
  expect(keptIds()).toEqual(['dracula', 'dune', 'emma'])
})
