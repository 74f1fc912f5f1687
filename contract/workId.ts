import type { Book } from './books.ts'

/** The work of a book, the same for all its editions; a book of which no other edition is known is its own. */
export const workIdOf = ({ id, workId = id }: Pick<Book, 'id' | 'workId'>): string => workId
