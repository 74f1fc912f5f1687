import { lazy, type ComponentType } from 'react'
import { withTexts } from '../languages/withTexts.ts'

const RELOADED_AT_KEY = 'reloadedForChunk'
/** A reload this short ago did not help. Other chunks load meanwhile, so that their success says nothing. */
const RELOAD_PAUSE_MS = 60_000

/** A module of the product did not load, even after a reload. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError'
}

/** Whether this tab may reload: it is online and has not just done so. */
function mayReload(): boolean {
  try {
    const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT_KEY))
    if (!navigator.onLine || Date.now() - reloadedAt < RELOAD_PAUSE_MS) return false
    sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()))
    return true
  } catch {
    return false
  }
}

/**
 * A lazy component. A chunk that does not load is usually one of an older build: the page reloads once, which
 * brings the new one.
 * @throws ChunkLoadError where that did not help
 */
export function lazyWithReload<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(async () => {
    try {
      return { default: await withTexts(load()) }
    } catch (error) {
      if (!mayReload()) throw new ChunkLoadError('A chunk did not load.', { cause: error })
      window.location.reload()
      // Nothing is rendered until the page is gone.
      return await new Promise<never>(() => undefined)
    }
  })
}
