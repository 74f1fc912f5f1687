import { texts } from '../languages/language.ts'

/** What a reader reads of the import on each page that leads to it, or can take it back. */
export const importMessages = texts('import', {
  title: 'Import your library',
  // When the last one added its books: with or without the program whose export it was.
  lastToday: { one: '{count} book, added today.', other: '{count} books, added today.' },
  lastYesterday: {
    one: '{count} book, added yesterday.',
    other: '{count} books, added yesterday.',
  },
  lastTodayFrom: {
    one: '{count} book from {program}, added today.',
    other: '{count} books from {program}, added today.',
  },
  lastYesterdayFrom: {
    one: '{count} book from {program}, added yesterday.',
    other: '{count} books from {program}, added yesterday.',
  },
  undo: 'Undo',
  undoing: 'Undoing…',
  undone: 'Undone: what was added is gone again.',
  undoFailed: 'Undo failed. {reason}',
})
