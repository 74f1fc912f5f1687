import { expect, onTestFinished, test, vi } from 'vitest'
import { browserStorage } from './browserStorage.ts'

test('an unchanged value is not written again, and one that another tab wrote is read', () => {
  browserStorage.set({ a: '1' })
  const setItem = vi.spyOn(Storage.prototype, 'setItem')
  onTestFinished(() => setItem.mockRestore())
  browserStorage.set({ a: '1' })
  expect(setItem).not.toHaveBeenCalled()
  localStorage.setItem('a', '2')
  expect(browserStorage.get('a')).toBe('2')
})

// That values last as long as the page where storage is denied or full is in store/storage.test.ts.
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
