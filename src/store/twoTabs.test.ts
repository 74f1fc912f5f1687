import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'

const storage = async () => (await import('./storage.ts')).authPersistence.storage

/** A tab: modules of its own on the one storage of the browser. */
async function openTab() {
  vi.resetModules()
  const { readSession } = await import('./storage.ts')
  const persistence = await storage()
  return {
    read: readSession,
    /** What redux-persist writes, however late. */
    write: (token: string | null) =>
      persistence.setItem(
        'persist:auth',
        token === null
          ? { token, user: null, isLoggedIn: false }
          : { token, user: { id: `id-${token}`, name: 'Ada' }, isLoggedIn: true },
      ),
  }
}

const token = () => localStorage.getItem('token')

afterEach(() => localStorage.clear())

test('a late write of a logout leaves the newer session of another tab', async () => {
  const [first, hidden] = [await openTab(), await openTab()]
  await first.write('old')
  hidden.read()
  await first.write(null)
  // The hidden tab follows, and writes only after the next login.
  hidden.read()
  await first.write('new')
  await hidden.write(null)
  expect(token()).toBe('new')
  // Nor does a late write bring a session back that another tab has ended.
  hidden.read()
  await first.write(null)
  await hidden.write('new')
  expect(token()).toBeNull()
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
