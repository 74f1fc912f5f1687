import { useState } from 'react'
import type { Mocks } from '../mocks.ts'
import { describeExpectation, type Expectation } from '../scenario.ts'
import { scenarios } from '../scenarios.ts'
import { Line, StepList } from './StepList.tsx'

/** Narrower windows leave the room to the list: what is played opens with a press. */
const ROOMY_WIDTH = 700

/** What is played: its steps, what it should show, what of that was shown, and tools. */
export function Played({ mocks, shown }: { mocks: Mocks; shown: ReadonlySet<number> }) {
  const [isRoomy] = useState(() => window.innerWidth >= ROOMY_WIDTH)
  const { names, run } = mocks.state
  const { shows, steps = [], then = [], lacks = [] } = mocks.scenario
  const notes = names.flatMap((name) => scenarios[name].note ?? [])
  /** Expectations, each with a mark once it was seen; `first` is the place of the first in `shown`. */
  const list = (title: string, expected: readonly Expectation[], first: number) => (
    <>
      {expected.length > 0 && <h3>{title}</h3>}
      <ul>
        {expected.map(describeExpectation).map((words, index) => {
          const isDone = shown.has(first + index)
          return (
            // oxlint-disable-next-line react/no-array-index-key -- they repeat and never move
            <li key={index}>
              <Line words={words} isDone={isDone} state={isDone ? 'Seen' : 'Not seen yet'} />
            </li>
          )
        })}
      </ul>
    </>
  )
  return (
    <details className="played" aria-label="Played" open={isRoomy}>
      <summary>
        {names.map((name) => (
          <span key={name}>
            <b>{scenarios[name].title}</b> <code>{name}</code>
            <br />
          </span>
        ))}
        <span>
          {shown.size} of {shows.length + then.length} seen
        </span>
      </summary>
      <div className="scroller">
        {list('See this', shows, 0)}
        {steps.length > 0 && <StepList key={run} steps={steps} />}
        {list('Then see this', then, shows.length)}
        {lacks.length > 0 && <h3>And not this</h3>}
        <ul>
          {lacks.map(describeExpectation).map((words) => (
            <li key={words}>− {words}</li>
          ))}
        </ul>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
        <Tools key={`tools-${run}`} mocks={mocks} />
      </div>
    </details>
  )
}

/** Latency, beginning again, and the link to what is played. */
function Tools({ mocks }: { mocks: Mocks }) {
  const { latency, names } = mocks.state
  const [copied, setCopied] = useState('')

  async function copy(): Promise<void> {
    const link = mocks.link()
    const text = await navigator.clipboard.writeText(link).then(
      () => 'Copied',
      // The browser does not let the page copy.
      () => link,
    )
    setCopied(text)
  }

  return (
    <div className="row">
      <label htmlFor="latency">Latency in ms</label>
      <input
        id="latency"
        type="number"
        min={0}
        step={50}
        value={latency}
        onChange={({ target }) => mocks.setLatency(Number(target.value))}
      />
      <button onClick={() => mocks.play(names)}>Reset</button>
      <button onClick={() => void copy()}>Copy link</button>
      <span role="status">{copied}</span>
    </div>
  )
}
