const ENGLISH = new Intl.DisplayNames('en', { type: 'language' })
const LANGUAGES: ReadonlyMap<string | undefined, string> = new Map(
  'en fr de es it pt nl zh ja ru fi sv el'
    .split(' ')
    .map((code) => [ENGLISH.of(code)?.toLowerCase(), code]),
)

/** The language tag (BCP 47) of a code or an English name: `pt_br` → `pt-BR`, `eng` → `en`. */
export function languageCode(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim().toLowerCase().replaceAll('_', '-')
  const code = LANGUAGES.get(text)
  if (code !== undefined) return code
  if (!/^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,3}$/.test(text)) return undefined
  try {
    const [tag] = Intl.getCanonicalLocales(text)
    return tag === 'und' ? undefined : tag
  } catch {
    return undefined
  }
}
