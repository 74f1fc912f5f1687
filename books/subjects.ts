import { isCategory } from '../contract/categories.ts'
import { fold } from '../contract/fold.ts'
import { interestsOf } from './categories.ts'
import vocabulary from './subjects.json' with { type: 'json' }
import { plainText } from './texts.ts'

/** A book has at most so many subjects. */
const SUBJECTS_MAX = 8
/** So much of a source's name is read, which may be of several. */
const NAMES_MAX = 300
/** A name that the vocabulary lacks is kept up to this length, in UTF-16 units. */
const NAME_MAX = 40

/** For whom a book was written: it has at most one of them. */
export const AUDIENCES: ReadonlySet<string> = new Set(Object.keys(vocabulary.audience))

const groups: ReadonlyMap<string, string> = new Map(
  Object.entries(vocabulary).flatMap(([group, names]) =>
    Object.keys(names).map((subject) => [subject, group] as const),
  ),
)

/** The subjects of the vocabulary. */
export const SUBJECTS: readonly string[] = [...groups.keys()]

/** The group of the vocabulary that a subject is in, such as `genre`; of other subjects none. */
export const groupOf = (subject: string): string | undefined => groups.get(subject)

const THEMES = ['topic', 'time', 'place']
/** Whether it is what a book is about, when or where; not its form or for whom it is. */
export const isTheme = (subject: string): boolean => THEMES.includes(groupOf(subject) ?? '')

/** By folded name or alias (`ww2`), the subject as books have it (`World War II`). */
const subjects: ReadonlyMap<string, string> = new Map(
  Object.values(vocabulary).flatMap((group) =>
    Object.entries(group).flatMap(([subject, aliases]) =>
      [...aliases.split(';'), subject].map((name) => [fold(name), subject] as const),
    ),
  ),
)

/** The subject of the vocabulary that a name stands for, also in the plural; of anything else none. */
export function subjectOf(name: string): string | undefined {
  const key = fold(name)
  return subjects.get(key) ?? subjects.get(key.replace(/s$/, '')) ?? subjects.get(`${key}s`)
}

// Notes of libraries and readers, not subjects: `nyt:…=2012-01-01`, `Protected DAISY`, `to-read`, `owned`.
const NO_SUBJECT =
  /[:;=<>_]|\d{3}|^\W*\d|\b(?:daisy|accessible|library|collection|general|fiction|read|reading|own|owned|favou?rites?|wish ?list|dnf|kindle|ebooks?|audio\w*|my|books?)\b/i
// `Juvenile fiction`, `Children's stories`, `Young adult fiction`.
const FOR_YOUNG: readonly [RegExp, string][] = [
  [/^(?:juvenile|childrens?) |^picture books?/, 'children'],
  [/^young adult /, 'young adult'],
]

/** What one name of another catalogue says, taken apart at ` / ` and ` -- `. */
function* subjectsIn(name: string): Generator<{ subject: string; isKnown: boolean }> {
  const parts = name.split(/\s+\/\s+|\s*--\s*|,\s+/).filter((part) => fold(part) !== '')
  for (const part of parts) {
    const subject =
      subjectOf(part) ?? FOR_YOUNG.find(([pattern]) => pattern.test(`${fold(part)} `))?.[1]
    if (subject !== undefined) yield { subject, isKnown: true }
  }
  const [only = ''] = parts
  const own = only.toLowerCase()
  const isOther = parts.length === 1 && subjectOf(only) === undefined && !NO_SUBJECT.test(only)
  const isInterest = isCategory(only) || interestsOf([only]).length > 0
  if (isOther && !isInterest && own !== '' && own.length <= NAME_MAX) {
    yield { subject: own, isKnown: false }
  }
}

/**
 * The subjects that names in other catalogues, or tags, stand for, those of the vocabulary first: at most
 * SUBJECTS_MAX, each once, at most one audience. Takes anything.
 */
export function subjectsOf(names: readonly unknown[]): string[] {
  const texts = names.filter((name) => typeof name === 'string').slice(0, 60)
  const found = texts.flatMap((name) => [...subjectsIn(plainText(name, NAMES_MAX))])
  const ordered = found.toSorted((one, other) => Number(other.isKnown) - Number(one.isKnown))
  const [audience] = ordered.filter(({ subject }) => AUDIENCES.has(subject))
  const fitting = ordered
    .map(({ subject }) => subject)
    .filter((subject) => !AUDIENCES.has(subject) || subject === audience?.subject)
  return [...new Set(fitting)].slice(0, SUBJECTS_MAX)
}
