import { remainderNumbers, termLetters } from '../searchText.ts'

// The remainders of words (store/searchText.ts) as SQLite keeps them: each with the word it is of in one
// integer below 2^53, which is the whole row of `term_deletes`. Such rows are the smallest there are, and
// come in twice as fast as texts; a million books bring more than ten million of them.

/** How many words have remainders: those with an id below this. */
const WORDS = 2 ** 25

/** The most rows a word has: seven letters, seven less one, and twenty-one less two. */
export const KEYS_MAX = 29

/** The rows of `term_deletes` that a word has, each once; none where it is not corrected. */
export function termKeys(id: number, term: string): number[] {
  const letters = termLetters(term)
  if (letters === undefined || id >= WORDS) return []
  return [...new Set(remainderNumbers(term, letters))].map((number) => number * WORDS + id)
}

/** Where the rows begin of all words that share a remainder with this one, and how many may follow. */
export function keysNear(word: string, letters: 1 | 2): { starts: number[]; span: number } {
  const starts = [...new Set(remainderNumbers(word, letters))].map((number) => number * WORDS)
  return { starts, span: WORDS - 1 }
}
