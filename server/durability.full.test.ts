import { expect, onTestFinished, test } from 'vitest'
import { openKillLane } from '../test/killCycles.ts'

// Servers with a data folder each, side by side: most of a cycle is the start of a process.
const LANES = 5
const CYCLES_PER_LANE = 10
const GRACEFUL_PER_LANE = 1

async function runLane(): Promise<void> {
  const lane = await openKillLane()
  onTestFinished(() => lane.dispose())
  let acknowledged = 0
  for (let done = 0; done < CYCLES_PER_LANE; done += 1) {
    const figures = await lane.cycle('SIGKILL')
    expect(figures).toMatchObject({ lost: [], ghosts: [] })
    acknowledged += figures.acknowledged
  }
  // The comparison would hold of a server that was never asked anything too.
  expect(acknowledged).toBeGreaterThanOrEqual(CYCLES_PER_LANE * 5)
  for (let done = 0; done < GRACEFUL_PER_LANE; done += 1) {
    const figures = await lane.cycle('SIGTERM')
    expect(figures).toMatchObject({ lost: [], ghosts: [], halves: 0, code: 0 })
    expect(figures.acknowledged).toBeGreaterThanOrEqual(5)
  }
  expect(await lane.finish()).toBe('ok')
}

test(
  'kill -9 in the middle of writes, 50 times, and SIGTERM: no acknowledged heart is lost, none appears',
  { timeout: 300_000 },
  async () => {
    await Promise.all(Array.from({ length: LANES }, runLane))
  },
)
