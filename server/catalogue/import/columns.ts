import { fold } from '../../../contract/fold.ts'
import columns from './columns.json' with { type: 'json' }
import type { Positions } from './table.ts'

/**
 * What a table may say of a book. `author` is a name, perhaps `Last, First`, or several between `;`, `|`
 * or `&`; `authors` may be between commas; `others` and their `roles` are between `|`.
 */
export type Field = keyof typeof columns.anyTable | 'others' | 'roles'

/** What it may say of its reader: the day a book was `finished`; whether it is a `favorite`, yes or no. */
export type ReaderField = keyof typeof columns.anyReader

type Headers<Name extends string> = Readonly<Partial<Record<Name, readonly string[]>>>

interface Program {
  /** Headers that together only this program has. */
  signs: readonly string[]
  /** Headers of each field; the first counts that a row has filled. */
  book: Headers<Field>
  /** Those of a reader's own, which an import of the catalogue leaves alone. */
  reader: Headers<ReaderField>
}

/** What programs export, as `docs/catalogue.md` says it; all headers folded. */
export const PROGRAMS: Readonly<Record<string, Program>> = columns.programs

const find = (header: readonly string[], names: readonly string[]) =>
  names.map((name) => header.indexOf(name)).filter((at) => at >= 0)

const programOf = (header: readonly string[]) =>
  Object.entries(PROGRAMS).find(([, { signs }]) => find(header, signs).length === signs.length)

const positionsIn = (header: readonly string[], fields: Headers<string>): Positions =>
  new Map(Object.entries(fields).map(([field, names]) => [field, find(header, names ?? [])]))

/** Where a header has each field: as the program that writes such a header means it, or by any usual name. */
export function positionsOf(header: readonly string[]): Positions {
  const folded = header.map(fold)
  const [, program] = programOf(folded) ?? []
  return positionsIn(folded, program?.book ?? columns.anyTable)
}

/** Where a header has what is a reader's own, and the name of the program that writes such a header. */
export function readerPositionsOf(header: readonly string[]) {
  const folded = header.map(fold)
  const [program, known] = programOf(folded) ?? [null]
  return { program, positions: positionsIn(folded, known?.reader ?? columns.anyReader) }
}
