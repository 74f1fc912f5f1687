import { fold } from '../../../contract/fold.ts'

/** A name as library catalogues have it, taken apart. */
export interface CatalogueName {
  /** As it is read: `Jane Austen`. */
  name: string
  /** What the person did, such as `translator`; `undefined` for authors. */
  role: string | undefined
}

const PARTICLES =
  /^(?:of|the|da|de|del|della|der|des|di|du|le|la|van|von|zu|à|al|ibn|ben|bar|ha)\b|^d'/
const RULER =
  /^(?:King|Queen|Emperor|Empress|Pope|Tsar|Czar|Prince|Princess|Duke|Duchess|Sultan)\b.*\bof\b/i
const SUFFIX = /^(?:Jr|Sr|II|III|IV)\.?$/
// Years of life and work are no part of a name.
const YEARS = /\d|^(?:active|approximately|born|died|fl)\b/i

/**
 * Reads `Last, First, 1812-1870 [Translator]` as people do: `First Last`. Years, the names in full
 * behind the initials, titles and offices are left out; `Jr.` stays.
 */
export function readName(text: string): CatalogueName {
  const role = /\[([^\]]*)\]\s*$/.exec(text)?.[1]
  const bare = text
    .replace(/\[[^\]]*\]\s*$/, '')
    .replaceAll(/\([^)]*\)/g, '')
    .replaceAll(/\$[a-z]\b/g, '')
    .trim()
  const [last = '', ...others] = bare.split(/\s*,\s*/)
  const [first = '', ...rest] = others.filter((part) => part !== '' && !YEARS.test(part))
  const suffix = rest.find((part) => SUFFIX.test(part))
  const lowerRole = role === undefined || /^author$/i.test(role) ? undefined : role.toLowerCase()
  return { name: together(last, first, suffix), role: lowerRole }
}

function together(last: string, first: string, suffix: string | undefined): string {
  if (first === '' || RULER.test(first)) return last
  if (SUFFIX.test(first) || PARTICLES.test(first)) return `${last} ${first}`
  // `Tennyson, Alfred Tennyson, Baron`
  const repeats = fold(first).endsWith(` ${fold(last)}`)
  return [first, repeats ? '' : last, suffix ?? ''].filter((part) => part !== '').join(' ')
}

/** The names of those who wrote the book; where a catalogue names none, of those who made it. */
export function authorsOf(names: readonly CatalogueName[]): string[] {
  const made = (roles: readonly (string | undefined)[]) =>
    names.filter(({ role }) => roles.includes(role))
  const chosen = [made([undefined]), made(['editor', 'compiler', 'creator']), names].find(
    (some) => some.length > 0,
  )
  return (chosen ?? []).map(({ name }) => name)
}
