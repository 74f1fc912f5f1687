import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { browserStorage } from './browserStorage.ts'

const METHODS = ['getItem', 'setItem', 'removeItem'] as const

/** The browser denies these until the end of the test. */
function deny(...methods: readonly (typeof METHODS)[number][]): void {
  for (const method of methods) {
    const spy = vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('Not here.', 'SecurityError')
    })
    onTestFinished(() => spy.mockRestore())
  }
}

afterEach(() => {
  for (const key of ['a', 'b']) browserStorage.remove(key)
})

test('everything is in localStorage, and an unchanged value is not written again', () => {
  browserStorage.set({ a: '1' })
  expect(localStorage.getItem('a')).toBe('1')
  const setItem = vi.spyOn(Storage.prototype, 'setItem')
  onTestFinished(() => setItem.mockRestore())
  browserStorage.set({ a: '1' })
  expect(setItem).not.toHaveBeenCalled()
  localStorage.setItem('a', '2')
  expect(browserStorage.get('a')).toBe('2')
  browserStorage.remove('a')
  expect(browserStorage.get('a')).toBeNull()
})

test.each([
  ['everything', METHODS],
  ['writing', ['setItem'] as const],
  ['reading', ['getItem'] as const],
])('where the browser denies %s, values last as long as the page', (_what, methods) => {
  localStorage.setItem('a', 'before')
  deny(...methods)
  browserStorage.set({ a: 'after' })
  browserStorage.set({ b: '1' })
  expect([browserStorage.get('a'), browserStorage.get('b')]).toEqual(['after', '1'])
  browserStorage.remove('a')
  expect([browserStorage.get('a'), browserStorage.get('b')]).toEqual([null, '1'])
})

test('where there is no room for a value, a reload finds none in place of an old one', () => {
  browserStorage.set({ favorites: 'old' })
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full.', 'QuotaExceededError')
  })
  onTestFinished(() => {
    full.mockRestore()
    browserStorage.remove('favorites')
  })
  browserStorage.set({ favorites: 'new' })
  expect(browserStorage.get('favorites')).toBe('new')
  expect(localStorage.getItem('favorites')).toBeNull()
})
