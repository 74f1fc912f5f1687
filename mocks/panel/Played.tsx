import { useState } from 'react'
import type { Mocks } from '../mocks.ts'
import { describeExpectation, type Expectation } from '../scenario.ts'
import { scenarios } from '../scenarios.ts'
import { Line, StepList } from './StepList.tsx'

/** Narrower windows leave the room to the list: what is played opens with a press. */
const ROOMY_WIDTH = 700

/** The latencies to choose from, in milliseconds; `latency=` in the address takes any. */
const LATENCIES = [0, 150, 500, 1000, 4000]

/** What is played: its steps, what it should show, what of that was shown, and tools. */
export function Played({ mocks, shown }: { mocks: Mocks; shown: ReadonlySet<number> }) {
  const [isRoomy] = useState(() => window.innerWidth >= ROOMY_WIDTH)
  const { names, run } = mocks.state
  const { shows, steps = [], then = [], lacks = [] } = mocks.scenario
  const notes = names.flatMap((name) => scenarios[name].note ?? [])
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
        <Expected title="See this" expected={shows} shown={shown} from={0} />
        {steps.length > 0 && <StepList key={run} steps={steps} />}
        <Expected title="Then see this" expected={then} shown={shown} from={shows.length} />
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

/** What should be on the page, each with a mark once it was; `from` is the place of the first among `shown`. */
function Expected({
  title,
  expected,
  shown,
  from,
}: {
  title: string
  expected: readonly Expectation[]
  shown: ReadonlySet<number>
  from: number
}) {
  return (
    <>
      {expected.length > 0 && <h3>{title}</h3>}
      <ul>
        {expected.map((expectation, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- they repeat and never move
          <li key={index}>
            <Line
              words={describeExpectation(expectation)}
              isDone={shown.has(from + index)}
              state={shown.has(from + index) ? 'Seen' : 'Not seen yet'}
            />
          </li>
        ))}
      </ul>
    </>
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
      <label htmlFor="latency">Latency</label>
      <select
        id="latency"
        value={latency}
        onChange={({ target }) => mocks.setLatency(Number(target.value))}
      >
        {[...new Set([...LATENCIES, latency])].map((value) => (
          <option key={value} value={value}>
            {value} ms
          </option>
        ))}
      </select>
      <button title="Begin again" onClick={() => mocks.play(names)}>
        Reset
      </button>
      <button title="An address that plays this" onClick={() => void copy()}>
        Copy link
      </button>
      <span role="status">{copied}</span>
    </div>
  )
}
