import type { SourceState } from '../lookUps/sources.ts'
import { bookOrBooks, number, size } from './amounts.ts'
import type { ImportProgress, ImportResult } from './importBooks.ts'

/** Progress on one line, without its end. */
export const progressLine = ({ work, done, records, rate }: ImportProgress): string =>
  `${work} ${Math.min(99, Math.floor(done * 100))} %, ${number(records)} records, ${number(rate)} a second`

/** Each kind with its examples, the commonest first. */
const kindLines = (kinds: ImportResult['skipped']): string[] =>
  Object.entries(kinds)
    .toSorted(([, one], [, other]) => other.count - one.count)
    .flatMap(([kind, { count, examples }]) => [
      `${number(count).padStart(15)} ${kind}`,
      ...examples.map((example) => `${' '.repeat(16)}  such as ${example}`),
    ])

/** How many books stand under no interest, and what their source says of them. */
function bareLine({ books, subjects }: ImportResult['bare']): string {
  const stand = `${number(books)} ${bookOrBooks(books)} ${books === 1 ? 'stands' : 'stand'}`
  const named = subjects.map(([subject, count]) => `${subject} (${number(count)})`).join(', ')
  return named === ''
    ? `${stand} under no interest: no subject is given.`
    : `${stand} under no interest; the commonest subjects: ${named}. A table of yours gives them one: --subjects.`
}

/** What an import did to a catalogue's file, in lines. */
export function summary(result: ImportResult, file: string): string[] {
  const { name, source, isEmpty, records, seconds, lost, bare, otherColumns } = result
  const { added, changed, unchanged, removed } = result
  const skipped = Object.values(result.skipped).reduce((sum, { count }) => sum + count, 0)
  const lines = [
    [added, 'added'],
    [changed, 'changed'],
    [unchanged, 'unchanged'],
    [removed, 'removed: no longer in the file'],
    [skipped, 'skipped:'],
  ] as const
  const shown = lines.filter(([count], index) => index < 3 || count > 0)
  const sum = `${number(added)} added + ${number(changed)} changed + ${number(unchanged)} unchanged`
  return [
    isEmpty
      ? `${name} holds no book for ${source}.`
      : `${name} is in the catalogue ${file}, as ${source}.`,
    ...shown.map(([count, what]) => `${number(count).padStart(11)} ${what}`),
    ...kindLines(result.skipped),
    ...result.notes,
    ...(Object.keys(lost).length > 0
      ? ['Lost or replaced within records:', ...kindLines(lost)]
      : []),
    ...(bare.books > 0 ? [bareLine(bare)] : []),
    ...(otherColumns.length > 0 ? [`Columns ignored: ${otherColumns.join(', ')}.`] : []),
    `${number(records)} ${records === 1 ? 'record' : 'records'} read = ${sum} + ${number(skipped)} skipped.`,
    `It took ${number(seconds)} s, ${number(records / Math.max(seconds, 0.001))} a second.`,
    ...(added + changed + removed === 0 ? ['Nothing has changed.'] : []),
  ]
}

/** What each source has, and where it came from, in lines; the last is of the whole file. */
export function status(sources: readonly SourceState[], file: string, bytes: number): string[] {
  const width = Math.max(3, ...sources.map(({ source }) => source.length))
  const total = sources.reduce((sum, { books }) => sum + books, 0)
  return [
    ...sources.map(({ source, books, name, importedAt }) => {
      const day = new Date(importedAt).toISOString().slice(0, 16).replace('T', ' ')
      const origin = importedAt === 0 ? '' : `  ${name}, imported ${day} UTC`
      return `${source.padEnd(width)} ${number(books).padStart(11)} ${bookOrBooks(books)}${origin}`
    }),
    `${'all'.padEnd(width)} ${number(total).padStart(11)} ${bookOrBooks(total)}  ${file}, ${size(bytes)}`,
  ]
}
