import { ARTICLES } from '../contract/articles.ts'
import type { Series } from '../contract/books.ts'
import { fold } from '../contract/fold.ts'
import { numberIn, PLACE } from './numbers.ts'
import { plainText, READ_MAX } from './texts.ts'

const TITLE_WITH_SUBTITLE_MAX = 120
const SERIES_MAX = 120

/** A title, its article in front, with its subtitle, where that is not in it and there is room. */
export function titleWith(title: unknown, subtitle: unknown): string {
  const main = withArticleFirst(plainText(title))
  const rest = plainText(subtitle)
  if (main === '' || rest === '' || fold(main).includes(fold(rest))) return main
  const whole = `${main.replace(/\s*[:;]$/, '')}: ${rest}`
  return whole.length <= TITLE_WITH_SUBTITLE_MAX ? whole : main
}

/** The original title, where it says more than the title does. */
export function originalOf(value: unknown, title: string): string | undefined {
  const original = plainText(value)
  const [main = ''] = title.split(/ ?[:;(]/, 1)
  const titles = new Set([fold(title), fold(main), ''])
  return titles.has(fold(original)) ? undefined : original
}

/** A series, its name on one line; none where it has no name. */
export function cleanSeries(
  series: { name: unknown; number?: unknown; of?: unknown } | undefined,
): Series | undefined {
  const name = plainText(series?.name, SERIES_MAX).replace(/[\s,;:]+$/, '')
  if (fold(name) === '') return undefined
  const { number, of } = series ?? {}
  const whole = typeof of === 'number' && Number.isInteger(of) && of > 0 && of <= 9999
  const place = typeof number === 'string' ? placeIn(number) : number
  if (typeof place !== 'number' || !(place >= 0 && place <= 9999)) return { name }
  return { name, number: place, ...(whole && { of }) }
}

// `Hobbit, The`, `Petit Prince (Le)`, `Tale of Two Cities, A: A Novel`.
const ARTICLE_BEHIND = new RegExp(
  String.raw`^(.+?)(?:, ?| \()((?:${ARTICLES.join('|').replaceAll("'", "['’´`]")}))\)?(?:\.$)?(?=$| ?[:;([/]| [-–—] )`,
  'iu',
)

/** A title with its article, which lists write behind it, in front: `Étranger, L'` → `L'Étranger`. */
export function withArticleFirst(title: string): string {
  const [found = '', start = '', article = ''] = ARTICLE_BEHIND.exec(title) ?? []
  // `New Orleans, LA`; `Henry VI, I`, but `Promessi sposi, I`
  const isPlace = /^\p{Lu}{2,}$/u.test(article) && /\p{Ll}/u.test(start)
  const isNumber = /^i$/i.test(article) && !/^\p{L}+i (?!.*\b[IVX]+$)/u.test(start)
  if (found === '' || isPlace || isNumber) return title
  const first = article.charAt(0).toUpperCase() + article.slice(1).replace(/[´`]/, '’')
  return `${first}${/['’]$/.test(first) ? '' : ' '}${start}${title.slice(found.length)}`
}

const MARK = String.raw`(?:#|${PLACE}|\bpart\b)[.:]?[º°]?\s?#?\s?`
// A place in a series behind its name: `Discworld, #6`, `Dune (#1)`, `The Expanse, Book IV`, `Saga [3]`.
const BEHIND = new RegExp(
  String.raw`^([^#]*?)[\s,;:-]*[([]?(?:${MARK}|(?<=[([]))([\w\p{Nd}.,]+)(?: of \d+)?[)\]]*$`,
  'iu',
)
// Alone: `[3]`, `3 of 7`.
const ALONE = new RegExp(
  String.raw`^[[(]?(?:${MARK})?([\w\p{Nd}.,]+)[)\]]?(?:(?: of |/)\d+)?$`,
  'iu',
)

/** A number that stands for itself, perhaps with what marks it as a place in a series. */
export const placeIn = (text: string): number | undefined =>
  numberIn(ALONE.exec(text.trim())?.[1] ?? '')

/** The name of a series and the place in it, the first of several. Of a box set's two places there is none. */
export function seriesIn(text: string): { name: string; number?: string | undefined } {
  const [start = ''] = text.slice(0, SERIES_MAX).split(/[;|]|(?<=#[\d.]{1,9})\s*[,(]/, 1)
  const first = start.trim()
  const [, name = '', behind = ''] = BEHIND.exec(first) ?? []
  const number = numberIn(behind)
  if (number !== undefined) return { name, number: String(number) }
  return { name: first.replace(/[\s,([]*#.*$/, '') }
}

/**
 * The title without the series that stands in brackets behind it, and that series: `The Hunger Games (The
 * Hunger Games, #1)`. A place without a name (`Don Quixote (Book 1)`) is a part, and stays.
 */
export function splitSeries(text: string): {
  title: string
  series?: { name: string; number?: string | undefined }
} {
  const start = text.slice(0, READ_MAX).trimEnd()
  const brackets = /[([]((?:[^()[\]]|[([][^()[\]]*[)\]])*)[)\]]$/.exec(start)
  const title = start.slice(0, brackets?.index).trimEnd()
  const within = brackets?.[1] ?? ''
  const series = seriesIn(within)
  // `(в 2 томах, том 1)` is no series.
  const isName = /^\P{Ll}/u.test(series.name) || !/\p{Lu}/u.test(title)
  const isPlaced =
    /#\s?\d/.test(within) || (series.number !== undefined && series.name !== '' && isName)
  return isPlaced && title !== '' ? { title, series } : { title: text.slice(0, READ_MAX) }
}
