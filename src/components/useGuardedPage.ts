import { useLocation } from 'react-router-dom'
import { field } from '../lib/record.ts'
import { protectedPageName } from '../paths.ts'

/**
 * The page that the guard led away from, with its name, and whether a logout in another tab did it: its history entry
 * and those that follow for a login keep it.
 */
export function useGuardedPage():
  { path: string; name: string; hasEndedElsewhere: boolean } | undefined {
  const { state } = useLocation()
  const path = field(state, 'guardedPath')
  const hasEndedElsewhere = field(state, 'endedBy') === 'otherTab'
  const name = protectedPageName(path)
  return name === undefined ? undefined : { path: String(path), name, hasEndedElsewhere }
}
