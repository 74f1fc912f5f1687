import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ToastProvider } from './ToastProvider.tsx'
import { closeToasts, toast } from './toast.tsx'

beforeEach(() => {
  // Only these: jsdom's own clock for animation frames must go on.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  render(<ToastProvider />)
})

/** Lets time pass in small steps: each one of a toast's transitions starts the timer of the next. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 50) await act(() => vi.advanceTimersByTimeAsync(50))
}

test('a toast is shown for 2000 ms, and the same message only once at a time', async () => {
  toast({ message: 'Saved.', kind: 'success' })
  toast({ message: 'Saved.', kind: 'success' })
  toast({ message: 'Failed.', kind: 'error' })
  await pass(1500)
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'Saved.',
    'Failed.',
  ])
  await pass(1500)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('a toast with a button stays for 8 s after the focus last moved, and while it has the focus', async () => {
  render(<button type="button">Elsewhere</button>)
  const action = { label: 'Undo', onClick: () => undefined }
  toast({ message: 'Done.', kind: 'info', action })
  await pass(7000)
  // What it can do is read out with it.
  expect(screen.getByRole('alert')).toHaveTextContent('Done.Undo')
  act(() => screen.getByRole('button', { name: 'Elsewhere' }).focus())
  await pass(7000)
  act(() => screen.getByRole('button', { name: 'Undo' }).focus())
  await pass(30_000)
  expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus()
  act(() => screen.getByRole('button', { name: 'Elsewhere' }).focus())
  await pass(7000)
  expect(screen.getByRole('alert')).toBeVisible()
  await pass(2000)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('a toast may stay until its button is pressed, while all others are closed at once', async () => {
  const onClick = vi.fn()
  toast({ message: 'Saved.', kind: 'success' })
  toast({ message: 'News.', kind: 'info', persist: true, action: { label: 'Reload', onClick } })
  await pass(100)
  act(closeToasts)
  await pass(5000)
  expect(screen.getByRole('alert')).toHaveTextContent('News.Reload')
  act(() => screen.getByRole('button', { name: 'Reload' }).click())
  expect(onClick).toHaveBeenCalledOnce()
  await pass(1000)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})
