import { createRoot } from 'react-dom/client'
import type { Mocks } from '../mocks.ts'
import { Panel } from './Panel.tsx'
import pageStyles from './page.css?inline'
import panelStyles from './panel.css?inline'
import { keepPanelState, readPanelState } from './panelState.ts'
import { SightWatcher } from './SightWatcher.ts'

/**
 * What happens in the panel stays there: the product's menus hold the focus and close on a click
 * outside of them, and its keys are not ours.
 */
const KEPT_INSIDE = ['keydown', 'keyup', 'focusin', 'focusout', 'pointerdown', 'mousedown', 'click']

/** A style sheet that needs no element, and so nothing of a content security policy. */
function sheetOf(styles: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  return sheet
}

/**
 * Puts the testers' panel into the page, unless the address asked for none: in a shadow root beside the
 * product, so that neither styles nor queries of the one meet the other.
 * @returns the way to take it out again
 */
export function mountPanel(mocks: Mocks): () => void {
  const state = readPanelState(new URLSearchParams(location.search))
  keepPanelState(state)
  if (state === 'off') return () => undefined
  const host = document.createElement('div')
  const shadow = host.attachShadow({ mode: 'open' })
  shadow.adoptedStyleSheets = [sheetOf(panelStyles)]
  const pageSheet = sheetOf(pageStyles)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, pageSheet]
  for (const type of KEPT_INSIDE) host.addEventListener(type, (event) => event.stopPropagation())
  document.body.append(host)
  const watcher = new SightWatcher(mocks)
  const root = createRoot(shadow)
  const opensItself = mocks.state.unknown.length > 0
  root.render(
    <Panel
      mocks={mocks}
      watcher={watcher}
      opened={state === 'open' || opensItself}
      markPage={(open) => document.documentElement.toggleAttribute('data-mocks-panel', open)}
    />,
  )
  return () => {
    root.unmount()
    watcher.stop()
    host.remove()
    document.documentElement.removeAttribute('data-mocks-panel')
    const others = document.adoptedStyleSheets.filter((sheet) => sheet !== pageSheet)
    document.adoptedStyleSheets = others
  }
}
