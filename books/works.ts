import { createHash } from 'node:crypto'
import type { Book } from '../contract/books.ts'
import { workTitles } from './workTitles.ts'

/** A number below 2^48 that stands for a text of `workTitles`. */
export const workKey = (text: string): number =>
  createHash('sha256').update(text).digest().readUIntBE(0, 6)

/** The work of a book and the keys by which later editions find it; `find` says which work has a key. */
export function workOf(
  book: Book,
  find: (key: number) => string | undefined,
): { workId: string; keys: number[] } {
  const { finding, keys } = workTitles(book.volumeInfo)
  const found = finding
    .values()
    .map((text) => find(workKey(text)))
    .find((work) => work !== undefined)
  const workId = found ?? `w${workKey(keys[0] ?? book.id).toString(36)}`
  return { workId, keys: keys.map(workKey) }
}
