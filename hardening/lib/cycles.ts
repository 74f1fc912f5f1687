import { openKillLane } from '../../test/killCycles.ts'
import { load, openTally, report } from './run.ts'

/** What a run of many ends of a server is. */
interface Cycles {
  /** The name of the run. */
  run: string
  signal: 'SIGKILL' | 'SIGTERM'
  /** How many ends, and at least how many acknowledged writes before them. */
  goal: number
  acknowledgements: number
  /** Servers at once, each with its own data. */
  lanes: number
  settings?: Record<string, string>
}

/**
 * Ends servers in the middle of writes until the goal is reached, compares after each what they kept
 * with what they acknowledged, and reports. Can be stopped and goes on at the next start.
 */
export async function runCycles({
  run,
  signal,
  goal,
  acknowledgements,
  lanes,
  settings,
}: Cycles): Promise<void> {
  const tally = openTally(run, {
    cycles: 0,
    acknowledged: 0,
    lost: 0,
    ghosts: 0,
    refused: 0,
    unanswered: 0,
    halves: 0,
    badEnds: 0,
    damaged: 0,
    slowestRestart: 0,
  })
  const { figures } = tally
  const isDone = () => figures.cycles >= goal && figures.acknowledged >= acknowledgements

  await Promise.all(
    Array.from({ length: lanes }, async () => {
      const lane = await openKillLane(settings)
      try {
        while (!isDone()) {
          const { lost, ghosts, code, restart, ...counts } = await lane.cycle(signal)
          tally.raise('slowestRestart', Math.round(restart))
          tally.add({
            cycles: 1,
            acknowledged: counts.acknowledged,
            refused: counts.refused,
            unanswered: counts.unanswered,
            halves: counts.halves,
            lost: lost.length,
            ghosts: ghosts.length,
            badEnds: signal === 'SIGTERM' && code !== 0 ? 1 : 0,
          })
        }
        if ((await lane.finish()) !== 'ok') tally.add({ damaged: 1 })
      } finally {
        await lane.dispose()
      }
    }),
  )

  const { cycles, acknowledged, lost, ghosts, refused, unanswered, halves, badEnds } = figures
  // kill -9 may cut an answer; a stop that is asked for may not.
  const clean = signal === 'SIGKILL' || halves + badEnds === 0
  report(
    clean && lost + ghosts + figures.damaged === 0,
    `${cycles} times ${signal} under ${acknowledged} acknowledged writes: ${lost} lost, ` +
      `${ghosts} ghosts, ${figures.damaged} damaged databases; ${refused} refused with 503, ` +
      `${unanswered} without an answer, ${halves} cut in the middle; slowest restart ` +
      `${figures.slowestRestart} ms (${load()})`,
  )
  tally.end()
}
