import { registerSW } from 'virtual:pwa-register'
import { messages } from '../messages.ts'
import { readerMessages } from '../readerMessages.ts'
import { toast } from './toast.tsx'

const WORKER = '/serviceWorker.js'

/** The content security policy allows one default policy; it lets the worker's address through, nothing else. */
function allowWorkerAddress(): void {
  window.trustedTypes?.createPolicy('default', {
    createScriptURL(url: string) {
      if (new URL(url, window.location.href).pathname === WORKER) return url
      throw new TypeError(`${url} is no script of this product.`)
    },
  })
}

const reload = () => window.location.reload()

/** For a tab without a worker, such as the one that registered it: `update` reloads those with one alone. */
async function reloadWhenActive(): Promise<void> {
  const { waiting } = await navigator.serviceWorker.ready
  // Another tab may have let it in already.
  if (waiting) waiting.addEventListener('statechange', reload, { once: true })
  else reload()
}

/** The texts of a language, by their name in each version. */
const TEXTS = /\/assets\/languages\/.+(?=-.{8}\.js$)/

/**
 * Keeps the texts that the page has loaded for reading without network: a first visit loads them before there is a
 * worker. Those of older versions go.
 */
async function keepTexts(url: string): Promise<void> {
  const [name] = TEXTS.exec(url) ?? []
  if (name === undefined) return
  const cache = await caches.open('languages')
  if (!(await cache.match(url))) await cache.add(url)
  const kept = await cache.keys()
  const older = kept.filter(
    (request) => request.url !== url && TEXTS.exec(request.url)?.[0] === name,
  )
  await Promise.all(older.map((request) => cache.delete(request)))
}

/** Registers the service worker; when a new version waits, the reader is asked to reload. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  allowWorkerAddress()
  new PerformanceObserver((list) => {
    // What does not come now comes with the next load.
    for (const { name } of list.getEntries()) void keepTexts(name).catch(() => undefined)
  }).observe({ type: 'resource', buffered: true })
  const update = registerSW({
    onNeedRefresh() {
      toast({
        message: readerMessages.newVersion,
        kind: 'info',
        persist: true,
        action: {
          label: messages.layout.reload,
          onClick: () => {
            if (navigator.serviceWorker.controller === null) void reloadWhenActive()
            void update(true)
          },
        },
      })
    },
  })
}
