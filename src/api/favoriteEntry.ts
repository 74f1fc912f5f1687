import type { Book, VolumeInfo } from '../../contract/books.ts'
import { isRecord } from '../lib/record.ts'
import { tidyBook } from './tidyBook.ts'

/**
 * A local favorite entry (section 3): id, title, imageLinks and description when made from lists, or
 * id plus the whole volumeInfo when made from detail.
 */
export type FavoriteEntry =
  | { id: string; title: string; imageLinks?: VolumeInfo['imageLinks']; description?: string }
  | { id: string; volumeInfo: VolumeInfo }

/** The entry that a list (recommendations, favorites) makes. */
export function entryFromList({ id, volumeInfo }: Book): FavoriteEntry {
  const { title, imageLinks, description } = volumeInfo
  return {
    id,
    title,
    ...(imageLinks ? { imageLinks } : {}),
    ...(description === undefined ? {} : { description }),
  }
}

/** The entry that the detail page makes. */
export function entryFromDetail({ id, volumeInfo }: Book): FavoriteEntry {
  return { id, volumeInfo }
}

/** An entry out of storage, in either shape; `undefined` where it has no id. */
export function tidyEntry(value: unknown): FavoriteEntry | undefined {
  const book = tidyBook(value)
  if (book === undefined) return undefined
  return isRecord(value) && isRecord(value['volumeInfo'])
    ? entryFromDetail(book)
    : entryFromList(book)
}
