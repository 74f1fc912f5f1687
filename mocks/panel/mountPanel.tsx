import { createRoot } from 'react-dom/client'
import type { Mocks } from '../mocks.ts'
import { Panel, readView, storeView } from './Panel.tsx'
import styles from './panel.css?inline'

/**
 * What happens in the panel stays there: the product's menus hold the focus and close on a click outside of them,
 * and its keys are not ours.
 */
const STOPPED = ['keydown', 'keyup', 'focusin', 'focusout', 'pointerdown', 'mousedown', 'click']

/**
 * Puts the testers' panel over the page, unless the address asks for none: in a shadow root, so that neither styles
 * nor queries of the one reach the other.
 * @param option `panel=` of the address
 * @returns the way to remove it
 */
export function mountPanel(mocks: Mocks, option: string | null): () => void {
  const view = readView(option)
  storeView(view)
  if (view.isHidden) return () => undefined
  const host = document.createElement('div')
  const shadow = host.attachShadow({ mode: 'open' })
  // A sheet needs no element, and so nothing of a content security policy.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  shadow.adoptedStyleSheets = [sheet]
  for (const type of STOPPED) host.addEventListener(type, (event) => event.stopPropagation())
  document.body.append(host)
  const root = createRoot(shadow)
  const isOpen = view.isOpen || mocks.state.unknown.length > 0
  root.render(<Panel mocks={mocks} initial={{ ...view, isOpen }} />)
  return () => {
    root.unmount()
    host.remove()
  }
}
