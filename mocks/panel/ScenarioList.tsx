import { useEffect, useRef, type Ref } from 'react'
import type { Mocks } from '../mocks.ts'
import { SCREENS } from '../scenario.ts'
import { SCENARIO_NAMES, scenarios, type ScenarioName } from '../scenarios.ts'
import { Icon } from './Icon.tsx'

/** The scenarios that a search finds, by screen, to play them alone or with what is played. */
export function ScenarioList({
  mocks,
  search,
  onSearch,
  matches,
  filterRef,
}: {
  mocks: Mocks
  search: string
  onSearch: (search: string) => void
  matches: readonly ScenarioName[]
  filterRef: Ref<HTMLInputElement>
}) {
  const { names } = mocks.state
  const list = useRef<HTMLDivElement>(null)
  const [first] = names
  useEffect(() => {
    const entry = list.current?.querySelector(`[data-name="${first}"]`)
    entry?.scrollIntoView({ block: 'nearest' })
  }, [first])
  const all = SCENARIO_NAMES.length
  return (
    <section className="all" aria-label="All scenarios">
      <div className="row">
        <input
          ref={filterRef}
          type="search"
          aria-label="Filter"
          placeholder="Filter by message, name, screen"
          autoComplete="off"
          spellCheck={false}
          value={search}
          onChange={({ target }) => {
            onSearch(target.value)
            if (list.current) list.current.scrollTop = 0
          }}
          onKeyDown={({ key }) => {
            if (key === 'Enter' && matches[0] !== undefined) mocks.play([matches[0]])
          }}
        />
        <span role="status" className="count">
          {matches.length === all ? `${all} scenarios` : `${matches.length} of ${all}`}
        </span>
      </div>
      <div ref={list} className="scroller">
        {matches.length === 0 && <p className="none">No scenario has these words.</p>}
        {SCREENS.map((screen) => {
          const here = matches.filter((name) => scenarios[name].screen === screen)
          return (
            here.length > 0 && (
              <section key={screen} aria-label={screen}>
                <h3>{screen}</h3>
                <ul>
                  {here.map((name) => {
                    const isPlayed = names.includes(name)
                    const others = names.filter((other) => other !== name)
                    const label = `${isPlayed ? 'Take out' : 'Add'} ${name}`
                    return (
                      <li key={name} className="entry">
                        <button
                          type="button"
                          data-name={name}
                          aria-current={isPlayed ? 'true' : undefined}
                          onClick={() => mocks.play([name])}
                        >
                          <b>{scenarios[name].title}</b> <code>{name}</code>
                        </button>
                        <button
                          type="button"
                          title={label}
                          aria-label={label}
                          onClick={() => mocks.play(isPlayed ? others : [...names, name])}
                        >
                          <Icon name={isPlayed ? 'takeOut' : 'add'} />
                        </button>
                      </li>
                    )
                  })}
                </ul>
              </section>
            )
          )
        })}
      </div>
    </section>
  )
}
