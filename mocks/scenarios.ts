import { recordedScenarios } from './recorded/index.ts'
import type { Scenario } from './scenario.ts'
import { accountScenarios } from './scenarios/account.ts'
import { bookScenarios } from './scenarios/book.ts'
import { everywhereScenarios } from './scenarios/everywhere.ts'
import { favoriteScenarios } from './scenarios/favorites.ts'
import { importScenarios } from './scenarios/import.ts'
import { interestScenarios } from './scenarios/interests.ts'
import { landingScenarios } from './scenarios/landing.ts'
import { profileScenarios } from './scenarios/profile.ts'
import { recommendationScenarios } from './scenarios/recommendations.ts'
import { searchScenarios } from './scenarios/search.ts'
import { sessionScenarios } from './scenarios/session.ts'
import { wantToReadScenarios } from './scenarios/wantToRead.ts'

const table = {
  ...everywhereScenarios,
  ...landingScenarios,
  ...sessionScenarios,
  ...interestScenarios,
  ...recommendationScenarios,
  ...bookScenarios,
  ...favoriteScenarios,
  ...wantToReadScenarios,
  ...importScenarios,
  ...searchScenarios,
  ...profileScenarios,
  ...accountScenarios,
  ...recordedScenarios,
}

/** The name of a scenario, as `?scenario=` has it. */
export type ScenarioName = keyof typeof table

/** Every state of server and browser that has a name, and the usual one. */
export const scenarios: Readonly<Record<ScenarioName, Scenario>> = table

/** Whether a text names a scenario. */
export function isScenarioName(text: string): text is ScenarioName {
  return Object.hasOwn(scenarios, text)
}

/** All names, in the order of the table. */
export const SCENARIO_NAMES: readonly ScenarioName[] = Object.keys(scenarios).filter(isScenarioName)
