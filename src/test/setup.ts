import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { fakeBackend } from '../../mocks/node.ts'
import { runHooks } from './everyTest.ts'

// What jsdom does not have. Each records, so that a test can ask what the page did.
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: false,
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  // What MUI's colour schemes still call.
  addListener: () => undefined,
  removeListener: () => undefined,
}))
vi.stubGlobal('scrollTo', vi.fn())
vi.stubGlobal('scrollBy', vi.fn())
for (const name of ['ResizeObserver', 'IntersectionObserver']) {
  vi.stubGlobal(
    name,
    class {
      observe = () => undefined
      disconnect = () => undefined
    },
  )
}
Element.prototype.scrollIntoView = vi.fn<typeof Element.prototype.scrollIntoView>()
URL.createObjectURL = vi.fn<typeof URL.createObjectURL>(() => 'blob:preview')
URL.revokeObjectURL = vi.fn<typeof URL.revokeObjectURL>()

const complaint = vi.spyOn(console, 'error')

beforeAll(() => fakeBackend.listen())
beforeEach(() => {
  complaint.mockClear()
  window.history.replaceState(null, '', '/')
  return runHooks('before')
})
afterEach(async () => {
  await runHooks('after')
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  fakeBackend.reset()
  // Nothing may complain, and nothing may be asked for that the fake backend does not know.
  const [first] = complaint.mock.calls
  if (first) throw new Error(`console.error was called: ${first.map(String).join(' ')}`)
})
afterAll(() => {
  fakeBackend.close()
  // The next file of the worker has the same window.
  document.body.replaceChildren()
  for (const [name] of document.cookie.matchAll(/[^;\s=]+(?==)/g))
    document.cookie = `${name}=; path=/; max-age=0`
})
