import { fold } from '../contract/fold.ts'
import words from './nameWords.json' with { type: 'json' }
import { isPlaceholder, plainText } from './texts.ts'

/** A name as sources have it, taken apart. */
export interface CatalogueName {
  /** As it is read: `Jane Austen`. */
  name: string
  /** What the person did, such as `translator`; `undefined` for authors. */
  role: string | undefined
}

/** Whether a folded text begins with one of the words, in which `*` stands for any letters. */
const table = (lines: readonly string[]) =>
  new RegExp(
    String.raw`^(?:${lines.join('|').replaceAll('*', '\\p{L}*').replaceAll(', ', '|')})(?!\p{L})`,
    'u',
  )

const AUTHOR = table(words.author)
const ROLE = table([...words.author, ...words.editor, ...words.role])
const EDITOR = table(words.editor)
const LEGAL_FORM = table(words.legalForm)
const ORGANISATION = table(words.organisation)
const MONONYM = table(words.mononym)
const ONE = table(words.oneWithComma)
const DEGREE =
  /^(?:P(?:sy|[hH])D|DPhil|EdD|MD|DDS|DVM|DO|JD|LL[BDM]|M(?:BA|FA|PH|SW|Sc|S|A)|B(?:Sc|S|A)|RND?|BSN|MSN|PharmD|MDiv|MEd|CPA|CFA|LPC|LMFT|LCSW|Esq|[OMCK]BE|FRS|SJ|OP|OSB|OFM)+$/
const TITLE = /^(?:Sir|Dame|Lord|Lady|Baron(?:ess)?|Saint|St|Rev|Dr|Prof|Mrs?|Ms)\.?$/
const SUFFIX = /^(?:Jn?r|Sn?r|II|III|IV|2nd|3rd|père|fils)\.?$/
// Years of life and work.
const YEARS =
  /\d{3}|\d(?:st|nd|rd|th| ?B\.? ?C)|^(?=\D*\d)[\d\W]*$|^(?:active|approximately|born|died|fl)\b/i
const PARTICLES =
  /^(?:of|the|da|de|del|della|der|des|di|du|le|la|van|von|wa|zu|à|al|ibn|ben|bar|ha)(?!\p{L})|^d'/u
const RULER =
  /^(?:King|Queen|Emperor|Empress|Pope|Tsar|Czar|Prince|Princess|Duke|Duchess|Sultan)\b.*\bof\b/i
const VIETNAMESE = /^(?:Nguyễn|Trần|Lê|Phạm|Huỳnh|Hoàng|Vũ|Võ|Đặng|Bùi|Đỗ|Hồ|Ngô|Dương)$/u
const EAST_ASIAN = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}ー・ ]+$/u
// A book has fewer; so much of a field, and of one name, is read.
const NAMES_MAX = 40
const TEXT_MAX = 2000
const NAME_TEXT_MAX = 500
// Last and first name, and what stands behind them.
const PARTS_MAX = 3 * NAMES_MAX

// What separates names and their parts, except within brackets.
const BETWEEN = / ?(?:[;|、]| \/ |\/(?=\p{Lu}\p{Ll}+ \p{Lu})) ?/u
const COMMA = / ?, ?(?:(?:and|&) )?/iu
const AND = /,? ?& ?|,? (?:and|und|et|og|och|with|и) /iu

/** The first parts of a text between what separates them, except within brackets; in linear time. */
function splitOutside(text: string, separator: RegExp): string[] {
  const parts = ['']
  // Brackets are at the odd places.
  const runs = text.split(/([()[\]])/)
  for (const [at, run] of runs.entries()) {
    const isWithin = at % 2 === 1 || /[)\]]/.test(runs[at + 1] ?? '')
    const [first = '', ...more] = isWithin ? [run] : run.split(separator)
    parts.push((parts.pop() ?? '') + first, ...more)
  }
  return parts.slice(0, PARTS_MAX)
}

// What is written otherwise in a name, made like the common.
const NAME_SPELLINGS: readonly [RegExp, string][] = [
  [/\$[a-z]\b/g, ''],
  [/ (?:(?:b|d|fl|ca?)\. ?)?\d{3,4}\?? ?[-–—] ?(?:\d{2,4}\??)?$/, ''],
  [/^(Jr|Sr)\.?,? (.+)$/, '$2, $1.'],
  [/^([^,]+(?:, ?[^,]*)?) (?=(?:Jn?r|Sn?r|II|III|IV)\.?(?:,|$))/, '$1, '],
  [/(?<= \S+) (?=(?:(?:Ph\. ?D|Psy\.?D|M\.D|PhD|MD|DDS|EdD|MBA|Esq)\.?[ ,]*)+$)/, ', '],
]
// The same of the field that names stand in.
const FIELD_SPELLINGS: readonly [RegExp, string][] = [
  [/[，،]/g, ', '],
  [/[；؛]/g, '; '],
  [/＆/g, ' & '],
  [/ (著|作|訳|译|譯|編|编|絵|지음|옮김|글|그림)(?=[,;]|$)/g, ' [$1]'],
  [/, ?(?=(?:Jn?r|Sn?r|II|III|IV)(?:[., ]|$))/g, ' '],
  [/, (?:P[hH]\.?D|M\.?D)\.?(?= (?:and|&) )/g, ''],
  [
    /(?<![ ,;&.[])[ ,;&.[]*(?:\bet\.? al\b\.?|\band others\b|\bet autres\b|\bu\. ?a\.|и др\.)\]?$/i,
    '',
  ],
  [/(?:^|[,;]? )((?:illustrat|translat|edit|compil|adapt|narrat)ed) by ([^;,]+)/gi, '; $2 [$1]'],
  [/^(?:by|written by) /i, ''],
  [/^[[(]([^()[\]]*)[)\]]$/, '$1'],
  [/(?<=\p{Ll}{3})\.$/u, ''],
]
const spelled = (text: string, spellings: typeof NAME_SPELLINGS): string =>
  spellings.reduce((spelt, [from, to]) => spelt.replace(from, to), text).trim()

const BRACKETS = / ?[([](?:[^()[\]]|[([][^()[\]]*[)\]])*[)\]]/g
const withoutBrackets = (text: string): string => text.replaceAll(BRACKETS, '').trim()

const wordsOf = (text: string): string[] =>
  withoutBrackets(text)
    .split(/(?:[\s,&]|\b(?:and|und|et)\b)+|(?<=\.)(?=\p{L})/u)
    .filter((word) => /\p{L}/u.test(word) && !SUFFIX.test(word))
    .filter((word) => PARTICLES.exec(word)?.[0] !== word)

/** Whether it can be all of a person's name, not the last or the first alone. */
const isFull = (text: string): boolean =>
  wordsOf(text).length > 1 ||
  EAST_ASIAN.test(withoutBrackets(text)) ||
  MONONYM.test(fold(text)) ||
  isPlaceholder(withoutBrackets(text))

/** `Le Guin` and `Ursula K.`: parts of one name. */
function isInverted([last = '', first]: readonly string[]): boolean {
  if (first === undefined || !isFull(last)) return first !== undefined
  return !/\p{Lu}\./u.test(last) && (!isFull(first) || /\p{Lu}\.$/u.test(first))
}

const isNamedSo = (words: string[] = []): boolean =>
  words.length > 1 && words.some((word) => ORGANISATION.test(word))

/** `University of Leeds`, `Google, Inc.`; and what is built like `Farrar, Straus & Giroux`. */
function isOrganisation(bare: string): boolean {
  if (!/[,&]|\band\b/.test(bare)) return false
  const parts = splitOutside(bare, COMMA).map((part) => fold(part).split(' '))
  if (ONE.test(fold(bare)) || parts.flat().some((word) => LEGAL_FORM.test(word))) return true
  const sides = splitOutside(bare, AND)
  if (isNamedSo(parts[0]) || (sides.length > 1 && isNamedSo(parts.at(-1)))) return true
  // `Gay, Neil & Pratt, Terry` are people, as are `Homer & Virgil`.
  if (sides.length < 2 || sides.at(-1)?.includes(',')) return false
  const names = sides.flatMap((side) => splitOutside(side, COMMA))
  return names.every((name) => wordsOf(name).length === 1) && !names.every(isFull)
}

const isRole = (text: string): boolean => ROLE.test(fold(text))

/** Years, a degree, what somebody did: no part of the name; the last two behind a whole name only. */
const isAside = (part: string, isBehindName: boolean): boolean =>
  YEARS.test(part) ||
  (isBehindName &&
    (fold(part)
      .split(' and ')
      .every((what) => isRole(what) && !what.includes(' ')) ||
      (DEGREE.test(part.replaceAll(/[.\s/&]/g, '')) && !/^(?!M)\p{L}\. \p{L}\.$/u.test(part))))

/**
 * Reads `Last, First, 1812-1870 [Translator]` as people do: `First Last`. Years, the names in full
 * behind the initials, degrees, titles and offices are left out; `Jr.` stays. Organisations are whole.
 */
export function readName(written: string): CatalogueName {
  const text = written.slice(0, NAME_TEXT_MAX)
  const bare = withoutBrackets(text).replace(/(?<![ ,])[ ,]+$/, '')
  const parts = isOrganisation(bare) ? [bare] : spelled(bare, NAME_SPELLINGS).split(/ ?, ?/)
  const [last = '', ...others] = parts
  const isOut = (part: string, at: number) => isAside(part, at > 0 || isFull(last))
  const named = others.filter((part, at) => part !== '' && !isOut(part, at))
  const first = named.find((part) => !SUFFIX.test(part)) ?? ''
  const suffix = named.find((part) => SUFFIX.test(part)) ?? ''
  const notes = text.match(/(?<=[([])[^()[\]]*(?=[)\]]\s*(?:,|$))/g) ?? []
  const role =
    [...notes, ...others.filter(isOut)].find(isRole) ?? /\[([^\]]*)\]\s*$/.exec(text)?.[1]
  return {
    name: `${together(last, first)} ${suffix}`.trim(),
    role: role === undefined || AUTHOR.test(fold(role)) ? undefined : role.toLowerCase(),
  }
}

function together(last: string, first: string): string {
  if (first === '' || RULER.test(first)) return last
  if (PARTICLES.test(first) || VIETNAMESE.test(last)) return `${last} ${first}`
  if (EAST_ASIAN.test(last + first)) return last + first
  // `Tennyson, Alfred Tennyson, Baron`
  return fold(first).endsWith(` ${fold(last)}`) ? first : `${first} ${last}`
}

/** The parts between commas, what belongs to the one before it left with it. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  // What is read so far: whether it has a whole name in it, and how many words.
  let hasName = false
  let words = 0
  for (const part of splitOutside(text, COMMA)) {
    const before = parts.at(-1) ?? ''
    const belongs =
      isAside(part, hasName || words > 1) ||
      [SUFFIX, TITLE, RULER, /^(?:of|the) /].some((it) => it.test(part))
    if (belongs && before !== '') parts[parts.length - 1] = `${before}, ${part}`
    else if (part !== '') parts.push(part)
    hasName ||= isFull(part)
    words += wordsOf(part).length
  }
  return parts
}

function readSome(text: string, isList: boolean): CatalogueName[] {
  const parts = partsOf(text)
  const isWhole = isOrganisation(withoutBrackets(text))
  const sides = splitOutside(text, AND)
  const pairs = Array.from({ length: Math.ceil(parts.length / 2) }, (_, at) =>
    parts.slice(2 * at, 2 * at + 2),
  )
  const isTurned = pairs.every(isInverted)
  // `Ann Other (Author), Bo Second`, `J. Other, Bo Second`: no last names turned round.
  const endsEarly = /[([]([^()[\]]*)[)\]],/.exec(text)?.[1] ?? ''
  const areSeveral =
    isList ||
    (!isWhole &&
      (parts.length > 2 ||
        sides.length > 1 ||
        isRole(endsEarly) ||
        /\p{Lu}\.|\b[JS]r\b/u.test(parts[0] ?? '')))
  if (areSeveral && parts.length > 1 && parts.every(isFull) && !isTurned) {
    return parts.flatMap((part) => readSome(part, false))
  }
  if (isWhole) return [readName(text)]
  const isPeople = isList && text.includes('&') ? sides.some(isFull) : sides.every(isFull)
  if (sides.length > 1 && isPeople && !sides.some((side) => /^(?:the|his|her) /i.test(side))) {
    return sides.flatMap((side) => readSome(side, isList))
  }
  if (parts.length < (isList ? 2 : 4)) return [readName(text)]
  return (isTurned ? pairs.map((pair) => pair.join(', ')) : parts).map(readName)
}

/** `Ann Other & Bo Second (Editors)`: both. */
function shareRole(names: CatalogueName[]): CatalogueName[] {
  const role = names.at(-1)?.role
  return role && /s\.?$/.test(role) ? names.map(({ name }) => ({ name, role })) : names
}

/**
 * The names in a field that may hold several, at most forty: between `;`, `&` or ` and `; in one of lists between
 * commas, too.
 */
export function readNames(text: string, isList = false): CatalogueName[] {
  const field = spelled(plainText(text, TEXT_MAX), FIELD_SPELLINGS)
  const pieces = splitOutside(field, BETWEEN)
  const some = pieces.filter((piece) => piece.trim() !== '').slice(0, NAMES_MAX)
  return some
    .flatMap((piece) => shareRole(readSome(piece.trim(), isList && pieces.length === 1)))
    .slice(0, NAMES_MAX)
}

/** The names of those who wrote the book; where a source names none, of those who made it. */
export function authorsOf(names: readonly CatalogueName[]): string[] {
  const wrote = names.filter(({ role }) => role === undefined)
  const edited = names.filter(({ role }) => role !== undefined && EDITOR.test(fold(role)))
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
