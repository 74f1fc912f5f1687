import { LRUCache } from 'lru-cache'
import authorNames from './authorNames.json' with { type: 'json' }
import { editDistance } from './editDistance.ts'
import words from './nameWords.json' with { type: 'json' }
import { spelled, spellingsOf } from './spellings.ts'
import { foldName } from './words.ts'

// The forms in which editions have the name of one author.

// What is written in several ways in our letters. All is folded.
const SPELLINGS = spellingsOf('sameName')
/** Titles, suffixes and particles. */
const LEFT_OUT = new Set(words.leftOut.flatMap((line) => line.split(', ')))

const CYRILLIC = new Map(
  authorNames.cyrillic.split(' ').map((pair) => [pair.charAt(0), pair.slice(1)]),
)
const OWN_NAMES: Readonly<Record<string, string>> = authorNames.ownNames
/**
 * By a name in its own script or a spelling of no rule, folded, the one that books have: `村上春樹`, `Haruki Murakami`;
 * by a word of one that Cyrillic writes by its sound, too.
 */
const inOurs = new Map(
  Object.entries({ ...authorNames.cyrillicWords, ...OWN_NAMES }).flatMap(([name, own]) =>
    own.split('; ').map((one) => [foldName(one), name] as const),
  ),
)

/** A name as books have it, folded, where it is known in its own letters; else as it is. */
export const inOurLetters = (name: string): string =>
  foldName(inOurs.get(foldName(name)) ?? name)
    .replaceAll(/\p{sc=Cyrl}+/gu, (word) => foldName(inOurs.get(word) ?? word))
    // An initial stays one: `М. Ю.`
    .replaceAll(
      /(?<!\p{L})\p{sc=Cyrl}(?!\p{L})/gu,
      (letter) => CYRILLIC.get(letter)?.charAt(0) ?? letter,
    )

/** The words of a name in one spelling, in our letters where they are known. */
function spelledWords(name: string): string[] {
  const initialled = name.replace(/^(\p{Lu})\p{Lu}{1,2} (?=.*\p{Ll})/u, '$1 ')
  const written = inOurLetters(initialled)
    .replaceAll(/\p{sc=Cyrl}/gu, (letter) => CYRILLIC.get(letter) ?? letter)
    .split(' ')
    .filter((word) => !LEFT_OUT.has(word))
  return spelled(written.join(' '), SPELLINGS).split(' ')
}

/** By each form of a given name the first. */
const GIVEN = new Map(
  words.sameGivenName
    .map((line) => spelledWords(line))
    .flatMap(([first = '', ...others]) => others.map((other) => [other, first] as const)),
)

const INITIAL = /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]$/u

/** Two words of a name, whichever is first: `Murakami Haruki`. */
const pair = (one = '', other = ''): string => [one, other].toSorted().join(' ').trim()

/**
 * The forms that an author's name has in editions of one work, in one spelling. `name` is the first and the last word,
 * or an initial and the last; `shorter` may stand for it where that is all of another edition's name. `key` is what
 * all spellings of one name share; `solid` is the whole name without spaces.
 */
function readForms(name: string) {
  const spelt = spelledWords(name)
  const all = spelt.map((word) => GIVEN.get(word) ?? word)
  const long = all.filter((word) => word.length > 1)
  const last = long.at(-1) ?? all.at(-1)
  const first = long.length > 1 ? long[0] : all.find((word) => word !== last)
  const whole = pair(first, last)
  const initialled = pair(all[0]?.charAt(0), last)
  // `Miguel de Cervantes` of `Miguel de Cervantes Saavedra`; `Somerset Maugham`; `Machado de Assis`
  const shortened = [pair(first, long.at(-2)), pair(long[1], last), pair(long.at(-2), last)]
  const others = long.length < 2 ? [] : [initialled, ...(long.length < 3 ? [] : shortened)]
  const shorter = [...new Set(others)].filter((form) => form !== whole)
  const names = all.filter((word) => !INITIAL.test(word))
  const key = (names.length > 1 ? names.toSorted().join(' ') : whole) || foldName(name)
  return { name: whole, shorter, key, solid: spelt.join('') }
}

type NameForms = ReturnType<typeof readForms>
const remembered = new LRUCache<string, NameForms, undefined>({ max: 5000, memoMethod: readForms })

/** `readForms` of an author's name, which many books share. */
export const formsOfName = (name: string): NameForms => remembered.memo(name)

/**
 * What all spellings of an author's name share: other signs, another order, middle initials or none. Stricter than
 * `isSameAuthor`, which is told of one book.
 */
export const sameAuthorKey = (name: string): string => formsOfName(name).key

const ownNames = new Map(
  Object.entries(OWN_NAMES).map(([name, own]) => [foldName(name), own.split('; ')]),
)

/** The names of an author in the author's own script and in spellings of no rule, where they are known; else none. */
export const ownNamesOf = (name: string): readonly string[] => ownNames.get(foldName(name)) ?? []

/** Each author once, by the newest spelling and since the first, of names with when they were saved, newest first. */
export const favoriteAuthorsOf = (saved: readonly (readonly [name: string, addedAt: string])[]) =>
  Array.from(Map.groupBy(saved, ([name]) => sameAuthorKey(name)).values(), (spellings) => {
    const [name = '', ...alsoAs] = spellings.map(([spelling]) => spelling)
    return { name, alsoAs, addedAt: spellings.at(-1)?.[1] ?? '' }
  })

/** Whether two names can be of one person: initials, another order, another spelling. */
export function isSameAuthor(one: string, other: string): boolean {
  const [mine, others] = [formsOfName(one), formsOfName(other)]
  if (mine.name === '' || others.name === '') return false
  const isSame =
    mine.name === others.name ||
    mine.solid === others.solid ||
    mine.shorter.includes(others.name) ||
    others.shorter.includes(mine.name)
  return isSame || (mine.name.length >= 10 && editDistance(mine.name, others.name, 2) <= 2)
}
