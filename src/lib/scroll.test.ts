import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { focusId, scrollToId, scrollToTop } from './scroll.ts'

describe.each([
  [false, 'smooth'],
  [true, 'instant'],
])('with reduced motion: %s', (isReduced, behavior) => {
  const element = document.createElement('h2')
  element.id = 'title'
  element.tabIndex = -1

  beforeEach(() => {
    const list = window.matchMedia('(prefers-reduced-motion: reduce)')
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.assign(list, { matches: isReduced && query === list.media }),
    )
    vi.mocked(window.scrollTo).mockClear()
    document.body.append(element)
  })
  afterEach(() => {
    vi.mocked(window.matchMedia).mockRestore()
    document.body.replaceChildren()
  })

  test('the page scrolls to its top', () => {
    scrollToTop()
    expect(window.scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior })
  })

  test('the page scrolls to an element, where it has it', () => {
    const scrollIntoView = vi.spyOn(element, 'scrollIntoView')
    scrollToId('nowhere')
    scrollToId('title')
    scrollToId('title', 'nearest')
    expect(scrollIntoView.mock.calls).toEqual([
      [{ behavior, block: 'start' }],
      [{ behavior, block: 'nearest' }],
    ])
  })
})

test('focus moves without scrolling', () => {
  const main = document.createElement('main')
  main.id = 'main'
  document.body.append(main)
  const focus = vi.spyOn(main, 'focus')
  focusId('main')
  expect(focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true })
  main.remove()
})
