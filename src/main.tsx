import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './App.tsx'
import './fonts.css'
import { getLanguage, pageLanguage } from './languages/language.ts'
import { field } from './lib/record.ts'
import { selectUserId } from './store/authSlice.ts'
import { startSession } from './store/session.ts'
import { makeStore, rehydrate, stateOfReader, type AppStore } from './store/store.ts'

/** Readers get the service worker, which makes their books readable offline; visitors do without. */
function installServiceWorker(store: AppStore): void {
  const unsubscribe = store.subscribe(install)
  function install(): void {
    if (selectUserId(store.getState()) === null) return
    unsubscribe()
    void import('./lib/serviceWorker.ts').then((module) => module.registerServiceWorker())
  }
  install()
}

/** Puts the app into the language of its HTML. @returns `false` where its texts cannot be loaded: it stays English */
async function speakAtStart(): Promise<boolean> {
  const language = pageLanguage()
  if (language === getLanguage()) return true
  const { speakAtStart } = await import('./languages/speak.ts')
  return speakAtStart(language)
}

/** Starts the product at the present address. Returns the way to end it. */
function mount(): () => void {
  const store = makeStore()
  const initialState = store.getState()
  let root: Root | undefined
  let isEnded = false
  const stops: (() => void)[] = []
  const start = async (): Promise<void> => {
    const [{ persistor, stop }, isSpoken] = await Promise.all([
      rehydrate(store),
      speakAtStart().catch(() => false),
    ])
    stops.push(stop, startSession(store))
    const flush = () => void persistor.flush()
    window.addEventListener('pagehide', flush)
    stops.push(() => window.removeEventListener('pagehide', flush))
    if (isEnded) return
    if (import.meta.env.MODE === 'production') installServiceWorker(store)
    const container = document.getElementById('root')
    if (!container) throw new Error('index.html has no #root.')
    const userId = selectUserId(store.getState())
    const isReader = userId !== null
    // What was prerendered for visitors is hidden from readers (`prerender.tsx`), and the other way round: their page
    // begins empty.
    // A page whose words did not come is rendered in English.
    if (isReader !== container.hasAttribute('data-reader') || !isSpoken) container.replaceChildren()
    Object.assign(document.documentElement, {
      hidden: false,
      ...(!isSpoken && { lang: 'en', dir: 'ltr' }),
    })
    // Each page of the tab that was opened by its address has a place of its own (`useKeptPlace`).
    if (!field(window.history.state, 'key')) {
      window.history.replaceState({ ...window.history.state, key: String(Date.now()) }, '')
    }
    const app = (
      <StrictMode>
        {/* Not as transitions: after `flushSync(navigate)` the new page is there (logout needs it). */}
        <BrowserRouter useTransitions={false}>
          <App
            store={store}
            serverState={isReader ? stateOfReader(initialState, userId) : initialState}
          />
        </BrowserRouter>
      </StrictMode>
    )
    // A navigation left something beside the address, such as the guard's reason: it was not prerendered.
    const hasState = Boolean(field(window.history.state, 'usr'))
    startTransition(() => {
      if (container.hasChildNodes() && !hasState) root = hydrateRoot(container, app)
      else {
        root = createRoot(container)
        root.render(app)
      }
    })
  }
  void start()
  return () => {
    isEnded = true
    root?.unmount()
    for (const stop of stops) stop()
  }
}

if (import.meta.env.MODE === 'mocks') {
  // Awaited at the top level, it would wait for this module and this module for it.
  void import('../mocks/browser.ts').then(({ startMocks }) => startMocks(mount))
} else mount()
