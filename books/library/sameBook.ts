import { LRUCache } from 'lru-cache'
import { withoutAnyArticle, withoutArticle } from '../../contract/articles.ts'
import { fold } from '../../contract/fold.ts'
import { isStory } from '../categories.ts'
import { FOLDED_PLACE, FOLDED_VOLUME as UNITS, VOLUME, withVolume } from '../numbers.ts'
import { spelled, spellingsOf } from '../spellings.ts'
import { editDistance } from '../editDistance.ts'
import { foldKey } from '../foldKey.ts'
import { originalsOf, type Titled } from '../workTitles.ts'
import seriesNames from './seriesNames.json' with { type: 'json' }
import rules from './titleRules.json' with { type: 'json' }

// Whether a reader's row and a book of the catalogue are one book.

// The rules are for folded texts, each beside an example; their letters lose their marks, too. All but spaces are
// letters and digits there: a class of all letters takes long to compile.
const anyOf = (examples: object): string =>
  `(?:${Object.keys(examples).join('|')})`
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(String.raw`\p{L}`, String.raw`\S`)
/** A pattern between the ends of words of a folded text. */
const asWord = (pattern: string): string => String.raw`(?<!\S)${pattern}(?!\S)`
const EDITION = new RegExp(asWord(anyOf(rules.edition)))
const EDITION_BEHIND = new RegExp(`^${EDITION.source}|${EDITION.source}$`)
const EDITION_BEFORE = /(?:annotated|illustrated|unabridged|classics|editions?(?: of)?)$/
// Before it what titles say only in brackets: publishers, series, translators.
const BESIDE_WORDS = new RegExp(
  asWord(anyOf({ ...rules.edition, ...rules.beside, ...rules.allVolumes })),
)
const ALL_VOLUMES = new RegExp(asWord(anyOf(rules.allVolumes)))
// One long pattern would take several times as long to compile.
const OTHER_BOOK = [rules.otherBook, ...Object.values(rules.ofSubject)]
  .flatMap((examples) => Object.entries(examples))
  .map((rule) => new RegExp(asWord(`${anyOf(Object.fromEntries([rule]))}s?`), 'g'))
// What a catalogue's book is itself, where its subjects say so: a play, a comic.
const OF_SUBJECTS = Object.entries(rules.ofSubject).map(([subjects, words]) => ({
  subjects: new RegExp(`^(?:${subjects})$`),
  words: new RegExp(`^(?:(?:the|an?|une?|eine?|una) )?${anyOf(words)}s?(?: (?:novel|book))?$`),
}))
// What a book is, in its subtitle: `A History of Tomorrow`. `The Story of a Return` is a part's own title.
const DEFINITE = /^(?:the|der|die|das|le|la|les|il|lo|gli|el|los|las|o|os|as|het) /
const formOf = (examples: object) => new RegExp(String.raw`^(?:\S+ ){0,2}${anyOf(examples)}(?= |$)`)
const FORM = formOf({ ...rules.form, ...rules.formOfFacts })
const FORM_OF_STORY = formOf(rules.form)
const RANGE = new RegExp(String.raw`(?:#|${VOLUME}\.?) ?\d+ ?(?:[-–&,]|to|and) ?#?\d`, 'iu')

const RANGE_BEHIND = /[\s,]+(?:I[-–](?:I{2,3}|IV|V)|1[-–][2-9])\.?$/

/** Whether a title names several volumes by their numbers: `The Hunger Games (#1-3)`, `Les misérables I-III`. */
export const namesRange = (title: string): boolean => RANGE.test(title) || RANGE_BEHIND.test(title)

/** Which letters a language has, in small ones, and which words tell it from others. */
const EDITION_LANGUAGES = Object.entries(rules.languages).map(([name, { letters, words }]) => ({
  name,
  letters: new RegExp(`^[\\0-\\x7f\\u2010-\\u201f${letters}]*$`, 'u'),
  words: new RegExp(String.raw`(?<![^\s'’])(?:${words.replaceAll(' ', '|')})(?![^\s'’])`, 'u'),
}))
// So many make a word, where no spaces do.
const IDEOGRAMS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]{4}/u
const EACH_IDEOGRAMS = new RegExp(IDEOGRAMS, 'gu')
const SMALL_WORD = /(?<!\S)(?:the|an?|and|of) /g
const NUMBER = String.raw`(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|[ivx]+|${anyOf(rules.ordinal)})`
const UNIT = new RegExp(asWord(String.raw`(book|vol|part|issue)(?:ume)? ${NUMBER}`))
// `Band 2`, `2-я часть`, `второй том`
const NUMBERED = new RegExp(
  asWord(
    String.raw`(?:${UNITS} ?${NUMBER}|(?:\d{1,3}(?: [яийеа])?|${anyOf(rules.ordinal)}) ${UNITS})`,
  ),
)
const NUMBER_BEHIND = new RegExp(String.raw` (?:${UNITS} )?(\d{1,3})$`)
const PLACE_BEHIND = new RegExp(String.raw`^\S.*? (?:(${FOLDED_PLACE}) )?(\d{1,3})$`)
const NUMBER_BESIDE = new RegExp(String.raw`^${NUMBER}$|^\d{1,3} |(?<!\d) \d{1,3}$`)
// In small letters, before the title of a volume: `The Sandman, Vol. 1: Preludes & Nocturnes`.
const VOLUME_BEFORE = new RegExp(
  String.raw`[\s,;:(-]+(?:${UNITS}(?!\p{L})\.? ?#?${NUMBER}|#?\d{1,3}(?=\)?:))\)?(?= ?[:–—,-]? \S)`,
  'u',
)
// In brackets, where letters and words such as `upper` count, too; several have a word between them.
const VOLUMES = new RegExp(
  asWord(
    `(?:(?:${UNITS} ?)?(?:${NUMBER}|${anyOf(rules.place)})(?: ${UNITS})?|of|von|из|and|und|et|y|e|и)`,
  ),
  'g',
)
// Brackets, and a title in other letters behind `=`.
const BESIDE = /\s*[([（]([^()[\]（）]*)[)\]）]| = \P{sc=Latn}*$/gu
// Words of editions that no bracket or comma sets apart.
const SPELLINGS = spellingsOf('title')
const KEY_SPELLINGS = spellingsOf('titleKey', { UNITS })
// Before another title of the same book: `Frankenstein, oder Der moderne Prometheus`.
const OR = new RegExp(`^${anyOf(rules.or)} `)
const OR_BEFORE = String.raw`[;,] (?=(?:${Object.keys(rules.or).join('|')}) )| (?=(?:${Object.keys(rules.orWithArticle).join('|')})(?!\p{L}))`
// Before a subtitle; the mark is kept, too. A time of the day has a colon, too.
const CUT = new RegExp(
  String.raw`( ?[:：](?!\d) ?| [-–—] |(?:―|[—─–]{2})[―—─–]*|(?<=(?!mrs)\p{L}{3})\. |[;,]? (?=or, )|${OR_BEFORE}|; (?=with ))`,
  'iu',
)
// A title has fewer: one of nothing else is made to take long.
const CUTS_MAX = 10
// Before each piece of a title that can be left out.
const PIECE = /(?<! or)(?= ?:(?!\d)| [-–—] | \/ by |(?:[,;]|(?<!\d)\.) )/iu

const areAllVolumes = (title: string): boolean => ALL_VOLUMES.test(fold(title))

/** What a text says that a book is, other than the one whose title it has. */
function kindsOf(text: string): string[] {
  const key = fold(text)
  return OTHER_BOOK.flatMap((rule) => key.match(rule) ?? [])
}

/** Whether a text says no more than what the subjects of a book may say, too: `A Play`. */
const isOfSubject = (text: string): boolean =>
  OF_SUBJECTS.some(({ words }) => words.test(fold(text)))

/** Whether a folded text names a volume; `no 1 bestseller` does not. */
const namesVolume = (key: string): boolean => NUMBERED.test(key.replace(/\bno 1\b/, ''))

/** Whether a text says of which edition a book is, and not that it is a volume or another book. */
function isEdition(text: string): boolean {
  const key = fold(text)
  return EDITION.test(key) && kindsOf(text).length === 0 && !namesVolume(key)
}

const isVolumeAlone = (text: string): boolean =>
  fold(text) !== '' && fold(text).replaceAll(VOLUMES, '').trim() === ''

/** Whether a text says which other book or which part of a book it is; `Dune #1` is a place in a series. */
const saysWhich = (text: string): boolean =>
  isVolumeAlone(text) || (kindsOf(text).length > 0 && !/[^#]#\d+$/.test(text))

/** Whether words in brackets are those of an edition, or a name; what else they say nobody knows. */
function isOfEdition(words: string, title: string): boolean {
  const [letter = 'A'] = /\p{L}/u.exec(words) ?? []
  // A script without capitals tells no names, but for one beside a title in another script.
  const isName = /\p{Lu}/u.test(letter) || (/\p{Lo}/u.test(letter) && !/\p{Lo}/u.test(title))
  return isName || (BESIDE_WORDS.test(fold(words)) && !namesVolume(fold(words)))
}

/** A title without what says of which edition a book is: `Dune: 50th Anniversary (Ace)` → `Dune`. */
export function bareTitle(title: string): string {
  const spelt = spelled(title.replace(RANGE_BEHIND, ''), SPELLINGS)
  const text = spelt.replaceAll(BESIDE, (_, within = '', at = 0) => {
    if (saysWhich(within)) return `${isOfSubject(within) ? ':' : ','} ${within}`
    return isOfEdition(within, spelt.slice(0, at)) ? '' : `: ${within}`
  })
  // What stands behind a comma goes with what it is behind: `An Authoritative Text, Sources, Criticism`.
  let isLeftOut = false
  const pieces = text.split(PIECE).filter((piece, at) => {
    const goesOn = isLeftOut && /^[,.;]/.test(piece) && !saysWhich(piece)
    isLeftOut = at > 0 && (goesOn || isEdition(piece))
    return !isLeftOut
  })
  const bare = pieces.join('').replace(/^[\s,:]+/, '')
  return fold(bare) === '' ? title : bare
}

// `L’Étranger`
const ELIDED = /^l['’´`](?=\p{L})/iu

/** A text as titles are compared: numbers in digits, volumes by their number alone, without article. */
const matchKey = (text: string): string =>
  spelled(withVolume(withoutArticle(foldKey(text.replace(ELIDED, '')))), KEY_SPELLINGS)

const digitsIn = (key: string): string => (key.match(/\d+/g) ?? []).join(' ')

const ownSeriesMatchKey = (name: string): string =>
  matchKey(name)
    .replaceAll(/(?<!\S)(?:the|an?|of|series|saga|trilogy|chronicles|cycle)(?: |$)/g, '')
    .trim()
/** By its names in other languages the one that books have. */
const SERIES_NAMES = new Map(
  Object.entries(seriesNames).flatMap(([name, others]) =>
    others.split('; ').map((other) => [ownSeriesMatchKey(other), ownSeriesMatchKey(name)] as const),
  ),
)

/** The name of a series, and what names one, without what is often left off. */
const seriesMatchKey = (name: string): string =>
  ownSeriesMatchKey(name).replace(/^.*?(?= \d{1,3}$|$)/, (key) => SERIES_NAMES.get(key) ?? key)

/** A title without the words of editions as a key; with each start before a subtitle, and the folded rest. */
function readTitle(title: string) {
  const bare = bareTitle(title).toLowerCase()
  const pieces = bare.split(CUT)
  const parts = pieces.filter((_, at) => at % 2 === 0)
  const marks = pieces.filter((_, at) => at % 2 === 1)
  const joinedParts = (from: number, to?: number) => parts.slice(from, to).join(' ')
  const behind = parts.slice(1, CUTS_MAX).map((_, at) => joinedParts(at + 1))
  const named = bare.replace(VOLUME_BEFORE, '')
  const isNumbered = named !== bare
  const [start = ''] = named.split(CUT, 1)
  const cuts = behind.map((rest, at) => ({
    start: matchKey(joinedParts(0, at + 1)),
    rest: fold(rest),
    /** How many full stops stand before it and in it; 0 where none stands before it. */
    stops: marks[at] === '. ' ? marks.slice(at).filter((mark) => mark === '. ').length : 0,
  }))
  return {
    whole: matchKey(joinedParts(0)),
    cuts,
    /** The first of two titles: `Frankenstein; or, The Modern Prometheus`. */
    beforeOr: cuts.find(({ rest }) => OR.test(rest))?.start,
    /** Without the number of a volume before its own title. */
    unnumbered: isNumbered ? matchKey(named) : undefined,
    /** What may be a title of its own: `tome 4 : Les Cigares du pharaon`, `Wiedźmin. Ostatnie życzenie`. */
    own: behind
      .map(matchKey)
      .filter(
        (key) =>
          isNumbered || ((key.includes(' ') || IDEOGRAMS.test(key)) && !/ [-–—] /.test(bare)),
      ),
    kinds: [start, ...behind].flatMap(kindsOf),
    /** Those that the subjects of a book may say, too. */
    kindsOfSubject: behind.filter(isOfSubject).flatMap(kindsOf),
  }
}

type ReadTitle = ReturnType<typeof readTitle>
// Each is compared with many.
const remembered = new LRUCache<string, ReadTitle, undefined>({ max: 5000, memoMethod: readTitle })
const readingsOf = (book: Titled): ReadTitle[] =>
  [book.title, ...originalsOf(book)].map((text) => remembered.memo(text))

/** The starts of a title behind which a subtitle stands; a volume is none, nor is what stands behind a series. */
const startsOf = (
  { cuts }: ReadTitle,
  series: readonly string[],
  of: 'row' | 'rowOfForm' | 'book' | 'any',
  { categories = [] }: Titled,
) =>
  cuts.flatMap(({ start, rest, stops }) => {
    const words = rest.replaceAll(SMALL_WORD, '').replaceAll(EACH_IDEOGRAMS, '$& ').split(' ')
    // Behind a full stop stories have other stories, books of facts a subtitle.
    const isTitle =
      of !== 'any' &&
      stops > 0 &&
      (stops > 1 || categories.every(isStory)) &&
      !FORM_OF_STORY.test(rest)
    const isDefinite = DEFINITE.test(rest)
    // A short one may name another book of the same title: in a row `Abridged`, in a catalogue `Batman: Hush`.
    const isLong =
      (!isTitle && words.length >= (of.startsWith('row') && isDefinite ? 4 : 3)) ||
      OR.test(rest) ||
      isOfSubject(rest) ||
      (of === 'book' && !isTitle && start.includes(' '))
    const isForm = of === 'rowOfForm' && !isTitle && !isDefinite && FORM.test(rest)
    return (isLong || isForm || (of === 'any' && rest.includes(' '))) &&
      !NUMBERED.test(rest) &&
      !NUMBER_BESIDE.test(rest) &&
      !series.includes(start)
      ? start
      : []
  })

/** Whether a row has a book's title with the subtitle that the catalogue keeps beside it. */
const hasSubtitle = (row: Titled, { title, subtitle }: Titled): boolean =>
  subtitle !== undefined &&
  remembered.memo(`${title}: ${subtitle}`).whole === remembered.memo(row.title).whole

/**
 * Whether a title is what a long original one is known by: `Don Quijote de la Mancha` of `El ingenioso hidalgo don
 * Quijote de la Mancha`. Fewer words name somebody of whom several books tell, but where the book is called so, too.
 */
function isKnownAs({ whole }: ReadTitle, { title, originalTitle, series }: Titled): boolean {
  const original = originalTitle === undefined ? '' : remembered.memo(originalTitle).whole
  const words = whole.split(' ').length
  const isIn =
    (words >= 4 && original.startsWith(`${whole} `)) ||
    (words >= 3 && original.endsWith(` ${whole}`)) ||
    (` ${original} `.includes(` ${whole} `) &&
      whole.length >= 8 &&
      editDistance(whole, remembered.memo(title).whole, 1) <= 1)
  return series === undefined && isIn
}

/** Whether a text names the series of a book. */
export const namesSeries = (text: string, { series }: Titled): boolean =>
  series !== undefined && seriesMatchKey(text) === seriesMatchKey(series.name)

/** Whether a text is nothing, or the series of a book, its number, or both: `1 of the dune chronicles`. */
function isPlace(text: string, { series }: Titled): boolean {
  const [name, number] = [seriesMatchKey(series?.name ?? ''), String(series?.number ?? '')]
  const places = [name, number, `${name} ${number}`, `${number} ${name}`]
  return text === '' || (series !== undefined && places.includes(seriesMatchKey(text)))
}

/** Whether a title is a book's with what editions write beside it: their own words, its subtitle, its series. */
function isBeside(whole: string, title: string, book: Titled): boolean {
  const [before = '', ...others] = ` ${whole} `.split(` ${title} `)
  const behind = others.join(` ${title} `).trim().replace(/^or /, '')
  const isSubtitle = withoutArticle(behind) === matchKey(book.subtitle ?? '')
  return (
    others.length > 0 &&
    (EDITION_BEFORE.test(before.trim()) || isPlace(before.trim(), book)) &&
    (isSubtitle || EDITION_BEHIND.test(behind) || isPlace(behind, book))
  )
}

/** 2 where two keys are the same, 1 where they are but for small words and slips in long titles, else 0. */
function sameness(one: string, other: string): number {
  if (one === other) return 2
  if (withoutAnyArticle(one) === withoutAnyArticle(other)) return 1
  const [mine = '', its = ''] = [one, other].map((key) => key.replaceAll(SMALL_WORD, ''))
  const length = Math.min(mine.length, its.length)
  const most = length < 20 ? 1 : 2
  const canSlip = length >= 12 && digitsIn(one) === digitsIn(other)
  return canSlip && editDistance(mine, its, most) <= most ? 1 : 0
}

const subjectsOf = ({ subjects = [], categories = [] }: Titled): string[] =>
  [...subjects, ...categories].map(fold)

const unitOf = ({ title }: Titled): string | undefined => UNIT.exec(fold(title))?.[1]

/** Whether another record says of its book, too, that it is a summary, a collection or the like. */
function isKind(one: Titled, other: Titled): boolean {
  const { subtitle = '', originalTitle = '', series } = other
  const kinds = [other.title, subtitle, originalTitle, series?.name ?? ''].flatMap(
    (text) => remembered.memo(text).kinds,
  )
  const subjects = [one, other].flatMap(subjectsOf)
  const { kinds: mine, kindsOfSubject } = remembered.memo(one.title)
  const isItself = (kind: string) =>
    kindsOfSubject.includes(kind) &&
    OF_SUBJECTS.some((of) => of.words.test(kind) && subjects.some((it) => of.subjects.test(it)))
  return mine.every((kind) => kinds.includes(kind) || isItself(kind))
}

/** Whether what stands beside the titles says that these are two books: kind, volume, range. */
function areOtherBooks(one: Titled, other: Titled): boolean {
  if (!isKind(one, other) || !isKind(other, one)) return true
  const [unit, another] = [one, other].map(unitOf)
  if (unit !== undefined && another !== undefined && unit !== another) return true
  // All volumes are the book itself, but of one in a series they are several.
  const [some, others] = [one, other].map(({ title }) => areAllVolumes(title) || namesRange(title))
  return some !== others && (some ? other : one).series !== undefined
}

/** Whether two places in one series differ: some count by publication, others by the time that is told of. */
const countOtherwise = ({ series: one }: Titled, { series: other }: Titled): boolean =>
  one?.number !== undefined &&
  other?.number !== undefined &&
  seriesMatchKey(one.name) === seriesMatchKey(other.name) &&
  one.number !== other.number

const close = (key: string, whole: string, shorter: Titled): number =>
  sameness(key, whole) || (isBeside(key, whole, shorter) ? 1 : 0)

/** Whether a title with a number is that of a book which counts in words: `Min kamp 1`, `Min kamp. Første bok`. */
function isNumbered({ whole }: ReadTitle, { cuts }: ReadTitle, { series }: Titled): boolean {
  const [behind = '', number] = NUMBER_BEHIND.exec(whole) ?? []
  const name = whole.slice(0, whole.length - behind.length)
  return (
    Number(number) === series?.number &&
    cuts.some(({ start, rest }) => start === name && NUMBERED.test(rest))
  )
}

/** Whether behind a book's title stand a series and the book's place in it: `Krew elfów. Wiedźmin. Tom 3`. */
const isBeforePlace = ({ cuts }: ReadTitle, { whole }: ReadTitle, { series }: Titled): boolean =>
  series !== undefined &&
  cuts.some(({ start, rest }) => {
    const [, unit, number] = PLACE_BEHIND.exec(rest) ?? []
    // `The Hunger Games: Mockingjay 1`
    const isNamed = unit !== undefined || seriesMatchKey(start) !== seriesMatchKey(series.name)
    return start === whole && Number(number) === series.number && isNamed
  })

/** Whether a title is a comic's series and its volume: `Death Note 1`; its own title may be in another language. */
const isVolumeOf = ({ whole, cuts }: ReadTitle, book: Titled): boolean =>
  subjectsOf(book).some((it) => OF_SUBJECTS[0]?.subjects.test(it)) &&
  [whole, ...cuts.map(({ start }) => start)].some(
    (key) =>
      seriesMatchKey(key) === `${seriesMatchKey(book.series?.name ?? '')} ${book.series?.number}`,
  )

/** Whether a title without the number of its volume is a book's, or that behind the name of a series. */
const isVolume = (
  { unnumbered, own }: ReadTitle,
  { whole }: ReadTitle,
  { series }: Titled,
): boolean =>
  own.includes(whole) ||
  (unnumbered !== undefined &&
    (unnumbered === whole ||
      seriesMatchKey(unnumbered) ===
        `${seriesMatchKey(series?.name ?? '')} ${seriesMatchKey(whole)}`))

/** The readings of a title and of a book, in pairs. */
const pairsOf = (row: Titled, book: Titled) =>
  readingsOf(row).flatMap((mine) => readingsOf(book).map((its) => [mine, its] as const))

const seriesKeysOf = (...titles: readonly Titled[]): string[] =>
  titles.flatMap(({ series }) =>
    series ? [matchKey(series.name), seriesMatchKey(series.name)] : [],
  )

/**
 * How surely the title of a row and a book's by the same author are of one book: 2 the same but for subtitle, series
 * and article, 1 almost the same, 0 another book.
 */
export function titleCloseness(row: Titled, book: Titled): number {
  const series = seriesKeysOf(row, book)
  const pairs = pairsOf(row, book)
  const compared = pairs.flatMap(([mine, its]) => [
    ...[mine.whole, ...startsOf(mine, series, 'row', book)].map((key) =>
      close(key, its.whole, book),
    ),
    ...[its.whole, ...startsOf(its, series, 'book', book)].map((key) =>
      close(key, mine.whole, row),
    ),
    mine.beforeOr !== undefined && mine.beforeOr === its.beforeOr ? 1 : 0,
    isVolume(mine, its, book) || isVolume(its, mine, row) ? 1 : 0,
    isNumbered(mine, its, book) || isKnownAs(mine, book) ? 1 : 0,
    isBeforePlace(mine, its, book) || (isVolumeOf(mine, book) && unitOf(row) !== 'book') ? 1 : 0,
  ])
  const isSubtitled = hasSubtitle(row, book)
  const most = Math.max(isSubtitled ? 2 : 0, ...compared)
  if (most === 0 || areOtherBooks(row, book)) return 0
  if (!countOtherwise(row, book)) return most
  // Only of two books with one title the number says which.
  return isSubtitled || pairs.some(([mine, its]) => mine.whole === its.whole) ? 1 : 0
}

/** How many of a row and a book, else of one title, have a short subtitle: 1 may be one book, 2 are two. */
export function shortSubtitles(row: Titled, book: Titled): number {
  const series = seriesKeysOf(row, book)
  const counts = pairsOf(row, book).map(([mine, its]) => {
    const ours = startsOf(mine, series, 'any', book)
    const theirs = startsOf(its, series, 'any', book)
    // A row's own may be a volume, a comic, a film, but where it says what the book is.
    const isSubtitle = startsOf(mine, series, 'rowOfForm', book).includes(its.whole)
    if (isSubtitle || theirs.includes(mine.whole)) return 1
    return ours.some((start) => theirs.includes(start)) ? 2 : 0
  })
  const [count = 0] = counts.filter((some) => some > 0)
  return count > 0 && (areOtherBooks(row, book) || countOtherwise(row, book)) ? 0 : count
}

/** The languages that a title may be in, by its letters and, where it has such, its small words. */
function languagesOf(title: string): string[] {
  const text = title.toLowerCase()
  const some = EDITION_LANGUAGES.filter(({ letters }) => letters.test(text))
  const told = some.filter(({ words }) => words.test(text))
  return (told.length > 0 ? told : some).map(({ name }) => name)
}

/** Whether two titles are in two languages: `Sense and Sensibility`, `Sentido y sensibilidad`. */
export function areTranslations(titles: readonly string[]): boolean {
  const [mine = [], its = [], other] = titles.map((title) => languagesOf(bareTitle(title)))
  const isOne = mine.includes('English') !== its.includes('English')
  return other === undefined && (isOne || !mine.some((name) => its.includes(name)))
}

/** Whether two records that the catalogue takes for one work are so; their titles may be in two languages. */
export function areEditions(row: Titled, book: Titled): boolean {
  if (countOtherwise(row, book)) return false
  if (titleCloseness(row, book) > 0) return true
  const isPart = pairsOf(row, book).some(
    ([{ whole: mine }, { whole: its }]) => mine.startsWith(`${its} `) || its.startsWith(`${mine} `),
  )
  const [mine = '', its = ''] = [row, book].map(({ title }) =>
    digitsIn(remembered.memo(title).whole),
  )
  return !isPart && mine === its && !areOtherBooks(row, book)
}
