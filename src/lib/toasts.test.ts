import { describe, expect, test, vi } from 'vitest'
import { subscribeToToasts, takeToasts, toast, waitingToasts } from './toasts.ts'

describe('the queue of toasts', () => {
  test('hands over what waits, in order and once', () => {
    toast({ message: 'first', kind: 'info' })
    toast({ message: 'second', kind: 'error', key: 'k' })
    expect(takeToasts()).toEqual([
      { message: 'first', kind: 'info' },
      { message: 'second', kind: 'error', key: 'k' },
    ])
    expect(takeToasts()).toEqual([])
  })

  test('is the same list until something changes', () => {
    const empty = waitingToasts()
    expect(takeToasts()).toBe(empty)
    expect(waitingToasts()).toBe(empty)
    toast({ message: 'one', kind: 'info' })
    const one = waitingToasts()
    expect(one).toHaveLength(1)
    expect(waitingToasts()).toBe(one)
    toast({ message: 'two', kind: 'info' })
    expect(waitingToasts()).not.toBe(one)
    expect(one).toHaveLength(1)
  })

  test('calls its listeners for every change, and not when nothing was taken', () => {
    const listener = vi.fn()
    const other = vi.fn()
    const stop = subscribeToToasts(listener)
    const stopOther = subscribeToToasts(other)
    takeToasts()
    expect(listener).not.toHaveBeenCalled()
    toast({ message: 'one', kind: 'success' })
    expect(listener).toHaveBeenCalledTimes(1)
    takeToasts()
    expect(listener).toHaveBeenCalledTimes(2)
    stop()
    toast({ message: 'two', kind: 'success' })
    expect(listener).toHaveBeenCalledTimes(2)
    expect(other).toHaveBeenCalledTimes(3)
    stopOther()
  })
})
