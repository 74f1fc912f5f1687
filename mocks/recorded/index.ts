import { replay } from '../har/recording.ts'
import type { Scenario } from '../scenario.ts'
import recordedFirstVisit from './recordedFirstVisit.json' with { type: 'json' }

/** Sessions that were recorded in a browser; `npm run scenario:from-har` adds to them. */
export const recordedScenarios = {
  recordedFirstVisit: replay(recordedFirstVisit),
} as const satisfies Record<string, Scenario>
