import {
  directionOf,
  isLanguage,
  LANGUAGE_COOKIE,
  type Language,
} from '../../contract/languages.ts'
import { getLanguage, setLanguage, type Texts } from './language.ts'
import { loadMirror } from './styleCache.ts'

const CATALOGUES = import.meta.glob<Texts>(['./*.json', '!./en*.json'], { import: 'default' })

/** Visitors do without the texts of readers' screens. */
let parts = ['']
/** The last call counts: a slower one before it changes nothing any more. */
let latest = 0

/**
 * Puts the page into a language, once its texts are there.
 * @throws where they cannot be loaded; the page stays as it is
 */
export async function speak(next: Language): Promise<void> {
  latest += 1
  const own = latest
  const [mirror, ...catalogues] = await Promise.all([
    directionOf(next) === 'rtl' ? loadMirror() : undefined,
    ...parts.map((part) => CATALOGUES[`./${next}${part}.json`]?.()),
  ])
  if (own !== latest) return
  setLanguage(next, Object.assign({}, mirror, ...catalogues))
  Object.assign(document.documentElement, { lang: next, dir: directionOf(next) })
}

let readerTexts: Promise<void> | undefined

/** Fetches the texts of readers' screens; English ones are in their scripts. */
export async function loadReaderTexts(): Promise<void> {
  parts = ['', '.reader']
  if (getLanguage() === 'en') return
  readerTexts ??= speak(getLanguage())
  await readerTexts.catch((error: unknown) => {
    readerTexts = undefined
    throw error
  })
}

/** The language that was chosen in this browser, if one was. */
function chosenLanguage(): Language | undefined {
  const [, tag] = new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=([^;]*)`).exec(document.cookie) ?? []
  return isLanguage(tag) ? tag : undefined
}

/** Keeps a choice for a year, for the server, too. */
export function rememberLanguage(language: Language): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=31536000; samesite=lax${secure}`
}
