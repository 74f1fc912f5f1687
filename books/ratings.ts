import { fold, withPlainDigits } from '../contract/fold.ts'
import words from './ratingWords.json' with { type: 'json' }
import { anyFolded, anyOf, isPlaceholder } from './texts.ts'

// What readers give books, in stars of five.

/** A rating as it is written: 0 is none, NaN one that is not understood. */
export interface Score {
  value: number
  /** The best there is, where the cell says it. */
  of?: number
}

const whole = (lines: readonly string[]) => new RegExp(`^${anyFolded(lines)}$`, 'u')

const STARS = /^([★⭐🌟*♥❤●]*)(½?)[☆✩✰♡🤍○]*$/u
const BESTS = Object.entries(words.best).map(
  ([best, lines]) => [Number(best), whole(lines)] as const,
)
const IN_STARS = String.raw`(?:${anyOf(words.stars)}|\*)?`
const RATING = new RegExp(
  String.raw`^(?:[★⭐]|(${anyOf(words.best[6])}))?(\d+(?:[.,٫]\d+)?)(½?)[+−-]?${IN_STARS}(?:\(?(?:\/|${anyOf(words.of)})(\d+)(?:\.0)?\)?|([%٪]|${anyOf(words.best[100])}))?${IN_STARS}$`,
  'iu',
)
// `5つ星のうち4`
const BEST_FIRST = /^(\d+)(?:つ星のうち|점중)(.+)$/u
// `4 – Very good`, `4 (gut)`
const EXPLAINED = /(?<=\d)\s*(?:[:=(–—]|-\s)\D*$/u
/** Words for five stars, four and so on, in all languages. */
const inAll = (at: number) => Object.values(words.words).flatMap((lines) => lines[at] ?? [])
const WORDS = [0, 1, 2, 3, 4].map((at) => whole(inAll(at)))

/** `4.5`, `4,5`, `4/5`, `8 z 10`, `90%`, `3½`, `4+`, `5 stars`, `4点`, `★★★★☆`, `★4`, `Terningkast 5`, `отлично`. */
export function scoreIn(cell: string): Score {
  const text = withPlainDigits(cell.replace(EXPLAINED, '').replaceAll(/[\s\uFE0F]/g, '')).replace(
    BEST_FIRST,
    '$2/$1',
  )
  const [stars, full = '', andHalf] = STARS.exec(text) ?? []
  const [, die, number, half, best, percent] = RATING.exec(text) ?? []
  const more = (andHalf ?? half) ? 0.5 : 0
  if (stars !== undefined)
    return { value: Array.from(full).length + more, of: Math.max(5, Array.from(stars).length) }
  if (number !== undefined) {
    const of = percent ? 100 : die ? 6 : best && Number(best)
    return { value: Number(number.replace(/[,٫]/, '.')) + more, ...(of && { of }) }
  }
  const isNone = isPlaceholder(text) || /^(?:nan|(?:not|un)rated)$/i.test(text)
  const at = WORDS.findIndex((word) => word.test(fold(cell)))
  return at < 0 ? { value: isNone ? 0 : Number.NaN } : { value: 5 - at, of: 5 }
}

/** The words and numbers of a header. */
const partsOf = (header: string): string[] =>
  fold(header.replaceAll(/[%٪]/g, ' percent ')).split(/ |(?<=\d)(?=\D)|(?<=\D)(?=\d)/)

/** The number that a word of a header is; none where it is none. */
const numberOf = (part: string): number[] =>
  /\d/.test(part)
    ? [Number(part)]
    : BESTS.flatMap(([best, names]) => (names.test(part) ? [best] : []))

// `Rating 2` is another column.
const isScale = (number: number): boolean =>
  number > 2 && (number <= 20 || number === 50 || number === 100)

const AROUND = whole([...words.around, ...words.stars])

/**
 * The best rating that the header of a column names, and its name without it: `Bedømmelse (1-6)`, `Note sur 20`,
 * `Score out of ten`, `Bewertung in %`; 0 where it names none.
 */
export function scaleIn(header: string): { best: number; name: string } {
  // Some letters come apart in eighteen.
  const start = header.slice(0, 100).normalize('NFKC').slice(0, 100)
  const parts = partsOf(start)
  const named = parts.flatMap(numberOf)
  // `My rating, 2023`
  const best = named.some((number) => number > 100) ? 0 : Math.max(0, ...named.filter(isScale))
  if (best === 0) return { best, name: header }
  const name = partsOf(start.replaceAll(/[([（][^)\]）]*/g, ''))
  return {
    best,
    name: name.filter((part) => numberOf(part).length === 0 && !AROUND.test(part)).join(' '),
  }
}

// What programs and readers take for the best.
const SCALES = [5, 10, 20, 100]
// Grades at school, 6 the best in Switzerland and the worst in Germany.
const GRADE = /^(?:schul)?noten?(?= |$)/
// `1 = best`
const FROM_BEST = new RegExp(
  String.raw`(?<!\d)1 (?:\p{L}{1,3} )?${anyFolded([...words.isBest, ...inAll(0), ...inAll(1)])}(?!\p{L})`,
  'u',
)

/** Whether these are throws of a die, as many readers in the north of Europe rate; programs double half stars. */
const areOfDie = (values: readonly number[], most: number): boolean =>
  most === 6 &&
  values.length > 2 &&
  values.every((value) => Number.isInteger(value)) &&
  values.some((value) => value % 2 > 0)

/**
 * The scores of a table in stars of five, NaN where nobody can tell. One without a scale has that of the column's
 * header; where that names none or a smaller one, the smallest that fits all of them.
 */
export function starsOf(scores: readonly Score[], header: string, isOfProgram: boolean): number[] {
  const values = scores.flatMap(({ value, of }) => (of === undefined && value > 0 ? value : []))
  const most = Math.max(0, ...values)
  const { best } = scaleIn(header)
  // `0.85`, as spreadsheets save 85%.
  const isShare = most <= 1 && values.some((value) => (value * 4) % 1 > 0)
  const guessed =
    !isOfProgram && areOfDie(values, most) ? 6 : (SCALES.find((some) => most <= some) ?? 0)
  const scale = isShare ? 1 : best > 0 && most <= best ? best : guessed
  const named = fold(header)
  const isUnclear = scale === 6 && GRADE.test(named)
  const isFromBest = FROM_BEST.test(named)
  return scores.map(({ value, of }) => {
    if (value === 0) return 0
    if (!(value <= (of ?? scale)) || (of === undefined && isUnclear && !isFromBest))
      return Number.NaN
    const counted = of === undefined && isFromBest ? scale + 1 - value : value
    return Math.round((500 * counted) / (of ?? scale)) / 100
  })
}
