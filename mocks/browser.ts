import { http, HttpResponse } from 'msw'
import { setupWorker, type SetupWorker } from 'msw/browser'
import { Mocks } from './mocks.ts'
import { scenarios } from './scenarios.ts'

/** What a tester reaches in the browser's console as `msw`. */
interface Console {
  worker: SetupWorker
  mocks: Mocks
  scenarios: typeof scenarios
  http: typeof http
  HttpResponse: typeof HttpResponse
}

declare global {
  interface Window {
    msw?: Console
  }
}

/** Says on the page itself why there is nothing else on it. */
function explain(error: unknown): void {
  const text = document.createElement('p')
  text.setAttribute('role', 'alert')
  text.textContent = window.isSecureContext
    ? `The fake backend did not start: ${String(error)}`
    : 'The fake backend needs a service worker, which browsers allow on localhost and over https only.'
  document.body.append(text)
}

/**
 * Answers to what an earlier scenario asked never arrive: the page that waited for them is gone, and
 * what it does with a late failure (a message, a way to another page) would show in the next one.
 */
function dropLateAnswers(mocks: Mocks): void {
  const send = window.fetch
  window.fetch = async (...request) => {
    const { run } = mocks.state
    const [answer] = await Promise.allSettled([send(...request)])
    if (mocks.state.run !== run) return new Promise(() => undefined)
    if (answer.status === 'rejected') throw answer.reason
    return answer.value
  }
}

/**
 * Puts the fake backend into the page, before the product starts, and the panel beside it.
 * @param mount starts the product at the present address; what it returns ends it again
 */
export async function startMocks(mount: () => () => void): Promise<void> {
  const worker = setupWorker()
  let unmount: (() => void) | undefined
  const mocks = new Mocks({
    setHandlers: (handlers) => worker.resetHandlers(...handlers),
    stop: () => unmount?.(),
    start() {
      unmount = mount()
    },
  })
  worker.events.on('response:mocked', () => mocks.keep())
  window.msw = { worker, mocks, scenarios, http, HttpResponse }
  try {
    await worker.start({ onUnhandledFrame: 'error', quiet: true })
  } catch (error) {
    explain(error)
    throw error
  }
  dropLateAnswers(mocks)
  const { mountPanel } = await import('./panel/mountPanel.tsx')
  mountPanel(mocks)
  unmount = mount()
}
