import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Font, Glyph, parse } from 'opentype.js'

/** The five voices of the house: two of Fraunces, Literata, a narrow and a geometric sans. */
export type Face = 'display' | 'italic' | 'book' | 'narrow' | 'round'

interface FaceFiles {
  family: string
  cut: string
  subsets: readonly string[]
}

const latin = ['latin', 'latin-ext', 'vietnamese']

const files: Record<Face, FaceFiles> = {
  display: { family: 'fraunces', cut: '600-normal', subsets: latin },
  italic: { family: 'fraunces', cut: '500-italic', subsets: latin },
  book: {
    family: 'literata',
    cut: '500-normal',
    subsets: [...latin, 'cyrillic', 'greek', 'cyrillic-ext', 'greek-ext'],
  },
  narrow: { family: 'oswald', cut: '500-normal', subsets: [...latin, 'cyrillic'] },
  round: { family: 'josefin-sans', cut: '600-normal', subsets: latin },
}

/** The outlines of one character, in units of 1/1000 em (smaller when set small), y down. */
export interface Outline {
  key: string
  /** Horizontal advance, em. */
  advance: number
  /** Ink extent, em, y down from the baseline; all 0 for a space. */
  left: number
  right: number
  top: number
  bottom: number
  /** Path data per resolution (units per em). */
  path(resolution: number): { x: number; y: number; rest: string }
}

interface LoadedFont {
  font: Font
  /** Glyphs to take instead of those the characters name. */
  forms: ReadonlyMap<number, number>
}

interface Source {
  font: Font
  glyph: Glyph
  outline: Outline
}

const require = createRequire(import.meta.url)
// The package is a script whose exports Node cannot name in an import.
const opentype: { parse: typeof parse } = require('opentype.js')
const fonts = new Map<string, LoadedFont | null>()
const sources = new Map<string, Source | null>()
const kernings = new Map<string, number>()

function readFont(family: string, name: string): Buffer | null {
  try {
    return readFileSync(require.resolve(`@fontsource/${family}/files/${name}.woff`))
  } catch {
    // A cover in another face is better than no cover on a server with a package missing.
    return null
  }
}

function loadFont(family: string, subset: string, cut: string): LoadedFont | null {
  const name = `${family}-${subset}-${cut}`
  const known = fonts.get(name)
  if (known !== undefined) return known
  const bytes = readFont(family, name)
  if (!bytes) {
    fonts.set(name, null)
    return null
  }
  const font = opentype.parse(new Uint8Array(bytes).buffer)
  // The static cuts of Fraunces keep the forms meant for their size behind `rvrn`, which every
  // shaper applies; without it the italic h, l and k come out as swashes.
  const forms = new Map(font.substitution.getSingle('rvrn').map(({ sub, by }) => [sub, by]))
  const loaded = { font, forms }
  fonts.set(name, loaded)
  return loaded
}

/** Writes path data with whole relative coordinates, the shortest form that keeps the shape. */
function compactPath(glyph: Glyph, scale: number): { x: number; y: number; rest: string } {
  let first: { x: number; y: number } | undefined
  let x = 0
  let y = 0
  let start = { x: 0, y: 0 }
  let last = ''
  let rest = ''
  const write = (letter: string, values: readonly number[]) => {
    let text = letter === last ? '' : letter
    for (const [index, value] of values.entries()) {
      const glued = value < 0 || (index === 0 && text !== '')
      text += `${glued ? '' : ' '}${value}`
    }
    last = letter
    rest += text
  }
  for (const command of glyph.path.commands) {
    if (command.type === 'Z') {
      rest += 'z'
      last = 'z'
      x = start.x
      y = start.y
      continue
    }
    const toX = Math.round(command.x * scale)
    const toY = Math.round(-command.y * scale)
    const [dx, dy] = [toX - x, toY - y]
    if (command.type === 'M') {
      if (first === undefined) {
        first = { x: toX, y: toY }
        last = 'm'
      } else {
        write('m', [dx, dy])
      }
      start = { x: toX, y: toY }
    } else if (command.type === 'L') {
      if (dx === 0 && dy === 0) continue
      if (dx === 0) write('v', [dy])
      else if (dy === 0) write('h', [dx])
      else write('l', [dx, dy])
    } else if (command.type === 'Q') {
      const control = [Math.round(command.x1 * scale) - x, Math.round(-command.y1 * scale) - y]
      if (dx === 0 && dy === 0) continue
      write('q', [...control, dx, dy])
    } else {
      write('c', [
        Math.round(command.x1 * scale) - x,
        Math.round(-command.y1 * scale) - y,
        Math.round(command.x2 * scale) - x,
        Math.round(-command.y2 * scale) - y,
        dx,
        dy,
      ])
    }
    x = toX
    y = toY
  }
  return { x: first?.x ?? 0, y: first?.y ?? 0, rest }
}

function describe(key: string, font: Font, glyph: Glyph): Outline {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  // Control points bound the curve, so the extent is never too small.
  for (const command of glyph.path.commands) {
    if (command.type === 'Z') continue
    const points = [[command.x, command.y]]
    if (command.type === 'Q') points.push([command.x1, command.y1])
    if (command.type === 'C') points.push([command.x1, command.y1], [command.x2, command.y2])
    for (const [x = 0, y = 0] of points) {
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, -y)
      bottom = Math.max(bottom, -y)
    }
  }
  const em = font.unitsPerEm
  const blank = left === Infinity
  const paths = new Map<number, { x: number; y: number; rest: string }>()
  return {
    key,
    advance: (glyph.advanceWidth ?? em / 2) / em,
    left: blank ? 0 : left / em,
    right: blank ? 0 : right / em,
    top: blank ? 0 : top / em,
    bottom: blank ? 0 : bottom / em,
    path(resolution) {
      const known = paths.get(resolution)
      if (known) return known
      const path = compactPath(glyph, resolution / em)
      paths.set(resolution, path)
      return path
    },
  }
}

function find(face: Face, character: string): Source | null {
  const key = `${face}${character}`
  const known = sources.get(key)
  if (known !== undefined) return known
  const { family, cut, subsets } = files[face]
  for (const subset of subsets) {
    const loaded = loadFont(family, subset, cut)
    const index = loaded?.font.charToGlyphIndex(character) ?? 0
    if (!loaded || index === 0) continue
    const { font, forms } = loaded
    const glyph = font.glyphs.get(forms.get(index) ?? index)
    const source = { font, glyph, outline: describe(key, font, glyph) }
    sources.set(key, source)
    return source
  }
  sources.set(key, null)
  return null
}

/**
 * Takes a face and one character (one code point); gives its outline, or undefined when no file
 * of the face has it. Font files are read on first need.
 */
export function outlineOf(face: Face, character: string): Outline | undefined {
  return find(face, character)?.outline
}

/** Takes two neighbouring characters of one face; gives the kerning between them, em. */
export function kerningOf(face: Face, left: string, right: string): number {
  const key = `${face}${left}${right}`
  const known = kernings.get(key)
  if (known !== undefined) return known
  const [one, other] = [find(face, left), find(face, right)]
  const same = one && other && one.font === other.font
  const value = same ? one.font.getKerningValue(one.glyph, other.glyph) / one.font.unitsPerEm : 0
  kernings.set(key, value)
  return value
}

/** Takes a face and a text; says whether the face has an outline for each of its characters. */
export function covers(face: Face, text: string): boolean {
  for (const character of text) if (!find(face, character)) return false
  return true
}
