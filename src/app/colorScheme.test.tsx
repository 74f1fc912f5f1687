import { configure, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { quiet } from '../test/backend.ts'
import { renderApp, signIn } from '../test/renderApp.tsx'
import { chooseScheme, chosenScheme, followScheme } from './colorScheme.ts'

// The first page of a file also loads its parts, on a busy machine for a long time.
configure({ asyncUtilTimeout: 30_000 })
vi.setConfig({ testTimeout: 90_000 })

const shown = (): string | undefined => document.documentElement.dataset['scheme']

/** A device that prefers dark, or not, and may change its mind. */
function device(dark: boolean): { change: (dark: boolean) => void } {
  const media = Object.assign(new EventTarget(), { matches: dark })
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(media, {
      media: query,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  )
  return {
    change(next) {
      media.matches = next
      media.dispatchEvent(new Event('change'))
    },
  }
}

function follow(): () => void {
  const stop = followScheme()
  onTestFinished(stop)
  return stop
}

beforeEach(() => {
  document.head.innerHTML =
    '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf6ef">' +
    '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#15120f">' +
    '<meta name="color-scheme" content="light dark">'
})
afterEach(() => {
  vi.mocked(window.matchMedia).mockRestore()
  document.head.innerHTML = ''
  delete document.documentElement.dataset['scheme']
  document.cookie = 'scheme=; Path=/; Max-Age=0'
})

const contents = (name: string) =>
  [...document.querySelectorAll<HTMLMetaElement>(`meta[name="${name}"]`)].map(({ content }) =>
    content.toLowerCase(),
  )

describe('the scheme', () => {
  test.each([
    [true, 'dark'],
    [false, 'light'],
  ])('follows the device (dark: %s) until somebody chooses', (dark, scheme) => {
    const { change } = device(dark)
    follow()
    expect(shown()).toBe(scheme)
    change(!dark)
    expect(shown()).toBe(dark ? 'light' : 'dark')
    expect(contents('color-scheme')).toEqual(['light dark'])
    expect(contents('theme-color')).toEqual(['#faf6ef', '#15120f'])
  })

  test('is the chosen one, whatever the device does, also at the next visit', () => {
    const { change } = device(false)
    const stop = follow()
    chooseScheme('dark')
    expect(shown()).toBe('dark')
    expect(localStorage.getItem('colorScheme')).toBe('dark')
    // For the server, which sends the next page in it.
    expect(document.cookie).toContain('scheme=dark')
    expect(contents('color-scheme')).toEqual(['dark'])
    expect(contents('theme-color')).toEqual(['#15120f', '#15120f'])
    change(false)
    expect(shown()).toBe('dark')
    stop()
    delete document.documentElement.dataset['scheme']
    follow()
    expect(shown()).toBe('dark')
  })

  test('goes back to the device, and nothing is kept', () => {
    device(false)
    follow()
    chooseScheme('dark')
    chooseScheme('system')
    expect(shown()).toBe('light')
    expect(localStorage.getItem('colorScheme')).toBeNull()
    expect(document.cookie).not.toContain('scheme')
    expect(contents('theme-color')).toEqual(['#faf6ef', '#15120f'])
  })

  test('is told to the server again where only one of storage and cookie was kept', () => {
    device(false)
    document.cookie = 'scheme=dark; Path=/'
    follow()()
    expect(document.cookie).not.toContain('scheme')
    localStorage.setItem('colorScheme', 'light')
    follow()
    expect(document.cookie).toContain('scheme=light')
  })

  test('is that of the other tabs', () => {
    device(false)
    follow()
    localStorage.setItem('colorScheme', 'dark')
    window.dispatchEvent(new StorageEvent('storage', { key: 'colorScheme', newValue: 'dark' }))
    expect(shown()).toBe('dark')
    expect(chosenScheme()).toBe('dark')
  })

  test('goes when another tab clears everything', () => {
    device(false)
    localStorage.setItem('colorScheme', 'dark')
    follow()
    localStorage.clear()
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
    expect(shown()).toBe('light')
  })

  test.each(['blue', '', '"dark"'])('takes %j in the storage for no choice', (kept) => {
    localStorage.setItem('colorScheme', kept)
    device(false)
    follow()
    expect(chosenScheme()).toBe('system')
    expect(shown()).toBe('light')
  })
})

test('the switch in the account dialog changes it at once', async () => {
  device(false)
  follow()
  signIn({ name: 'Ada' })
  const { user } = renderApp('/')
  await user.click(await screen.findByRole('button', { name: 'Profile menu' }))
  await quiet()
  await user.click(await screen.findByRole('menuitem', { name: 'Ada' }))
  const choices = within(await screen.findByRole('group', { name: 'Appearance' }))
  expect(choices.getByRole('radio', { name: 'System' })).toBeChecked()
  await user.click(choices.getByRole('radio', { name: 'Dark' }))
  expect(choices.getByRole('radio', { name: 'Dark' })).toBeChecked()
  expect(shown()).toBe('dark')
  // MUI keeps no scheme of its own beside ours.
  expect(Object.keys(localStorage).filter((key) => key.startsWith('mui'))).toEqual([])
  await user.click(choices.getByRole('radio', { name: 'System' }))
  expect(shown()).toBe('light')
})
