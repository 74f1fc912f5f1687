import { SIGN } from '../../contract/covers.ts'
import { contrast, mix, readableInk } from '../colour.ts'
import type { Face } from '../fonts.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../random.ts'
import {
  boxAround,
  setType,
  type Align,
  type Box,
  type TypeBlock,
  type TypeRequest,
} from '../setType.ts'
import { circle, group, list, path } from '../svg.ts'
import type { Words } from '../words.ts'
import type { Motif } from './motifs.ts'

export const width = 400
export const height = 600

/** What a layout has to work with. */
export interface Sheet extends Words {
  random: Random
  palette: Palette
  /** The face that suits the category, where the layout leaves the choice. */
  face: Face
  /** What the book names that can be shown, if anything. */
  motif: Motif | undefined
}

/** A cover before it is written: its art, and the type on top, the title first. */
export interface CoverArt {
  ground: string
  art: string
  blocks: TypeBlock[]
}

export type Layout = (sheet: Sheet) => CoverArt

type TypeOptions = Partial<TypeRequest> & {
  box: Box
  /** The colour that the type stands on. */
  on: string
  /** Inks in order of liking, before those of the palette; the first that is readable is taken. */
  inks?: readonly string[]
}

/** The first readable ink on a colour. */
export function inkFor({ palette }: Sheet, on: string, liked: readonly string[] = []): string {
  return readableInk(on, [...liked, palette.paper, palette.ground, ...palette.accents])
}

/** The colours of the palette that stand out from `on`, in random order; at least one. */
export function inksOn({ palette, random }: Sheet, on: string, least = 1.5): [string, ...string[]] {
  const all = random.shuffle([...palette.accents, palette.paper, palette.ground])
  const [first = palette.paper, ...rest] = all.filter((ink) => contrast(ink, on) > least)
  return [first, ...rest]
}

/** The ground shifted towards another colour. */
export function tint({ palette }: Sheet, colour: string, share: number): string {
  return mix(palette.ground, colour, share)
}

/** The title, with its subtitle under it, set into a box. */
export function setTitle(sheet: Sheet, { on, inks, largest = 74, ...options }: TypeOptions) {
  const { title, subtitle } = sheet
  const face = options.face ?? sheet.face
  // One short word carries a cover alone when it is large enough.
  const boost = title.length <= 2 ? 2.2 : title.length <= 6 ? 1.55 : title.length <= 10 ? 1.25 : 1
  const request: TypeRequest = {
    role: 'title',
    text: title,
    face,
    isCapitals: face === 'narrow' && title.length < 60,
    smallest: 18,
    leading: face === 'narrow' || face === 'round' ? 1 : 1.04,
    tracking: face === 'narrow' ? 0.015 : -0.005,
    ...options,
    largest: largest * boost,
    ink: inkFor(sheet, on, inks),
    on,
  }
  return subtitle === '' ? setType(request) : setWithSubtitle(request, subtitle)
}

const SUBTITLE_GAP = 15

function setWithSubtitle(request: TypeRequest, text: string): TypeBlock {
  const { box } = request
  const quiet = { isStacked: false, isCapitals: false, largest: 22, leading: 1.12, tracking: 0 }
  const subtitle: TypeRequest = { ...request, ...quiet, text, anchor: 'top' }
  const below = SUBTITLE_GAP + setType(subtitle).box.height
  const large = setType({ ...request, box: { ...box, height: Math.max(30, box.height - below) } })
  const y = large.box.y + large.box.height + SUBTITLE_GAP
  const small = setType({ ...subtitle, box: { ...box, y } })
  // Two faces cannot be one block: the title is then set whole.
  const isAlike = large.face === small.face && large.isOutlined === small.isOutlined
  const lines = [...large.lines, ...small.lines]
  const isWhole = large.isWhole && small.isWhole && isAlike
  return { ...large, lines, box: boxAround(lines.map((line) => line.box)), isWhole }
}

/** The author's line, or nothing without one. */
export function setAuthor(sheet: Sheet, { on, inks, ...options }: TypeOptions): TypeBlock[] {
  if (sheet.author === '') return []
  const isSans = sheet.face === 'narrow' || sheet.face === 'round'
  const isCapitals = isSans && sheet.author.length < 30
  const line = setType({
    role: 'author',
    text: sheet.author,
    face: isSans ? sheet.face : 'book',
    isCapitals,
    largest: isCapitals ? 17 : 20,
    smallest: 12,
    mostLines: 2,
    leading: 1.15,
    tracking: isCapitals ? 0.12 : 0.01,
    ...options,
    ink: inkFor(sheet, on, inks),
    on,
  })
  return [line]
}

/** The sign of the house, `size` units high, its middle at x y. */
export function device(x: number, y: number, size: number, colour: string): string {
  const scale = Math.round((size / 24) * 1000) / 1000
  const mark = path(SIGN, { colour, width: 2, cap: 'round' }) + circle(12.3, 16, 1.7, colour)
  return group(mark, `translate(${list(x - 12.5 * scale, y - 12 * scale)})scale(${scale})`)
}

/** A cover that ends as most do: with the author's line over the device. */
export function withFoot(sheet: Sheet, art: string, title: TypeBlock, align?: Align): CoverArt {
  const on = sheet.palette.ground
  const box = { x: 32, y: 502, width: 336, height: 40 }
  const mark = device(align === 'left' ? 42 : 200, 566, 24, inkFor(sheet, on))
  const authors = setAuthor(sheet, { box, on, align, anchor: 'bottom' })
  return { ground: on, art: art + mark, blocks: [title, ...authors] }
}
