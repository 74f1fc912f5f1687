import type { Book, Series } from '../contract/books.ts'
import type { Category } from '../contract/categories.ts'
import { fold } from '../contract/fold.ts'
import { isId } from '../contract/id.ts'
import { isbn13Of } from './isbn.ts'
import { coverLink } from './coverLink.ts'
import { isPlaceholder, normaliseText, plainText, textOf } from './texts.ts'

const LINK_MAX = 2048
const TITLE_WITH_SUBTITLE_MAX = 120
// A favorite author's name is at most as long (docs/security.md 2.1).
const NAME_MAX = 200
const AUTHORS_MAX = 30
const DESCRIPTION_MAX = 20_000
// What a source may still come to print; later years stand for an unknown one, such as 9999.
const YEARS_AHEAD = 5

// What is on lines of its own: without its tags it would run into its neighbours.
const BLOCKS =
  'address article aside blockquote center dd div dl dt fieldset figcaption figure footer form h1 h2 h3 ' +
  'h4 h5 h6 header hr main nav pre section table tr'
const PARAGRAPHS = Object.fromEntries(BLOCKS.split(' ').map((tag) => [tag, 'p']))

// Deeper ones are no text that anybody wrote, and take long to show.
const NESTING_MAX = 20

/**
 * A description with nothing but p, br, b, i, em, strong, ul, ol and li in it, without attributes
 * (decision 52). What other tags enclose stays as text; scripts and styles go with their content.
 */
export async function cleanDescription(html: string): Promise<string> {
  // Plain text is clean, and spared the time it takes to load the cleaner.
  if (!/[<&]/.test(html)) return html.trim()
  const { default: sanitizeHtml } = await import('sanitize-html')
  const clean = sanitizeHtml(html, {
    allowedTags: ['p', 'br', 'b', 'i', 'em', 'strong', 'ul', 'ol', 'li'],
    allowedAttributes: {},
    selfClosing: ['br'],
    nestingLimit: NESTING_MAX,
    transformTags: PARAGRAPHS,
  })
  return separate(clean).trim()
}

/** Puts nested paragraphs, which HTML does not have, one behind the other; drops empty ones. */
function separate(clean: string): string {
  let depth = 0
  return clean
    .replaceAll(/<(\/?)p>/g, (tag, closes: string) => {
      depth += closes ? -1 : 1
      if (closes ? depth > 0 : depth > 1) return '</p><p>'
      return tag
    })
    .replaceAll(/<p>\s*<\/p>/g, '')
}

/** The link, normalised, where it may be offered: http or https, short, no user or password in it. */
export function httpLink(text: string | undefined): string | undefined {
  if (text === undefined || text.length > LINK_MAX || !URL.canParse(text)) return undefined
  const { protocol, username, password, href } = new URL(text)
  const isOffered = /^https?:$/.test(protocol) && username === '' && password === ''
  return isOffered && href.length <= LINK_MAX ? href : undefined
}

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

function isYear(year: number): boolean {
  // 0001 stands for no date.
  return year !== 0 && year !== 1 && year <= new Date().getUTCFullYear() + YEARS_AHEAD
}

function dateOf(year: string, month: string, day = ''): string | undefined {
  // Calibre and .NET write 0101-01-01 and 0001-01-01 where there is no date.
  if (!isYear(Number(year)) || Number(year) <= 101) return undefined
  const inMonth = Number(month)
  if (!(inMonth >= 1 && inMonth <= 12)) return year
  const onDay = Number(day)
  const last = new Date(Date.UTC(2000 + (Number(year) % 400), inMonth, 0)).getUTCDate()
  const months = `${year}-${month.padStart(2, '0')}`
  return onDay >= 1 && onDay <= last ? `${months}-${day.padStart(2, '0')}` : months
}

/** A digit of any script as one of ours: the digits of a script are ten in a row, its zero first. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((code - zero) % 10)
}

const ROMAN = /^M{1,3}(?:C[MD]|D?C{0,4})(?:X[CL]|L?X{0,4})(?:I[XV]|V?I{0,4})$/
const romanDigit = (letter: string): number =>
  [1, 5, 10, 50, 100, 500, 1000]['IVXLCDM'.indexOf(letter)] ?? 0

/** `MCMXCVIII`, `M.DCC.LXXVI.` */
function romanYear(text: string): number | undefined {
  const letters = text.toUpperCase().replaceAll(/[^A-Z]/g, '')
  if (!ROMAN.test(letters)) return undefined
  const digits = Array.from(letters, romanDigit)
  return digits.reduce(
    (sum, digit, at) => sum + (digit < (digits[at + 1] ?? 0) ? -digit : digit),
    0,
  )
}

const DATE_SPELLINGS: readonly [RegExp, string][] = [
  [/ ?[年년] ?/g, '-'],
  [/ ?[月월] ?/g, '-'],
  [/[日일]/g, ' '],
  // Years of the Hijra.
  [/\b\d{3,4} ?(?:A\.? ?H\b\.?|H\b\.?|هـ?|ش)/gi, ' '],
  // The western year of another calendar's, or the right one of a wrong: `1383 [2004]`, `2004 [i.e. 2005]`.
  [/^\D*\d{4}[^\d[(]*\[[^\d\]]*(?=(?:1[5-9]|20)\d\d\b)/, ''],
  [/^\D*1[2-4]\d\d[^\d[(]*\(\D*(?=(?:19|20)\d\d\b)/, ''],
]
const YEAR_FIRST = /^(\d{4})[-/.] ?(\d{1,2})(?:[-/.] ?(\d{1,2}))?[-.]?(?:$|[T\s])/
const YEAR_LAST = /^(\d{1,2})([-/.]) ?(\d{1,2})[-/.] ?(\d{4})(?:$|[T\s])/
const COMPACT = /^(\d{4})([01]\d)([0-3]\d)(?:$|T)/
const BEFORE_OUR_ERA =
  /^[-−](\d{1,4})(?:$|-\d\d)|(?:\bBC |前)(\d{1,4})|(\d{1,4})\??(?: ?[-–—/] ?\d{1,4})? ?(?:B\.? ?C|v\. ?Chr|av\. ?J|a\. ?C|до н)/i
const SHORT_YEAR =
  /^(\d{1,4})$|\bA\.? ?D\.? (\d{1,4})\b|(\d{1,4}) ?(?:A\.? ?D\b|C\.? ?E\b|n\. ?Chr|ap\. ?J|d\. ?C|н\. ?э)|^\W*(?:ca?|circa|um|vers|около|about)[. ]+(\d{3})(?![\d?])/i

/**
 * A year, year-month or full date (decision 41). Takes what sources send: `c1998`, `[1998?]`, `1998-05-00`,
 * `19980512`, `13/05/1998`, ISO timestamps, `MCMXCVIII`, `1998年`, texts with one year in them, of a range
 * the first. A year with missing digits (`17??`) is none. A bare year may be short or before our era
 * (`-750`, `750 BC`).
 */
export function cleanDate(value: unknown): string | undefined {
  const written = typeof value === 'number' && Number.isInteger(value) ? String(value) : value
  if (typeof written !== 'string') return undefined
  const start = written
    .slice(0, 100)
    .trim()
    .replaceAll(/(?!\d)\p{Nd}/gu, asciiDigit)
  const text = DATE_SPELLINGS.reduce((spelt, [from, to]) => spelt.replace(from, to), start)
  const [, year, month = '', day] = YEAR_FIRST.exec(text) ?? COMPACT.exec(text) ?? []
  if (year !== undefined) return dateOf(year, month, day)
  const [, one = '', between, other = '', lastYear] = YEAR_LAST.exec(text) ?? []
  if (lastYear !== undefined) {
    if (between === '.' || Number(one) > 12 || one === other) return dateOf(lastYear, other, one)
    return dateOf(lastYear, Number(other) > 12 ? one : '', other)
  }
  const before = BEFORE_OUR_ERA.exec(text)?.slice(1).find(Boolean)
  if (before !== undefined) return isYear(-Number(before)) ? String(-Number(before)) : undefined
  const short = SHORT_YEAR.exec(text)?.slice(1).find(Boolean)
  const years = short === undefined ? text.match(/(?<![\d?])[12]\d{3}(?!\d|\?\?)/g) : [short]
  return [...(years ?? []), romanYear(text)].map(Number).find(isYear)?.toString()
}

type Isbns = NonNullable<Book['volumeInfo']['industryIdentifiers']>

/** The valid ISBNs in a list of texts or of `{type, identifier}`, each once, those of 13 digits first. */
export function cleanIsbns(value: unknown): Isbns {
  const found = new Map<string, Isbns[number]>()
  for (const item of [value].flat().slice(0, 20)) {
    const nested = typeof item === 'object' && item !== null && 'identifier' in item
    const text = nested ? item.identifier : item
    if (typeof text !== 'string' || text.length > 40) continue
    const isbn13 = isbn13Of(text)
    if (isbn13 === undefined) continue
    found.set(isbn13, { type: 'ISBN_13', identifier: isbn13 })
    const digits = text.replaceAll(/[^\dXx]/g, '').toUpperCase()
    if (digits.length === 10) found.set(digits, { type: 'ISBN_10', identifier: digits })
  }
  return [...found.values()].toSorted(
    (one, other) => other.identifier.length - one.identifier.length,
  )
}

const GOOGLE_BOOKS_HOST = /^(?:www\.)?books\.google\.(?:com?\.)?[a-z]{2,3}$/

/**
 * Where a remote cover is, for the server to fetch: always https; Google's covers on one host, in a size
 * that fills our cards, without the turned-up corner (`edge=curl`).
 */
export function cleanPicture(value: unknown): string | undefined {
  const link = httpLink(typeof value === 'string' ? value.trim() : undefined)
  if (link === undefined) return undefined
  const url = new URL(link)
  if (url.protocol === 'http:') {
    if (url.port !== '') return undefined
    url.protocol = 'https:'
  }
  if (GOOGLE_BOOKS_HOST.test(url.hostname)) {
    url.hostname = 'books.google.com'
    url.searchParams.delete('edge')
    // The larger pictures of a scanned book are pages of it; its thumbnail, larger, is the cover always.
    // A signed link works only as it is.
    if (url.pathname.startsWith('/books/') && !url.searchParams.has('sig')) {
      if (url.searchParams.get('zoom') === '5') url.searchParams.set('zoom', '1')
      url.searchParams.set('fife', 'w400-h600')
    }
  }
  return url.href
}

const ENGLISH = new Intl.DisplayNames('en', { type: 'language' })
const LANGUAGES: ReadonlyMap<string | undefined, string> = new Map(
  'en fr de es it pt nl zh ja ru fi sv el'
    .split(' ')
    .map((code) => [ENGLISH.of(code)?.toLowerCase(), code]),
)

/** The language tag (BCP 47) of a code or an English name: `pt_br` → `pt-BR`, `eng` → `en`. */
export function languageCode(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim().toLowerCase().replaceAll('_', '-')
  const code = LANGUAGES.get(text)
  if (code !== undefined) return code
  if (!/^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,3}$/.test(text)) return undefined
  try {
    const [tag] = Intl.getCanonicalLocales(text)
    return tag === 'und' ? undefined : tag
  } catch {
    return undefined
  }
}

const ENCODED_TAG = /&lt;(?:\/?(?:p|br|b|i|em|strong|ul|ol|li|div|span)\b[^&]*)&gt;/i

/** Markup as a source meant it: decoded where it was sent encoded, paragraphs where it has none. */
function asMarkup(description: string): string {
  const text = normaliseText(description.slice(0, DESCRIPTION_MAX))
  const isMarkup = /<\/?[a-z][^<>]*>/i.test(text)
  if (!isMarkup && ENCODED_TAG.test(text)) return textOf(text)
  const paragraphs = isMarkup ? [] : text.split(/\n\s*\n/)
  if (paragraphs.length < 2) return text
  return paragraphs.map((paragraph) => `<p>${paragraph.trim()}</p>`).join('')
}

async function describe(value: unknown): Promise<string> {
  if (typeof value !== 'string') return ''
  const clean = await cleanDescription(asMarkup(value))
  return /\S/.test(clean.replaceAll(/<[^>]*>|&nbsp;/g, '')) ? clean : ''
}

/** A book as a source sends it. What is `unknown` may be anything, or missing. */
export interface SourceRecord {
  /** The id in our catalogue; must fit the contract's `Id`. */
  id: string
  title: unknown
  subtitle?: unknown
  originalTitle?: unknown
  /** The name of the series and the place in it. */
  series?: { name: unknown; number?: unknown } | undefined
  /** BCP 47. */
  language?: string | undefined
  /** Names as they are read, `Jane Austen`, not `Austen, Jane`. */
  authors?: unknown
  /** Text or HTML. */
  description?: unknown
  publishedDate?: unknown
  /** Already mapped to the interests (`categoryMap.ts`). */
  categories: readonly Category[]
  /** ISBNs, or a list of `{type, identifier}`. */
  identifiers?: unknown
  /** Where a remote cover is. */
  picture?: unknown
  pdfLink?: unknown
  webReaderLink?: unknown
  buyLink?: unknown
}

/** The clean record and where its remote cover is, or why there can be none. */
export type CleanRecord = { book: Book; picture?: string } | { rejected: string }

function offered(value: unknown): string | undefined {
  const link = typeof value === 'string' ? httpLink(value.trim()) : undefined
  // Google sends http links to hosts that all speak https.
  return link?.replace(/^http:(?=\/\/[^/]*\bgoogle\.[a-z.]{2,6}\/)/, 'https:')
}

function titled(title: unknown, subtitle: unknown): string {
  const main = plainText(title)
  const rest = plainText(subtitle)
  if (main === '' || rest === '' || fold(main).includes(fold(rest))) return main
  const whole = `${main.replace(/\s*[:;]$/, '')}: ${rest}`
  return whole.length <= TITLE_WITH_SUBTITLE_MAX ? whole : main
}

const SERIES_MAX = 120

function cleanSeries(series: SourceRecord['series']): Series | undefined {
  const name = plainText(series?.name, SERIES_MAX).replace(/[\s,;:]+$/, '')
  if (fold(name) === '') return undefined
  const { number } = series ?? {}
  const place = typeof number === 'string' && number.trim() === '' ? Number.NaN : Number(number)
  return place >= 0 && place <= 9999 ? { name, number: place } : { name }
}

/** The original title, where it says more than the title does. */
function originalOf(value: unknown, title: string): string | undefined {
  const original = plainText(value)
  const [main = ''] = title.split(/ ?[:;(]/, 1)
  const titles = new Set([fold(title), fold(main), ''])
  return titles.has(fold(original)) ? undefined : original
}

/**
 * One record of any source as it enters the catalogue, every field cleaned. Never throws: whatever a source
 * sends becomes a book that the screens can show, or a reason why not.
 */
export async function cleanRecord(source: SourceRecord): Promise<CleanRecord> {
  const { id, language } = source
  if (!isId(id)) return { rejected: 'no usable id' }
  const title = titled(source.title, source.subtitle)
  if (fold(title) === '' && !/\p{S}|\p{P}/u.test(title)) return { rejected: 'no title' }
  const authors = cleanAuthors(source.authors)
  const categories = [...new Set(source.categories)]
  const description = await describe(source.description)
  const isbns = cleanIsbns(source.identifiers)
  const picture = cleanPicture(source.picture)
  const acsTokenLink = offered(source.pdfLink)
  const thumbnail = coverLink(id, { title, authors, categories, picture })
  return {
    book: {
      id,
      volumeInfo: {
        title,
        subtitle: plainText(source.subtitle) || undefined,
        originalTitle: originalOf(source.originalTitle, title),
        series: cleanSeries(source.series),
        language,
        authors,
        ...(description !== '' && { description }),
        imageLinks: { thumbnail },
        categories,
        publishedDate: cleanDate(source.publishedDate),
        ...(isbns.length > 0 && { industryIdentifiers: isbns }),
      },
      accessInfo: {
        pdf: { isAvailable: acsTokenLink !== undefined, acsTokenLink },
        webReaderLink: offered(source.webReaderLink),
      },
      saleInfo: { buyLink: offered(source.buyLink) },
    },
    picture,
  }
}

// More are an error of the source.
const MOST_RATINGS = 1e10

/**
 * How well known and loved a book is, from 0 on: the logarithm of how many ratings it has (100,000 are 100,
 * ten times as many 20 more), lowered by up to half as their mean is low. Few ratings weigh little against a
 * mean of 3.5.
 */
export function popularityOfRatings(mean: number, count: number): number {
  if (!(count > 0) || !(mean >= 0)) return 0
  const counted = Math.min(count, MOST_RATINGS)
  const loved = (3.5 * 5 + Math.min(mean, 5) * counted) / (5 + counted) / 5
  return Math.round(20_000 * Math.log10(1 + counted) * (0.5 + loved / 2)) / 1000
}
