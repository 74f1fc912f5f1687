import { useEffect, useRef, type Ref } from 'react'
import type { Mocks } from '../mocks.ts'
import { allShown, SCREENS, type Scenario } from '../scenario.ts'
import { SCENARIO_NAMES, scenarios, type ScenarioName } from '../scenarios.ts'

/** The scenarios that have all words of a search in their name, title, screen, note or messages. */
export function findScenarios(search: string): readonly ScenarioName[] {
  const words = search.toLowerCase().split(/\s+/)
  return SCENARIO_NAMES.filter((name) => {
    const scenario: Scenario = scenarios[name]
    const { title, screen, note = '' } = scenario
    const texts = [name, title, screen, note, ...allShown(scenario).map(({ text }) => text)]
    const whole = texts.join(' ').toLowerCase()
    return words.every((word) => whole.includes(word))
  })
}

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
  const byScreen = Map.groupBy(matches, (name) => scenarios[name].screen)
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
        />
        <span role="status">
          {matches.length === all ? `${all} scenarios` : `${matches.length} of ${all}`}
        </span>
      </div>
      <div ref={list} className="scroller">
        {matches.length === 0 && <p>No scenario has these words.</p>}
        {SCREENS.filter((screen) => byScreen.has(screen)).map((screen) => (
          <section key={screen} aria-label={screen}>
            <h3>{screen}</h3>
            <ul>
              {byScreen.get(screen)?.map((name) => (
                <Entry key={name} mocks={mocks} name={name} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  )
}

/** A scenario of the list. */
function Entry({ mocks, name }: { mocks: Mocks; name: ScenarioName }) {
  const { names } = mocks.state
  const isPlayed = names.includes(name)
  const next = isPlayed ? names.filter((other) => other !== name) : [...names, name]
  const label = `${isPlayed ? 'Take out' : 'Add'} ${name}`
  return (
    <li>
      <button
        data-name={name}
        aria-current={isPlayed ? 'true' : undefined}
        onClick={() => mocks.play([name])}
      >
        {scenarios[name].title} <code>{name}</code>
      </button>
      <button title={label} aria-label={label} onClick={() => mocks.play(next)}>
        {isPlayed ? '−' : '+'}
      </button>
    </li>
  )
}
