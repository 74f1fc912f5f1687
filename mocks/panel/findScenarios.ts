import type { Scenario } from '../scenario.ts'
import { SCENARIO_NAMES, scenarios, type ScenarioName } from '../scenarios.ts'

/** The scenarios that have all words of a search in their name, title, screen, note or messages. */
export function findScenarios(search: string): readonly ScenarioName[] {
  const words = search.toLowerCase().split(/\s+/)
  return SCENARIO_NAMES.filter((name) => {
    const { title, screen, note = '', shows }: Scenario = scenarios[name]
    const texts = [name, title, screen, note, ...shows.map(({ text }) => text)]
    const whole = texts.join(' ').toLowerCase()
    return words.every((word) => whole.includes(word))
  })
}
