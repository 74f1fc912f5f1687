import type { LastImport } from '../../contract/library.ts'
import { LIBRARY_LISTS } from '../../contract/uploads.ts'
import { plural } from '../messages.ts'

/** What a reader reads of the import on each page that leads to it, or can take it back. */
export const importMessages = {
  title: 'Import your library',
  last: ({ program, addedAt, ...counts }: LastImport) => {
    const books = LIBRARY_LISTS.reduce((sum, list) => sum + counts[list], 0)
    const from = program === null ? '' : ` from ${program}`
    const isToday = new Date(addedAt).toDateString() === new Date().toDateString()
    return `${plural(books, '# book', '# books')}${from}, added ${isToday ? 'today' : 'yesterday'}.`
  },
  undo: 'Undo',
  undoing: 'Undoing…',
  undone: 'Undone: what was added is gone again.',
  undoFailed: (reason: string) => `Undo failed. ${reason}`,
} as const
