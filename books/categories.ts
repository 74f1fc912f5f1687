import { LRUCache } from 'lru-cache'
import { CATEGORIES, type Category } from '../contract/categories.ts'
import { fold } from '../contract/fold.ts'
import interestNames from './interestNames.json' with { type: 'json' }
import interestWords from './interestWords.json' with { type: 'json' }

// How other catalogues name our interests, in whole names, compared folded: BISAC as Google Books has it
// (`Fiction / Fantasy / Epic`), Library of Congress subjects (`Ghosts -- Fiction`), the shelves of Project
// Gutenberg and of readers, subjects of Open Library.

type Names = Readonly<Partial<Record<Category, readonly string[]>>>

/** The names of each interest, by the general interest that all books of it have too. */
const { Fiction: STORIES, 'Non-Fiction': FACTS, either: EITHER } = interestNames.names
const NAMES: Readonly<Record<Category, readonly string[]>> = { ...STORIES, ...FACTS, ...EITHER }

/** The general interest of an interest; none where it may be either. */
const generalOf = (category: Category): Category | undefined =>
  category in STORIES ? 'Fiction' : category in FACTS ? 'Non-Fiction' : undefined

/** Whether an interest is a kind of fiction: Mystery, not Fiction itself. */
export const isKindOfFiction = (category: Category): boolean =>
  category !== 'Fiction' && category in STORIES

/** Whether an interest is one of stories and poems, or may be. */
export const isStory = (category: string): boolean => category in STORIES || category in EITHER

type Table = ReadonlyMap<string, readonly Category[]>

function table(...tables: Names[]): Table {
  const found = new Map<string, Category[]>()
  for (const category of CATEGORIES) {
    const lines = tables.flatMap((lists) => lists[category] ?? [])
    for (const key of new Set(lines.flatMap((line) => line.split(';')).map(fold))) {
      found.set(key, [...(found.get(key) ?? []), category])
    }
  }
  return found
}

const whole = table(NAMES)
// What shops and libraries write on their shelves, in ten languages. Before a subdivision it is something else:
// `Theater -- England` is no play.
const everyday = table(NAMES, ...Object.values(interestWords))
// What the steps of a path, or the subdivisions of a subject, name once the whole is known to be fiction:
// `Fiction / Thrillers / Crime`, `Robots -- Fiction`. As headings they are something else.
const withinFiction = table(interestNames.withinFiction)
// The last word of a heading that the table does not have, such as `Chinese fiction`.
const byLastWord = table(interestNames.lastWords)
// The beginnings of codes; the longest counts.
const byCode = table(interestNames.codes)

// BISAC `FIC022000`; Dewey `823.914`, `823/.914`, `823.914 AUS`.
const CODE = /^(?:[a-z]{3}\d{6}|\d{3}(?:\/?\.[\d/]+(?: [A-Z]{1,4})?)?)$/i
// What joins two names: `Krimis & Thriller`, `Cuentos y relatos`.
const JOINED = /\s*[/&+・、]\s*|\s+(?:and|und|et|y|e|ed|en|i|oraz)\s+|\s+و(?=\S)/i

const JUVENILE = /^(?:juvenile|childrens?)\b/
// Books about fiction, poetry and plays are neither.
const ABOUT = new Set(['history and criticism', 'criticism and interpretation', 'bibliography'])
// They say where or in which form a shelf's book is told, not what it is about.
const FORM = /^(?:fiction|juvenile (?:fiction|works)|childrens fiction|young adult fiction)$/

/** The whole name, or the name without what a comma sets apart: `Horror tales, Australian`. */
const namesOf = (part: string): string[] => [fold(part), fold(part.split(',', 1)[0] ?? '')]

const lastWord = (name: string): string => name.split(' ').at(-1) ?? ''

function interestsOfCode(code: string): readonly Category[] {
  const beginnings = Array.from(code, (_, at) => code.slice(0, code.length - at))
  return beginnings.map((beginning) => byCode.get(beginning)).find(Boolean) ?? []
}

function lookUp(part: string, known: Table): readonly Category[] {
  const names = namesOf(part)
  const found = names.map((name) => known.get(name)).find(Boolean)
  if (found) return found
  const joined = part.split(JOINED)
  const each = joined.length > 1 ? joined.map((name) => lookUp(name, known)) : [[]]
  if (each.every(({ length }) => length > 0)) return each.flat()
  const name = names.find((name) => byLastWord.has(lastWord(name))) ?? ''
  const categories = byLastWord.get(lastWord(name)) ?? []
  return JUVENILE.test(name) ? ["Children's Books", ...categories] : categories
}

/** One name or code of another catalogue; names are taken apart at ` / `, ` > `, ` - ` and ` -- `. */
function interestsOfName(name: string): readonly Category[] {
  const text = name.replace(/^(?:Category:|(?:DE|FR|IT) (?=\p{Lu}))\s*/u, '').trim()
  if (CODE.test(text)) return interestsOfCode(fold(text))
  const known = text.includes('--') ? whole : everyday
  const parts = text
    .split(/\s+[/>›–-]\s+|\s*--\s*/)
    .map((part) => part.trim().replace(/\.$/, ''))
    .filter((part) => fold(part) !== '')
  // Open Library turns BISAC round: `Fiction, fantasy, general`.
  const [head = '', ...rest] =
    parts.length === 1 && /^(?:juvenile |children's |young adult )?fiction,/i.test(text)
      ? text.split(',')
      : parts
  const steps = [head, ...rest]
  if (steps.some((step) => ABOUT.has(fold(step)))) return ['Non-Fiction']

  const form = steps.map(fold).find((step) => FORM.test(step))
  if (form === undefined) {
    // The whole before its parts: what comes first says most, a subdivision how it is told.
    return steps.flatMap((step) => lookUp(step, known))
  }
  const genres = steps.flatMap((step) => {
    const names = namesOf(step)
    const within = names.map((name) => withinFiction.get(name)).find(Boolean) ?? []
    const plain = known.get(names[0] ?? '') ?? []
    return [...within, ...plain.filter((category) => generalOf(category) !== 'Non-Fiction')]
  })
  return [
    ...genres,
    ...(form.startsWith('young') ? (['Young Adult'] as const) : []),
    ...(JUVENILE.test(form) ? (["Children's Books"] as const) : []),
    'Fiction',
  ]
}

// A catalogue of a million books has some thousand names, and most of its books share a few.
const remembered = new LRUCache<string, readonly Category[], undefined>({
  max: 20_000,
  memoMethod: interestsOfName,
})

/**
 * The interests that other catalogues' names for a book stand for: specific ones in the order found, then
 * Fiction or Non-Fiction, which follow from them. `otherwise` is taken where names are given and none is
 * known.
 */
export function interestsOf(names: readonly unknown[], otherwise?: Category): Category[] {
  const texts = names.filter((name) => typeof name === 'string')
  const found = new Set(texts.flatMap((name) => remembered.memo(name.slice(0, 300))))
  const isNamed = () => texts.some((name) => fold(name) !== '')
  if (found.size === 0 && otherwise !== undefined && isNamed()) found.add(otherwise)

  const general = new Set([...found].map((category) => generalOf(category)))
  found.delete('Fiction')
  found.delete('Non-Fiction')
  // A story that also has a topic is a story.
  if (general.has('Fiction')) found.add('Fiction')
  else if (general.has('Non-Fiction')) found.add('Non-Fiction')
  return [...found]
}
