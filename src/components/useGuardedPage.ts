import { useLocation } from 'react-router-dom'
import { field } from '../lib/record.ts'
import { protectedPageName, type ProtectedPage } from '../paths.ts'

/**
 * The page that the guard led away from, what messages call it, and whether a logout in another tab did it: its history entry
 * and those that follow for a login keep it.
 */
export function useGuardedPage():
  { path: string; name: ProtectedPage; hasEndedElsewhere: boolean } | undefined {
  const { state } = useLocation()
  const path = field(state, 'guardedPath')
  const hasEndedElsewhere = field(state, 'endedBy') === 'otherTab'
  const name = protectedPageName(path)
  return name === undefined ? undefined : { path: String(path), name, hasEndedElsewhere }
}
