import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Mocks } from '../mocks.ts'

/** The latencies to choose from, in milliseconds; `latency=` in the address takes any. */
const LATENCIES = [0, 150, 500, 1000, 4000]

/** Latency, beginning again, and the link to what is played. */
export function Tools({ mocks }: { mocks: Mocks }) {
  const { latency, names } = mocks.state
  const [copied, setCopied] = useState('')
  const status = useRef<HTMLSpanElement>(null)

  /** In narrow windows it may be below what is in view. */
  function report(text: string): void {
    flushSync(() => setCopied(text))
    status.current?.scrollIntoView({ block: 'nearest' })
  }

  async function copy(): Promise<void> {
    const link = mocks.link()
    try {
      await navigator.clipboard.writeText(link)
      report('Copied')
    } catch {
      // The browser does not let the page copy.
      report(link)
    }
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
      <button type="button" title="Begin again" onClick={() => mocks.play(names)}>
        Reset
      </button>
      <button type="button" title="An address that plays this" onClick={() => void copy()}>
        Copy link
      </button>
      <span ref={status} role="status">
        {copied}
      </span>
    </div>
  )
}
