import { useState } from 'react'
import type { Mocks } from '../mocks.ts'
import { SCREENS, type Scenario } from '../scenario.ts'
import { SCENARIO_NAMES, scenarios, type ScenarioName } from '../scenarios.ts'

/** The words by which an entry is found: names, titles, screens, and the messages that it shows. */
function wordsOf(name: ScenarioName): string {
  const { title, screen, note = '', shows }: Scenario = scenarios[name]
  return [name, title, screen, note, ...shows.map(({ text }) => text)].join(' ').toLowerCase()
}

/** The scenarios that have all words of a search somewhere. */
function found(search: string): readonly ScenarioName[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return SCENARIO_NAMES.filter((name) => {
    const text = wordsOf(name)
    return words.every((word) => text.includes(word))
  })
}

/** Every scenario by screen, to play it or to lay it over what is played. */
export function ScenarioList({
  mocks,
  names,
  onChosen,
}: {
  mocks: Mocks
  names: readonly ScenarioName[]
  /** Called when one was chosen to be played alone. */
  onChosen: () => void
}) {
  const [search, setSearch] = useState('')
  const matches = found(search)
  const all = SCENARIO_NAMES.length
  return (
    <section className="all" aria-label="All scenarios">
      <h3>All scenarios</h3>
      <label>
        Filter
        <input
          type="search"
          placeholder="a message, a name, a screen"
          autoComplete="off"
          spellCheck={false}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={(event) => {
            // The first Escape empties the field, the next one closes the panel.
            if (event.key !== 'Escape' || search === '') return
            event.preventDefault()
            setSearch('')
          }}
        />
      </label>
      <p role="status" className="note">
        {matches.length === all ? `${all} scenarios` : `${matches.length} of ${all} scenarios`}
      </p>
      {SCREENS.map((screen) => {
        const here = matches.filter((name) => scenarios[name].screen === screen)
        return (
          here.length > 0 && (
            <section key={screen} aria-label={screen}>
              <h4>{screen}</h4>
              <ul className="entries">
                {here.map((name) => {
                  const place = names.indexOf(name)
                  const isPlayed = place !== -1
                  return (
                    <li key={name} className={isPlayed ? 'played-entry' : undefined}>
                      <button
                        type="button"
                        className="choose"
                        aria-current={isPlayed ? 'true' : undefined}
                        onClick={() => {
                          mocks.play([name])
                          onChosen()
                        }}
                      >
                        {isPlayed && names.length > 1 && <span className="place">{place + 1}</span>}
                        <b>{scenarios[name].title}</b> <code>{name}</code>
                      </button>
                      <button
                        type="button"
                        className="lay"
                        onClick={() =>
                          mocks.play(
                            isPlayed ? names.filter((other) => other !== name) : [...names, name],
                          )
                        }
                      >
                        {isPlayed ? 'Take out' : 'Add'} <span className="unseen">{name}</span>
                      </button>
                    </li>
                  )
                })}
              </ul>
            </section>
          )
        )
      })}
    </section>
  )
}
