import { openKillLane } from '../../killCycles.ts'
import { load, report } from './run.ts'

const PROGRESS_EVERY = 100

/** How servers are ended, again and again. */
interface Cycles {
  signal: 'SIGKILL' | 'SIGTERM'
  /** How many times in all. */
  cycles: number
  /** Servers at once, each with data of its own. */
  lanes: number
  settings?: Record<string, string>
}

/** Ends servers in the middle of writes, compares what they have stored with what they acknowledged, and reports. */
export async function runCycles({ signal, cycles, lanes, settings }: Cycles): Promise<void> {
  let [acknowledged, lost, ghosts, refused, unanswered, halves] = [0, 0, 0, 0, 0, 0]
  let [begun, badExits, damaged] = [0, 0, 0]

  const runLane = async (): Promise<void> => {
    const lane = await openKillLane(settings)
    try {
      while (begun < cycles) {
        begun += 1
        if (begun % PROGRESS_EVERY === 0) console.log(`${begun} of ${cycles}`)
        const figures = await lane.cycle(signal)
        acknowledged += figures.acknowledged
        lost += figures.lost.length
        ghosts += figures.ghosts.length
        refused += figures.refused
        unanswered += figures.unanswered
        halves += figures.halves
        if (signal === 'SIGTERM' && figures.code !== 0) badExits += 1
      }
      if ((await lane.finish()) !== 'ok') damaged += 1
    } finally {
      await lane.dispose()
    }
  }
  await Promise.all(Array.from({ length: lanes }, runLane))

  // kill -9 may cut a response; SIGTERM may not.
  const isCut = signal === 'SIGTERM' && halves + badExits > 0
  report(
    lost + ghosts + damaged === 0 && !isCut && acknowledged >= 5 * cycles,
    `${begun} times ${signal} under ${acknowledged} acknowledged writes: ${lost} lost, ${ghosts} came ` +
      `back, ${damaged} damaged databases; ${refused} rejected with 503, ${unanswered} without a ` +
      `response, ${halves} cut in the middle, ${badExits} bad exits (${load()})`,
  )
}
