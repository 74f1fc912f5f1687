import type * as fonts from '../covers/fonts.ts'

// In a browser this takes the place of `covers/fonts.ts`, which reads font files (vite.config.ts). The covers
// are those of the server, with their titles in the browser's own serif instead of outlined letters.

export const letterOf: typeof fonts.letterOf = () => null
export const kerningOf: typeof fonts.kerningOf = () => 0
export const hasAll: typeof fonts.hasAll = () => false
export const outline: typeof fonts.outline = () => ''
