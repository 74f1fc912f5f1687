import { expect, onTestFinished, test } from 'vitest'
import { runs } from '../test/full.ts'
import { openKillLane } from '../test/killCycles.ts'

const KILLS = runs(1, 5)

// `npm run test:hardening kills` does the same a thousand times.
test(
  'kill -9 in the middle of writes, and SIGTERM: no acknowledged heart is lost, none appears',
  { timeout: 600_000 },
  async () => {
    const lane = await openKillLane()
    onTestFinished(() => lane.dispose())
    let acknowledged = 0
    for (let done = 0; done < KILLS; done += 1) {
      const figures = await lane.cycle('SIGKILL')
      expect(figures).toMatchObject({ lost: [], ghosts: [] })
      acknowledged += figures.acknowledged
    }
    // The comparison would hold of a server that got no request, too.
    expect(acknowledged).toBeGreaterThanOrEqual(KILLS * 5)
    const figures = await lane.cycle('SIGTERM')
    expect(figures).toMatchObject({ lost: [], ghosts: [], halves: 0, code: 0 })
    expect(figures.acknowledged).toBeGreaterThanOrEqual(5)
    expect(await lane.finish()).toBe('ok')
  },
)
