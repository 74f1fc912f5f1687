import { LIBRARY_MAX_COLUMNS } from '../../contract/uploads.ts'

// Texts in UTF-8 that a program took for texts in an older encoding, and encoded again: `MisÃ©rables`.

const BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte)
/** By each letter of an encoding its byte; and what only letters can be that were the bytes of UTF-8. */
const encodings = ['windows-1252', 'macintosh', 'windows-1251', 'windows-1250'].map((encoding) => {
  const letters = Array.from(new TextDecoder(encoding).decode(BYTES))
  const of = (first: number, last: number) => `[${letters.slice(first, last + 1).join('')}]`
  const more = of(0x80, 0xbf)
  const twice = `(?:${of(0xc2, 0xdf)}${more}|${of(0xe0, 0xef)}${more}{2}|${of(0xf0, 0xf4)}${more}{3})+`
  return {
    bytes: new Map(letters.map((letter, byte) => [letter, byte])),
    twice: new RegExp(`^${twice}$`),
  }
})
type Encoding = (typeof encodings)[number]

const utf8 = new TextDecoder()
const LETTERS = /[^\0-\x7f]+/g
// What `’É`, `É—` and the like would be: Armenian, letters of phonetics, none at all.
const NEVER = /[\p{sc=Armn}\u0250-\u02af\u0500-\u052f\ufffd]/u
// Longer runs are in another script. Longer cells are reviews, which nobody reads. So many runs tell.
const LETTERS_MAX = 100
const CELL_MAX = 1000
const RUNS_MAX = 5000

/** What letters were before they were encoded again; undefined where they cannot have been. */
function mended(letters: string, { bytes, twice }: Encoding): string | undefined {
  if (letters.length > LETTERS_MAX || !twice.test(letters)) return undefined
  const text = utf8.decode(Uint8Array.from(letters, (letter) => bytes.get(letter) ?? 0))
  return NEVER.test(text) ? undefined : text
}

/** Mends the cells of a table in place where most letters beyond ASCII were encoded twice; whether they were. */
export async function mendTable(
  table: readonly string[][],
  pause: () => Promise<void> | void,
): Promise<boolean> {
  const counts = encodings.map((encoding) => ({ encoding, count: 0 }))
  let all = 0
  for (const cells of table) {
    if (all > RUNS_MAX) break
    const read = cells.slice(0, LIBRARY_MAX_COLUMNS).map((cell) => cell.slice(0, CELL_MAX))
    for (const letters of read.join(' ').match(LETTERS)?.slice(0, RUNS_MAX) ?? []) {
      all += 1
      for (const one of counts) if (mended(letters, one.encoding) !== undefined) one.count += 1
    }
    await pause()
  }
  const best = counts.toSorted((one, other) => other.count - one.count)[0]
  if (!best || 2 * best.count <= all) return false
  for (const cells of table) {
    for (const [at, cell] of cells.slice(0, LIBRARY_MAX_COLUMNS).entries()) {
      cells[at] = cell
        .slice(0, CELL_MAX)
        .replaceAll(LETTERS, (found) => mended(found, best.encoding) ?? found)
    }
    await pause()
  }
  return true
}
