import createCache, { type EmotionCache } from '@emotion/cache'
import { getDirection } from './language.ts'

const caches: { ltr: EmotionCache; rtl?: EmotionCache } = { ltr: createCache({ key: 'css' }) }

/** Emotion's cache for the direction in which the app is read. */
export const styleCache = (): EmotionCache => caches[getDirection()] ?? caches.ltr

/** Fetches what mirrors the styles. */
export async function loadMirror(): Promise<void> {
  caches.rtl ??= (await import('./mirroringCache.ts')).mirroringCache()
}
