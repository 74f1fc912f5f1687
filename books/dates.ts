import { fold, withPlainDigits } from '../contract/fold.ts'
import months from './months.json' with { type: 'json' }
import { spelled, spellingsOf } from './spellings.ts'

// What a source may still come to print; later years stand for an unknown one, such as 9999.
const YEARS_AHEAD = 5

function isYear(year: number): boolean {
  // 0001 stands for no date.
  return year !== 0 && year !== 1 && year <= new Date().getUTCFullYear() + YEARS_AHEAD
}

/** What is as far as it can be right; a year of two digits is the last that ends so. */
function dateOf(written: string, month: string, day = ''): string | undefined {
  const isShort = written.length === 2
  const year = isShort
    ? ([`20${written}`, `19${written}`].find((one) => isYear(Number(one))) ?? '')
    : written
  // Calibre and .NET write 0101-01-01 and 0001-01-01 where there is no date.
  if (!isYear(Number(year)) || Number(year) <= 101) return undefined
  const inMonth = Number(month)
  if (!(inMonth >= 1 && inMonth <= 12)) return year
  const onDay = Number(day)
  const last = new Date(Date.UTC(2000 + (Number(year) % 400), inMonth, 0)).getUTCDate()
  const months = `${year}-${month.padStart(2, '0')}`
  return onDay >= 1 && onDay <= last ? `${months}-${day.padStart(2, '0')}` : months
}

// Years of the Hijra go; the western year beside another calendar's stays.
const SPELLINGS = spellingsOf('date')
// The year before each Japanese era.
const ERAS = new Map([
  ['明治', 1867],
  ['大正', 1911],
  ['昭和', 1925],
  ['平成', 1988],
  ['令和', 2018],
])
const ERA_YEAR = new RegExp(`(${[...ERAS.keys()].join('|')})(元|\\d{1,2})(?=年)`)

/** `昭和60年` as `1985年`, `一九八二年` as `1982年`. */
const withWesternYear = (text: string): string =>
  text
    .replaceAll(/[〇零一二三四五六七八九]{4}(?=年)/g, (year) =>
      Array.from(year, (digit) => '〇一二三四五六七八九'.indexOf(digit.replace('零', '〇'))).join(
        '',
      ),
    )
    .replace(ERA_YEAR, (_, era: string, year: string) =>
      String((ERAS.get(era) ?? 0) + (year === '元' ? 1 : Number(year))),
    )

const YEAR_FIRST = /^(\d{4})[-/.] ?(\d{1,2})(?:[-/.] ?(\d{1,2}))?[-.]?(?:$|[T\s])/
const YEAR_LAST = /^(\d{1,2})([-/.]) ?(\d{1,2})[-/.] ?(\d{4}|\d\d)(?:$|[T\s])/
const MONTH_YEAR = /^(\d{1,2})[-/.] ?(\d{4})$/
const COMPACT = /^(\d{4})([01]\d)([0-3]\d)(?:$|T)/
const BEFORE_OUR_ERA =
  /^[-−](\d{1,4})(?:$|-\d\d)|(?:\bBC |前)(\d{1,4})|(\d{1,4})\??(?: ?[-–—/] ?\d{1,4})? ?(?:B\.? ?C|v\. ?Chr|av\. ?J|a\. ?C|до н)/i
const SHORT_YEAR =
  /^(\d{1,4})$|\bA\.? ?D\.? (\d{1,4})\b|(\d{1,4}) ?(?:A\.? ?D\b|C\.? ?E\b|n\. ?Chr|ap\. ?J|d\. ?C|н\. ?э)|^\W*(?:ca?|circa|um|vers|около|about)[. ]+(\d{3})(?![\d?])/i

/** By the name of a month, folded, or what shortens it: which it is. */
const MONTHS = new Map(
  months.flatMap((names, at) => names.split(' ').map((name) => [name, String(at + 1)] as const)),
)
const FOUR = /^\d{4}$/
const DAY = /^(\d{1,2})(?:st|nd|rd|th|er|e|a|o)?$/

/** A month that is named beside its year: `September 2003`, `1 de mayo de 2003`, `Sept. 1st, 2003`, `01-Sep-03`. */
function namedMonth(text: string): string | undefined {
  if (!/\p{L}{3}/u.test(text)) return undefined
  const words = fold(text).split(' ')
  const list = ['', ...words.filter((word) => !/^(?:de|del|of|the)$/.test(word))]
  const at = list.findIndex((word) => MONTHS.has(word))
  if (at < 0) return undefined
  const [before = '', month = '', first = '', second = ''] = list.slice(at - 1)
  const isBehindDay = DAY.test(first) && FOUR.test(second)
  const isBefore = FOUR.test(before) && !FOUR.test(first)
  const year = isBehindDay ? second : isBefore ? before : first
  const day = isBehindDay || isBefore ? first : before
  if (!/^(?:\d\d){1,2}$/.test(year)) return undefined
  return dateOf(year, MONTHS.get(month) ?? '', DAY.exec(day)?.[1])
}

/** Which of day and month a table writes first. */
export type DateOrder = 'day' | 'month'

/** What a date such as `13/05/2004` tells of that; `either` where it needs to be told. */
export function orderOf(date: string): DateOrder | 'either' | undefined {
  const [, one, between, other] = YEAR_LAST.exec(date.trim()) ?? []
  if (between === undefined || between === '.' || one === other) return undefined
  if (Number(one) > 12) return 'day'
  return Number(other) > 12 ? 'month' : 'either'
}

/**
 * A year, year-month or full date. Takes what sources send: `c1998`, `[1998?]`, `1998-05-00`,
 * `19980512`, `13/05/1998`, ISO timestamps, `1998年`, `昭和60年`, `May 1998`, texts with one year in them, of a range
 * the first. A year with missing digits (`17??`) is none. A bare year may be short or before our era
 * (`-750`, `750 BC`). Of `05/06/1998` only the year is sure, unless the `order` is known.
 */
export function cleanDate(value: unknown, order?: DateOrder): string | undefined {
  const written = typeof value === 'number' && Number.isInteger(value) ? String(value) : value
  if (typeof written !== 'string') return undefined
  // Digits of every script and width.
  const start = withPlainDigits(written.slice(0, 100).normalize('NFKC')).trim()
  const text = spelled(withWesternYear(start), SPELLINGS)
  const [, year, month = '', day] = YEAR_FIRST.exec(text) ?? COMPACT.exec(text) ?? []
  if (year !== undefined) return dateOf(year, month, day)
  const [, one = '', between, other = '', lastYear] = YEAR_LAST.exec(text) ?? []
  if (lastYear !== undefined) {
    // `98-12-31`
    if (lastYear.length === 2 && (between === '-' || Number(one) > 31)) return undefined
    const own = between === '.' || one === other ? 'day' : orderOf(text)
    const first = own === 'either' ? order : own
    if (first === 'day') return dateOf(lastYear, other, one)
    return dateOf(lastYear, first === 'month' ? one : '', other)
  }
  const [, onlyMonth, itsYear] = MONTH_YEAR.exec(text) ?? []
  if (onlyMonth !== undefined && itsYear !== undefined) return dateOf(itsYear, onlyMonth)
  const before = BEFORE_OUR_ERA.exec(text)?.slice(1).find(Boolean)
  if (before !== undefined) return isYear(-Number(before)) ? String(-Number(before)) : undefined
  const short = SHORT_YEAR.exec(text)?.slice(1).find(Boolean)
  const years = short === undefined ? text.match(/(?<![\d?])[12]\d{3}(?!\d|\?\?)/g) : [short]
  const found = years?.map(Number).find(isYear)?.toString()
  const named = short === undefined ? namedMonth(text) : undefined
  return named?.startsWith(found ?? '') ? named : found
}

/** The earliest of dates that are clean. */
export const earliestOf = (dates: readonly string[]): string | undefined =>
  dates.toSorted((one, other) => Number.parseInt(one) - Number.parseInt(other))[0]
