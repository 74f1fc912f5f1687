/** The languages of the app by their tags (BCP 47), as `<html lang>` has them; English is the source of the others. */
export const LANGUAGES = ['en', 'ar', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt-BR'] as const

/** One of them. */
export type Language = (typeof LANGUAGES)[number]

/** Whether a text is the tag of a language of the app, to the letter. */
export const isLanguage = (tag: unknown): tag is Language =>
  LANGUAGES.some((language) => language === tag)

/** Where a browser keeps the language that a reader chose; its scripts read it, too. */
export const LANGUAGE_COOKIE = 'language'

/** The direction in which a language is written, as `<html dir>` has it. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')
