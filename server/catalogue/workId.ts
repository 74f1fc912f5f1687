import { createHash } from 'node:crypto'
import type { Book } from '../../contract/books.ts'
import { workTitles } from './workTitles.ts'

/** A number below 2^48 that stands for a text of `workTitles`. */
export const workKey = (text: string): number =>
  createHash('sha256').update(text).digest().readUIntBE(0, 6)

/** The work that a book is an edition of, and the keys by which later editions find it. */
export interface Work {
  workId: string
  keys: number[]
}

/** The work of a book; `find` tells which work is known by a key. */
export function workOf(book: Book, find: (key: number) => string | undefined): Work {
  const { finding, keys } = workTitles(book.volumeInfo)
  const known = finding
    .values()
    .map((text) => find(workKey(text)))
    .find((work) => work !== undefined)
  return {
    workId: known ?? nameOf(workKey(keys[0] ?? book.id)),
    keys: keys.map(workKey),
  }
}

const nameOf = (hash: number): string => `w${hash.toString(36)}`
