import { setImmediate as nextTick } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createGate, createTurns, GateFull } from './gate.ts'

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
  expect(gate.load()).toEqual({ running: 0, waiting: 0 })
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

test('lets the event loop go on between pieces of work that hold it', async () => {
  const ownTurn = createTurns(3)
  const log: string[] = []
  const all = ['a', 'b', 'c'].map((name) => ownTurn().then(() => log.push(name)))
  for (let turn = 0; turn < 3; turn += 1) {
    await nextTick()
    log.push('others')
  }
  await Promise.all(all)
  expect(log).toEqual(['a', 'others', 'b', 'others', 'c', 'others'])
})
