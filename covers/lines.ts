import { measure, type TypeStyle } from './measure.ts'
import { charactersOf } from './words.ts'

/** A piece of text that stays on one line. */
export interface Piece {
  text: string
  /** em */
  width: number
  /** Whether a space stands before it within a line. */
  isSpaced: boolean
}

const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const opening = /[（「『【〈《“‘([{]$/u
const dictionary = new Intl.Segmenter('th', { granularity: 'word' })

/** Words of a script without spaces, each with the punctuation that belongs to it. */
function splitByDictionary(text: string): string[] {
  const parts: string[] = []
  for (const { segment, isWordLike } of dictionary.segment(text)) {
    const last = parts.at(-1)
    if (last !== undefined && (!isWordLike || opening.test(last)))
      parts[parts.length - 1] += segment
    else parts.push(segment)
  }
  return parts
}

/** The parts of a word between which a line may end. */
function partsOf(word: string): string[] {
  if (withoutSpaces.test(word)) return splitByDictionary(word)
  // A short compound such as Catch-22 stays in one piece.
  if (word.length < 12) return [word]
  return word.split(/(?<=[\p{L}\p{N}]{2}[-–—/])(?=[\p{L}\p{N}])/u)
}

export function pieceOf(text: string, style: TypeStyle, isSpaced: boolean): Piece {
  return { text, width: measure(text, style), isSpaced }
}

export function piecesOf(text: string, style: TypeStyle): Piece[] {
  const words = text.split(' ').map(partsOf)
  return words.flatMap((parts) => parts.map((part, index) => pieceOf(part, style, index === 0)))
}

/** Breaks a piece wider than `most` em into even parts, with hyphens where letters are parted. */
export function breakPiece(piece: Piece, most: number, style: TypeStyle): Piece[] {
  const characters = charactersOf(piece.text)
  const breakInto = (size: number) =>
    Array.from({ length: Math.ceil(characters.length / size) }, (_, index) => {
      const text = characters.slice(index * size, (index + 1) * size).join('')
      const next = characters[(index + 1) * size] ?? ''
      const isInWord = style.isOutlined && /\p{L}$/u.test(text) && /^\p{L}/u.test(next)
      return pieceOf(isInWord ? `${text}-` : text, style, piece.isSpaced && index === 0)
    })
  let parts = [piece]
  for (let count = 2; parts.some(({ width }) => width > most); count += 1) {
    if (count > characters.length) return parts
    parts = breakInto(Math.ceil(characters.length / count))
  }
  return parts
}

/** A word that seldom ends a line, and is no line of its own. */
export const weakEnd =
  /^(a|an|the|of|and|or|to|in|on|at|by|for|from|with|de|la|le|les|du|der|die|das|&)$/iu

/** The first pieces of a text, set in some number of lines. */
interface Way {
  cost: number
  lines: string[]
}

/** The best last line to add to one of `ways`, so that the first `end` pieces are set. */
function addLine(
  ways: readonly (Way | undefined)[],
  pieces: readonly Piece[],
  end: number,
  space: number,
): Way | undefined {
  let best: Way | undefined
  let width = 0
  let line = ''
  const weight = end < pieces.length && weakEnd.test(pieces[end - 1]?.text ?? '') ? 1.25 : 1
  for (let from = end - 1; from >= 0; from -= 1) {
    const piece = pieces[from]
    if (!piece) break
    const gap = line !== '' && pieces[from + 1]?.isSpaced ? ' ' : ''
    line = piece.text + gap + line
    width += piece.width + (gap === '' ? 0 : space)
    const before = ways[from]
    // The least sum of squares is the most even setting.
    const cost = (before?.cost ?? 0) + width * width * weight
    if (before && (best === undefined || cost < best.cost)) {
      best = { cost, lines: [...before.lines, line] }
    }
  }
  return best
}

/** The most even ways to set the pieces in 1, 2 … `most` lines, a weak word seldom at a line's end. */
export function waysToBreak(pieces: readonly Piece[], most: number, style: TypeStyle): string[][] {
  const space = measure(' ', style) + 2 * style.tracking
  const result: string[][] = []
  let ways: (Way | undefined)[] = [{ cost: 0, lines: [] }]
  for (let count = 1; count <= Math.min(most, pieces.length); count += 1) {
    const shorter = ways
    ways = [undefined, ...pieces.map((_, index) => addLine(shorter, pieces, index + 1, space))]
    const whole = ways[pieces.length]
    if (whole) result.push(whole.lines)
  }
  return result
}
