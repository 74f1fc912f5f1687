import { fold } from '../contract/fold.ts'
import names from './languageNames.json' with { type: 'json' }
import { isPlaceholder } from './texts.ts'

/** The tag of a language that is named, but by a name that nobody knows. */
export const UNKNOWN_LANGUAGE = 'und'

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz')
const namesBy = (locale: string, options?: Partial<Intl.DisplayNamesOptions>) =>
  new Intl.DisplayNames(locale, { type: 'language', fallback: 'none', ...options })
const ENGLISH = namesBy('en')
const SHORT_CODES = LETTERS.flatMap((one) => LETTERS.map((other) => one + other)).filter((code) =>
  ENGLISH.of(code),
)

/** Tags by folded names: in English, with regions too, by its own speakers, and in all other languages. */
function readTags(): ReadonlyMap<string, string> {
  const tags = new Map<string, string>()
  const add = (code: string, name = '') => {
    const key = fold(name)
    const [tag] = Intl.getCanonicalLocales(code)
    if (key !== '' && tag !== undefined && !tags.has(key)) tags.set(key, tag)
  }
  const listed = (lines: readonly string[]) => lines.join(' ').split(' ')
  const regions = listed(names.regions)
  const english = [ENGLISH, namesBy('en', { languageDisplay: 'standard', style: 'short' })]
  for (const code of [...SHORT_CODES, ...listed(names.moreCodes), ...regions])
    for (const namesOf of english) add(code, namesOf.of(code))
  const locales = Intl.DisplayNames.supportedLocalesOf([...SHORT_CODES, ...regions])
  for (const code of locales) add(code, namesBy(code).of(code))
  for (const [tag, others] of Object.entries(names.otherNames))
    for (const name of others.split(', ')) add(tag, name)
  for (const locale of Intl.DisplayNames.supportedLocalesOf(SHORT_CODES)) {
    const namesOf = namesBy(locale)
    for (const code of SHORT_CODES) add(code, namesOf.of(code))
  }
  return tags
}

// Most sources have codes, and never need the names.
let tags: ReadonlyMap<string, string> | undefined

/** A code as BCP 47 has it; what stands behind the language is left out where it makes no sense. */
function tagOf(code: string): string | undefined {
  const [whole, language = ''] = /^([a-z]{2,3})(?:[_-][a-z\d_-]*)?$/i.exec(code) ?? []
  if (whole === undefined || (language.length === 2 && !ENGLISH.of(language))) return undefined
  try {
    return Intl.getCanonicalLocales(whole.replaceAll('_', '-'))[0]
  } catch {
    return Intl.getCanonicalLocales(language)[0]
  }
}

/** The tag of a language by its whole name: `English (US)`, `Greek, Modern (1453-)`, `pt_BR`. */
function languageOf(text: string): string | undefined {
  const bare = text.replaceAll(/\(.*?\)/g, '').trim()
  if (/^[a-z]{2,3}(?:[_-]\w+)*\.?$/i.test(bare)) return tagOf(bare.replace('.', ''))
  tags ??= readTags()
  const turned = bare.replace(/^([^,]+), ([^,]+)$/, '$2 $1')
  return tags.get(fold(text)) ?? tags.get(fold(bare)) ?? tags.get(fold(turned))
}

const TEXT_MAX = 300

/**
 * The tags (BCP 47) of the languages in a text, in its order: `eng, spa`, `日本語`, `/languages/eng`, `["en"]`. One
 * that nobody knows is `UNKNOWN_LANGUAGE`.
 */
export function languagesIn(value: unknown): string[] {
  if (typeof value !== 'string') return []
  const text = value
    .slice(0, TEXT_MAX)
    .replaceAll(/[[\]{}'"]/g, ' ')
    .trim()
  if (!/\p{L}/u.test(text)) return []
  const whole = languageOf(text.replace(/^(?:\/|\w+:\/\/).*\//, ''))
  if (whole === UNKNOWN_LANGUAGE || isPlaceholder(text)) return []
  if (whole !== undefined) return [whole]
  const tags = text.split(/[,;|/、，\n]|&| and /).flatMap((part) => {
    // `Swiss French`, `italiano moderno`
    const words = part.split(/[\s-]+/).filter((word) => word.length > 3 || /[^\0-\x7f]/.test(word))
    const found = [part.trim(), words.at(-1), words[0]].flatMap(
      (name = '') => languageOf(name) ?? [],
    )
    return /\p{L}/u.test(part) ? (found[0] ?? UNKNOWN_LANGUAGE) : []
  })
  return [...new Set(tags)]
}
