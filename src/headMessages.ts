import { PRODUCT_NAME } from './constants.ts'
import { texts } from './languages/language.ts'

/** What search engines, previews of links and browsers without scripts are told. */
export const headMessages = texts('head', {
  description: `${PRODUCT_NAME} finds you the next book: pick your interests, follow the authors you love, and keep every book worth keeping.`,
  tagline: 'The word that tells you what comes next.',
  noScript: `${PRODUCT_NAME} needs JavaScript to run.`,
})
