import { http, HttpResponse } from 'msw'
import { afterEach } from 'vitest'
import { atOrigin } from '../../mocks/address.ts'
import { fakeBackend } from '../../mocks/node.ts'
import { backend } from './backend.ts'

function say(online: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => online })
  window.dispatchEvent(new Event(online ? 'online' : 'offline'))
}

/** Nothing gets through, and the browser knows it. */
export function loseNetwork(): void {
  say(false)
  fakeBackend.use(http.all(atOrigin('/api/*'), () => HttpResponse.error()))
}

/** The browser says that it has a network. Whether it carries is another matter. */
export function announceNetwork(): void {
  say(true)
}

/** The network is back, and carries. */
export function findNetwork(): void {
  backend.recovers()
  say(true)
}

afterEach(() => Reflect.deleteProperty(navigator, 'onLine'))
