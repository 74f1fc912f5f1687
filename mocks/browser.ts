import { setupWorker } from 'msw/browser'
import { Mocks } from './mocks.ts'

/** Responses for an earlier scenario never arrive: a late failure would show in the next one. */
function dropLateResponses(mocks: Mocks): void {
  const send = window.fetch
  window.fetch = async (...request) => {
    const { run } = mocks.state
    const [result] = await Promise.allSettled([send(...request)])
    if (mocks.state.run !== run) return new Promise(() => undefined)
    if (result.status === 'rejected') throw result.reason
    return result.value
  }
}

/**
 * Puts the fake backend into the page, before the product starts, and the panel over it.
 * @param mount starts the product at the present address; what it returns ends it again
 */
export async function startMocks(mount: () => () => void): Promise<void> {
  const panelOption = new URLSearchParams(location.search).get('panel')
  const worker = setupWorker()
  let unmount: (() => void) | undefined
  const mocks = new Mocks({
    setHandlers: (handlers) => worker.resetHandlers(...handlers),
    stop: () => unmount?.(),
    start() {
      unmount = mount()
    },
  })
  worker.events.on('response:mocked', () => mocks.store())
  try {
    await worker.start({ onUnhandledFrame: 'error', quiet: true })
  } catch (error) {
    const reason = 'The fake backend did not start. It needs localhost or https.'
    document.body.textContent = `${reason} ${String(error)}`
    throw error
  }
  dropLateResponses(mocks)
  const { mountPanel } = await import('./panel/mountPanel.tsx')
  mountPanel(mocks, panelOption)
  unmount = mount()
}
