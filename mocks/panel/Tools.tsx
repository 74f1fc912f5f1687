import { useRef, useState } from 'react'
import { LATENCY_MAX, type Mocks } from '../mocks.ts'

/** The latencies to choose from, in milliseconds; any other goes into the field. */
const LATENCIES = [0, 150, 500, 1000, 4000]

/** How long answers take: a choice of usual values beside a field for any. */
function Latency({ mocks, latency }: { mocks: Mocks; latency: number }) {
  // What stands in the field while it is no latency yet, such as nothing at all.
  const [typed, setTyped] = useState<string>()
  const wrong = typed !== undefined
  return (
    <div className="row">
      <label htmlFor="latency">Latency</label>
      <select
        id="latency"
        value={LATENCIES.includes(latency) ? latency : 'other'}
        onChange={({ target }) => {
          setTyped(undefined)
          if (target.value !== 'other') mocks.setLatency(Number(target.value))
        }}
      >
        {LATENCIES.map((value) => (
          <option key={value} value={value}>
            {value === 0 ? 'none' : `${value} ms`}
          </option>
        ))}
        {!LATENCIES.includes(latency) && <option value="other">other</option>}
      </select>
      <input
        type="number"
        inputMode="numeric"
        min={0}
        max={LATENCY_MAX}
        value={typed ?? latency}
        aria-label="Latency in ms"
        aria-invalid={wrong}
        aria-describedby={wrong ? 'latency-bounds' : undefined}
        onChange={({ target }) => {
          const value = target.value === '' ? Number.NaN : Number(target.value)
          const fits = Number.isInteger(value) && value >= 0 && value <= LATENCY_MAX
          setTyped(fits ? undefined : target.value)
          if (fits) mocks.setLatency(value)
        }}
      />
      <span>ms</span>
      {wrong && (
        <span id="latency-bounds" className="fault">
          A whole number from 0 to {LATENCY_MAX}
        </span>
      )}
    </div>
  )
}

/** Latency, beginning anew, and the link to what is seen now. */
export function Tools({ mocks, latency }: { mocks: Mocks; latency: number }) {
  const [copied, setCopied] = useState<{ link: string; byHand: boolean }>()
  const field = useRef<HTMLInputElement>(null)

  async function copy(): Promise<void> {
    const link = mocks.link()
    setCopied(undefined)
    try {
      await navigator.clipboard.writeText(link)
      setCopied({ link, byHand: false })
    } catch {
      // Refused, or no clipboard outside of a secure page.
      setCopied({ link, byHand: true })
    }
  }

  return (
    <section className="tools" aria-label="Tools">
      <Latency mocks={mocks} latency={latency} />
      <p className="row">
        <button type="button" onClick={() => mocks.reset()}>
          Reset
        </button>
        <button type="button" onClick={() => void copy()}>
          Copy link
        </button>
        <span role="status">
          {copied && (copied.byHand ? 'The browser did not let me copy.' : 'Copied')}
        </span>
      </p>
      {copied?.byHand && (
        <label className="by-hand">
          Copy it by hand
          <input
            ref={field}
            readOnly
            value={copied.link}
            onFocus={({ target }) => target.select()}
          />
        </label>
      )}
    </section>
  )
}
