import { useState } from 'react'
import type { Mocks } from '../mocks.ts'
import { describeExpectation } from '../scenario.ts'
import { scenarios } from '../scenarios.ts'
import { Icon } from './Icon.tsx'
import { Line } from './Line.tsx'
import { StepList } from './StepList.tsx'
import { Tools } from './Tools.tsx'

/** Narrower windows leave the room to the list: what is played opens with a press. */
const ROOMY_WIDTH = 700

/** What is played: its steps, what it should show and what of that was seen. */
export function Played({ mocks, seen }: { mocks: Mocks; seen: ReadonlySet<number> }) {
  const [isRoomy] = useState(() => window.innerWidth >= ROOMY_WIDTH)
  const { names, run } = mocks.state
  const { shows, steps = [], lacks = [] } = mocks.scenario
  const notes = names.flatMap((name) => scenarios[name].note ?? [])
  return (
    <details className="played" aria-label="Played" open={isRoomy}>
      <summary>
        <span className="names">
          {names.map((name) => (
            <span key={name}>
              <b>{scenarios[name].title}</b> <code>{name}</code>
            </span>
          ))}
        </span>
        <span className="count">
          {seen.size} of {shows.length} seen
        </span>
      </summary>
      <div className="scroller">
        {steps.length > 0 && <StepList key={run} steps={steps} />}
        {shows.length > 0 && (
          <>
            <h3>See this</h3>
            <ul>
              {shows.map((expectation, place) => (
                // oxlint-disable-next-line react/no-array-index-key -- they repeat and never move
                <li key={place}>
                  <Line
                    words={describeExpectation(expectation)}
                    isDone={seen.has(place)}
                    state={seen.has(place) ? 'Seen' : 'Not seen yet'}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
        {lacks.length > 0 && (
          <>
            <h3>And not this</h3>
            <ul>
              {lacks.map((expectation) => (
                <li key={describeExpectation(expectation)}>
                  <Icon name="takeOut" />
                  {describeExpectation(expectation)}
                </li>
              ))}
            </ul>
          </>
        )}
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        <Tools key={`tools-${run}`} mocks={mocks} />
      </div>
    </details>
  )
}
