import { setupListeners } from '@reduxjs/toolkit/query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app/App.tsx'
import './app/base.css'
import { takeSocialArrival } from './app/socialArrival.ts'
import { loadDevTools, makeStore } from './state/store.ts'

/** Starts the product at the present address; what it returns ends it again. */
function mount(...how: Parameters<typeof makeStore>): () => void {
  const { store, persistor } = makeStore(...how)
  const stopListening = setupListeners(store.dispatch)
  const flush = () => void persistor.flush()
  window.addEventListener('pagehide', flush)
  const container = document.getElementById('root')
  if (!container) throw new Error('index.html has no #root.')
  const root = createRoot(container)
  root.render(
    <StrictMode>
      {/* Not as transitions: `await navigate()` means that the new page stands (logout needs it). */}
      <BrowserRouter useTransitions={false}>
        <App store={store} />
      </BrowserRouter>
    </StrictMode>,
  )
  return () => {
    root.unmount()
    void persistor.flush()
    persistor.pause()
    stopListening()
    window.removeEventListener('pagehide', flush)
  }
}

// Not awaited at the top level: what is fetched here imports parts of this very file.
async function start(): Promise<void> {
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

void start()
