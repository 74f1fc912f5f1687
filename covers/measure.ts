import type { Face } from './faces.ts'
import { kerningOf, letterOf, type Letter } from './fonts.ts'
import { charactersOf } from './words.ts'

/** How a text is set. */
export interface TypeStyle {
  face: Face
  /** False where the fonts lack a character and the reader's own fonts have to render the text. */
  isOutlined: boolean
  /** Extra space between letters, em. */
  tracking: number
}

/** The letters of a text and where each begins, em. */
export function lettersOf(text: string, { face, tracking }: TypeStyle) {
  const letters: { letter: Letter; x: number }[] = []
  let x = 0
  let previous: string | undefined
  for (const character of text) {
    const letter = letterOf(face, character)
    if (!letter) continue
    if (previous !== undefined) x += kerningOf(face, previous, character) + tracking
    letters.push({ letter, x })
    x += letter.advance
    previous = character
  }
  return letters
}

/** A width in em that generic serif fonts stay under. */
function estimateWidth(character: string): number {
  if (/\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(character)) return 1.4
  if (/^[\s.,:;'’!|]$/u.test(character)) return 0.38
  if (/^[mwжшщюмф]/u.test(character)) return 1.02
  const isNarrow = /^(?:\p{Ll}|\p{N})$|^[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}]/u
  return isNarrow.test(character) ? 0.64 : 1.05
}

/** The width of a text without the overhang of its ink, em. */
export function measure(text: string, style: TypeStyle): number {
  if (!style.isOutlined) return charactersOf(text).reduce((sum, one) => sum + estimateWidth(one), 0)
  const last = lettersOf(text, style).at(-1)
  return last ? last.x + last.letter.advance : 0
}

/** Of a line, in em: its width, and how far its ink reaches from the baseline and before its first letter. */
export function extentOf(text: string, style: TypeStyle) {
  const width = measure(text, style)
  if (!style.isOutlined) return { width, above: 0.92, below: 0.3, before: 0 }
  const letters = lettersOf(text, style).map(({ letter }) => letter)
  const before = -(letters[0]?.left ?? 0)
  const last = letters.at(-1)
  return {
    width: width + before + (last ? last.right - last.advance : 0),
    above: Math.max(0, ...letters.map(({ top }) => -top)),
    below: Math.max(0, ...letters.map(({ bottom }) => bottom)),
    before,
  }
}
