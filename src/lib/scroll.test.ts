import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { prefersReducedMotion, scrollBehavior, scrollToId, scrollToTop } from './scroll.ts'

/** The system says whether it wants less motion; only that question is answered with yes. */
function systemWantsLessMotion(wants: boolean): void {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({
    matches: wants && query === '(prefers-reduced-motion: reduce)',
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }))
}

describe.each([
  [false, 'smooth'],
  [true, 'instant'],
])('with less motion wanted: %s', (wants, behavior) => {
  beforeEach(() => {
    systemWantsLessMotion(wants)
    vi.mocked(window.scrollTo).mockClear()
  })
  afterEach(() => {
    vi.mocked(window.matchMedia).mockRestore()
    document.body.replaceChildren()
  })

  test(`scrolling is ${behavior}`, () => {
    expect(prefersReducedMotion()).toBe(wants)
    expect(scrollBehavior()).toBe(behavior)
  })

  test('the top', () => {
    scrollToTop()
    expect(window.scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior })
  })

  test('an element by its id, and nothing where there is none', () => {
    const form = document.createElement('form')
    form.id = 'auth-form'
    document.body.append(form)
    const scrollIntoView = vi.spyOn(form, 'scrollIntoView')
    scrollToId('nowhere')
    expect(scrollIntoView).not.toHaveBeenCalled()
    scrollToId('auth-form')
    expect(scrollIntoView).toHaveBeenCalledExactlyOnceWith({ behavior, block: 'start' })
  })

  test('an element that is to be in view, and may be already', () => {
    const heading = document.createElement('h2')
    heading.id = 'title'
    document.body.append(heading)
    const scrollIntoView = vi.spyOn(heading, 'scrollIntoView')
    scrollToId('title', 'nearest')
    expect(scrollIntoView).toHaveBeenCalledExactlyOnceWith({ behavior, block: 'nearest' })
  })
})
