import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { toast } from '../lib/toasts.ts'
import '../test/backend.ts'
import { sessionChangedElsewhere } from '../state/authSlice.ts'
import { renderApp } from '../test/renderApp.tsx'

/** Longer than a toast takes to slide away. */
const AWAY = 1000

/** Lets time pass in steps: what React draws after one timer sets the next. */
async function pass(milliseconds: number): Promise<void> {
  for (let left = milliseconds; left >= 0; left -= 50) {
    await act(() => vi.advanceTimersByTimeAsync(Math.min(left, 50)))
  }
}

/** The landing page, with a controlled clock and one toast just shown. */
async function showToast(next: Parameters<typeof toast>[0]): Promise<HTMLElement> {
  renderApp('/')
  await screen.findByRole('contentinfo')
  vi.useFakeTimers()
  act(() => toast(next))
  await pass(0)
  return screen.getByText(next.message)
}

/** Whether it is there and not on its way out: notistack slides it away, then takes it out. */
const isThere = (message: string) => screen.queryByText(message) !== null

beforeEach(async () => {
  // Drawing toasts loads with the first one; a controlled clock must not wait for that.
  await import('./Toasts.tsx')
})

describe('toasts', () => {
  test('are alerts that go after 2000 ms', async () => {
    await showToast({ message: 'Short', kind: 'info' })
    expect(screen.getByRole('alert')).toHaveTextContent('Short')
    await pass(1999)
    expect(isThere('Short')).toBe(true)
    await pass(1 + AWAY)
    expect(isThere('Short')).toBe(false)
  })

  test('leave no clock behind when the page goes', async () => {
    await showToast({ message: 'Going', kind: 'info' })
    await pass(500)
    const running = vi.getTimerCount()
    cleanup()
    expect(vi.getTimerCount()).toBeLessThan(running)
  })

  test('still stand a moment before that', async () => {
    await showToast({ message: 'Not yet', kind: 'info' })
    await pass(1900)
    // Were it already on its way out, it would be gone by now.
    fireEvent.mouseEnter(screen.getByRole('alert'))
    await pass(AWAY)
    expect(isThere('Not yet')).toBe(true)
  })

  test('stay while hovered, and go after the mouse has left', async () => {
    await showToast({ message: 'Hovered', kind: 'info' })
    await pass(1500)
    fireEvent.mouseEnter(screen.getByRole('alert'))
    await pass(20_000)
    expect(isThere('Hovered')).toBe(true)
    fireEvent.mouseLeave(screen.getByRole('alert'))
    await pass(2000 + AWAY)
    expect(isThere('Hovered')).toBe(false)
  })

  test('stay while their action has the focus, and go after it was left', async () => {
    const act1 = { label: 'Do it', onClick: vi.fn<() => void>() }
    await showToast({ message: 'Focused', kind: 'info', action: act1 })
    await pass(1500)
    act(() => screen.getByRole('button', { name: 'Do it' }).focus())
    await pass(20_000)
    expect(isThere('Focused')).toBe(true)
    act(() => screen.getByRole('button', { name: 'Do it' }).blur())
    await pass(2000 + AWAY)
    expect(isThere('Focused')).toBe(false)
    expect(act1.onClick).not.toHaveBeenCalled()
  })

  test('whose action takes the focus wait for it, and give the focus back', async () => {
    renderApp('/')
    const place = await screen.findByRole('combobox', { name: 'Search books' })
    const action = { label: 'Undo', onClick: vi.fn<() => void>(), takesFocusFrom: place }
    vi.useFakeTimers()
    act(() => place.focus())
    act(() => toast({ message: 'Removed', kind: 'info', action }))
    await pass(0)
    const button = screen.getByRole('button', { name: 'Undo' })
    expect(button).toHaveFocus()
    await pass(20_000)
    expect(isThere('Removed')).toBe(true)
    fireEvent.keyDown(button, { key: 'Escape' })
    expect(place).toHaveFocus()
    await pass(2000 + AWAY)
    expect(isThere('Removed')).toBe(false)
    expect(action.onClick).not.toHaveBeenCalled()
  })

  test('take no focus from a reader who has gone on', async () => {
    renderApp('/')
    const box = await screen.findByRole('combobox', { name: 'Search books' })
    const [place] = screen.getAllByRole('link')
    if (!place) throw new Error('The page has no link.')
    vi.useFakeTimers()
    act(() => box.focus())
    const action = { label: 'Undo', onClick: vi.fn<() => void>(), takesFocusFrom: place }
    act(() => toast({ message: 'Removed', kind: 'info', action }))
    await pass(0)
    expect(box).toHaveFocus()
    await pass(2000 + AWAY)
    expect(isThere('Removed')).toBe(false)
  })

  test('run their action once and close', async () => {
    const onClick = vi.fn<() => void>()
    await showToast({ message: 'Acting', kind: 'info', action: { label: 'Do it', onClick } })
    fireEvent.click(screen.getByRole('button', { name: 'Do it' }))
    await pass(AWAY)
    expect(onClick).toHaveBeenCalledOnce()
    expect(isThere('Acting')).toBe(false)
  })

  test('with one key are one, and a later one is shown anew', async () => {
    await showToast({ key: 'same', message: 'Said once', kind: 'error' })
    act(() => toast({ key: 'same', message: 'Said once', kind: 'error' }))
    await pass(0)
    expect(screen.getAllByText('Said once')).toHaveLength(1)
    await pass(2000 + AWAY)
    expect(isThere('Said once')).toBe(false)
    act(() => toast({ key: 'same', message: 'Said once', kind: 'error' }))
    await pass(0)
    expect(isThere('Said once')).toBe(true)
  })

  test('with one key stand their whole time again when they are said again', async () => {
    const again = { key: 'again', message: 'Said again', kind: 'error' } as const
    await showToast(again)
    await pass(1900)
    act(() => toast(again))
    await pass(1900)
    expect(screen.getAllByText('Said again')).toHaveLength(1)
    await pass(100 + AWAY)
    expect(isThere('Said again')).toBe(false)
  })

  test('with the key of one that is on its way out are shown', async () => {
    const again = { key: 'leaving', message: 'Said anew', kind: 'error' } as const
    await showToast(again)
    await pass(2050)
    act(() => toast(again))
    await pass(AWAY)
    expect(isThere('Said anew')).toBe(true)
    await pass(2000 + AWAY)
    expect(isThere('Said anew')).toBe(false)
  })

  test('with a key that are said again do not leave a reader who is on them', async () => {
    const again = { key: 'hovered', message: 'Said below', kind: 'error' } as const
    await showToast(again)
    fireEvent.mouseEnter(screen.getByRole('alert'))
    act(() => toast(again))
    await pass(20_000)
    expect(isThere('Said below')).toBe(true)
  })

  test('of errors go when a session starts, others stay', async () => {
    const { store } = renderApp('/')
    await screen.findByRole('contentinfo')
    vi.useFakeTimers()
    act(() => {
      toast({ key: 'guard', message: 'Please log in', kind: 'error' })
      toast({ message: 'By the way', kind: 'info' })
    })
    await pass(100)
    expect(isThere('Please log in')).toBe(true)
    const session = { token: 'token', user: { id: 'ada', name: 'Ada' } }
    act(() => void store.dispatch(sessionChangedElsewhere(session)))
    await pass(AWAY)
    expect(isThere('Please log in')).toBe(false)
    expect(isThere('By the way')).toBe(true)
    // What fails from now on is the reader's own.
    act(() => toast({ message: 'Failed since', kind: 'error' }))
    await pass(AWAY)
    expect(isThere('Failed since')).toBe(true)
  })

  test('stand at the bottom right', async () => {
    const shown = await showToast({ message: 'Where', kind: 'success' })
    const container = shown.closest('.notistack-SnackbarContainer')
    expect(container).not.toBeNull()
    const style = container ? getComputedStyle(container) : undefined
    expect([style?.bottom, style?.right, style?.position]).toEqual(['14px', '20px', 'fixed'])
  })
})
