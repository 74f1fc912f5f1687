import { useEffect } from 'react'
import { isLanguage } from '../../contract/languages.ts'
import { booksApi } from '../api/booksApi.ts'
import { chosenLanguage, rememberLanguage, speak } from '../languages/catalogues.ts'
import { getLanguage } from '../languages/language.ts'

/** The page stays as it is where the texts of a language do not load. */
async function follow(tag: string | null | undefined): Promise<void> {
  if (isLanguage(tag) && tag !== getLanguage()) await speak(tag).catch(() => undefined)
}

/**
 * Keeps the language of the page, of this browser (a cookie) and of the account in step: at a sign-in the server gives
 * the browser the account's; what is chosen in the browser later goes to the account, and to other tabs as they come
 * to the front.
 */
export function useAccountLanguage(userId: string): void {
  const { data: profile } = booksApi.useGetProfileQuery()
  const [save] = booksApi.useSaveLanguageMutation()
  const kept = profile?.language
  useEffect(() => {
    const chosen = chosenLanguage()
    void follow(chosen ?? kept)
    if (kept === undefined) return
    if (chosen === undefined && isLanguage(kept)) rememberLanguage(kept)
    if (chosen !== undefined && chosen !== kept) void save({ userId, language: chosen })
  }, [kept, save, userId])
  useEffect(() => {
    const onFocus = () => void follow(chosenLanguage())
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [])
}
