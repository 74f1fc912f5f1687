import { userEvent } from '@testing-library/user-event'
import { perform } from '../act.ts'
import { describeStep, type Step } from '../scenario.ts'

const TIMEOUT_MS = 10_000
/** How often the element of a step is looked for. */
const PAUSE_MS = 100
/** Between two keys, so that one can see what is typed. */
const KEY_PAUSE_MS = 8

/** How the steps are played. */
export interface PlayOptions {
  /** Ends the playing between two steps or two attempts. */
  signal: AbortSignal
  /** Called before each step with its place. */
  onStep: (place: number) => void
  /** How long each step is tried, in milliseconds. */
  timeout?: number
}

/** Tries a step until its element is there. @throws what the last attempt threw, or the signal's reason */
async function tryStep(attempt: () => Promise<void>, signal: AbortSignal, timeout: number) {
  const deadline = performance.now() + timeout
  for (;;) {
    signal.throwIfAborted()
    try {
      return await attempt()
    } catch (error) {
      if (performance.now() >= deadline) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

/**
 * Does the steps of a scenario on the page, one after the other, each as soon as its element is there.
 * @throws Error that names the step that could not be done and why; the signal's reason once aborted
 */
export async function playSteps(steps: readonly Step[], options: PlayOptions): Promise<void> {
  const { signal, onStep, timeout = TIMEOUT_MS } = options
  const user = userEvent.setup({ delay: KEY_PAUSE_MS })
  for (const [place, step] of steps.entries()) {
    onStep(place)
    try {
      await tryStep(() => perform(step, user), signal, timeout)
    } catch (error) {
      signal.throwIfAborted()
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`Step ${place + 1} (${describeStep(step)}) failed: ${reason}`, {
        cause: error,
      })
    }
  }
}
