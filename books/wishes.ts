import { WISH_AUDIENCES, type Audience } from '../contract/audiences.ts'
import type { Understood } from '../contract/books.ts'
import { fold } from '../contract/fold.ts'
import {
  audienceNamed,
  evidenceFor,
  evidenceOf,
  isFiller,
  isNegation,
  meaningOf,
  type Evidence,
  type Meaning,
  type Wished,
} from './meanings.ts'

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
  /\b(?:(?:under|below|less than|fewer than|at most|up to|max|shorter than)|(over|above|more than|at least|longer than)) \d+ ?(?:pages?|pp?)\b|\b\d+ pages? or (?:less|fewer)\b/

function audiencesOf(age: number): readonly Audience[] {
  if (age <= 4) return ['picture book']
  if (age <= 7) return ['children', 'picture book']
  if (age <= 12) return ['children']
  return age <= 17 ? ['young adult'] : ['adult']
}

const ASKED =
  /\b(?:books|novels|reads|recommend\w*|suggest\w*)\b|\bstories of\b|^(?:\w+ )?(?:something|anything)\b|\b(?:book|novel|stor(?:y|ies)|read|fiction) (?:about|for|with|like|set|that|where|which|to|by|without)\b|\b(?:for|gift for) (?:my|people|someone)\b|\bin the mood\b|^i (?:want|need|feel|would)\b/
const ASKED_ABOUT =
  /\b(?:books?|novels?|stor(?:y|ies)|fiction|something|anything) (?:about|on|with|set)\b/
const NOVELS = /\bnovels?\b|(?<!\bnon )\bfiction\b/
const KIND_OF_BOOK =
  /(?:^| )(?:fantasy|myster(?:y|ies)|thrillers?|romances?|romantasy|fiction|nonfiction|memoirs?|biograph(?:y|ies)|poe(?:try|ms)|comics|manga|novellas?|cookbooks?|recipes|classics|westerns?|opera|horror|sci ?fi|essays|sagas?|whodunits?|retellings?|history|literature|adventures?|crime)$/
const ARTICLE = /^(?:the|a|an) /
const JOINED = / (?:with|about|set|without|but|featuring|in|for) /

/** Whether words that ask for nothing can hardly be a title: titles have articles, or two nouns (`winter garden`). */
function isLikelyWish(key: string, wants: readonly Meaning[], hasAudience: boolean): boolean {
  const [first, ...others] = wants
  const hasKind = wants.some(({ words }) => KIND_OF_BOOK.test(words))
  if (ARTICLE.test(key)) return hasKind && !key.startsWith('the ')
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

/**
 * What a query wishes for; none where a word of it is unknown. Where it is worded as a wish, a word is also known that
 * `isInTexts`, and others are said to be unknown, unless they are most of it. Takes any text.
 */
export function wishOf(text: string, isInTexts: (word: string) => boolean): Wish | undefined {
  const whole = fold(text)
  const asked = ASKED.test(whole)
  const wants: Meaning[] = []
  const without: Meaning[] = []
  const unknown: string[] = []
  const missing: string[] = []
  const age = AGE.exec(whole) ?? GRADE.exec(whole)
  const pages = PAGES.exec(whole)
  const years = age && Number(age[1] ?? age[2]) + (AGE.test(whole) ? 0 : BEFORE_SCHOOL)
  let audiences = years === null ? [] : audiencesOf(years)
  let key = whole.replace(age?.[0] ?? '', ' ').replace(pages?.[0] ?? '', ' ')
  if (pages) {
    unknown.push(pages[0])
    key += pages[1] === undefined ? ' short' : ' long'
  }

  const words = key.split(' ').filter((word) => word !== '')
  if (words.length > WORDS_MOST) return undefined
  let isNegated = false
  for (let at = 0; at < words.length;) {
    const next = words.slice(at, at + PHRASE_MOST)
    const [word = ''] = next
    const [before = ''] = words.slice(at - 1, at)
    const run = next
      .map((_, less) => next.slice(0, next.length - less).join(' '))
      .find((phrase) => isKnown(phrase))
    at += run?.split(' ').length ?? 1
    const [after = ''] = words.slice(at)
    if (run === undefined && isNegation(word)) {
      isNegated = true
      continue
    }
    if ((run !== undefined && isFiller(run)) || /^\d+$/.test(word)) continue
    const audience = audienceNamed(run ?? '')
    const meaning = meaningOf(run ?? '')
    if (audience !== undefined && isNegated) {
      without.push({ name: audience, isKind: false, words: '', evidence: evidenceOf(audience) })
    } else if (audience !== undefined) {
      const [first = 'children'] = audiences
      if (first === 'children' && years === null) {
        audiences = audience === 'children' ? ['children', 'picture book'] : [audience]
      }
    } else if (run === undefined) {
      if (!asked) return undefined
      if (isInTexts(word)) wants.push({ name: word, isKind: false, words: word, evidence: [] })
      else missing.push(word)
    } else if (meaning?.evidence.length === 0) {
      unknown.push(run)
    } else if (meaning) {
      const isFree = after === 'free'
      const list = isNegated || isFree ? without : wants
      if (!list.some(({ name }) => name === meaning.name))
        list.push(fitting(meaning, before, after))
      if (isFree || OF_LITERATURE.test(after)) at += 1
    }
    isNegated &&= /^(?:or|nor|and)$/.test(words[at] ?? '')
  }
  const known = wants.filter(({ evidence }) => evidence.length > 0)
  // What only texts have is a topic where one is asked for.
  if (known.length === 0 && wants.length > 0 && !ASKED_ABOUT.test(whole)) return undefined
  if (missing.length > known.length) return undefined
  const isRefused = wants.length > 0 ? !ARTICLE.test(whole) : whole.startsWith('without ')
  const isAsked = asked || age !== null || pages !== null || (without.length > 0 && isRefused)
  const isLikely = isAsked || isLikelyWish(whole, known, audiences.length > 0)
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
  return isFor && isKind && without.every((meaning) => evidenceFor(book, meaning) < COUNTS)
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
  /^(.*?)\b(like|similar to|in the (?:style|vein|spirit) of|reminiscent of|if (?:you|i|we|they) (?:really )?(?:liked?|loved?|enjoyed?)|(?:for|to) (?:fans|lovers|readers) of|(?:to read |next )after(?: reading| finishing)?) (.+)$/
const OF_BOOKS =
  /(?:^| )(?:books?|novels?|something|anything|stor(?:y|ies)|reads?|authors?|writers?|series|more|one)$/
const MORE = /\b(?:but|without|except|minus|only|set|for|with|about|and|by|not|no|in)\b/g

/** How a query may be a wish for books like another, the longest name first; nothing where it is not worded so. */
export function likeWishesOf(text: string): LikeWish[] {
  const [, before = '', verb, name = ''] = LIKE.exec(fold(text)) ?? []
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
