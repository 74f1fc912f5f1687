import { WISH_AUDIENCES, type Audience } from '../contract/audiences.ts'
import { isCategory } from '../contract/categories.ts'
import { fold } from '../contract/fold.ts'
import table from './meanings.json' with { type: 'json' }
import { originsCalled } from './origins.ts'
import { AUDIENCES, subjectOf } from './subjects.ts'

// What readers say, and what such books have. In `meanings.json`, `kinds` are named by adjectives, `topics` by all else;
// `says` are the words of readers, `means` subjects, interests and literatures (`from Japan`), `a + b` for both, with a
// weight below 1 behind `*`. Nothing in `means`: no record says it.

/** One thing that a book has. */
export interface Trait {
  /** An author is named by `authorKey`. */
  what: 'subject' | 'category' | 'origin' | 'author'
  name: string
}

/** What speaks for a book that has all of these: above 0, at most 1. */
export interface Evidence {
  all: readonly Trait[]
  weight: number
}

/** What one run of words means. */
export interface Meaning {
  /** As a reader is told of it: `funny`, `heists`. */
  name: string
  /** Whether the name is an adjective. */
  isKind: boolean
  /** The words, folded, which texts may have, too. */
  words: string
  /** None of what no record says, or only its texts. */
  evidence: readonly Evidence[]
}

/** What is known of a book that may be wished for; the weightiest first. */
export interface Wished {
  interests: readonly string[]
  subjects: readonly string[]
  origins: readonly string[]
  /** `authorKey` of the first author. */
  author?: string
}

/** What the table says beside a subject or a literature that is called just so. */
const BESIDE = 0.65
/** By how much each thing later in a book's list says less of it, and the least. */
const FADE = { subject: 0.04, origin: 0.1, category: 0.12, author: 0 } as const
const SHARE_LEAST = 0.3
/** Words in the text alone, and beside other evidence. */
const IN_TEXT = 0.45
const TEXT_BESIDE = 0.12

const listed = (text: string): string[] => text.split('; ').filter((name) => name !== '')

/** A folded word without its ending and as Americans spell it, crudely: the same for the table and for queries. */
function formOf(word: string): string {
  const isWhole = word.length < 4 || /(?:ss|us|is)$/.test(word)
  const singular = word.replace(/(?<=[^aeiou])ies$|(?<=[sxz]|ch|sh)es$|s$/, (ending) =>
    ending === 'ies' ? 'y' : '',
  )
  return (isWhole ? word : singular)
    .replace(/^grey$/, 'gray')
    .replace(/^cos(?=y|ie)/, 'coz')
    .replace(/isation$/, 'ization')
    .replace(/(?<=[a-z]{2}[lbmnvrd])our(?=ite|$)/, 'or')
}

/** A phrase, folded, by the forms of its words. */
export const formsOf = (phrase: string): string =>
  fold(phrase)
    .replace(/^the (?=.)/, '')
    .split(' ')
    .map(formOf)
    .join(' ')

function traitOf(name: string): Trait {
  if (name.startsWith('from ')) return { what: 'origin', name: name.slice(5) }
  return { what: isCategory(name) ? 'category' : 'subject', name }
}

/** What a list in the table means. */
export const evidenceOf = (means: string): Evidence[] =>
  listed(means).map((text) => {
    const [traits = '', weight = '1'] = text.split('*')
    return { all: traits.split(' + ').map(traitOf), weight: Number(weight) }
  })

type Concept = Omit<Meaning, 'words'>
type Group = Readonly<Record<string, { says: string; means: string }>>

const conceptsOf = (group: Group, isKind: boolean): [phrase: string, concept: Concept][] =>
  Object.entries(group).flatMap(([name, { says, means }]) => {
    const concept = { name, isKind, evidence: evidenceOf(means) }
    return [name, ...listed(says)].map((phrase): [string, Concept] => [formsOf(phrase), concept])
  })

/** All phrases of the table, by their forms. */
export const CONCEPTS: readonly (readonly [phrase: string, concept: Concept])[] = [
  ...conceptsOf(table.kinds, true),
  ...Object.values(table.topics).flatMap((group) => conceptsOf(group, false)),
]
const concepts: ReadonlyMap<string, Concept> = new Map(CONCEPTS)
const audiences: ReadonlyMap<string, Audience> = new Map(
  WISH_AUDIENCES.flatMap((audience) =>
    listed(table.audiences[audience]).map((phrase) => [formsOf(phrase), audience] as const),
  ),
)
const fillers: ReadonlySet<string> = new Set(listed(table.fillers).map(formsOf))
const negations: ReadonlySet<string> = new Set(listed(table.negations))

/** Whether words say nothing of a book: `i am looking for`. */
export const isFiller = (words: string): boolean => fillers.has(formsOf(words))

/** Whether folded words say that what follows is not wanted. */
export const isNegation = (words: string): boolean => negations.has(words)

/** For whom the books are, where words say it: `toddlers`. */
export const audienceNamed = (words: string): Audience | undefined => audiences.get(formsOf(words))

/** What folded words mean: a subject or a literature that is called so above all, then what the table says. */
export function meaningOf(words: string): Meaning | undefined {
  const concept = concepts.get(formsOf(words))
  const named = subjectOf(words) ?? subjectOf(formsOf(words))
  const subject = named !== undefined && AUDIENCES.has(named) ? undefined : named
  const origins = originsCalled(words)
  const first = origins.length > 0 ? origins.map((origin) => `from ${origin}`) : [subject ?? '']
  const own = evidenceOf(first.join('; '))
  const others = [
    ...(concept?.evidence ?? []),
    ...evidenceOf(origins.length > 0 ? (subject ?? '') : ''),
  ]
  const beside = own.length > 0 ? BESIDE : 1
  const evidence = [...own, ...others.map(({ all, weight }) => ({ all, weight: weight * beside }))]
  if (origins.length > 0) {
    const name = words.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
    return { name, isKind: true, words, evidence }
  }
  const isConcept = concept?.isKind === true || formsOf(concept?.name ?? '') === formsOf(words)
  const name = isConcept ? concept?.name : (subject ?? concept?.name)
  return name === undefined
    ? undefined
    : { name, isKind: concept?.isKind ?? false, words, evidence }
}

/** How much a book has of one thing, by its place in the lists: 0 to 1. */
function shareOf(book: Wished, { what, name }: Trait): number {
  const { interests: category, subjects: subject, origins: origin, author = '' } = book
  const at = { subject, category, origin, author: [author] }[what].indexOf(name)
  return at < 0 ? 0 : Math.max(1 - FADE[what] * at, SHARE_LEAST)
}

/** Whether a book has anything of what is not wanted, wherever in its lists. */
export const hasAny = (book: Wished, { evidence }: Meaning): boolean =>
  evidence.some(({ all }) => all.every((trait) => shareOf(book, trait) > 0))

/** How much speaks for it that a book is what is meant, also where its text has the words: 0 to 1.12. */
export function evidenceFor(book: Wished, { evidence }: Meaning, isInText = false): number {
  const shares = evidence.map(
    ({ all, weight }) => weight * Math.min(...all.map((trait) => shareOf(book, trait))),
  )
  const most = Math.max(0, ...shares)
  return isInText ? Math.max(most + TEXT_BESIDE, IN_TEXT) : most
}
