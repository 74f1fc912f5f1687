// Typo correction by SymSpell deletes: similar words share what is left when a letter or two are deleted.
// Deletes are taken from a word's first letters only; candidates are measured in full anyway.
const DELETE_PREFIX = 7

// A row of `term_deletes` is one integer below 2^53: the hash of a delete and the id of the word.
const MAX_TERMS = 2 ** 25

/** The hashes, from 0 to below 2^28, of what is left of a word without `most` letters or fewer. */
function deleteHashes(word: string, most: 1 | 2): Set<number> {
  const length = Math.min(word.length, DELETE_PREFIX)
  const hashes = new Set<number>()
  const add = (first: number, second: number) => {
    // FNV-1a, folded to 28 bits.
    let hash = 0x811c9dc5
    for (let at = 0; at < length; at++) {
      if (at !== first && at !== second) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
    }
    hashes.add((hash ^ (hash >>> 28)) & 0xfffffff)
  }
  add(-1, -1)
  if (length < 2) return hashes
  for (let first = 0; first < length; first++) {
    add(first, -1)
    if (most === 1 || length === 2) continue
    for (let second = first + 1; second < length; second++) add(first, second)
  }
  return hashes
}

/** The keys in `term_deletes` of an indexed word; none where it is not corrected. */
export function termKeys(id: number, term: string): number[] {
  if (!isCorrectable(term) || id >= MAX_TERMS) return []
  const hashes = deleteHashes(term, term.length >= 7 ? 2 : 1)
  return [...hashes].map((hash) => hash * MAX_TERMS + id)
}

/** Where the keys begin of words that may share a delete with this one, and how many may follow each. */
export function closeKeys(word: string, edits: 1 | 2): { starts: number[]; span: number } {
  const starts = [...deleteHashes(word, edits)].map((hash) => hash * MAX_TERMS)
  return { starts, span: MAX_TERMS - 1 }
}

/** Whether a word takes part in typo correction: three letters or more, no number, none that stands for signs. */
export function isCorrectable(word: string): boolean {
  // Letters outside the basic plane would be cut in half.
  return (
    word.length >= 3 &&
    word.length <= 64 &&
    !/^\d+$|^(?:cplusplus|[cf]sharp)$|[\uD800-\uDFFF]/.test(word)
  )
}

/** How many edits a typed word is forgiven: two from seven letters on, one from four, else none. */
export function forgiven(word: string): 0 | 1 | 2 {
  if (!isCorrectable(word) || word.length < 4) return 0
  return word.length >= 7 ? 2 : 1
}
