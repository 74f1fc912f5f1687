import createCache, { type EmotionCache } from '@emotion/cache'
import rtlPlugin from '@mui/stylis-plugin-rtl'

/** Emotion's cache for a language that is written from right to left. Its styles have names of their own. */
export const mirroringCache = (): EmotionCache =>
  createCache({ key: 'rtl', stylisPlugins: [rtlPlugin] })
