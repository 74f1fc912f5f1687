import drawings from './motifs.json' with { type: 'json' }

/** A drawing of what books name: path data in a square from -50 to 50. */
export interface Motif {
  /** The words of a title that name it, between spaces. */
  words: string
  /** The subjects that it stands for, by their names in `books/subjects.json`, between semicolons. */
  subjects?: string
  /** Filled in the main ink. */
  main?: string
  /** Cut out of it. */
  hole?: string
  /** Lines in the main ink. */
  line?: string
  /** Filled in a second ink. */
  accent?: string
  /** Lines cut out of it. */
  cut?: string
}

const motifs: Readonly<Record<string, Motif>> = drawings

export const motifNamed = (name: string): Motif | undefined => motifs[name]

const byName = (namesOf: (motif: Motif) => string[]): ReadonlyMap<string, Motif> =>
  new Map(Object.values(motifs).flatMap((motif) => namesOf(motif).map((name) => [name, motif])))
const byWord = byName(({ words }) => words.split(' '))
const bySubject = byName(({ subjects = '' }) => subjects.split(';'))

/** What the first such word of the title names, or else the weightiest such subject. */
export function motifOfBook(title: string, subjects: readonly string[]): Motif | undefined {
  const words = title.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  const named = words.flatMap((word) => byWord.get(word) ?? [])
  return named[0] ?? subjects.flatMap((subject) => bySubject.get(subject) ?? [])[0]
}
