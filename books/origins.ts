import { fold } from '../contract/fold.ts'
import { isStory } from './categories.ts'
import table from './origins.json' with { type: 'json' }
import { plainText } from './texts.ts'
import { authorKey, beginningsOf } from './words.ts'

// An origin is the literature that a book is of: a country, or a people inside one, and then its regions. Books of facts
// have none: who likes Hebrew novels is not looking for a history of mankind.

interface Origin {
  adjective: string
  region: string
  authors: readonly string[]
  also: readonly string[]
}
const origins: ReadonlyMap<string, Origin> = new Map(Object.entries(table.origins))
const regions: ReadonlyMap<string, string> = new Map(Object.entries(table.regions))
const listed = (texts = ''): string[] => texts.split('; ')

/** A record has at most so many, and a name that the table lacks up to this length, in UTF-16 units. */
const ORIGINS_MAX = 10
const NAME_MAX = 40
/** So much is read of a subject, and so many are looked at. */
const SUBJECT_MAX = 300
const NAMES_MAX = 60

/** By each key all origins that have it. */
function namesBy(pairs: readonly (readonly [origin: string, key: string])[]) {
  const found = Map.groupBy(pairs, ([, key]) => key)
  return new Map(Array.from(found, ([key, all]) => [key, all.map(([origin]) => origin)]))
}

/** The origins that are known: countries and peoples, then regions. */
export const ORIGINS: readonly string[] = [...origins.keys(), ...regions.keys()]

const byName = namesBy(ORIGINS.map((name) => [name, fold(name)]))
const byAdjective = namesBy(
  [
    ...Array.from(origins, ([name, { adjective }]) => [name, adjective] as const),
    ...regions,
  ].flatMap(([name, adjectives]) =>
    listed(adjectives).map((adjective) => [name, fold(adjective)] as const),
  ),
)
const byAuthor = namesBy(
  (['authors', 'also'] as const).flatMap((list) =>
    Array.from(origins, ([name, origin]) =>
      origin[list].map((author) => [name, authorKey(author)] as const),
    ).flat(),
  ),
)

/** Whether an origin is a region of the world, not a country or a people. */
export const isRegion = (origin: string): boolean => regions.has(origin)

/** By origin, of how many authors it is the first, or one of its countries. */
const sizes = new Map<string, number>()
for (const [name, { region, authors }] of origins) {
  for (const one of [name, ...listed(region)])
    sizes.set(one, (sizes.get(one) ?? 0) + authors.length)
}
/** An origin of so many of the authors says nothing of a book: they are American or British. */
const COMMON = 0.1

/** Whether so many authors have an origin that two books say nothing by sharing it. */
export const isCommonOrigin = (origin: string): boolean =>
  (sizes.get(origin) ?? 0) > COMMON * byAuthor.size

/** The origins that a folded adjective stands for: `japanese`; several for `asian` or `arabic`. */
export const originsCalled = (adjective: string): readonly string[] =>
  byAdjective.get(adjective) ?? []

/** The origins that a folded name or adjective stands for. */
export const originsNamed = (name: string): readonly string[] =>
  byName.get(name.replace(/^the /, '')) ?? originsCalled(name)

/** What a book with this origin is: `from Japan`, `from the Netherlands`, `African American`. */
export function originWords(origin: string): string {
  if (listed(origins.get(origin)?.adjective)[0] === origin) return origin
  return `from ${table.withArticle.includes(origin) ? 'the ' : ''}${origin}`
}

/** Countries and peoples, then their regions, each once. */
function withRegions(names: readonly string[]): string[] {
  const found = names.flatMap((name) =>
    origins.has(name) ? listed(origins.get(name)?.region) : [],
  )
  const countries = names.filter((name) => !isRegion(name))
  return [...new Set([...countries, ...names, ...found])].slice(0, ORIGINS_MAX)
}

/** Forms of literature that is no story, and what tells a manual or a study from it. */
const FORMS =
  /^(?:memoir|diary|letters|essays|oral history|play|tragedy|poetry|epic poetry|autofiction|classic)$/
const PRACTICAL =
  /^(?:cookbook|guide|economics|business|investing|technology|strategy|nutrition|yoga|meditation|self-improvement)$/

function isLiterature(categories: readonly string[], subjects: readonly string[]): boolean {
  if (categories.some(isStory)) return true
  return subjects.some((name) => FORMS.test(name)) && !subjects.some((name) => PRACTICAL.test(name))
}

const FORM = /(?:^| )(?:fiction|literature|poetry|drama|novels?|stories|tales|plays|authors)$/
const ABOUT = /criticism|history and|bibliography|dictionar|study and/

/** The origin whose adjective a part of a subject begins with, or is; none where it stands for several. */
function originBegun(part: string): string | undefined {
  const starts = beginningsOf(FORM.test(part) ? part.split(' ') : [part])
  const [origin, other] = starts.map(originsCalled).find(({ length }) => length > 0) ?? []
  return other === undefined ? origin : undefined
}

/**
 * The literature that a library's subject names: `Japanese detective and mystery stories`, `Short stories, Japanese`,
 * `Fiction / World Literature / Japan`; none where it is about a literature, or about people.
 */
function originOfSubject(subject: string): string | undefined {
  if (ABOUT.test(fold(subject))) return undefined
  const parts = subject
    .split(/\s+\/\s+|\s*--\s*|,\s+/)
    .map((part) => fold(part.replace(/\(.*/, '')))
  if (!parts.some((part) => FORM.test(part))) return undefined
  const isWorld = parts.includes('world literature')
  // The last says most: `American literature -- African American authors`.
  const found = parts
    .toReversed()
    .map((part) => (isWorld ? originsNamed(part)[0] : originBegun(part)))
  return found.find((origin) => origin !== undefined)
}

/** What is known of a record. */
interface Known {
  /** Countries, regions or adjectives, as the source names them. */
  origins?: readonly unknown[] | undefined
  authors: readonly string[]
  categories: readonly string[]
  /** Cleaned. */
  subjects: readonly string[]
  /** The subjects as the source has them. */
  names?: readonly unknown[] | undefined
}

const textsOf = (values: readonly unknown[], most: number): string[] =>
  values
    .slice(0, NAMES_MAX)
    .map((value) => plainText(value, most))
    .filter((text) => fold(text) !== '')

/**
 * The origins of a record, countries and peoples before regions: those that its source names, as they are; or else, of
 * literature, those of its first author, or else what its subjects say.
 */
export function originsOf({ origins: given = [], ...known }: Known): string[] {
  const { authors, categories, subjects, names = [] } = known
  const named = textsOf(given, NAME_MAX).map((name) => {
    const [origin = name, other] = originsNamed(fold(name))
    return other === undefined ? origin : name
  })
  if (named.length > 0) return withRegions(named)
  if (!isLiterature(categories, subjects)) return []
  const ofAuthor = byAuthor.get(authorKey(authors[0] ?? ''))
  return withRegions(
    ofAuthor ?? textsOf(names, SUBJECT_MAX).flatMap((name) => originOfSubject(name) ?? []),
  )
}
