import { fold, withoutArticle } from '../../contract/fold.ts'
import { withVolume } from '../numbers.ts'
import { editDistance } from '../editDistance.ts'
import { joined } from '../words.ts'
import type { Titled } from '../workTitles.ts'

// Whether two records are of one book.

// What a book is, other than the one whose title it has.
const OTHER_BOOK =
  /\b(?:summary|summaries|analysis|study guide|reading guide|readers guide|teachers guide|companion|workbook|sparknotes|cliffs ?notes|colou?ring|activity book|sticker|graphic novel|comic|manga|screenplay|movie storybook|pop up|sampler|excerpt|trivia|calendar|quiz|abridged|penguin readers|vocal|sheet music)s?\b/g
const SEVERAL = /\b(?:box(?:ed)? ?set|omnibus|collection|trilogy|complete)\b/
const RANGE = /(?:#|\b(?:books?|vol(?:ume)?s?\.?|tomes?|parts?)) ?\d+ ?(?:[-–&,]|to|and) ?#?\d/i

/** Whether a title names several volumes by their numbers: `The Hunger Games (#1-3)`. */
export const namesRange = (title: string): boolean => RANGE.test(title)

const VOLUME_WORD = /\b(?:tomes?|band|bd|teil|deel|tomo|bind|t)(?= ?\d)/g
const SMALL_WORD = /^(?:the|an?|and|of)$/
const CUT = / ?[:;] ?| [-–—] |, or,? | or, /iu
const KIND = /[\s:,(-]+an? (?:novel|novella|memoir|thriller|mystery|play)\)?$/i
const NUMBER = String.raw`(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|[ivx]+)`
const VOLUME = new RegExp(
  String.raw`^${NUMBER}$|^\d{1,3} |(?<!\d) \d{1,3}$|(?:book|vol|volume|part|tome|band|teil|no|issue|episode) ${NUMBER}(?: |$)`,
)
const UNIT = new RegExp(String.raw`\b(book|vol|part|issue)(?:ume)? ${NUMBER}(?: |$)`)

/** A folded text as titles are compared: numbers in digits, volumes by their number alone, without article. */
const keyOf = (text: string): string =>
  withoutArticle(withVolume(fold(text).replaceAll(VOLUME_WORD, 'vol'))).replaceAll(/ {2,}/g, ' ')

const digitsIn = (key: string): string => (key.match(/\d+/g) ?? []).join(' ')

/** The name of a series without what is often left off. */
const seriesKey = (name: string): string =>
  keyOf(name).replace(/ (?:series|saga|trilogy|chronicles|cycle)$/, '')

/** A title as a key; with each way to cut off a subtitle, the start as a key and the folded rest. */
interface TitleForm {
  whole: string
  starts: { start: string; rest: string }[]
}

/** A title without brackets at its end, and again without the name of its series before a colon. */
function formsOf(title: string, series: readonly string[]): TitleForm[] {
  const bare = title.replace(/(?:\s*[([][^()[\]]*[)\]])+\s*$/, '').replace(KIND, '') || title
  const formOf = (parts: readonly string[]): TitleForm => ({
    whole: keyOf(parts.join(' ')),
    starts: parts
      .slice(1)
      .map((_, at) => ({
        start: keyOf(parts.slice(0, at + 1).join(' ')),
        rest: fold(parts.slice(at + 1).join(' ')),
      }))
      .filter(({ start }) => start !== '' && !series.includes(start)),
  })
  const parts = bare.split(CUT)
  const [first = '', ...others] = parts
  const isSeries = others.length > 0 && series.includes(keyOf(first).replace(/ \d+$/, ''))
  return isSeries ? [formOf(parts), formOf(others)] : [formOf(parts)]
}

/** Whether what one title says behind the other tells another book: a volume, or one of many with a short name. */
function isOtherRest({ start, rest }: TitleForm['starts'][number]): boolean {
  const words = rest.split(' ').filter((word) => !SMALL_WORD.test(word))
  return VOLUME.test(rest) || (!start.includes(' ') && words.length < 3)
}

/** Whether the words of two titles are the same but for small words and slips in long ones. */
function isClose(one: string, other: string): boolean {
  if (joined(one) === joined(other)) return true
  if (one.length < 12 || digitsIn(one) !== digitsIn(other)) return false
  const words = [one, other].map((key) => key.split(' ').filter((word) => !SMALL_WORD.test(word)))
  const [left = [], right = []] = words
  if (left.length !== right.length || left.length === 0) return false
  const pairs = left.map((word, at) => [word, right[at] ?? ''] as const)
  const slips = pairs.filter(([word, another]) => word !== another)
  return (
    slips.length <= 1 &&
    slips.every(([word, another]) => {
      const length = Math.min(word.length, another.length)
      const most = length >= 9 ? 2 : 1
      return length >= 5 && editDistance(word, another, most) <= most
    })
  )
}

/** Whether two subtitles say much the same. */
function areAlike(one: string, other: string): boolean {
  const [left, right] = [one, other].map((key) => new Set(key.split(' ')))
  if (!left || !right) return false
  const both = [...left].filter((word) => right.has(word)).length
  return both >= 2 && both * 2 >= Math.min(left.size, right.size)
}

/** Whether two titles are the same, or one is the start of the other, as far as `isSame` says so of two keys. */
function agree(one: TitleForm, other: TitleForm, isSame: (a: string, b: string) => boolean) {
  const isStart = (form: TitleForm, whole: string) =>
    form.starts.some((cut) => !isOtherRest(cut) && isSame(cut.start, whole))
  return isSame(one.whole, other.whole) || isStart(one, other.whole) || isStart(other, one.whole)
}

/** How close two titles are: 2 the same, 1 almost, 0 not. */
function closeness(one: TitleForm, other: TitleForm): 0 | 1 | 2 {
  if (one.whole === '' || other.whole === '') return 0
  if (agree(one, other, Object.is)) return 2
  if (agree(one, other, isClose)) return 1
  const [mine, others] = [one.starts[0], other.starts[0]]
  const isSame = mine && others && mine.start === others.start && areAlike(mine.rest, others.rest)
  return isSame && digitsIn(mine.rest) === digitsIn(others.rest) ? 1 : 0
}

/** Whether what stands beside the titles says that these are two books: kind, volume, place in the series. */
function areOtherBooks(one: Titled, other: Titled): boolean {
  const kinds = [one, other].map(({ title }) => {
    const key = fold(title)
    const isSeveral = SEVERAL.test(key) || namesRange(title)
    return [...new Set(key.match(OTHER_BOOK) ?? []), isSeveral ? 'several' : ''].toSorted().join()
  })
  if (kinds[0] !== kinds[1]) return true
  const [unit, another] = [one, other].map(({ title }) => UNIT.exec(fold(title))?.[1])
  if (unit !== undefined && another !== undefined && unit !== another) return true
  const [mine, others] = [one.series, other.series]
  if (mine?.number === undefined || others?.number === undefined) return false
  return mine.number !== others.number && seriesKey(mine.name) === seriesKey(others.name)
}

/**
 * How surely two titles by the same author are of one book: 2 the same but for subtitle, series and article,
 * 1 almost the same, 0 another book.
 */
export function titleCloseness(one: Titled, other: Titled): 0 | 1 | 2 {
  if (areOtherBooks(one, other)) return 0
  const series = [one, other].flatMap((book) => (book.series ? [keyOf(book.series.name)] : []))
  const forms = (book: Titled) =>
    [book.title, book.originalTitle ?? []].flat().flatMap((title) => formsOf(title, series))
  const all = forms(one).flatMap((form) => forms(other).map((another) => closeness(form, another)))
  return all.includes(2) ? 2 : all.includes(1) ? 1 : 0
}

const beginsWith = (key: string, start: string): boolean => key.startsWith(`${start} `)

/** Whether two records that the catalogue takes for one work are so; their titles may be in two languages. */
export function areEditions(one: Titled, other: Titled): boolean {
  if (titleCloseness(one, other) > 0) return true
  const [mine = [], others = []] = [one, other].map(({ title, originalTitle }) =>
    [title, originalTitle ?? []].flat().map((text) => formsOf(text, [])[0]?.whole ?? ''),
  )
  const isPart = mine.some((key) =>
    others.some((another) => beginsWith(key, another) || beginsWith(another, key)),
  )
  const isSameVolume = digitsIn(mine[0] ?? '') === digitsIn(others[0] ?? '')
  return !isPart && isSameVolume && !areOtherBooks(one, other)
}
