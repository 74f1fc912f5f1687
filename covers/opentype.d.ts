// opentype.js 2.0.0 brings no types; @types/opentype.js describes 1.x and pulls in the DOM.
declare module 'opentype.js' {
  export type PathCommand =
    | { type: 'M' | 'L'; x: number; y: number }
    | { type: 'Q'; x1: number; y1: number; x: number; y: number }
    | { type: 'C'; x1: number; y1: number; x2: number; y2: number; x: number; y: number }
    | { type: 'Z' }
  export interface Glyph {
    advanceWidth?: number
    getBoundingBox(): { x1: number; y1: number; x2: number; y2: number }
    path: { commands: PathCommand[] }
  }
  export interface Font {
    unitsPerEm: number
    charToGlyphIndex(character: string): number
    getKerningValue(left: Glyph, right: Glyph): number
    glyphs: { get(index: number): Glyph }
    substitution: { getSingle(feature: string): { sub: number; by: number }[] }
  }
  export function parse(file: ArrayBuffer): Font
}
