import { useEffect } from 'react'
import { isLanguage } from '../../contract/languages.ts'
import { booksApi } from '../api/booksApi.ts'
import { chosenLanguage, follow, rememberLanguage } from '../languages/speak.ts'

/**
 * Keeps the language of the page, of this browser (a cookie) and of the account in step: at a sign-in the server gives
 * the browser the account's; what is chosen in the browser later goes to the account.
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
}
