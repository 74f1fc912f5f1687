import { KEPT_PREFIX } from '../mocks.ts'

const KEPT = `${KEPT_PREFIX}-panel`

/** How the panel stands: `off` where the address asked for none. */
export type PanelState = 'open' | 'closed' | 'off'

function stored(): string | null {
  try {
    return sessionStorage.getItem(KEPT)
  } catch {
    return null
  }
}

/** Remembers for this tab how the panel stands, across reloads; without a storage it does not. */
export function keepPanelState(state: PanelState): void {
  try {
    sessionStorage.setItem(KEPT, state)
  } catch {
    // A full or forbidden storage costs nothing but this memory.
  }
}

/**
 * How the panel stands when the page opens: `panel=off` in the address hides it for the tab, until an
 * address with another `panel=` (such as `panel=on`) brings it back; else as it was left, first closed.
 */
export function readPanelState(query: URLSearchParams): PanelState {
  const asked = query.get('panel')
  if (asked === 'off') return 'off'
  if (asked !== null) return 'open'
  const kept = stored()
  return kept === 'open' || kept === 'off' ? kept : 'closed'
}
