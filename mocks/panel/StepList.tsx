import { useEffect, useRef, useState } from 'react'
import { describeStep, type Step } from '../scenario.ts'
import { Line } from './Line.tsx'
import { playSteps } from './playSteps.ts'

/** How far the playing of the steps is: `place` is the step that is done now. */
interface Playing {
  place: number
  error?: string
}

/** The steps of what is played, and a button that does them. */
export function StepList({ steps }: { steps: readonly Step[] }) {
  const [playing, setPlaying] = useState<Playing>()
  const ending = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    ending.current = controller
    return () => controller.abort()
  }, [])

  async function play(): Promise<void> {
    const { signal } = ending.current
    let place = 0
    try {
      await playSteps(steps, {
        signal,
        onStep(next) {
          place = next
          setPlaying({ place })
        },
      })
      setPlaying({ place: steps.length })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      if (!signal.aborted) setPlaying({ place, error: message })
    }
  }

  const { place = 0, error } = playing ?? {}
  const isPlaying = playing !== undefined && place < steps.length && error === undefined
  return (
    <section aria-label="Do this">
      <h3>Do this</h3>
      <ol>
        {steps.map((step, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- steps repeat and never move
          <li key={index} aria-current={isPlaying && place === index ? 'step' : undefined}>
            <Line words={describeStep(step)} isDone={index < place} state={`Step ${index + 1}`} />
          </li>
        ))}
      </ol>
      <p className="row">
        <button type="button" className="main" disabled={isPlaying} onClick={() => void play()}>
          Play the steps
        </button>
        <span role="status">{place === steps.length && 'All steps are done.'}</span>
      </p>
      {error !== undefined && (
        <p className="alert" role="alert">
          {error}
        </p>
      )}
    </section>
  )
}
