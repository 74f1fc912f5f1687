import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { Type, type Static } from 'typebox'
import { STORAGE_PREFIX, type Mocks } from '../mocks.ts'
import { parseJson } from '../parseJson.ts'
import { allShown, describeExpectation } from '../scenario.ts'
import { scenarios } from '../scenarios.ts'
import { Played } from './Played.tsx'
import { findScenarios, ScenarioList } from './ScenarioList.tsx'
import { useShown } from './useShown.ts'

const SHORTCUT = 'Ctrl+Shift+M'
const STORAGE_KEY = `${STORAGE_PREFIX}-panel`

/** How the panel is shown: hidden not even as a button, moved to the other side. */
const View = Type.Object({
  isOpen: Type.Boolean(),
  isMoved: Type.Boolean(),
  isHidden: Type.Boolean(),
})
type View = Static<typeof View>

/**
 * How the panel is shown when the page opens: as the tab has stored it.
 * @param option `panel=` of the address: `off` hides it, anything else opens it
 */
export function readView(option: string | null): View {
  const stored = parseJson(View, sessionStorage.getItem(STORAGE_KEY))
  const view = stored ?? { isOpen: false, isMoved: false, isHidden: false }
  return option === null ? view : { ...view, isOpen: option !== 'off', isHidden: option === 'off' }
}

/** Stores how the panel is shown for the tab. */
export const storeView = (view: View): void =>
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(view))

/** The testers' panel: a button that tells what is played, or everything there is to know and to choose. */
export function Panel({ mocks, initial }: { mocks: Mocks; initial: View }) {
  const state = useSyncExternalStore(mocks.subscribe, () => mocks.state)
  const shown = useShown(mocks.scenario, state.run)
  const [view, setView] = useState(initial)
  const [search, setSearch] = useState('')
  const panel = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const filter = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const matches = findScenarios(search)

  function show(change: Partial<View>): void {
    const next = { ...view, ...change }
    storeView(next)
    flushSync(() => setView(next))
  }

  function close(): void {
    show({ isOpen: false })
    opener.current?.focus()
  }

  /** Plays the scenario that comes next in the list, after the last one the first. */
  function playNext(): void {
    const index = matches.findIndex((name) => name === mocks.state.names.at(-1))
    const name = matches[(index + 1) % matches.length]
    if (name !== undefined) mocks.play([name])
  }

  useLayoutEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.repeat || event.isComposing || event.keyCode === 229) return
      const isInside = panel.current?.matches(':focus-within') ?? false
      if (event.altKey && !event.ctrlKey && event.code === 'KeyN') playNext()
      else if (event.ctrlKey && event.shiftKey && event.code === 'KeyM') {
        if (isInside) close()
        else {
          show({ isOpen: true })
          filter.current?.focus()
        }
      } else if (event.key === 'Escape' && isInside) close()
      else return
      event.preventDefault()
    }
    // Before the product, whose fields keep their keys to themselves.
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  })

  const expected = allShown(mocks.scenario)
  const titles = state.names.map((name) => scenarios[name].title).join(' + ')
  const count = `${shown.size} of ${expected.length} seen`
  const latest = expected[[...shown].at(-1) ?? -1]
  const unhandled = state.unhandled.map((request) => `The fake backend does not know ${request}.`)
  const alerts = [...state.unknown.map((name) => `No scenario is called ${name}.`), ...unhandled]
  return (
    <aside aria-label="Scenarios" className={view.isMoved ? 'moved' : undefined}>
      {/* Always there, so that what changes in it is read out. */}
      <p className="unseen" role="status">
        {latest ? `Seen: ${describeExpectation(latest)}. ${count}.` : `Playing: ${titles}.`}
      </p>
      {view.isOpen ? (
        <div ref={panel} className="panel">
          <header className="row">
            <h2 ref={heading} tabIndex={-1}>
              Scenarios
            </h2>
            <button title="Alt+N" onClick={playNext}>
              Next
            </button>
            <button onClick={() => show({ isMoved: !view.isMoved })}>Move</button>
            <button onClick={close}>Close</button>
          </header>
          {alerts.map((alert) => (
            <p key={alert} role="alert">
              {alert}
            </p>
          ))}
          <Played mocks={mocks} shown={shown} />
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
          className="opener"
          title={SHORTCUT}
          onClick={() => {
            show({ isOpen: true })
            heading.current?.focus()
          }}
        >
          <span aria-hidden="true">{shown.size === expected.length ? '✓' : '○'}</span>
          <span className="unseen">Scenarios:</span> <span className="titles">{titles}</span>{' '}
          <span>{unhandled.length > 0 ? 'unknown requests' : count}</span>
        </button>
      )}
    </aside>
  )
}
