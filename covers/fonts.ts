import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Font, Glyph, parse, PathCommand } from 'opentype.js'
import { files, type Face } from './faces.ts'

/** One character of a face. All measures are in em, y down from the baseline. */
export interface Letter {
  font: Font
  glyph: Glyph
  advance: number
  /** The extent of the ink; all 0 for a space. */
  left: number
  right: number
  top: number
  bottom: number
}

const require = createRequire(import.meta.url)
// The package is a script whose exports Node cannot name in an import.
const opentype: { parse: typeof parse } = require('opentype.js')

/** `compute` with its results stored by the text of its arguments. */
function memoize<A extends string[], R>(compute: (...texts: A) => R): (...texts: A) => R {
  const stored = new Map<string, R>()
  return (...texts) => {
    const key = texts.join('\n')
    const result = stored.get(key) ?? compute(...texts)
    stored.set(key, result)
    return result
  }
}

const loadFont = memoize((family: string, subset: string, cut: string) => {
  const file = `@fontsource/${family}/files/${family}-${subset}-${cut}.woff`
  const font = opentype.parse(new Uint8Array(readFileSync(require.resolve(file))).buffer)
  // Fraunces keeps the forms meant for large type behind `rvrn`, which every shaper applies.
  const forms = new Map(font.substitution.getSingle('rvrn').map(({ sub, by }) => [sub, by]))
  return { font, forms }
})

function describe(font: Font, glyph: Glyph): Letter {
  const em = font.unitsPerEm
  const { x1, x2, y1, y2 } = glyph.getBoundingBox()
  const advance = (glyph.advanceWidth ?? em / 2) / em
  return { font, glyph, advance, left: x1 / em, right: x2 / em, top: -y2 / em, bottom: -y1 / em }
}

/** One character (a code point) of a face, or null where no file of the face has it. */
export const letterOf = memoize((face: Face, character: string): Letter | null => {
  const { family, cut, subsets } = files[face]
  for (const subset of subsets) {
    const { font, forms } = loadFont(family, subset, cut)
    const index = font.charToGlyphIndex(character)
    if (index === 0) continue
    return describe(font, font.glyphs.get(forms.get(index) ?? index))
  }
  return null
})

/** The kerning between two neighbouring characters of a face, in em. */
export const kerningOf = memoize((face: Face, left: string, right: string): number => {
  const [one, other] = [letterOf(face, left), letterOf(face, right)]
  if (!one || !other || one.font !== other.font) return 0
  return one.font.getKerningValue(one.glyph, other.glyph) / one.font.unitsPerEm
})

/** Whether a face has every character of a text. */
export function hasAll(face: Face, text: string): boolean {
  return Array.from(text).every((character) => letterOf(face, character) !== null)
}

function pointsOf(command: PathCommand): [x: number, y: number][] {
  if (command.type === 'Z') return []
  const end: [number, number] = [command.x, command.y]
  if (command.type === 'Q') return [[command.x1, command.y1], end]
  if (command.type === 'C') return [[command.x1, command.y1], [command.x2, command.y2], end]
  return [end]
}

/** A letter as relative path data, `resolution` to the em; that of opentype.js lacks lines of some letters. */
export function outline({ font, glyph }: Letter, resolution: number): string {
  const round = (value: number) => Math.round((value * resolution) / font.unitsPerEm)
  let data = ''
  let last = ''
  let start: [number, number] = [0, 0]
  let [x, y] = start
  for (const command of glyph.path.commands) {
    const points = pointsOf(command).map(([px, py]): [number, number] => [round(px), round(-py)])
    const end = points.at(-1) ?? start
    const steps = points.map(([px, py]) => `${px - x} ${py - y}`).join(' ')
    data += (command.type === last ? ' ' : command.type.toLowerCase()) + steps
    last = command.type
    if (command.type === 'M') start = end
    ;[x, y] = end
  }
  return data.replaceAll(' -', '-')
}
