import { fold } from '../contract/fold.ts'
import words from './nameWords.json' with { type: 'json' }
import { spelled, spellingsOf } from './spellings.ts'
import { anyFolded, anyOf, isPlaceholder, plainText } from './texts.ts'

/** A name as sources have it, taken apart. */
export interface CatalogueName {
  /** As it is read: `Jane Austen`. */
  name: string
  /** What the person did, such as `translator`; `undefined` for authors. */
  role: string | undefined
}

const beginning = (lines: readonly string[]) => new RegExp(`^${anyFolded(lines)}(?!\\p{L})`, 'u')
const LISTS = new Map(Object.entries(words).map(([name, lines]) => [name, beginning(lines)]))
/** Whether a text begins, folded, with a word of one of the lists. */
function begins(text: string, ...lists: (keyof typeof words)[]): boolean {
  const key = fold(text)
  return lists.some((list) => LISTS.get(list)?.test(key))
}
const isRole = (text: string): boolean => begins(text, 'author', 'editor', 'role')
const isGiven = (text: string): boolean => begins(text, 'givenName', 'sameGivenName')

const ROLES = anyOf([...words.author, ...words.editor, ...words.role])
const DEGREES = anyOf(words.degree)
const ONLY_DEGREES = new RegExp(`^${DEGREES}{1,6}$`)
const PARTICLE_FIRST = new RegExp(`^(?:${anyOf(words.particle)}(?!\\p{L})|d')`, 'u')
const PARTICLE_LAST = new RegExp(`(?:^| )${anyOf(words.particle)}$`, 'u')
const FAMILY_FIRST = new RegExp(`^${anyOf(words.familyNameFirst)}$`, 'u')
const SUFFIX = new RegExp(String.raw`^${anyOf(words.suffix)}\.?$`)
// Alone, or with what somebody was the lord of. Folded.
const TITLE = new RegExp(String.raw`^${anyOf(words.title)}(?:$| (?:of|consort|de|du|von|zu)\b)`)
// Years of life and work.
const YEARS =
  /\d{3}|\d(?:st|nd|rd|th| ?B\.? ?C)|^(?=\D*\d)[\d\W]*$|^(?:active|approximately|born|died|fl)\b/i
const EAST_ASIAN = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}ー・ ]+$/u
// A book has fewer; so much of a field is read.
const NAMES_MAX = 40
const TEXT_MAX = 2000

// What separates names and their parts, not before a closing bracket without an opening one.
const outside = (separator: string, flags: string) =>
  new RegExp(String.raw`${separator}(?![^()[\]]{0,99}[)\]])`, flags)
const BETWEEN = outside(String.raw` ?(?:[;|、]| \/ |\/(?=\p{Lu}\p{Ll}+ \p{Lu})) ?`, 'u')
const COMMA = outside(' ?, ?(?:(?:and|&) )?', 'iu')
const AND = outside('(?:,? ?& ?|,? (?:and|und|et|og|och|with|и) )', 'iu')

// Between whole names alone: not in `José Ortega y Gasset`. Of Arabic and Hebrew it is the next word's first letter.
const JOINING = outside(
  String.raw`(?<=\p{L}) (?:(?<=\p{Lu}[^\s,]* )${anyOf(words.joining)} (?=\p{Lu})|(?!${anyOf(words.begunByAnd)}(?!\p{L}))(?:و(?=\p{sc=Arab}{3})|ו(?=\p{sc=Hebr}{2})))`,
  'u',
)

// Between two whose family names stand first.
const JOINING_TURNED = outside(
  String.raw` (?=${anyOf(words.joining)} \p{Lu}[^,]{0,99}, )(?<=, [^,]{1,99})\p{L}+ `,
  'u',
)

const LISTED = {
  ROLES,
  DEGREES,
  BEFORE: anyOf(words.beforeName),
  OTHERS: anyOf(words.others),
}
const FIELD_SPELLINGS = spellingsOf('field', LISTED)
const NAME_SPELLINGS = spellingsOf('name', LISTED)

const BRACKETS = / ?[([](?:[^()[\]]|[([][^()[\]]*[)\]])*[)\]]/g
const withoutBrackets = (text: string): string => text.replaceAll(BRACKETS, '').trim()

const wordsOf = (text: string): string[] =>
  withoutBrackets(text)
    .split(/(?:[\s,&]|\b(?:and|und|et)\b)+|(?<=\.)(?=\p{L})/u)
    .filter((word) => /\p{L}/u.test(word) && !SUFFIX.test(word) && !PARTICLE_LAST.test(word))

/** Whether it can be all of a person's name, not the last or the first alone. */
const isFull = (text: string): boolean =>
  wordsOf(text).length > 1 ||
  EAST_ASIAN.test(withoutBrackets(text)) ||
  begins(text, 'mononym') ||
  isPlaceholder(withoutBrackets(text))

/** `MD`, `Ph. D.`, `MS RD`; `J. D.` may be initials. */
const isDegree = (text: string): boolean =>
  ONLY_DEGREES.test(text.replaceAll(/[.\s/&-]/g, '')) && !/^(?!M)\p{L}\. \p{L}\.$/u.test(text)
/** Years, a degree, what somebody did: no part of the name; the last two behind a whole name only. */
const isAside = (part: string, isBehindName: () => boolean): boolean =>
  YEARS.test(part) ||
  ((isDegree(part) || (/^\S+(?: and \S+)?$/.test(part) && isRole(part))) && isBehindName())

/** What stands in brackets at the ends of a text and its parts. */
const notesIn = (text: string): string[] =>
  text.match(/(?<=[([])[^()[\]]*(?=[)\]]\s*(?:,|$))/g) ?? []

/** Whether two parts are those of one name, by the first rule that fits. */
function isInverted([last = '', first]: readonly string[]): boolean {
  if (first === undefined || notesIn(last).some(isRole)) return false
  // Avi, Bo Second (Illustrator)
  const isOther = notesIn(first).some((note) => begins(note, 'role'))
  if (isOther && [last, first].some(isFull)) return false
  // 村野, 春樹; not 莫言, 余华
  const isShort = last.length + first.length < 5
  if (isShort && EAST_ASIAN.test(last + first)) return !begins(last, 'mononym')
  // Austen, Jane
  if (!isFull(last)) return true
  // J.K. Rowling, MinaLima
  if (/\p{Lu}\./u.test(last)) return false
  // García Márquez, Gabriel José; Le Guin, Ursula K.; Cervantes Saavedra, Miguel de
  const [given = '', behind = ''] = withoutBrackets(first).split(', ')
  const isFamily = begins(last, 'surname') && !begins(first, 'surname')
  if (isFamily || /\p{Lu}\.$/u.test(given) || PARTICLE_LAST.test(given)) return true
  // Pardo Bazán, Emilia, condesa de
  if (YEARS.test(behind) || TITLE.test(fold(behind))) return true
  // Baroja Nessi, Pío; not `Elizabeth Ross, ROFry`
  return !isFull(first) && (isGiven(first) || !isGiven(last))
}

function isNamedSo(text = ''): boolean {
  const words = fold(text).split(' ')
  return words.length > 1 && words.some((word) => begins(word, 'organisation'))
}

/** `University of Leeds`, `Google, Inc.`; and what is built like `Farrar, Straus & Giroux`. */
function isOrganisation(bare: string): boolean {
  if (!/[,&]|\band\b/.test(bare)) return false
  if (begins(bare, 'oneWithComma')) return true
  if (bare.split(/[\s,]+/).some((word) => begins(word, 'legalForm'))) return true
  const parts = bare.split(COMMA)
  const sides = bare.split(AND)
  if (isNamedSo(parts[0]) || (sides.length > 1 && isNamedSo(parts.at(-1)))) return true
  // `Gay, Neil & Pratt, Terry` are people, as are `Homer & Virgil`.
  if (sides.length < 2 || sides.at(-1)?.includes(',')) return false
  const names = sides.flatMap((side) => side.split(COMMA))
  return names.every((name) => wordsOf(name).length === 1) && !names.every(isFull)
}

/**
 * Reads `Last, First, 1812-1870 [Translator]` as people do: `First Last`. Years, the names in full
 * behind the initials, degrees, titles and offices are left out; `Jr.` stays. Organisations are whole.
 */
export function readName(written: string): CatalogueName {
  const text = written.slice(0, TEXT_MAX)
  const bare = withoutBrackets(text).replace(/(?<![ ,])[ ,]+$/, '')
  const parts = isOrganisation(bare) ? [bare] : spelled(bare, NAME_SPELLINGS).trim().split(/ ?, ?/)
  const [last = '', ...others] = parts
  const isOut = (part: string, at: number) => isAside(part, () => at > 0 || isFull(last))
  const named = others.filter((part, at) => part !== '' && !isOut(part, at))
  const first = named.find((part) => !SUFFIX.test(part)) ?? ''
  const suffix = named.find((part) => SUFFIX.test(part)) ?? ''
  const role =
    [...notesIn(text), ...others.filter(isOut)].find(isRole) ?? /\[([^\]]*)\]\s*$/.exec(text)?.[1]
  const isAuthor = role?.split(/, |\/| and /).some((what) => begins(what, 'author')) ?? true
  return {
    name: `${together(last, first)} ${suffix}`.trim(),
    role: isAuthor ? undefined : role?.toLowerCase(),
  }
}

function together(last: string, first: string): string {
  // `Marcus Aurelius, Emperor of Rome`
  if (first === '' || (TITLE.test(fold(first)) && / of\b/.test(first))) return last
  if (PARTICLE_FIRST.test(first) || FAMILY_FIRST.test(last)) return `${last} ${first}`
  if (EAST_ASIAN.test(last + first)) return last + first
  // `Tennyson, Alfred Tennyson, Baron`
  return fold(first).endsWith(` ${fold(last)}`) ? first : `${first} ${last}`
}

/** The parts between commas, what belongs to the one before it left with it. */
function partsOf(text: string): string[] {
  const parts: string[][] = []
  for (const part of text.split(COMMA, 3 * NAMES_MAX).filter((part) => part !== '')) {
    const before = parts.slice(-2).map(([name]) => name)
    const bare = withoutBrackets(part)
    const belongs =
      isAside(part, () => isFull(before.join(' '))) ||
      TITLE.test(fold(bare)) ||
      [SUFFIX, /^$|^(?:of|the) |^\p{Ll}.* of /u].some((it) => it.test(bare))
    if (belongs && parts.length > 0) parts.at(-1)?.push(part)
    else parts.push([part])
  }
  return parts.map((some) => some.join(', '))
}

/** The texts of the names in one, by the first rule that fits. */
function separate(text: string): string[] {
  const parts = partsOf(text)
  const pairs = parts.flatMap((_, at) => (at % 2 === 0 ? [parts.slice(at, at + 2)] : []))
  const areTurned = pairs.every(isInverted)
  // Ann Other, Bo Second & Cy Third; not `Harvard University, Graduate School of Education`
  const areOffices = parts.every((part) => isNamedSo(part))
  if (parts.length > 1 && parts.every(isFull) && !areTurned && !areOffices) return parts
  // Farrar, Straus and Giroux
  if (isOrganisation(withoutBrackets(text))) return [text]
  const joined = text.split(JOINING)
  if (joined.length > 1 && joined.every((name) => isFull(name) && !name.includes(',')))
    return joined
  // Ilf, Ilja és Petrov, Jevgenyij
  const turned = text.split(JOINING_TURNED)
  if (
    turned.length > 1 &&
    turned.map(partsOf).every((name) => name.length === 2 && isInverted(name))
  )
    return turned
  // Gay, Neil & Pratt, Terry; Avi & Rachel Vail; not `Will & Ariel Durant`, `Jan Natt och Dag`, `Bob Marley & The Wailers`
  const sides = text.split(AND)
  const isCouple =
    !sides.every(isFull) &&
    (/,| and |^\p{Lu}\.|^\S+ .+ (?:und|et|og|och) \S+$/u.test(text) || isGiven(text))
  const isBand = sides.some((side) => /^(?:the|his|her) /i.test(side))
  if (sides.length > 1 && !isCouple && !isBand) return sides
  // Gaiman, Neil, Pratchett, Terry; or else J.K. Rowling, MinaLima
  return areTurned ? pairs.map((pair) => pair.join(', ')) : parts
}

function readSome(text: string): CatalogueName[] {
  if (text === '') return []
  const names = separate(text)
  return names.length > 1 ? names.slice(0, NAMES_MAX).flatMap(readSome) : [readName(text)]
}

/** The names in a field that may hold several, at most forty: between `;`, `&`, ` and ` or commas. */
export function readNames(text: string): CatalogueName[] {
  // Two lines are two people, unless a name was broken.
  const lines = text
    .slice(0, TEXT_MAX)
    .trim()
    .split(/\s*[\r\n]\s*/)
  const whole = lines.length > 1 && lines.every(isFull) ? lines.join('; ') : text
  const pieces = spelled(plainText(whole, TEXT_MAX), FIELD_SPELLINGS)
    .trim()
    .split(BETWEEN, NAMES_MAX)
  const names = pieces.flatMap((piece) => {
    // What a source took for a name: `Jane Roe, PhD` as two.
    const isNone =
      /^\s*$/.test(piece) || SUFFIX.test(piece) || (/^\S+$/.test(piece) && isDegree(piece))
    const some = isNone ? [] : readSome(piece.trim())
    // `Ann Other & Bo Second (Editors)`: both.
    const role = some.at(-1)?.role
    return role && /(?:s|by)\.?$/.test(role) ? some.map(({ name }) => ({ name, role })) : some
  })
  return names.slice(0, NAMES_MAX)
}

/** The names of those who wrote the book; where a source names none, of those who made it. */
export function authorsOf(names: readonly CatalogueName[]): string[] {
  const wrote = names.filter(({ role }) => role === undefined)
  const edited = names.filter(({ role = '' }) => begins(role, 'editor'))
  return ([wrote, edited].find((some) => some.length > 0) ?? names).map(({ name }) => name)
}

// A favorite author's name is at most as long (docs/security.md 2.1).
const NAME_MAX = 200
const AUTHORS_MAX = 30

/** The names of a book's authors, each once (compared folded), in their order. Takes a list or one name. */
export function cleanAuthors(value: unknown): string[] {
  const names = new Map<string, string>()
  for (const item of [value].flat()) {
    if (names.size === AUTHORS_MAX) break
    const name = typeof item === 'string' ? plainText(item, NAME_MAX).replace(/[\s,;]+$/, '') : ''
    const key = fold(name)
    if (!isPlaceholder(name) && !names.has(key)) names.set(key, name)
  }
  return [...names.values()]
}
