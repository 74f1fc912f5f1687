import { fold } from '../contract/fold.ts'
import lists from './languageNames.json' with { type: 'json' }
import { isPlaceholder } from './texts.ts'

/** The tag of a language that is named, but by a name that nobody knows. */
export const UNKNOWN_LANGUAGE = 'und'

const codesOf = (lines: readonly string[]): string[] => lines.join(' ').split(' ')
const CODES = codesOf(lists.codes)
const namesBy = (locale: string, options?: Partial<Intl.DisplayNamesOptions>) =>
  new Intl.DisplayNames(locale, { type: 'language', fallback: 'none', ...options })

/** Tags by folded names: in English, with regions too, by the language's own speakers, and by all others. */
function readTags(): ReadonlyMap<string, string> {
  const tags = new Map<string, string>()
  const add = (code: string, name = '') => {
    const key = fold(name)
    const [tag] = Intl.getCanonicalLocales(code)
    if (key !== '' && tag !== undefined && !tags.has(key)) tags.set(key, tag)
  }
  const all = [...CODES, ...codesOf(lists.others)]
  const short = namesBy('en', { languageDisplay: 'standard', style: 'short' })
  for (const namesOf of [namesBy('en'), short]) for (const code of all) add(code, namesOf.of(code))
  const locales = Intl.DisplayNames.supportedLocalesOf(all)
  for (const locale of locales) add(locale, namesBy(locale).of(locale))
  for (const [tag, names] of Object.entries(lists.names))
    for (const name of names.split(', ')) add(tag, name)
  for (const locale of locales) {
    const namesOf = namesBy(locale)
    for (const code of CODES) add(code, namesOf.of(code))
  }
  return tags
}

// Most sources have codes, and never need the names.
let tags: ReadonlyMap<string, string> | undefined

/** The tag of a language by its whole name or code: `English (US)`, `Greek, Modern (1453-)`, `pt_BR`. */
function languageOf(text: string): string | undefined {
  const bare = text.replaceAll(/\(.*?\)/g, '').trim()
  const [whole, code] =
    /^([a-z]{2,3})(?:[_-][a-z]{4})?(?:[_-](?:[a-z]{2}|\d{3}))?(?=$|[_.-])/i.exec(bare) ?? []
  if (code?.length === 2 && !CODES.includes(code.toLowerCase())) return undefined
  if (whole !== undefined) return Intl.getCanonicalLocales(whole.replaceAll('_', '-'))[0]
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
  const text = value.slice(0, TEXT_MAX).replaceAll(/[[\]{}'"]/g, ' ')
  const whole = languageOf(text.replace(/^\s*(?:\/|\w+:\/\/).*\//, ''))
  if (whole === UNKNOWN_LANGUAGE || isPlaceholder(text)) return []
  if (whole !== undefined) return [whole]
  const parts = text.split(/[,;|/、，\n]|&| and /).filter((part) => /\p{L}/u.test(part))
  const found = parts.map((part) => {
    // `Swiss French`, `italiano moderno`
    const words = part.split(/[\s-]+/).filter((word) => word.length > 3 || /[^\0-\x7f]/.test(word))
    const names = [part, words.at(-1), words[0]]
    return names.flatMap((name = '') => languageOf(name) ?? [])[0] ?? UNKNOWN_LANGUAGE
  })
  return [...new Set(found)]
}
