import { afterEach, expect, test, vi } from 'vitest'
import { scrollToId, scrollToTop } from './scroll.ts'

afterEach(() => vi.mocked(window.matchMedia).mockRestore())

test.each([
  [false, 'smooth'],
  [true, 'instant'],
])('with reduced motion: %s the page scrolls %s', (matches, behavior) => {
  const list = window.matchMedia('(prefers-reduced-motion: reduce)')
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(list, { matches: matches && query === list.media }),
  )
  const element = document.createElement('h2')
  element.id = 'title'
  document.body.replaceChildren(element)
  const scrollIntoView = vi.spyOn(element, 'scrollIntoView')
  vi.mocked(window.scrollTo).mockClear()
  scrollToTop()
  scrollToId('nowhere')
  scrollToId('title')
  expect(window.scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior })
  expect(scrollIntoView.mock.calls).toEqual([[{ behavior, block: 'start' }]])
})
