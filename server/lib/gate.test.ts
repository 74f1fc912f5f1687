import { expect, test, vi } from 'vitest'
import { createGate, GateFull } from './gate.ts'

test('runs so many at once, the others in order, and refuses the rest', async () => {
  const gate = createGate({ atOnce: 2, waiting: 3 })
  const log: string[] = []
  const finish: (() => void)[] = []
  const work = (name: string) =>
    gate(async () => {
      log.push(`+${name}`)
      await new Promise<void>((resolve) => finish.push(resolve))
      log.push(`-${name}`)
      return name
    })
  const all = ['a', 'b', 'c', 'd', 'e'].map((name) => work(name))
  await expect(work('f')).rejects.toThrow(GateFull)
  expect(log).toEqual(['+a', '+b'])
  for (let next = 0; next < all.length; next += 1) {
    finish[next]?.()
    await all[next]
    await Promise.resolve()
  }
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(log.filter((entry) => entry.startsWith('+'))).toEqual(['+a', '+b', '+c', '+d', '+e'])
})

test('is free again after work that failed', async () => {
  const gate = createGate({ atOnce: 1, waiting: 0 })
  const failing = gate(async () => {
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await gate(async () => 'yes')).toBe('yes')
})

test('rejects who has waited too long, or left, and lets the next in', async () => {
  vi.useFakeTimers()
  try {
    const gate = createGate({ atOnce: 1, waiting: 9, maxWait: 1000 })
    const finish: (() => void)[] = []
    const first = gate(() => new Promise<void>((resolve) => finish.push(resolve)))
    const leaving = new AbortController()
    const left = gate(async () => 'left', leaving.signal).catch((error: unknown) => error)
    const waited = gate(async () => 'waited').catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(500)
    leaving.abort('gone')
    expect(await left).toBe('gone')
    const next = gate(async () => 'next')
    await vi.advanceTimersByTimeAsync(500)
    expect(await waited).toBeInstanceOf(GateFull)
    finish[0]?.()
    await first
    expect(await next).toBe('next')
    expect(gate.load()).toEqual({ running: 0, waiting: 0 })
  } finally {
    vi.useRealTimers()
  }
})
