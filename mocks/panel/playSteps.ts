import { userEvent } from '@testing-library/user-event'
import { perform } from '../act.ts'
import { describeStep, type Step } from '../scenario.ts'

/** How long the element of a step is waited for, in milliseconds. */
const PATIENCE = 10_000
/** How often it is looked for meanwhile, in milliseconds. */
const PAUSE = 100
/** Between two keys, so that one can see what is being typed, in milliseconds. */
const KEY_PAUSE = 8

/** How the steps are played. */
export interface PlayOptions {
  /** Ends the playing between two steps or two attempts. */
  signal: AbortSignal
  /** Told before each step, with its place. */
  onStep: (index: number) => void
  /** How long each step is tried, in milliseconds; ten seconds where nothing is said. */
  patience?: number
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE))
}

/**
 * Does the steps of a scenario on the page, one after the other, each as soon as its element is there.
 * @throws Error that names the step which could not be done and why; the signal's reason once aborted
 */
export async function playSteps(steps: readonly Step[], options: PlayOptions): Promise<void> {
  const { signal, onStep, patience = PATIENCE } = options
  const user = userEvent.setup({ delay: KEY_PAUSE })
  for (const [index, step] of steps.entries()) {
    signal.throwIfAborted()
    onStep(index)
    const until = performance.now() + patience
    let done = false
    while (!done) {
      try {
        await perform(step, user)
        done = true
      } catch (error) {
        signal.throwIfAborted()
        if (performance.now() >= until) {
          const why = error instanceof Error ? error.message : String(error)
          throw new Error(`Step ${index + 1} (${describeStep(step)}) failed: ${why}`, {
            cause: error,
          })
        }
        await pause()
        signal.throwIfAborted()
      }
    }
  }
}
