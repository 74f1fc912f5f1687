import firstLines from './firstLines.json' with { type: 'json' }

// By what famous books begin with, which readers remember sooner than a title; lines folded, cut where memory ends.

const lines = Object.entries(firstLines).flatMap(([title, texts]) =>
  texts.split('; ').map((line) => ({ title, line, words: line.split(' ') })),
)

/** So many words are a line, in any order, if so great a part of either is the other's. */
const WORDS_LEAST = 5
const TYPED_LEAST = 0.8
const LINE_LEAST = 0.5

/** The titles of books that begin with a folded text, with more or less of the line, or nearly so. */
export function titlesBegun(key: string): string[] {
  const typed = key.split(' ')
  if (typed.length < 3) return []
  const begun = lines.filter(({ line, words }) => {
    if (`${key} `.startsWith(`${line} `)) return true
    const isMost = typed.length >= WORDS_LEAST || typed.length * 2 > words.length
    if (isMost && `${line} `.startsWith(`${key} `)) return true
    const common = typed.filter((word) => words.includes(word)).length
    return (
      typed.length >= WORDS_LEAST &&
      common >= TYPED_LEAST * typed.length &&
      common >= LINE_LEAST * words.length
    )
  })
  return [...new Set(begun.map(({ title }) => title))]
}
