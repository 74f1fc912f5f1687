// What a source may still come to print; later years stand for an unknown one, such as 9999.
const YEARS_AHEAD = 5

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
 * `19980512`, `13/05/1998`, ISO timestamps, `1998年`, texts with one year in them, of a range
 * the first. A year with missing digits (`17??`) is none. A bare year may be short or before our era
 * (`-750`, `750 BC`).
 */
export function cleanDate(value: unknown): string | undefined {
  const written = typeof value === 'number' && Number.isInteger(value) ? String(value) : value
  if (typeof written !== 'string') return undefined
  // Digits of full width, too.
  const start = written.slice(0, 100).normalize('NFKC').trim()
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
  return years?.map(Number).find(isYear)?.toString()
}
