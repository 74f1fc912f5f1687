import createCache, { type EmotionCache } from '@emotion/cache'
import { getDirection } from './language.ts'

const usual = createCache({ key: 'css' })
let mirrored = usual

/** Emotion's cache for the direction in which the app is read. */
export const styleCache = (): EmotionCache => (getDirection() === 'rtl' ? mirrored : usual)

/** Brings the cache whose styles are mirrored; most languages do without. */
export const setMirrored = (cache: EmotionCache): void => void (mirrored = cache)
