import { useLocation } from 'react-router-dom'
import { field } from '../lib/record.ts'
import { protectedPageName } from '../paths.ts'

/** The page that the guard led away from, with its name: its history entry and those that follow for a login keep it. */
export function useGuardedPage(): { path: string; name: string } | undefined {
  const path = field(useLocation().state, 'guardedPath')
  const name = protectedPageName(path)
  return name === undefined ? undefined : { path: String(path), name }
}
