import { interestsOf } from '../../../books/categories.ts'
import { exampleOf, readTable } from '../../../books/formats/csv.ts'
import { findInput, ImportError } from '../../../books/formats/input.ts'
import type { SourceRecord } from '../../../books/record.ts'
import { CATEGORIES, type Category } from '../../../contract/categories.ts'
import { fold } from '../../../contract/fold.ts'

/** The interests that a host gives to subjects, by the folded subject. */
export type OwnInterests = ReadonlyMap<string, readonly Category[]>

const COLUMNS = ['subject', 'interest'] as const

function positionsOf(header: readonly string[], path: string) {
  const places = header.map(fold)
  const found = COLUMNS.map((column) => [column, [places.indexOf(column)]] as const)
  if (COLUMNS.every((column) => places.includes(column))) return new Map(found)
  throw new ImportError(
    `${path} needs the columns subject and interest; its first line is: ${exampleOf(header)}`,
  )
}

/**
 * Reads a host's own table, `subject,interest`; a subject that stands in several rows has all their interests.
 * @throws ImportError which row cannot be used, and why
 */
export async function readOwnInterests(path: string): Promise<OwnInterests> {
  const own = new Map<string, Category[]>()
  const { files } = await findInput(path)
  for (const file of files) {
    const rows = readTable<(typeof COLUMNS)[number]>(file, { read: 0, total: 0 }, (header) =>
      positionsOf(header, file.path),
    )
    for await (const group of rows) {
      for (const { cells, get } of group) {
        const subject = fold(get('subject'))
        const interest = CATEGORIES.find((category) => fold(category) === fold(get('interest')))
        const row = `${file.path}: "${exampleOf(cells)}"`
        if (subject === '') throw new ImportError(`${row} has no subject.`)
        if (interest === undefined) {
          const known = CATEGORIES.join(', ')
          throw new ImportError(`${row} names no interest; the interests are ${known}.`)
        }
        own.set(subject, [...(own.get(subject) ?? []), interest])
      }
    }
  }
  if (own.size === 0) throw new ImportError(`${path} has no row with a subject and an interest.`)
  return own
}

/** A record with the interests that the host gives to its subjects, in place of those that we know. */
export function withOwnInterests(source: SourceRecord, own: OwnInterests): SourceRecord {
  const names = (source.subjects ?? []).filter((name) => typeof name === 'string')
  if (!names.some((name) => own.has(fold(name)))) return source
  const ours = interestsOf(names)
  // An export has interests without the names that they came from; Non-Fiction may only stand in for what we do not know.
  const kept = source.categories.filter((name) => name !== 'Non-Fiction' && !ours.includes(name))
  const given = names.flatMap((name): readonly string[] => own.get(fold(name)) ?? [name])
  return { ...source, categories: interestsOf([...given, ...kept]) }
}
