import { fold, withPlainDigits } from '../contract/fold.ts'
import lists from './numberWords.json' with { type: 'json' }
import { anyFolded, anyOf } from './texts.ts'
import volumeWords from './volumeWords.json' with { type: 'json' }

// Numbers as words, so that `catch twenty two` is Catch-22 and `20000 leagues` are twenty thousand.

const numbered = (words: string, times = 1): [string, number][] =>
  words.split(' ').map((word, number) => [word, number * times])

const VALUES = new Map([...numbered(lists.units), ...numbered(lists.tens, 10)])
const ORDINAL_VALUES = new Map(numbered(lists.ordinals))
const ROMAN_VALUES = new Map(numbered(lists.roman))
const SCALES = new Map([
  ['hundred', 100],
  ['thousand', 1000],
])

const ALL_VOLUME_WORDS = Object.values(volumeWords).flat()
/** What stands before the number of a volume in any language, as a pattern: in folded texts, and in others. */
export const FOLDED_VOLUME = anyFolded(ALL_VOLUME_WORDS)
export const VOLUME = String.raw`(?:(?<!\p{L})${anyOf(ALL_VOLUME_WORDS)}(?!\p{L}))`
/** The same of a book in a series, not of a part of a book. */
export const FOLDED_PLACE = anyFolded(volumeWords.volume)
export const PLACE = String.raw`(?:(?<!\p{L})${anyOf(volumeWords.volume)}(?!\p{L}))`

// Most texts have none, which this tells soon.
const ANY = new RegExp(
  `(?:^| )(?:${[VALUES, ORDINAL_VALUES, ROMAN_VALUES, SCALES].flatMap((words) => [...words.keys()]).join('|')})(?: |$)`,
)

const ending = (number: number): string =>
  ['', 'st', 'nd', 'rd'][number % 100 > 10 && number % 100 < 14 ? 0 : number % 10] || 'th'

/** The value with the next word's added; `undefined` where that begins another number: `nineteen | eighty four`. */
function plus(value: number, next: number): number | undefined {
  const isOpen = value % 100 === 0 ? value > 0 : value % 100 > 19 && value % 10 === 0 && next < 10
  return isOpen && next > 0 ? value + next : undefined
}

/** A folded text with its numbers in digits: `nineteen eighty four` → `1984`, `henry iv` → `henry 4`. */
export function withDigits(text: string): string {
  if (!ANY.test(text)) return text
  const words = text.split(' ')
  const written: string[] = []
  // What the number at hand is written as, but for its last part.
  let digits = ''
  let value: number | undefined
  const finish = () => {
    if (value !== undefined) written.push(`${digits}${value}`)
    digits = ''
    value = undefined
  }
  words.forEach((word, at) => {
    const scale = SCALES.get(word)
    const unit = VALUES.get(word)
    const ordinal = ORDINAL_VALUES.get(word)
    const next = words[at + 1] ?? ''
    if (scale !== undefined) {
      const rest = (value ?? 0) % scale
      value = (value ?? 0) - rest + (rest || 1) * scale
    } else if (unit !== undefined) {
      const sum = value === undefined ? unit : plus(value, unit)
      if (sum === undefined) digits += String(value)
      value = sum ?? unit
    } else if (ordinal !== undefined) {
      const sum = value === undefined ? undefined : plus(value, ordinal)
      if (sum === undefined) finish()
      value = undefined
      written.push(`${sum ?? ordinal}${ending(sum ?? ordinal)}`)
    } else if (/^\d{1,3}$/.test(word) && SCALES.has(next)) {
      finish()
      value = Number(word)
    } else if (word !== 'and' || !value || value % 100 > 0 || !VALUES.has(next)) {
      finish()
      // `i`, `v` and `x` are letters more often than numbers.
      const roman = at > 0 && word.length > 1 ? ROMAN_VALUES.get(word) : undefined
      written.push(roman === undefined ? word : String(roman))
    }
  })
  finish()
  return written.join(' ')
}

const SERIES_WORDS = `(?:(?:saga|series|${FOLDED_VOLUME}) )+`
const BEFORE_NUMBER = new RegExp(String.raw`(?<= )${SERIES_WORDS}(?=\d+(?: |$))`, 'g')

/** The same with the number of a volume alone: `dune book 2`, `dune 2nd book` → `dune 2`. */
export const withVolume = (text: string): string =>
  withDigits(text)
    .replaceAll(/(?<= \d+)(?:st|nd|rd|th) (?:book|volume|part|novel)(?= |$)/g, '')
    .replaceAll(BEFORE_NUMBER, '')

/** The number that a text is: `4`, `٤`, `2.5`, `2,5`, `IV`, `Four`; `undefined` for any other. */
export function numberIn(text: string): number | undefined {
  const digits = withPlainDigits(text.trim()).replace(/^(\d+)[,٫](\d+)$/, '$1.$2')
  if (/^\d+(?:\.\d*)?$/.test(digits)) return Number(digits)
  const word = fold(text.slice(0, 20))
  return VALUES.get(word) ?? ROMAN_VALUES.get(word)
}
