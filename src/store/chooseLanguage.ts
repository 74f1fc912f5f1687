import type { Language } from '../../contract/languages.ts'
import { booksApi } from '../api/booksApi.ts'
import { rememberLanguage, speak } from '../languages/catalogues.ts'
import { selectUserId } from './authSlice.ts'
import type { AppThunk } from './store.ts'

/**
 * Puts the app into a language, and remembers it in this browser and with the account.
 * @throws where its texts do not load: all stays
 */
export function chooseLanguage(language: Language): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    await speak(language)
    rememberLanguage(language)
    // Their words are the server's.
    dispatch(booksApi.util.invalidateTags(['Reasons']))
    const userId = selectUserId(getState())
    // Where it fails, the next start of the app tries again (layout/useAccountLanguage.ts).
    if (userId !== null) {
      const { getForYou, saveLanguage } = booksApi.endpoints
      await dispatch(saveLanguage.initiate({ userId, language }))
      // What is picked stays, in other words: its section requests nothing any more.
      void dispatch(getForYou.initiate(userId, { subscribe: false, forceRefetch: true }))
    }
  }
}
