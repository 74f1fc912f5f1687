import type { AppStore } from '../state/store.ts'

/** How long what waits is left alone between two tries, in milliseconds. */
export const AGAIN_MS = 10_000

/**
 * Tries again and again what waits for a network that carries, for as long as something waits. No event
 * tells of that: a browser may have been online all the while, with a network that led nowhere.
 * @param waits whether anything waits; asked after every change of the store
 * @param work one try, which takes its time; what it throws is as good as nothing done
 * @returns the way to stop
 */
export function tryAgain(
  store: AppStore,
  waits: () => boolean,
  work: () => Promise<unknown>,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  let isAtWork = false
  const arm = (): void => {
    // Without network nothing is tried; the browser tells when it has one.
    if (isOver || isAtWork || timer !== undefined || !navigator.onLine || !waits()) return
    timer = setTimeout(() => void once(), AGAIN_MS)
  }
  const once = async (): Promise<void> => {
    timer = undefined
    if (!navigator.onLine || !waits()) return
    isAtWork = true
    await work().catch(() => undefined)
    isAtWork = false
    arm()
  }
  const unsubscribe = store.subscribe(arm)
  window.addEventListener('online', arm)
  arm()
  return () => {
    isOver = true
    clearTimeout(timer)
    unsubscribe()
    window.removeEventListener('online', arm)
  }
}
