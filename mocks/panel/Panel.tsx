import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import type { Mocks } from '../mocks.ts'
import { describeSight } from '../scenario.ts'
import { scenarios } from '../scenarios.ts'
import { keepPanelState } from './panelState.ts'
import { Played } from './Played.tsx'
import { ScenarioList } from './ScenarioList.tsx'
import type { SightWatcher } from './SightWatcher.ts'
import { Tools } from './Tools.tsx'

const SHORTCUT = 'Ctrl+Shift+M'

function isShortcut(event: KeyboardEvent): boolean {
  return event.ctrlKey && event.shiftKey && event.code === 'KeyM'
}

/** What the panel needs. */
export interface PanelProps {
  mocks: Mocks
  watcher: SightWatcher
  /** Whether it begins open. */
  opened: boolean
  /** Told whether it is open, so that the page can make room. */
  markPage: (open: boolean) => void
}

/** The testers' panel: a button that says what is played, or all there is to know and to choose. */
export function Panel({ mocks, watcher, opened, markPage }: PanelProps) {
  const state = useSyncExternalStore(mocks.subscribe, () => mocks.state)
  const seen = useSyncExternalStore(watcher.subscribe, () => watcher.seen)
  const [open, setOpen] = useState(opened)
  const panel = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const inside = useRef<HTMLDivElement>(null)
  const now = useRef<HTMLDivElement>(null)

  useEffect(() => {
    markPage(open)
  }, [markPage, open])
  // There as soon as the panel is: keys may follow at once.
  useLayoutEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (!isShortcut(event) || event.repeat) return
      event.preventDefault()
      // From within the page an open panel is only gone to, as between the parts of a window.
      const focused = panel.current?.matches(':focus-within') ?? false
      turn(!(open && focused))
    }
    // Before the product, whose fields keep their keys to themselves.
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [open])
  useLayoutEffect(() => {
    const root = panel.current?.getRootNode()
    if (!(root instanceof ShadowRoot)) return undefined
    function onKey(event: Event): void {
      if (event instanceof KeyboardEvent && event.key === 'Escape' && !event.defaultPrevented) {
        turn(false)
      }
    }
    // On the host, which hears of a key after everything in the panel has.
    const { host } = root
    host.addEventListener('keydown', onKey)
    return () => host.removeEventListener('keydown', onKey)
  }, [open])

  function turn(open: boolean): void {
    keepPanelState(open ? 'open' : 'closed')
    flushSync(() => setOpen(open))
    const target = open ? heading.current : button.current
    target?.focus()
  }

  /** What is played stands at the top, far above an entry of the long list. */
  function showPlayed(): void {
    for (const scroller of [inside.current, now.current]) if (scroller) scroller.scrollTop = 0
  }

  const { shows } = mocks.scenario
  const titles = state.names.map((name) => scenarios[name].title).join(' + ')
  const count = `${seen.size} of ${shows.length} seen`
  const latest = shows[[...seen].at(-1) ?? -1]
  const unanswered = state.unhandled.length
  return (
    <aside aria-label="Scenarios">
      {/* Always there, so that what changes in it is read out. */}
      <p className="unseen" role="status">
        {latest ? `Seen: ${describeSight(latest)}. ${count}.` : `Playing: ${titles}.`}
      </p>
      {open ? (
        <div ref={panel} className="panel">
          <header className="bar">
            <h2 ref={heading} tabIndex={-1}>
              Scenarios
            </h2>
            <span className="count">{count}</span>
            <button
              type="button"
              title={SHORTCUT}
              aria-keyshortcuts="Control+Shift+M Escape"
              onClick={() => turn(false)}
            >
              Close
            </button>
          </header>
          <div ref={inside} className="inside">
            {state.unknown.length > 0 && (
              <div className="alert" role="alert">
                <p>
                  No scenario is called{' '}
                  {state.unknown.map((name, index) => (
                    <span key={name}>
                      {index > 0 && ', '}
                      <code>{name}</code>
                    </span>
                  ))}
                  . The happy path is played instead; the known ones are listed below.
                </p>
              </div>
            )}
            {unanswered > 0 && (
              <div className="alert" role="alert">
                <p>
                  {unanswered === 1
                    ? 'A call that nothing answers:'
                    : `${unanswered} calls that nothing answers:`}
                </p>
                <ul>
                  {[...new Set(state.unhandled)].map((call) => (
                    <li key={call}>
                      <code>{call}</code>
                    </li>
                  ))}
                </ul>
              </div>
            )}
            <div ref={now} className="now">
              <Played key={state.run} mocks={mocks} names={state.names} seen={seen} />
              <Tools mocks={mocks} latency={state.latency} />
            </div>
            <ScenarioList mocks={mocks} names={state.names} onChosen={showPlayed} />
          </div>
        </div>
      ) : (
        <button
          ref={button}
          type="button"
          className="opener"
          title={SHORTCUT}
          aria-expanded={false}
          aria-keyshortcuts="Control+Shift+M"
          onClick={() => turn(true)}
        >
          <span
            className={unanswered > 0 ? 'dot bad' : seen.size === shows.length ? 'dot good' : 'dot'}
          />
          <span className="unseen">Scenarios:</span> <span className="titles">{titles}</span>{' '}
          <span className="count">{count}</span>{' '}
          {unanswered > 0 && (
            <span className="count bad">
              {unanswered === 1 ? '1 error' : `${unanswered} errors`}
            </span>
          )}
        </button>
      )}
    </aside>
  )
}
