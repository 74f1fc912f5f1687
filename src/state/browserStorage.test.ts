import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { browserStorage } from './browserStorage.ts'

const METHODS = ['getItem', 'setItem', 'removeItem'] as const

/** The browser refuses these until the end of the test. */
function browserRefuses(...methods: readonly (typeof METHODS)[number][]): void {
  for (const method of methods) {
    const spy = vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('Not here.', 'SecurityError')
    })
    onTestFinished(() => spy.mockRestore())
  }
}

// What a test left in memory is forgotten as soon as the browser takes it.
afterEach(() => {
  for (const key of ['a', 'b']) browserStorage.remove(key)
})

describe('in a browser that works', () => {
  test('everything is in localStorage', () => {
    expect(browserStorage.get('a')).toBeNull()
    browserStorage.set('a', '1')
    expect(localStorage.getItem('a')).toBe('1')
    localStorage.setItem('a', '2')
    expect(browserStorage.get('a')).toBe('2')
    browserStorage.remove('a')
    expect(localStorage.getItem('a')).toBeNull()
    expect(browserStorage.get('a')).toBeNull()
  })

  test('an unchanged value is not written again', () => {
    browserStorage.set('a', '1')
    const setItem = vi.spyOn(Storage.prototype, 'setItem')
    onTestFinished(() => setItem.mockRestore())
    browserStorage.set('a', '1')
    expect(setItem).not.toHaveBeenCalled()
    browserStorage.set('a', '2')
    expect(setItem).toHaveBeenCalledExactlyOnceWith('a', '2')
  })
})

describe.each([
  ['nothing at all', METHODS],
  ['no writing', ['setItem'] as const],
  ['no removing', ['removeItem'] as const],
  ['no writing and removing', ['setItem', 'removeItem'] as const],
  ['no reading', ['getItem'] as const],
])('in a browser that allows %s', (_what, refused) => {
  test('what is set is read, and what is removed is gone', () => {
    localStorage.setItem('a', 'before')
    browserRefuses(...refused)
    browserStorage.set('a', 'after')
    browserStorage.set('b', '1')
    expect([browserStorage.get('a'), browserStorage.get('b')]).toEqual(['after', '1'])
    browserStorage.remove('a')
    expect([browserStorage.get('a'), browserStorage.get('b')]).toEqual([null, '1'])
    browserStorage.set('a', 'again')
    expect(browserStorage.get('a')).toBe('again')
  })
})

test('what the browser takes again lasts', () => {
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(() => {
    throw new DOMException('Full.', 'QuotaExceededError')
  })
  onTestFinished(() => setItem.mockRestore())
  browserStorage.set('a', '1')
  expect(localStorage.getItem('a')).toBeNull()
  browserStorage.set('a', '2')
  expect(localStorage.getItem('a')).toBe('2')
  localStorage.setItem('a', '3')
  expect(browserStorage.get('a')).toBe('3')
})
