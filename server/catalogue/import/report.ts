import type { ImportState } from '../../store/store.ts'
import type { ImportProgress, ImportResult } from './importBooks.ts'

const whole = new Intl.NumberFormat('en')
const BAR = 24

/** `1,234` */
export const number = (value: number): string => whole.format(Math.round(value))

/** `book` of one, `books` of any other number. */
export const bookOrBooks = (count: number): string => (count === 1 ? 'book' : 'books')

/** `2 h 5 min`, `3 min 20 s`, `12 s`, `0.4 s` */
function time(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  const all = Math.round(seconds)
  if (all < 60) return `${all} s`
  const minutes = Math.floor(all / 60)
  return minutes < 60
    ? `${minutes} min ${all % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Progress on one line, without its end. */
export function progressLine({ work, done, records, rate, left }: ImportProgress): string {
  const share = Math.min(1, Math.max(0, done))
  const filled = Math.round(share * BAR)
  const bar = '█'.repeat(filled) + '░'.repeat(BAR - filled)
  const pace = rate > 0 ? `  ${number(records)} records, ${number(rate)} a second` : ''
  const rest = left === undefined ? '' : `, ${time(left)} left`
  return `${work} ${bar} ${String(Math.floor(share * 100)).padStart(3)} %${pace}${rest}`
}

/** How an import ended. */
function headline(
  { name, source, records }: ImportState,
  { stopped, empty, resumedAt }: Pick<ImportResult, 'stopped' | 'empty' | 'resumedAt'>,
): string {
  if (stopped)
    return `Stopped after ${number(records)} records. The same command goes on from there.`
  if (empty) return `${name} holds no book for ${source}.`
  const from = resumedAt > 0 ? ` (went on after ${number(resumedAt)})` : ''
  return `${name} is in the catalogue, as ${source}${from}.`
}

/** What an import did, in lines. */
export function summary({ state, skipped, ...result }: ImportResult): string[] {
  const { added, changed, unchanged, repeated, held, removed } = state
  const kinds = Object.entries(skipped).toSorted(([, one], [, other]) => other.count - one.count)
  const left = kinds.reduce((sum, [, { count }]) => sum + count, 0)
  const rate = result.records / Math.max(result.seconds, 0.001)
  const lines = [
    [added, 'added'],
    [changed, 'changed'],
    [unchanged, 'unchanged'],
    [repeated, 'came twice: the first was taken'],
    [held, 'are there from another source'],
    [removed, 'removed: no longer in the file'],
  ] as const
  const told = lines.filter(([count], index) => index < 3 || count > 0)
  return [
    headline(state, result),
    ...told.map(([count, what]) => `${number(count).padStart(11)} ${what}`),
    ...(left > 0 ? [`${number(left).padStart(11)} skipped:`] : []),
    ...kinds.flatMap(([kind, { count, examples }]) => [
      `${number(count).padStart(15)} ${kind}`,
      ...examples.map((example) => `${' '.repeat(16)}  such as ${example}`),
    ]),
    `${number(result.records)} records in ${time(result.seconds)}, ${number(rate)} a second.`,
    ...(added + changed + removed === 0 && !result.stopped ? ['Nothing has changed.'] : []),
  ]
}

function day(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')
}

/** What each source has, and how its last import went, in lines. */
export function status(
  sources: readonly { source: string; books: number }[],
  imports: readonly ImportState[],
): string[] {
  const names = [...new Set([...sources, ...imports].map(({ source }) => source))].toSorted()
  if (names.length === 0)
    return ['The catalogue is empty: the books that ship come at the first start.']
  const width = Math.max(...names.map((name) => name.length))
  const total = sources.reduce((sum, { books }) => sum + books, 0)
  return [
    ...names.map((name) => {
      const books = sources.find(({ source }) => source === name)?.books ?? 0
      const last = imports.find(({ source }) => source === name)
      const told = last === undefined ? '' : `  ${importLine(last)}`
      return `${name.padEnd(width)} ${number(books).padStart(11)} ${bookOrBooks(books)}${told}`
    }),
    `${'all'.padEnd(width)} ${number(total).padStart(11)} ${bookOrBooks(total)}`,
  ]
}

function importLine({ name, finishedAt, updatedAt, records }: ImportState): string {
  if (finishedAt !== undefined) return `${name}, imported ${day(finishedAt)} UTC`
  if (records === 0) return `${name} was begun ${day(updatedAt)} UTC; none of its records is in`
  return (
    `${name} is not finished: ${number(records)} records done by ${day(updatedAt)} UTC; ` +
    'the same import goes on from there'
  )
}
