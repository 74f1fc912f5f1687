import type { ImportedBook, Skipped } from './format.ts'

/** What was left out: by kind how many, and the first of them. */
export type SkippedKinds = Record<string, { count: number; examples: string[] }>

const EXAMPLES = 3
const KINDS_MAX = 40

function kindOf(skipped: SkippedKinds, kind: string) {
  const name = kind in skipped || Object.keys(skipped).length < KINDS_MAX ? kind : 'other reasons'
  return (skipped[name] ??= { count: 0, examples: [] })
}

/** Counts a record that is left out. */
export function note(skipped: SkippedKinds, { skipped: kind, example }: Skipped): void {
  const told = kindOf(skipped, kind)
  told.count += 1
  if (told.examples.length < EXAMPLES) told.examples.push(example)
}

/** The book, where it is in one of the languages, or does not say in which; else why it is left out. */
export function wanted(
  mapped: ImportedBook | Skipped,
  languages: readonly string[] | undefined,
): ImportedBook | Skipped {
  if ('skipped' in mapped || languages === undefined || mapped.languages.length === 0) return mapped
  if (mapped.languages.some((language) => languages.includes(language.split('-', 1)[0] ?? ''))) {
    return mapped
  }
  return {
    skipped: `in another language (${mapped.languages[0] ?? ''})`,
    example: mapped.book.volumeInfo.title,
  }
}
