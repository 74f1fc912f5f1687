/** What is made of measured times: medians, sums, and the table that says which bounds were kept. */

/** The value below which this share of the values lies, from 0 to 1; `NaN` of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const place = Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))
  return sorted[place] ?? Number.NaN
}

/** The middle value, or the mean of the two in the middle; `NaN` of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN
  return (lower + upper) / 2
}

/** A span of the main thread, in ms since the navigation began. */
export interface Span {
  start: number
  duration: number
}

/** From how long on a task counts as blocking, in ms (web.dev, Total Blocking Time). */
const LONG_TASK = 50

/** Total Blocking Time in ms: of each task what is longer than 50 ms, as far as it comes after `from`. */
export function totalBlockingTime(tasks: readonly Span[], from: number): number {
  return tasks
    .map(({ start, duration }) => start + duration - Math.max(start, from))
    .reduce((total, blocked) => total + Math.max(0, blocked - LONG_TASK), 0)
}

/** How many pixels of a picture have which value, one channel after another. */
export type Histogram = readonly number[]

/**
 * How much of the way from the first picture to the last one another is, from 0 to 1: the share of the
 * changes to the histogram that it has, as Lighthouse's Speed Index counts it.
 */
export function visualProgress(first: Histogram, now: Histogram, last: Histogram): number {
  let wanted = 0
  let done = 0
  for (const [value, end] of last.entries()) {
    const start = first[value] ?? 0
    const change = end - start
    const present = (now[value] ?? 0) - start
    wanted += Math.abs(change)
    if (change * present > 0) done += Math.min(Math.abs(change), Math.abs(present))
  }
  return wanted === 0 ? 1 : done / wanted
}

/** Speed Index in ms: how long the average part of the window was not yet as it ends. */
export function speedIndex(frames: readonly { at: number; progress: number }[]): number {
  let before = { at: 0, progress: 0 }
  let index = 0
  for (const frame of frames.toSorted((one, other) => one.at - other.at)) {
    index += (1 - before.progress) * Math.max(0, frame.at - before.at)
    before = frame
  }
  return index
}

/** What a figure may be at most: `times` the floor's and `plus` so much more; without a floor `plus` alone. */
interface Bound {
  times?: number
  plus?: number
}

/** One line of the report. */
export interface Line {
  name: string
  /** How many digits after the point it is told with; 0 unless said. */
  digits?: number
  figure: number
  /** The floor page's figure of the same run. */
  floor?: number
  /** Left out, the line is for comparison alone. */
  bound?: Bound | undefined
}

/** The most that a bound allows; `NaN`, which nothing keeps, where it needs a floor and has none. */
export function limit({ floor, bound }: Pick<Line, 'floor' | 'bound'>): number {
  if (!bound) return Number.POSITIVE_INFINITY
  const { times, plus = 0 } = bound
  return (times === undefined ? 0 : times * (floor ?? Number.NaN)) + plus
}

/** Whether a line keeps its bound; a figure that is missing keeps none. */
export function isKept(line: Line): boolean {
  return line.bound === undefined || line.figure <= limit(line)
}

function boundText({ times, plus }: Bound): string {
  if (times === undefined) return `${plus ?? 0}`
  return `${times.toFixed(2)} ×${plus === undefined ? '' : ` + ${plus}`}`
}

const HEAD = ['', 'figure', 'floor', 'ratio', 'bound', 'at most', '']

/** The lines as a table: figure, floor, ratio, bound, what that makes, kept or missed. */
export function table(lines: readonly Line[]): string {
  const cells = lines.map((line) => {
    const { name, digits = 0, figure, floor, bound } = line
    const text = (value: number): string => (Number.isNaN(value) ? '?' : value.toFixed(digits))
    return [
      name,
      text(figure),
      floor === undefined ? '' : text(floor),
      floor === undefined || floor === 0 ? '' : (figure / floor).toFixed(2),
      bound ? boundText(bound) : '',
      bound ? text(limit(line)) : '',
      bound ? (isKept(line) ? 'kept' : 'MISSED') : '',
    ]
  })
  const rows = [HEAD, ...cells]
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0
          return column === 0 ? cell.padEnd(width) : cell.padStart(width)
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** The round's order of things that are measured in turn: another one first each time, every second backwards. */
export function turn<T>(things: readonly T[], round: number): T[] {
  const first = things.length === 0 ? 0 : round % things.length
  const order = [...things.slice(first), ...things.slice(0, first)]
  return round % 2 === 0 ? order : order.toReversed()
}
