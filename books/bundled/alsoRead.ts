// What readers of a book also read, in a file (docs/decisions/0045). Lines that begin with `#` give its source. Every other
// line is a work: the numbers of its titles (`workKey`) in base 36, how many readers it has, and its neighbours, each
// in three digits of base 64: the neighbour's line, counted without the head, × LEVELS + how alike. A pair stands at the
// first of its works alone.

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const VALUES = new Map(Array.from(DIGITS).map((digit, value) => [digit, value]))
const BASE = DIGITS.length
const LENGTH = 3

/** Cosines are kept in so many steps, the highest for MOST and above, each a third of a halving lower. */
const LEVELS = 26
const MOST = 0.5
const STEPS = 3

/** The most works that a file can have. */
export const WORKS_MOST: number = Math.floor(BASE ** LENGTH / LEVELS)

/** A work among others, by their places in a list. */
export interface AlsoReadWork {
  /** Numbers of its titles, `workKey`, the surest first. */
  keys: readonly number[]
  /** How many readers marked it. */
  readers: number
  /** Places of other works and the cosine to each, above 0. */
  neighbours: readonly (readonly [place: number, cosine: number])[]
}

/** Cosines that are lower than the lowest step are left out. */
function levelOf(cosine: number): number {
  const level = LEVELS - 1 + Math.round(STEPS * Math.log2(cosine / MOST))
  return Math.min(level, LEVELS - 1)
}

const cosineOf = (level: number): number => MOST * 2 ** ((level - LEVELS + 1) / STEPS)

function digitsOf(number: number): string {
  const places = Array.from({ length: LENGTH }, (_, at) => Math.floor(number / BASE ** at) % BASE)
  return places
    .toReversed()
    .map((value) => DIGITS[value])
    .join('')
}

/** The file of some works; each pair is written once, so either work may name it. `head` says where it is from. */
export function writeAlsoRead(head: readonly string[], works: readonly AlsoReadWork[]): string {
  const pairs = works.map(() => new Map<number, number>())
  for (const [place, { neighbours }] of works.entries()) {
    for (const [other, cosine] of neighbours) {
      const level = levelOf(cosine)
      if (level >= 0) pairs[Math.min(place, other)]?.set(Math.max(place, other), level)
    }
  }
  const lines = works.map(({ keys, readers }, place) => {
    const later = [...(pairs[place] ?? [])].map(([other, level]) => other * LEVELS + level)
    return `${keys.map((key) => key.toString(36)).join(',')} ${readers} ${later.map(digitsOf).join('')}`
  })
  return [...head.map((line) => `# ${line}`), ...lines]
    .map((line) => `${line.trimEnd()}\n`)
    .join('')
}

/**
 * The works of such a file, each with all of its neighbours.
 *
 * @throws SyntaxError that says which line is damaged
 */
export function readAlsoRead(text: string): AlsoReadWork[] {
  const lines = text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'))
  const works = lines.map((line, place) => {
    const [, titles, readers, digits = ''] = /^([\da-z,]*) (\d+) ?([\w-]*)$/.exec(line) ?? []
    if (titles === undefined || digits.length % LENGTH !== 0) throw damaged(place)
    const keys = titles === '' ? [] : titles.split(',').map((key) => Number.parseInt(key, 36))
    const neighbours: [number, number][] = []
    return { keys, readers: Number(readers), digits, neighbours }
  })
  for (const [place, { digits, neighbours }] of works.entries()) {
    for (let at = 0; at < digits.length; at += LENGTH) {
      let number = 0
      for (const digit of digits.slice(at, at + LENGTH)) {
        number = number * BASE + (VALUES.get(digit) ?? Number.NaN)
      }
      const other = Math.floor(number / LEVELS)
      const cosine = cosineOf(number % LEVELS)
      const opposite = works[other]
      if (opposite === undefined || other <= place) throw damaged(place)
      neighbours.push([other, cosine])
      opposite.neighbours.push([place, cosine])
    }
  }
  return works
}

const damaged = (place: number): SyntaxError =>
  new SyntaxError(`The work ${place + 1} is not as it should be`)
