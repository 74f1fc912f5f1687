import fc from 'fast-check'
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
  const step = fc.record({
    tab: fc.nat({ max: 1 }),
    does: fc.constantFrom('read', 'log in', 'log out'),
  })
  let logins = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      localStorage.clear()
      const known: (string | null)[] = tabs.map((tab) => tab.read()?.token ?? null)
      for (const { tab: at, does } of steps) {
        const tab = tabs[at]
        const before = token()
        if (does === 'read') known[at] = tab?.read()?.token ?? null
        else if (does === 'log in') {
          logins += 1
          await tab?.write(`t${logins}`)
          known[at] = `t${logins}`
          expect(token()).toBe(`t${logins}`)
        } else {
          await tab?.write(null)
          expect(token()).toBe(before === known[at] ? null : before)
          if (before === known[at]) known[at] = null
        }
      }
    }),
    { numRuns: 50 },
  )
})
