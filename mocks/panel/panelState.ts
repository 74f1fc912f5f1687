import { STORAGE_PREFIX } from '../mocks.ts'

const STORAGE_KEY = `${STORAGE_PREFIX}-panel`

/** How the panel is shown, stored for the tab. */
export interface PanelState {
  isOpen: boolean
  /** On the other side of the page than at first. */
  isMoved: boolean
  /** Not there at all. */
  isHidden: boolean
}

/**
 * How the panel is shown when the page opens: as it was left.
 * @param option `panel=` of the address: `off` hides it, anything else opens it
 */
export function readPanelState(option: string | null): PanelState {
  const stored: Partial<PanelState> = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}')
  const state = { isOpen: false, isMoved: false, isHidden: false, ...stored }
  return option === null
    ? state
    : { ...state, isOpen: option !== 'off', isHidden: option === 'off' }
}

export function storePanelState(state: PanelState): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(state))
}
