// Texts in UTF-8 that a program took for texts in an older encoding, and encoded again: `MisÃ©rables`.

const BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte)
/** By each letter of an encoding its byte. */
const encoders = ['windows-1252', 'macintosh', 'windows-1251', 'windows-1250'].map((encoding) => {
  const letters = Array.from(new TextDecoder(encoding).decode(BYTES))
  return new Map(letters.map((letter, byte) => [letter, byte]))
})
const utf8 = new TextDecoder('utf-8', { fatal: true })
const LETTERS = /[^\0-\x7f]+/g
// Longer ones are in another script; so many rows tell.
const LETTERS_MAX = 100
const ROWS_MAX = 2000

/** What letters were before they were encoded again; undefined where they cannot have been. */
function mended(letters: string, encoder: ReadonlyMap<string, number>): string | undefined {
  if (letters.length > LETTERS_MAX) return undefined
  const bytes = Array.from(letters, (letter) => encoder.get(letter) ?? 0)
  try {
    return bytes.includes(0) ? undefined : utf8.decode(Uint8Array.from(bytes))
  } catch {
    return undefined
  }
}

/** Mends the cells of a table in place where most letters beyond ASCII were encoded twice; whether they were. */
export async function mendTable(
  table: readonly string[][],
  pause: () => Promise<void> | void,
): Promise<boolean> {
  const counts = encoders.map((encoder) => ({ encoder, count: 0 }))
  let all = 0
  for (const cells of table.slice(0, ROWS_MAX)) {
    for (const letters of cells.join(' ').match(LETTERS) ?? []) {
      all += 1
      for (const one of counts) if (mended(letters, one.encoder) !== undefined) one.count += 1
    }
    await pause()
  }
  const best = counts.toSorted((one, other) => other.count - one.count)[0]
  if (!best || 2 * best.count <= all) return false
  for (const cells of table) {
    for (const [at, cell] of cells.entries()) {
      cells[at] = cell.replaceAll(LETTERS, (found) => mended(found, best.encoder) ?? found)
    }
    await pause()
  }
  return true
}
