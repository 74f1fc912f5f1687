/** The languages of the app, each by its own name; English is the source of the others. */
export const LANGUAGES = {
  en: 'English',
  ar: 'العربية',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  ja: '日本語',
  nl: 'Nederlands',
  pl: 'Polski',
  'pt-BR': 'Português (Brasil)',
} as const

/** A language by its tag (BCP 47), as `<html lang>` has it. */
export type Language = keyof typeof LANGUAGES

/** Whether a text is the tag of a language of the app, to the letter. */
export const isLanguage = (tag: unknown): tag is Language =>
  typeof tag === 'string' && Object.hasOwn(LANGUAGES, tag)

/** Where a browser keeps the language that a reader chose; its scripts read it, too. */
export const LANGUAGE_COOKIE = 'language'

/** The direction in which a language is written, as `<html dir>` has it. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')
