import { characterEntities } from 'character-entities'
import { characterEntitiesHtml4 } from 'character-entities-html4'
import { characterEntitiesLegacy } from 'character-entities-legacy'
import type { Plugin } from 'vite'

/** What texts about books are written with: letters, punctuation, currencies, signs, ligatures. */
const WRITTEN = /^[\0-\u218F\u2600-\u27BF\uFB00-\uFB06]$/
/** The trie's words (`internal/bin-trie-flags` of the package entities). */
const SEMICOLON_REQUIRED = 1 << 13
const VALUE_LENGTH_AT = 14
const BRANCH_LENGTH_AT = 7
/** The largest code unit that stands in the first word of a name's end. */
const MOST_INLINE = 0x1f_ff

const legacy: ReadonlySet<string> = new Set(characterEntitiesLegacy)

/**
 * Whether a page knows a named character reference: those of HTML 4, and those for what texts are written
 * with. Of the 2,125 that HTML has today most are signs of mathematics. One that begins with a name which
 * needs no semicolon is known whatever it stands for: it would be read as that name and some letters.
 * @param name without `&` and `;`
 * @param text that it stands for
 */
export function isKept(name: string, text: string): boolean {
  return (
    WRITTEN.test(text) ||
    name in characterEntitiesHtml4 ||
    Array.from(name, (_, at) => name.slice(0, at)).some((start) => legacy.has(start))
  )
}

interface Branch {
  next: Map<string, Branch>
  end?: { text: string; semicolon: boolean }
}

const codeUnits = (text: string): number[] =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))

function words({ next, end }: Branch): number[] {
  const branches = [...next].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const letters = branches.map(([letter]) => letter.charCodeAt(0))
  const parts = branches.map(([, branch]) => words(branch))
  const below = parts.flat()
  const semicolon = end?.semicolon ? SEMICOLON_REQUIRED : 0
  const value = codeUnits(end?.text ?? '')
  const [unit = 0] = value
  if (end && letters.length === 0 && value.length === 1 && unit <= MOST_INLINE) {
    return [(1 << VALUE_LENGTH_AT) | semicolon | unit]
  }
  const head = ((end ? value.length + 1 : 0) << VALUE_LENGTH_AT) | semicolon
  const [letter = 0] = letters
  if (letters.length < 2) return [head | letter, ...value, ...below]
  const pairs = letters.flatMap((low, at) =>
    at % 2 === 0 ? [low | ((letters[at + 1] ?? 0) << 8)] : [],
  )
  let offset = 0
  const offsets = parts.map(({ length }) => (offset += length) - length)
  return [head | (letters.length << BRANCH_LENGTH_AT), ...value, ...pairs, ...offsets, ...below]
}

/**
 * The kept names as the trie of 16-bit words that the package entities decodes with.
 */
export function entityTree(): number[] {
  const root: Branch = { next: new Map() }
  for (const [name, text] of Object.entries(characterEntities)) {
    if (!isKept(name, text)) continue
    let branch = root
    for (const letter of name) {
      const next = branch.next.get(letter) ?? { next: new Map() }
      branch.next.set(letter, next)
      branch = next
    }
    branch.end = { text, semicolon: !legacy.has(name) }
  }
  return words(root)
}

/**
 * Has the build know the names of `isKept` alone (decision page 0011): the whole table is more than the
 * parser that it belongs to.
 *
 * @throws where the build takes the table from another file
 */
export function fewerEntities(): Plugin {
  let found = false
  return {
    name: 'fewer-entities',
    apply: 'build',
    load: {
      filter: { id: /\/entities\/dist\/generated\/decode-data-html\.js$/ },
      handler() {
        found = true
        return `export const htmlDecodeTree = /* #__PURE__ */ new Uint16Array([${entityTree().join()}])`
      },
    },
    buildEnd(error) {
      if (!error && !found) this.error('The build has no table of entities.')
    },
  }
}
