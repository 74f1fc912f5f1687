import { startTransition, StrictMode } from 'react'
import type * as ReactDom from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { whenCallsLoaded } from './api/calls.ts'
import { App } from './app/App.tsx'
import './app/base.css'
import { followScheme } from './app/colorScheme.ts'
import { prepareScreen } from './app/routes.tsx'
import { takeSocialArrival } from './app/socialArrival.ts'
import { selectUserId } from './state/authSlice.ts'
import { pageLeft } from './state/localFavoritesSlice.ts'
import { loadDevTools, makeStore, untilRestored, type AppStore } from './state/store.ts'

function rootElement(): HTMLElement {
  const container = document.getElementById('root')
  if (!container) throw new Error('index.html has no #root.')
  return container
}

function Product({ store }: { store: AppStore }) {
  return (
    <StrictMode>
      {/* Not as transitions: `await navigate()` means that the new page stands (logout needs it). */}
      <BrowserRouter useTransitions={false}>
        <App store={store} />
      </BrowserRouter>
    </StrictMode>
  )
}

/**
 * What the page that stands needs before it is taken up: the books that it shows, its screen, and the face of
 * its titles, without which they would move when it comes.
 */
async function preparePage(store: AppStore): Promise<unknown> {
  if (!('drawn' in rootElement().dataset)) return
  return Promise.all([document.fonts.ready, prepareScreen(store, window.location.pathname)])
}

/**
 * Takes up the page that was drawn, or draws it anew where it is another's: that of another address, the
 * frame alone, or a visitor's page before a reader; also where it was drawn for readers, of whom it is not
 * known then who they are, or what it needs did not come. As a transition, so that it gives way to whatever
 * the reader does meanwhile, and what stands is there until all that takes its place is.
 */
function draw(
  store: AppStore,
  { createRoot, hydrateRoot }: typeof ReactDom,
  isPrepared: boolean,
): () => void {
  const container = rootElement()
  const drawnFor = container.dataset['page']
  delete container.dataset['page']
  const product = <Product store={store} />
  const isOurs = drawnFor === '/*' || drawnFor === window.location.pathname
  let root: ReactDom.Root | undefined
  startTransition(() => {
    if (isOurs && isPrepared && selectUserId(store.getState()) === null) {
      root = hydrateRoot(container, product)
    } else {
      root = createRoot(container)
      root.render(product)
    }
  })
  return () => root?.unmount()
}

/** So long, in ms, the page that stands waits for what it is taken up with: a part may never come. */
const PREPARED_WITHIN_MS = 4000

/** What serves a reader without network loads when the page has come to rest, in milliseconds. */
const OFFLINE_AFTER_MS = 2000

/** Starts the product at the present address; what it returns ends it again. */
function mount(...how: Parameters<typeof makeStore>): () => void {
  const { store, persistor } = makeStore(...how)
  let ended = false
  let leaveBrowser: (() => void) | undefined
  let leaveOffline: (() => void) | undefined
  const goOffline = async (): Promise<void> => {
    // Of the scenarios only one without network has it; the fake backend has a worker of its own.
    const isLeftOut =
      import.meta.env.MODE === 'mocks' ? navigator.onLine : import.meta.env.MODE !== 'production'
    if (isLeftOut || leaveOffline || ended) return
    const { startOffline } = await import('./offline/start.tsx')
    if (!ended) leaveOffline ??= startOffline(store)
  }
  let stopLooking: (() => void) | undefined
  // When the page has come to rest, after its calls; a visitor does without.
  const goOfflineLater = (): void => {
    if (selectUserId(store.getState()) === null) return
    stopLooking?.()
    setTimeout(() => void goOffline().catch(() => undefined), OFFLINE_AFTER_MS)
  }
  const stopWaiting = whenCallsLoaded(({ followBrowser }) => {
    leaveBrowser = followBrowser(store.dispatch)
    stopLooking = store.subscribe(goOfflineLater)
    goOfflineLater()
  })
  const flush = () => {
    // Of a heart under way nobody here will hear: the next page asks, and sends it again.
    store.dispatch(pageLeft())
    void persistor.flush()
  }
  window.addEventListener('pagehide', flush)
  const leaveScheme = followScheme()
  let leavePage: (() => void) | undefined
  const begin = async () => {
    await untilRestored(store)
    // Before the first call is made: what the browser kept answers it.
    if (!navigator.onLine) await goOffline().catch(() => undefined)
    // Where a part does not come, or is damaged, the page asks for it as any other does.
    const isPrepared = await Promise.race([
      preparePage(store).then(
        () => true,
        () => false,
      ),
      new Promise<false>((resolve) => setTimeout(resolve, PREPARED_WITHIN_MS, false)),
    ])
    // It lies in this very file. To set it up is long, and is not done at once with all else in it.
    const dom = await import('react-dom/client')
    if (!ended) leavePage = draw(store, dom, isPrepared)
  }
  void begin()
  return () => {
    ended = true
    leavePage?.()
    void persistor.flush()
    persistor.pause()
    stopLooking?.()
    stopWaiting()
    leaveBrowser?.()
    leaveOffline?.()
    window.removeEventListener('pagehide', flush)
    leaveScheme()
  }
}

/** Starts the product in this page. Development alone fetches something first. */
export async function start(): Promise<void> {
  if (import.meta.env.MODE === 'mocks') {
    const openDevTools = await loadDevTools()
    const { startMocks } = await import('../mocks/browser.ts')
    await startMocks(() => mount(takeSocialArrival(), openDevTools))
  } else {
    // First of all: whatever a sign-in elsewhere put into the address leaves it (decision 19).
    const arrival = takeSocialArrival()
    mount(arrival, await loadDevTools())
  }
}
