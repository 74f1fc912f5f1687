import { languageOfCookies } from '../../contract/languageCookie.ts'
import {
  directionOf,
  isLanguage,
  LANGUAGE_COOKIE,
  type Language,
} from '../../contract/languages.ts'
import { getLanguage, hasSection, setLanguage, type LanguageFile } from './language.ts'
import { bringMirrored } from './styleCache.ts'

/** By `{language}.json`, what visitors read, and `{language}.reader.json`, the rest. */
const FILES = import.meta.glob<LanguageFile>(['./*.json', '!./en*.json'], { import: 'default' })

async function load(language: Language, parts: readonly string[]): Promise<LanguageFile> {
  if (language === 'en') return {}
  const found = await Promise.all(parts.map(async (part) => FILES[`./${language}${part}.json`]?.()))
  return Object.assign({}, ...found)
}

async function loadMirror(): Promise<void> {
  bringMirrored((await import('./mirroringCache.ts')).mirroringCache)
}

/** The last call counts: a slower one before it changes nothing any more. */
let latest = 0
let isForReaders = false

/**
 * Puts the page into a language, once its texts are there.
 * @throws where they cannot be loaded; the page stays as it is
 */
export async function speak(next: Language): Promise<void> {
  latest += 1
  const own = latest
  // Visitors do without the texts of readers' screens.
  isForReaders ||= hasSection('reader')
  const [file] = await Promise.all([
    load(next, isForReaders ? ['', '.reader'] : ['']),
    directionOf(next) === 'rtl' ? loadMirror() : Promise.resolve(),
  ])
  if (own !== latest) return
  setLanguage(next, file)
  Object.assign(document.documentElement, { lang: next, dir: directionOf(next) })
}

/** Like `speak`, as the app starts: asks once more for what does not come. @returns whether it came */
export async function speakAtStart(language: Language): Promise<boolean> {
  return speak(language)
    .catch(() => speak(language))
    .then(() => true)
    .catch(() => false)
}

/** Follows what was chosen, such as in another tab; the page stays as it is where the texts do not load. */
export async function follow(tag: unknown = chosenLanguage()): Promise<void> {
  if (isLanguage(tag) && tag !== getLanguage()) await speak(tag).catch(() => undefined)
}

let readerTexts: Promise<void> | undefined

/** Fetches the texts of readers' screens. */
export function loadReaderTexts(): Promise<void> {
  isForReaders = true
  readerTexts ??= speak(getLanguage()).catch((error: unknown) => {
    readerTexts = undefined
    throw error
  })
  return readerTexts
}

/** The language that was chosen in this browser, if one was. */
export const chosenLanguage = (): Language | undefined => languageOfCookies(document.cookie)

/** Keeps a choice for a year, for the server, too. */
export function rememberLanguage(language: Language): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=31536000; samesite=lax${secure}`
}
