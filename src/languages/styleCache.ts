import createCache, { type EmotionCache } from '@emotion/cache'
import { getDirection } from './language.ts'

const usual = createCache({ key: 'css' })
let mirrored: EmotionCache | undefined

/** Emotion's cache for the direction in which the app is read. */
export const styleCache = (): EmotionCache => (getDirection() === 'rtl' && mirrored) || usual

/** Brings the cache whose styles are mirrored, once: another one would write all styles again. */
export function bringMirrored(create: () => EmotionCache): void {
  mirrored ??= create()
}
