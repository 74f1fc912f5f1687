import { field } from './record.ts'

/** The place of the present page in this tab's history of the app, as React Router counts it: 0 is the first. */
export function historyIndex(): number {
  const index = field(window.history.state, 'idx')
  return typeof index === 'number' ? index : 0
}
