import { WISH_AUDIENCES, type Audience } from '../contract/audiences.ts'
import { withoutEnglishArticle } from '../contract/articles.ts'
import type { Understood } from '../contract/books.ts'
import { fold } from '../contract/fold.ts'
import {
  audienceNamed,
  evidenceFor,
  evidenceOf,
  hasAny,
  isFiller,
  isNegation,
  meaningOf,
  type Evidence,
  type Meaning,
  type Wished,
} from './meanings.ts'
import { withDigits } from './numbers.ts'
import { authorKey, beginningsOf } from './words.ts'

// What readers ask for in words of their own: `funny books for 8 year olds`, `thrillers without violence`,
// `books like dune`.

export interface Wish {
  wants: readonly Meaning[]
  without: readonly Meaning[]
  /** For whom, the first as the reader said it; for all where there is none. */
  audiences: readonly Audience[]
  /** Whether novels are asked for. */
  isFiction: boolean
  /** Words for what no record says, such as pages or prizes. */
  unknown: readonly string[]
  /** Whether it is worded as a wish (`books about`, `something`), and can hardly be a title. */
  isAsked: boolean
  /** Whether it is rather a wish than a title that nobody knows: `cozy fantasy`, but not `Winter Garden`. */
  isLikely: boolean
}

/** Nobody types a wish of so many words. */
const WORDS_MOST = 40
/** The longest phrase has so many. */
const PHRASE_MOST = 6
/** From so much evidence on a book is what is meant. */
export const COUNTS = 0.25
/** What weighs less in what is not wanted may stay. */
const EXCLUDES = 0.65

const isOrigin = ({ all }: Evidence): boolean => all.some(({ what }) => what === 'origin')
/** What stands before a place and behind a literature. */
const OF_PLACE = /^(?:in|about|during|across|around|through|visiting)$/
const OF_LITERATURE = /^(?:authors?|writers?|novelists?|literature)$/

const AGE =
  /\b(?:(?:for|ages?|aged|my|a|an|of) )*(\d{1,2})(?: (?:to |and |or )?\d{1,2})? ?(?:(?:years?|yrs?)(?: olds?)?|yos?)(?: (?:girl|boy|son|daughter|niece|nephew|kid|child|grandson|granddaughter)s?)?\b|\b(?:ages?|aged) (\d{1,2})(?: (?:to |and )?\d{1,2})?\b/
const GRADE = /\b(?:(\d{1,2})(?:st|nd|rd|th) grade(?:rs?)?|grade (\d{1,2}))\b/
/** How much older than their grade pupils are. */
const BEFORE_SCHOOL = 5
const PAGES =
  /\b(?:(?:under|below|less than|fewer than|at most|up to|max|shorter than)|(over|above|more than|at least|longer than)) \d+ ?(?:pages?|pp?)\b|\b(\d+) ?(?:pages?|pp)(?: (?:plus|or (?:more|less|fewer|under)))?\b/

/** From so many pages on a book is long. */
const PAGES_LONG = 350

/** A folded text with its numbers in digits, but for articles. */
const inDigits = (key: string): string =>
  withDigits(key.replaceAll(/\b(?:one|a|an)\b/g, '$& ')).trim()
/** Who wants none of it means scenes of it, no topic. */
const SEX = /^(?:sex|sexual|sexual content|spice|spicy|smut|steamy|sexy)$/
/** What asks for no sex, wherever it stands. */
const CLEAN = /\b(?:clean|closed door|family friendly|no (?:spice|smut)|chaste)\b/

function audiencesOf(age: number): readonly Audience[] {
  if (age <= 4) return ['picture book']
  if (age <= 7) return ['children', 'picture book']
  if (age <= 12) return ['children']
  return age <= 17 ? ['young adult'] : ['adult']
}

const ASKED =
  /\b(?:books|novels|reads|recommend\w*|suggest\w*)\b|\bstories of\b|^(?:\w+ )?(?:something|anything)\b|\b(?:book|novel|stor(?:y|ies)|read|fiction) (?:about|for|with|like|set|that|where|which|to|by|without)\b|\b(?:for|gift for) (?:my|people|someone)\b|\bin the mood\b|^i (?:want|need|feel|would)\b/
/** What readers say who ask for a book, where it is not written as titles are. */
const ASKED_SO =
  /\b(?:my|our|his|her) (?:\w+ ){1,6}?(?:likes?|loves?|enjoys?|hates?|wants?|needs?|is (?:obsessed|into|really into|crazy))\b|\b(?:i|we|who|she|he) (?:really )?(?:want|need|like|love|loved|liked|enjoy|enjoyed|likes|loves|hates|enjoys|just|feel|would|could|should|can|hate)\b|^(?:can|could|does|do|is there|are there|looking|searching|please|help|give|show|find|tell|any|some|need|want|recs?|suggestions?|explain|teach)\b|\bwhat (?:can|should|to|do|are|would|book|next)\b|\b(?:where|in which|that) the\b|\b(?:recs|read ?alikes?|please)\b/
/** What names a topic behind it. */
const ABOUT = /^(?:about|on|with|featuring|involving|set)$/
/** What goes on with what is not wanted: `or`, and `and` with another thing. */
const ALSO_NOT =
  /^(?:(?:or|nor)\b|and (?!with|about|for|set|likes?|loves?|some|lots|has|have|wants?|is|a\b)|\w+ (?:or|nor)\b)/
/** So many words may be a wish that says what is not wanted or not known, any other, and what names no kind of book. */
const SENTENCES = { refusing: 3, any: 4, ofNoKind: 7 } as const

/** Whether a text is written as titles are: `The Spy Who Loved Me`. */
function isTitleCase(text: string): boolean {
  const long = text.split(/\s+/).filter((word) => /^\p{L}{4}/u.test(word))
  return /^\W*\p{Lu}/u.test(text) && long.every((word) => /^\p{Lu}/u.test(word))
}

/** Whether several words, not written as a title, are rather a wish in which something is known. */
function isSentence(key: string, known: readonly Meaning[], saysMore: boolean): boolean {
  const count = key.split(' ').length
  const least = saysMore ? SENTENCES.refusing : SENTENCES.any
  if (known.length === 0 || count < least || hasArticle(key)) return false
  const hasKind = known.some(({ words }) => KIND_OF_BOOK.test(words))
  return (
    hasKind || saysMore || count >= SENTENCES.ofNoKind || (known.length > 1 && JOINED.test(key))
  )
}

const ASKED_ABOUT =
  /\b(?:books?|novels?|stor(?:y|ies)|fiction|something|anything) (?:about|on|with|set)\b/
const NOVELS = /\bnovels?\b|(?<!\bnon )\bfiction\b/
const KIND_OF_BOOK =
  /(?:^| )(?:fantasy|myster(?:y|ies)|thrillers?|romances?|romantasy|fiction|nonfiction|memoirs?|biograph(?:y|ies)|poe(?:try|ms)|comics|manga|novellas?|cookbooks?|recipes|classics|westerns?|opera|horror|sci ?fi|essays|sagas?|whodunits?|retellings?|history|literature|adventures?|crime)$/
const hasArticle = (key: string): boolean => withoutEnglishArticle(key) !== key
const JOINED = / (?:with|about|set|without|but|featuring|in|for) /

/** Whether words that ask for nothing can hardly be a title: titles have articles, or two nouns (`winter garden`). */
function isLikelyWish(key: string, wants: readonly Meaning[], hasAudience: boolean): boolean {
  const [first, ...others] = wants
  const hasKind = wants.some(({ words }) => KIND_OF_BOOK.test(words))
  if (hasArticle(key)) return hasKind && !key.startsWith('the ')
  if (first === undefined || hasAudience) return hasAudience
  const isWhole = wants.map(({ words }) => words).join(' ') === key
  if (others.length === 0) {
    const isPhrase = first.words.includes(' ')
    return isWhole ? isPhrase || first.isKind : hasKind && isPhrase
  }
  const count = key.split(' ').length
  return (
    hasKind || (JOINED.test(key) && count > 3) || (isWhole && (count > 2 || /[^s]s$/.test(key)))
  )
}

/** A meaning as the words around it have it: of a country what plays there, or who writes there, if that is said. */
function fitting(meaning: Meaning, before: string, after: string): Meaning {
  const ofOrigin = meaning.evidence.filter(isOrigin)
  const others = meaning.evidence.filter((one) => !isOrigin(one))
  if (ofOrigin.length === 0 || others.length === 0) return meaning
  if (OF_PLACE.test(before)) return { ...meaning, evidence: others }
  return OF_LITERATURE.test(after) ? { ...meaning, evidence: ofOrigin } : meaning
}

/** Whether words are a phrase that is known. */
const isKnown = (phrase: string): boolean =>
  isFiller(phrase) || audienceNamed(phrase) !== undefined || meaningOf(phrase) !== undefined

/** What a catalogue knows of the words of a query that the table does not have. */
export interface KnownWords {
  /** Whether enough texts have a word for it to be a topic. */
  isInTexts: (word: string) => boolean
  /** The author whose name, or surname, some words are. */
  authorOf: (words: string) => string | undefined
}

/** The longest phrase that some words begin with and that is one. */
const longest = (words: readonly string[], is: (phrase: string) => boolean): string | undefined =>
  beginningsOf(words).find((phrase) => is(phrase))
const lengthOf = (phrase = ''): number => phrase.split(' ').filter((word) => word !== '').length

/** What surely is what is not wanted, without what is wanted: `a murder mystery without murder`. */
function unwanted(meaning: Meaning, wants: readonly Meaning[]): Meaning {
  const wanted = wants
    .flatMap(({ evidence }) => evidence)
    .flatMap(({ all, weight }) => (weight < 1 ? [] : all.map(({ name }) => name)))
  const evidence = meaning.evidence.filter(
    ({ all, weight }) => weight >= EXCLUDES && !all.some(({ name }) => wanted.includes(name)),
  )
  return { ...meaning, evidence }
}

/** What a query says in numbers, and the rest of its words. */
function numbersIn(whole: string) {
  const digits = inDigits(whole)
  const ofAge = AGE.exec(digits)
  const age = ofAge ?? GRADE.exec(whole)
  const pages = PAGES.exec(whole)
  const isLong = pages?.[1] !== undefined || Number(pages?.[2] ?? 0) >= PAGES_LONG
  const rest = (age ? digits : whole).replace(age?.[0] ?? '', ' ').replace(pages?.[0] ?? '', ' ')
  return {
    years: age && Number(age[1] ?? age[2]) + (ofAge ? 0 : BEFORE_SCHOOL),
    pages: pages?.[0],
    rest: pages ? `${rest} ${isLong ? 'long' : 'short'}` : rest,
  }
}

/** What the words of a query say, one phrase after another, the longest first. */
function takeApart(
  words: readonly string[],
  years: number | null,
  { isInTexts, authorOf }: KnownWords,
  asked: boolean,
) {
  const wants: Meaning[] = []
  const excluded: Meaning[] = []
  const unknown: string[] = []
  const missing: string[] = []
  let audiences = years === null ? [] : audiencesOf(years)
  let isNegated = false
  for (let at = 0; at < words.length;) {
    const next = words.slice(at, at + PHRASE_MOST)
    const [word = ''] = next
    const [before = ''] = words.slice(at - 1, at)
    const run = longest(next, isKnown)
    const negation = longest(next, isNegation)
    if (negation !== undefined && lengthOf(negation) >= lengthOf(run)) {
      isNegated = true
      at += lengthOf(negation)
      continue
    }
    const isNothing = isFiller(run ?? '') || /^(?:\d+|loves)$/.test(run ?? word)
    if (isNothing) {
      at += Math.max(lengthOf(run), 1)
      continue
    }
    const isName = isNegated && (run === undefined || before === 'by')
    const named = isName ? longest(next, (phrase) => authorOf(phrase) !== undefined) : undefined
    at += Math.max(lengthOf(named ?? run), 1)
    const [after = ''] = words.slice(at)
    const audience = audienceNamed(run ?? '')
    const meaning = meaningOf(isNegated && SEX.test(run ?? '') ? 'erotic' : (run ?? ''))
    if (named !== undefined) {
      const name = authorOf(named) ?? named
      const all = [{ what: 'author' as const, name: authorKey(name) }]
      excluded.push({ name, isKind: false, words: '', evidence: [{ all, weight: 1 }] })
    } else if (audience !== undefined && isNegated) {
      excluded.push({ name: audience, isKind: false, words: '', evidence: evidenceOf(audience) })
    } else if (audience !== undefined) {
      const [first = 'children'] = audiences
      if (first === 'children' && years === null) {
        audiences = audience === 'children' ? ['children', 'picture book'] : [audience]
      }
    } else if (run === undefined) {
      const isTopic = asked && words.slice(0, at).some((one) => ABOUT.test(one))
      if (isNegated || after === 'free') unknown.push(`without ${word}`)
      else if (isTopic && isInTexts(word)) {
        wants.push({ name: word, isKind: false, words: word, evidence: [] })
      } else missing.push(word)
      if (after === 'free') at += 1
    } else if (meaning?.evidence.length === 0) {
      unknown.push(isNegated ? `without ${run}` : run)
    } else if (meaning) {
      const isFree = after === 'free'
      const list = isNegated || isFree ? excluded : wants
      if (!list.some(({ name }) => name === meaning.name)) {
        list.push(fitting(meaning, before, after))
      }
      if (isFree || OF_LITERATURE.test(after)) at += 1
    }
    // Violence against whom does not matter.
    if (isNegated && after === 'against') at += 2
    isNegated &&= ALSO_NOT.test(words.slice(at, at + 3).join(' '))
  }
  return { wants, excluded, unknown, missing, audiences }
}

/**
 * What a query wishes for; none where nothing of it is known. Where it is worded as a wish, or can hardly be a title,
 * words that nobody knows are said to be unknown, unless they are most of it. Takes any text.
 */
export function wishOf(text: string, knownWords: KnownWords): Wish | undefined {
  const whole = fold(text)
  const { years, pages, rest } = numbersIn(whole)
  const mayBeTitle = isTitleCase(text)
  const isNumbered = years !== null || pages !== undefined
  const asked = ASKED.test(whole) || isNumbered || (!mayBeTitle && ASKED_SO.test(whole))
  // At the end, so that it belongs to no other word.
  const key = CLEAN.test(rest) ? `${rest.replace(CLEAN, ' ')} without erotic` : rest
  const words = key.split(' ').filter((word) => word !== '')
  if (words.length > WORDS_MOST) return undefined
  const found = takeApart(words, years, knownWords, asked)
  const { wants, excluded, missing, audiences } = found
  const known = wants.filter(({ evidence }) => evidence.length > 0)
  const without = excluded
    .map((meaning) => unwanted(meaning, known))
    .filter((one) => one.evidence.length > 0)
  const kept = excluded.filter(({ name }) => !without.some((one) => one.name === name))
  const unknown = [
    ...(pages === undefined ? [] : [pages]),
    ...found.unknown,
    ...kept.map(({ name }) => `without ${name}`),
  ]
  const isAnything = known.length + audiences.length + without.length > 0
  // What only texts have is a topic where one is asked for.
  if (!isAnything && wants.length > 0 && !ASKED_ABOUT.test(whole)) return undefined
  if (!isAnything && missing.length > 0) return undefined
  if (missing.length > (asked ? 2 * known.length + 1 : known.length)) return undefined
  const isRefused = wants.length > 0 ? !hasArticle(whole) : whole.startsWith('without ')
  const isAsked = asked || (!mayBeTitle && without.length > 0 && isRefused && missing.length === 0)
  const isLikely =
    isAsked ||
    (missing.length === 0 && isLikelyWish(whole, known, audiences.length > 0)) ||
    (!mayBeTitle && isSentence(whole, known, without.length + unknown.length > 0))
  if (!isLikely && missing.length > 0) return undefined
  const isFiction = NOVELS.test(whole)
  return {
    wants,
    without,
    audiences,
    isFiction,
    unknown: [...unknown, ...missing],
    isAsked,
    isLikely,
  }
}

/** A wish without what only texts can have, if there is both: these words are said to be unknown. */
export function withoutTexts(wish: Wish): Wish | undefined {
  const { wants, unknown } = wish
  const [known, others] = [true, false].map((isKnown) =>
    wants.filter(({ evidence }) => evidence.length > 0 === isKnown),
  )
  if (!known?.length || !others?.length) return undefined
  return { ...wish, wants: known, unknown: [...unknown, ...others.map(({ words }) => words)] }
}

/** Whether a wish says nothing of what is wished. */
export const isEmpty = ({ wants, without, audiences }: Wish): boolean =>
  wants.length + without.length + audiences.length === 0

/** For whom a book is. */
export const audienceOf = ({ subjects }: Wished): Audience =>
  WISH_AUDIENCES.find((name) => subjects.includes(name)) ?? 'adult'

/** Whether a book is for whom it is wished, a novel where one is, and nothing that is not wanted. */
export function isOpenTo(book: Wished, { audiences, isFiction, without }: Wish): boolean {
  const isFor = audiences.length === 0 || audiences.includes(audienceOf(book))
  const isKind = !isFiction || !book.interests.includes('Non-Fiction')
  return isFor && isKind && !without.some((meaning) => hasAny(book, meaning))
}

/** Whether a book has all that is wished, as far as its lists say. */
export const fits = (book: Wished, wish: Wish): boolean =>
  isOpenTo(book, wish) && wish.wants.every((meaning) => evidenceFor(book, meaning) >= COUNTS)

const namesOf = (meanings: readonly Meaning[]) => [...new Set(meanings.map(({ name }) => name))]

/** What a reader is told that a wish was taken for, `like` a title or an author. */
export function understoodOf(
  { wants, without, audiences, unknown }: Wish,
  like?: string,
): Understood {
  const [audience] = audiences
  return {
    ...(like !== undefined && { like }),
    kinds: namesOf(wants.filter(({ isKind }) => isKind)),
    topics: namesOf(wants.filter(({ isKind }) => !isKind)),
    ...(audience && { audience }),
    without: namesOf(without),
    unknown: [...unknown],
  }
}

/** A wish for books like another: what is named for that, and the words for what else is wished. */
export interface LikeWish {
  name: string
  rest: string
  /** Worded as titles are, too: `like water`. */
  isBare: boolean
}

const LIKE =
  /^(.*?)\b(like|similar to|(?:in|with) the (?:style|vein|spirit|tone) of|(?:the )?same (?:vibes?|feel|mood) as|along the lines of|reminiscent of|reminds me of|if (?:you|i|we|they|he|she) (?:really |also )?(?:like|love|enjoy)(?:s|d|ed)?|(?:for|to) (?:fans|lovers|readers) of|(?:fans|lovers) of|(?:read |next )after(?: reading| finishing)?|(?:i|we|she|he) (?:just )?(?:loved|finished)|^just (?:loved|finished|read)) (.+)$/
const LIKED_FIRST =
  /^(?:books? for )?(.+?) (?:read ?alikes?|look ?alikes?|similar books|vibes?|fans)$/
const OF_BOOKS =
  /(?:^| )(?:books?|novels?|something|anything|stor(?:y|ies)|reads?|authors?|writers?|series|more|one|things?|stuff)$/
const MORE =
  /\b(?:but|without|except|minus|only|set|for|with|about|and|by|not|no|in|what|next|that|where|to|from|or|as|who|which|other|besides|please)\b/g

/** How a query may be a wish for books like another, the longest name first; nothing where it is not worded so. */
export function likeWishesOf(text: string): LikeWish[] {
  const key = fold(text)
  const [, first = ''] = LIKED_FIRST.exec(key) ?? []
  const [, before = '', verb, name = ''] = LIKE.exec(key) ?? [key, '', 'as', first]
  const kind = before.trim()
  const isBare = verb === 'like' && kind === ''
  if (verb === 'like' && !isBare && !OF_BOOKS.test(kind) && !KIND_OF_BOOK.test(kind)) return []
  const ends = [...name.matchAll(MORE)].map(({ index }) => index).filter((end) => end > 0)
  return (name === '' ? [] : [name.length, ...ends.toReversed()]).map((end) => ({
    name: name.slice(0, end).trim(),
    rest: `${kind} ${name.slice(end)}`,
    isBare,
  }))
}
