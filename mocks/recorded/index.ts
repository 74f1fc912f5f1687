import { replay } from '../har/replay.ts'
import type { Scenario } from '../scenario.ts'
import recordedFirstEveningJson from './recordedFirstEvening.json' with { type: 'json' }

/** Sessions that were recorded in a browser; written by `npm run scenario:from-har`. */
export const recordedScenarios = {
  recordedFirstEvening: replay(recordedFirstEveningJson),
} as const satisfies Record<string, Scenario>
