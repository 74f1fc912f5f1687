import type { Series } from '../contract/books.ts'
import { fold } from '../contract/fold.ts'
import { plainText, READ_MAX } from './texts.ts'

const TITLE_WITH_SUBTITLE_MAX = 120
const SERIES_MAX = 120

/** A title with its subtitle, where that is not in it and there is room. */
export function titleWith(title: unknown, subtitle: unknown): string {
  const main = plainText(title)
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
  const place = typeof number === 'string' && number.trim() === '' ? Number.NaN : Number(number)
  if (!(place >= 0 && place <= 9999)) return { name }
  return { name, number: place, ...(whole && { of }) }
}

// A place in a series behind its name: `Discworld, #6`, `The Witcher #0.5`; behind a box set's are two.
const NUMBERED = /^(.*?)[\s,]*#\s?(\d{1,4}(?:\.\d{1,2})?)(?!\s*[-–—&,\d])/

/**
 * The title without the series that stands in brackets behind it, and that series: `The Hunger Games (The
 * Hunger Games, #1)`. The first where there are several.
 */
export function splitSeries(text: string): {
  title: string
  series?: { name: string; number?: string | undefined }
} {
  const start = text.slice(0, READ_MAX)
  const [behind = '', within = ''] = /\s*\(([^()]*#\s?\d[^()]*)\)\s*$/.exec(start) ?? []
  const title = start.slice(0, start.length - behind.length)
  if (behind === '' || title === '') return { title: start }
  const [first = ''] = within.split(';')
  const [, name = first.replace(/[\s,]*#.*$/, ''), number] = NUMBERED.exec(first) ?? []
  return { title, series: { name, number } }
}
