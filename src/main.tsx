import { setupListeners } from '@reduxjs/toolkit/query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app/App.tsx'
import './app/base.css'
import { takeSocialArrival } from './app/socialArrival.ts'
import { makeStore } from './state/store.ts'

// First of all: whatever a sign-in elsewhere put into the address leaves it (decision 19).
const arrival = takeSocialArrival()

async function start(): Promise<void> {
  if (import.meta.env.MODE === 'mocks') {
    const { startMocks } = await import('../mocks/browser.ts')
    await startMocks()
  }
  const { store, persistor } = makeStore(arrival)
  setupListeners(store.dispatch)
  window.addEventListener('pagehide', () => void persistor.flush())
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root.')
  createRoot(root).render(
    <StrictMode>
      {/* Not as transitions: `await navigate()` means that the new page stands (logout needs it). */}
      <BrowserRouter useTransitions={false}>
        <App store={store} />
      </BrowserRouter>
    </StrictMode>,
  )
}

void start()
