import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { stored } from '../test/readerStore.ts'

/** A tab: modules of its own on the one storage of the browser. */
async function openTab() {
  vi.resetModules()
  const { authPersistence, readSession } = await import('./storage.ts')
  const { storage } = authPersistence
  return {
    read: readSession,
    /** What redux-persist writes, however late. */
    write: (token: string | null) =>
      storage.setItem(
        'persist:auth',
        token === null
          ? { token, user: null, isLoggedIn: false }
          : { token, user: { id: `id-${token}`, name: `Ada ${token}` }, isLoggedIn: true },
      ),
    love: (...ids: string[]) =>
      storage.setItem('persist:localFavorites', { entries: ids.map((id) => ({ id })) }),
  }
}

const token = () => localStorage.getItem('token')

/** Whose session is stored: one reader's, or nobody's. It throws where there is a part of one, or of two. */
function storedReader(): string | null {
  if (localStorage.length === 0) return null
  const owner = token()
  expect(stored()).toEqual({
    token: owner,
    user: `{"id":"id-${owner}","name":"Ada ${owner}"}`,
    username: `Ada ${owner}`,
    isLoggedIn: 'true',
  })
  return owner
}

/** From now on a write fails where `isFull` says so of its number; `each` is called before every write. */
function limitStorage(isFull: (write: number) => boolean, each = () => {}): void {
  const setItem = localStorage.setItem.bind(localStorage)
  let writes = 0
  const spy = vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key, value) => {
    each()
    writes += 1
    if (isFull(writes)) throw new DOMException('No room.', 'QuotaExceededError')
    setItem(key, value)
  })
  onTestFinished(() => spy.mockRestore())
}

test.each([1, 4])('where write %i finds no room, no session is of two readers', async (at) => {
  const [first, other] = [await openTab(), await openTab()]
  await first.write('old')
  other.read()
  limitStorage((write) => write === at)
  await other.write('new')
  expect([null, 'new']).toContain(storedReader())
  // It lasts as long as its page.
  expect(other.read()).toMatchObject({ token: 'new', user: { id: 'id-new' } })
  expect([null, 'new']).toContain(first.read()?.token ?? null)
  // Once there is room again, both follow what was stored last.
  await first.write('newest')
  expect(storedReader()).toBe('newest')
  expect(other.read()).toMatchObject({ token: 'newest', user: { id: 'id-newest' } })
})

test('a session that is cut off halfway through is none', async () => {
  const [first, other] = [await openTab(), await openTab()]
  const sessions: unknown[] = []
  limitStorage(
    () => false,
    () => sessions.push(other.read()),
  )
  await first.write('old')
  await first.write('new')
  expect(new Set(sessions)).toEqual(new Set([null]))
  expect(storedReader()).toBe('new')
})

test("a late write of favorites leaves those of another tab's reader", async () => {
  const [hidden, other] = [await openTab(), await openTab()]
  await hidden.write('old')
  await other.write('new')
  await other.love('emma')
  await hidden.love('dune')
  expect(localStorage.getItem('favorites')).toContain('emma')
  await hidden.love()
  expect(localStorage.getItem('favorites')).toContain('emma')
})

test('however two tabs take turns, a tab removes only the session that it read or wrote last', async () => {
  const tabs = [await openTab(), await openTab()]
  const step = record({ at: nat({ max: 1 }), does: constantFrom('read', 'log in', 'log out') })
  let logins = 0
  await assert(
    asyncProperty(array(step, { maxLength: 12 }), async (steps) => {
      localStorage.clear()
      const lastSeen = tabs.map((tab) => tab.read()?.token ?? null)
      let expected: string | null = null
      for (const { at, does } of steps) {
        if (does === 'read') lastSeen[at] = tabs[at]?.read()?.token ?? null
        else if (does === 'log in') {
          logins += 1
          expected = `t${logins}`
          lastSeen[at] = expected
          await tabs[at]?.write(expected)
        } else {
          await tabs[at]?.write(null)
          if (lastSeen[at] === expected) {
            expected = null
            lastSeen[at] = null
          }
        }
        expect(token()).toBe(expected)
      }
    }),
    { numRuns: 50 },
  )
})
