import { trustedWorker, WORKER } from '../lib/workers.ts'
import { COVERS_CACHE, SHOWCASE, SHOWCASE_CACHE, type FromPage } from './shared.ts'

/** How often a page that stays open asks for a new version, at most, in milliseconds. */
const ASK_EVERY_MS = 60 * 60 * 1000

/** The first script of this page: every build has another. */
function ownScript(): string {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  return script ? new URL(script.src).pathname : ''
}

function say(worker: ServiceWorker, message: FromPage, port?: MessagePort): void {
  worker.postMessage(message, port ? [port] : [])
}

/** Whether a worker keeps the build that this page is of. */
function isOfThisBuild(worker: ServiceWorker): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      resolve(data === true)
      port1.close()
    })
    port1.start()
    say(worker, { type: 'isYours', script: ownScript() }, port2)
  })
}

/** Pictures that came before the worker did are fetched once more, from the browser's own cache. */
async function keepSeenPictures(): Promise<void> {
  const kept = [
    ['/covers/', await caches.open(COVERS_CACHE)],
    [SHOWCASE, await caches.open(SHOWCASE_CACHE)],
  ] as const
  for (const { name } of performance.getEntriesByType('resource')) {
    const { pathname, origin } = new URL(name)
    const [, cache] = kept.find(([path]) => pathname.startsWith(path)) ?? []
    if (origin !== window.location.origin || !cache) continue
    if (!(await cache.match(name))) await fetch(name)
  }
}

function reload(): void {
  window.location.reload()
}

/** A version that waits: what the reader does to have it. */
export interface NewVersion {
  reload: () => void
}

/**
 * Registers the service worker and looks after its updates. The first one takes over without a word; a
 * later one waits until the reader wants it, or takes over at once where this page is of its build already.
 * @param onNewVersion called when a version other than this page's is ready
 * @returns the way to stop
 */
export async function followWorker(
  onNewVersion: (version: NewVersion) => void,
): Promise<() => void> {
  const { serviceWorker } = navigator
  const stopped = new AbortController()
  const { signal } = stopped
  let wanted = false
  const onWaiting = async (waiting: ServiceWorker): Promise<void> => {
    if (signal.aborted) return
    if (await isOfThisBuild(waiting)) {
      say(waiting, { type: 'takeOver' })
      return
    }
    onNewVersion({
      reload: () => {
        wanted = true
        // Where another tab has let it take over already, nothing is left to wait for.
        if (waiting.state === 'installed') say(waiting, { type: 'takeOver' })
        else reload()
      },
    })
  }
  let isFirst = serviceWorker.controller === null
  const onTakenOver = async (): Promise<void> => {
    const { controller } = serviceWorker
    if (wanted) reload()
    else if (isFirst) {
      isFirst = false
      await keepSeenPictures()
    } else if (controller && !(await isOfThisBuild(controller)) && !signal.aborted) {
      // Another tab has let a new version in; this page is still of the one before.
      onNewVersion({ reload })
    }
  }
  serviceWorker.addEventListener(
    'controllerchange',
    () => void onTakenOver().catch(() => undefined),
    { signal },
  )
  const registration = await serviceWorker.register(trustedWorker(WORKER), {
    updateViaCache: 'none',
  })
  const follow = (worker: ServiceWorker | null): void => {
    worker?.addEventListener(
      'statechange',
      () => {
        if (worker.state === 'installed' && serviceWorker.controller) void onWaiting(worker)
      },
      { signal },
    )
  }
  registration.addEventListener('updatefound', () => follow(registration.installing), { signal })
  follow(registration.installing)
  if (registration.waiting && serviceWorker.controller) void onWaiting(registration.waiting)
  let asked = Date.now()
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState !== 'visible' || Date.now() - asked < ASK_EVERY_MS) return
      asked = Date.now()
      // Without network there is nothing new.
      registration.update().catch(() => undefined)
    },
    { signal },
  )
  return () => stopped.abort()
}
