import { useEffect, useRef, useState } from 'react'
import type { Mocks } from '../mocks.ts'
import { describeSight, describeStep } from '../scenario.ts'
import { scenarios, type ScenarioName } from '../scenarios.ts'
import { Mark } from './Mark.tsx'
import { playSteps } from './playSteps.ts'

/** How far the playing of the steps has come. */
type Playing =
  | { at: 'rest' }
  | { at: 'step'; index: number }
  | { at: 'end' }
  | { at: 'fault'; index: number; why: string }

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What is played: its steps, what should be seen and what of it was, and the playing of the steps. */
export function Played({
  mocks,
  names,
  seen,
}: {
  mocks: Mocks
  names: readonly ScenarioName[]
  /** Places in the scenario's `shows`. */
  seen: ReadonlySet<number>
}) {
  const { shows, steps = [], lacks = [] } = mocks.scenario
  const [playing, setPlaying] = useState<Playing>({ at: 'rest' })
  const ending = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    ending.current = controller
    return () => controller.abort()
  }, [])

  async function play(): Promise<void> {
    const { signal } = ending.current
    let index = 0
    try {
      await playSteps(steps, {
        signal,
        onStep(next) {
          index = next
          setPlaying({ at: 'step', index })
        },
      })
      setPlaying({ at: 'end' })
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      if (!signal.aborted) setPlaying({ at: 'fault', index, why })
    }
  }

  const notes = names.flatMap((name) => scenarios[name].note ?? [])
  const reached = playing.at === 'end' ? steps.length : playing.at === 'rest' ? 0 : playing.index
  return (
    <section className="played" aria-label="Played">
      <h3>Played</h3>
      <ol className="names">
        {names.map((name) => (
          <li key={name}>
            <span>
              <b>{scenarios[name].title}</b> <code>{name}</code>
            </span>
            {names.length > 1 && (
              <button
                type="button"
                onClick={() => mocks.play(names.filter((other) => other !== name))}
              >
                Take out <span className="unseen">{name}</span>
              </button>
            )}
          </li>
        ))}
      </ol>
      {steps.length > 0 && (
        <>
          <h4>Do this</h4>
          <ol className="steps">
            {steps.map((step, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- steps repeat and never move
              <li
                key={index}
                aria-current={playing.at === 'step' && playing.index === index ? 'step' : undefined}
              >
                <Mark on={index < reached} words="Done" />
                {capital(describeStep(step))}
              </li>
            ))}
          </ol>
          <p className="row">
            <button
              type="button"
              className="main"
              disabled={playing.at === 'step'}
              onClick={() => void play()}
            >
              Play the steps
            </button>
            <span role="status">
              {playing.at === 'step' && `Step ${playing.index + 1} of ${steps.length} …`}
              {playing.at === 'end' && 'All steps are done.'}
            </span>
          </p>
          {playing.at === 'fault' && (
            <p className="alert" role="alert">
              {playing.why}
            </p>
          )}
        </>
      )}
      {shows.length > 0 && (
        <>
          <h4>See this</h4>
          <ul className="sights">
            {shows.map((sight, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- sights repeat and never move
              <li key={index} className={seen.has(index) ? 'good' : undefined}>
                <Mark on={seen.has(index)} words="Seen" otherwise="Not seen yet" />
                {capital(describeSight(sight))}
              </li>
            ))}
          </ul>
        </>
      )}
      {lacks.length > 0 && (
        <>
          <h4>And not this</h4>
          <ul className="sights">
            {lacks.map((sight) => (
              <li key={describeSight(sight)}>
                <span className="mark" aria-hidden="true">
                  –
                </span>
                {capital(describeSight(sight))}
              </li>
            ))}
          </ul>
        </>
      )}
      {notes.map((note) => (
        <p key={note} className="note">
          {capital(note)}.
        </p>
      ))}
    </section>
  )
}
