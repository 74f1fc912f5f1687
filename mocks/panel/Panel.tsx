import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import type { Mocks } from '../mocks.ts'
import { describeExpectation } from '../scenario.ts'
import { scenarios } from '../scenarios.ts'
import { findScenarios } from './findScenarios.ts'
import { Icon } from './Icon.tsx'
import { storePanelState, type PanelState } from './panelState.ts'
import { Played } from './Played.tsx'
import { ScenarioList } from './ScenarioList.tsx'
import { useSeen } from './useSeen.ts'

const SHORTCUT = 'Ctrl+Shift+M'

/** How far in the list a key goes. */
const STEPS: Readonly<Record<string, number>> = { KeyN: 1, KeyP: -1 }

/** The testers' panel: a button that tells what is played, or everything there is to know and to choose. */
export function Panel({ mocks, initial }: { mocks: Mocks; initial: PanelState }) {
  const state = useSyncExternalStore(mocks.subscribe, () => mocks.state)
  const seen = useSeen(mocks.scenario, state.run)
  const [shown, setShown] = useState(initial)
  const [search, setSearch] = useState('')
  const panel = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const filter = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const matches = findScenarios(search)

  function show(change: Partial<PanelState>): void {
    const next = { ...shown, ...change }
    storePanelState(next)
    flushSync(() => setShown(next))
  }

  function close(): void {
    show({ isOpen: false })
    opener.current?.focus()
  }

  /** Plays the scenario that comes so many places later in the list, beyond its end the first. */
  function playNext(places: number): void {
    const place = matches.findIndex((name) => name === mocks.state.names.at(-1))
    const from = place === -1 && places < 0 ? 0 : place
    const name = matches.at((from + places) % matches.length)
    if (name !== undefined) mocks.play([name])
  }

  useLayoutEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.repeat) return
      const isInside = panel.current?.matches(':focus-within') ?? false
      const places = event.altKey && !event.ctrlKey ? STEPS[event.code] : undefined
      if (places !== undefined) playNext(places)
      else if (event.ctrlKey && event.shiftKey && event.code === 'KeyM') {
        if (isInside) close()
        else {
          show({ isOpen: true })
          filter.current?.focus()
        }
      } else if (event.key === 'Escape' && isInside) {
        // In the filter the first one empties it.
        if (search !== '' && filter.current?.matches(':focus')) setSearch('')
        else close()
      } else return
      event.preventDefault()
    }
    // Before the product, whose fields keep their keys to themselves.
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  })

  const { shows } = mocks.scenario
  const titles = state.names.map((name) => scenarios[name].title).join(' + ')
  const count = `${seen.size} of ${shows.length} seen`
  const latest = shows[[...seen].at(-1) ?? -1]
  const unknown = state.unknown.map((name) => `No scenario is called ${name}.`)
  const unhandled = state.unhandled.map((request) => `The fake backend does not know ${request}.`)
  const isBad = unhandled.length > 0
  return (
    <aside aria-label="Scenarios" className={shown.isMoved ? 'moved' : undefined}>
      {/* Always there, so that what changes in it is read out. */}
      <p className="unseen" role="status">
        {latest ? `Seen: ${describeExpectation(latest)}. ${count}.` : `Playing: ${titles}.`}
      </p>
      {shown.isOpen ? (
        <div ref={panel} className="panel">
          <header className="row">
            <h2 ref={heading} tabIndex={-1}>
              Scenarios
            </h2>
            <button
              type="button"
              title="Alt+P"
              aria-keyshortcuts="Alt+P"
              onClick={() => playNext(-1)}
            >
              <Icon name="previous" />
              Previous
            </button>
            <button
              type="button"
              title="Alt+N"
              aria-keyshortcuts="Alt+N"
              onClick={() => playNext(1)}
            >
              Next
              <Icon name="next" />
            </button>
            <button
              type="button"
              className="plain"
              title="Move to the other side"
              aria-label="Move to the other side"
              onClick={() => show({ isMoved: !shown.isMoved })}
            >
              <Icon name="move" />
            </button>
            <button
              type="button"
              className="plain"
              title={`Close (${SHORTCUT})`}
              aria-label="Close"
              aria-keyshortcuts="Control+Shift+M Escape"
              onClick={close}
            >
              <Icon name="close" />
            </button>
          </header>
          {[...unknown, ...unhandled].map((alert) => (
            <p key={alert} className="alert" role="alert">
              {alert}
            </p>
          ))}
          <Played mocks={mocks} seen={seen} />
          <ScenarioList
            mocks={mocks}
            search={search}
            onSearch={setSearch}
            matches={matches}
            filterRef={filter}
          />
        </div>
      ) : (
        <button
          ref={opener}
          type="button"
          className={isBad ? 'opener bad' : 'opener'}
          title={SHORTCUT}
          aria-expanded={false}
          aria-keyshortcuts="Control+Shift+M"
          onClick={() => {
            show({ isOpen: true })
            heading.current?.focus()
          }}
        >
          <Icon name={seen.size === shows.length ? 'done' : 'open'} />
          <span className="unseen">Scenarios:</span> <span className="titles">{titles}</span>{' '}
          <span className="count">{isBad ? 'unknown requests' : count}</span>
        </button>
      )}
    </aside>
  )
}
