import { waitFor } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { useEffect, useRef, useState } from 'react'
import { perform } from '../act.ts'
import { describeStep, type Step } from '../scenario.ts'

const TIMEOUT_MS = 10_000
/** How often the element of a step is looked for. */
const PAUSE_MS = 100

/**
 * Does the steps of a scenario on the page, one after the other, each as soon as its element is there.
 * @param signal ends the playing between two steps or two attempts
 * @param onStep is called before each step with its index
 * @throws Error that names the step that could not be done and why; the signal's reason once aborted
 */
async function playSteps(
  steps: readonly Step[],
  signal: AbortSignal,
  onStep: (index: number) => void,
): Promise<void> {
  const user = userEvent.setup()
  for (const [index, step] of steps.entries()) {
    onStep(index)
    try {
      const attempt = async () => {
        if (!signal.aborted) await perform(step, user)
      }
      await waitFor(attempt, {
        timeout: TIMEOUT_MS,
        interval: PAUSE_MS,
        onTimeout: (error) => error,
      })
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      const name = `Step ${index + 1} (${describeStep(step)})`
      throw new Error(`${name} failed: ${reason}`, { cause })
    }
    signal.throwIfAborted()
  }
}

/** A step or an expectation, and whether it is done or seen; `state` says so to those who do not see the mark. */
export function Line({ words, isDone, state }: { words: string; isDone: boolean; state: string }) {
  return (
    <>
      <span aria-hidden="true">{isDone ? '✓ ' : '○ '}</span>
      <span className="unseen">{state}: </span>
      {words.charAt(0).toUpperCase() + words.slice(1)}
    </>
  )
}

/** The steps of what is played, and a button that does them. */
export function StepList({ steps }: { steps: readonly Step[] }) {
  /** The step that is done now; all are done where it is their number. */
  const [current, setCurrent] = useState<number>()
  const [error, setError] = useState('')
  const ending = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    ending.current = controller
    return () => controller.abort()
  }, [])

  async function play(): Promise<void> {
    const { signal } = ending.current
    setError('')
    try {
      await playSteps(steps, signal, setCurrent)
      setCurrent(steps.length)
    } catch (reason) {
      if (!signal.aborted) setError(reason instanceof Error ? reason.message : String(reason))
    }
  }

  const isPlaying = current !== undefined && current < steps.length && error === ''
  return (
    <section aria-label="Do this">
      <h3>Do this</h3>
      <ol>
        {steps.map((step, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- steps repeat and never move
          <li key={index} aria-current={isPlaying && current === index ? 'step' : undefined}>
            <Line
              words={describeStep(step)}
              isDone={index < (current ?? 0)}
              state={`Step ${index + 1}`}
            />
          </li>
        ))}
      </ol>
      <p className="row">
        <button disabled={isPlaying} onClick={() => void play()}>
          Play the steps
        </button>
        <span role="status">{current === steps.length && 'All steps are done.'}</span>
      </p>
      {error !== '' && <p role="alert">{error}</p>}
    </section>
  )
}
