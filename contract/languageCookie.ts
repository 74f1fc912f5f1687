import { isLanguage, LANGUAGE_COOKIE, type Language } from './languages.ts'

const CHOSEN = new RegExp(String.raw`(?:^|;)\s*${LANGUAGE_COOKIE}=([^;]*)`)

/** The language that was chosen in a browser, as its cookies have it; `undefined` where none was. */
export function languageOfCookies(cookies: string): Language | undefined {
  const tag = CHOSEN.exec(cookies)?.[1]
  return isLanguage(tag) ? tag : undefined
}
