const SHOWN_MOST = 5
const SHOWN_FIRST = 3

/** The authors of a book that its page shows first: of more than five the first three; the app has a button for the others. */
export const authorsShown = (authors: readonly string[]): readonly string[] =>
  authors.length > SHOWN_MOST ? authors.slice(0, SHOWN_FIRST) : authors
