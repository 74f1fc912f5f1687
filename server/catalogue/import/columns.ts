import { fold } from '../../../contract/fold.ts'
import columns from './columns.json' with { type: 'json' }
import type { Positions } from './csv.ts'

/**
 * What a table may say of a book. `author` is a name, perhaps `Last, First`, or several between `;`, `|`
 * or `&`; `authors` may be between commas; `others` and their `roles` are between `|`.
 */
export type Field = keyof typeof columns.anyTable | 'others' | 'roles'

interface Program {
  /** Headers that together only this program has. */
  signs: readonly string[]
  /** Headers of each field; the first counts that a row has filled. Those of a reader's own are not here. */
  book: Readonly<Partial<Record<Field, readonly string[]>>>
}

/** What programs export, as `docs/catalogue.md` says it; all headers folded. */
export const PROGRAMS: Readonly<Record<string, Program>> = columns.programs

/** Where a header has each field: as the program that writes such a header means it, or by any usual name. */
export function positionsOf(header: readonly string[]): Positions {
  const folded = header.map(fold)
  const find = (names: readonly string[]) =>
    names.map((name) => folded.indexOf(name)).filter((at) => at >= 0)
  const program = Object.values(PROGRAMS).find(({ signs }) => find(signs).length === signs.length)
  const fields = Object.entries(program?.book ?? columns.anyTable)
  return new Map(fields.map(([field, names]) => [field, find(names)]))
}
