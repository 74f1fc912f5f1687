import { SIGN } from '../../contract/covers.ts'
import { contrast, mix, readableInk } from '../colour.ts'
import type { Face } from '../faces.ts'
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
import { circle, group, numberList, strokes } from '../svg.ts'
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
  /** The place in its series, or nothing. */
  number: string
}

/** A cover before it is written: its art, and the type on top, the title first. */
export interface CoverArt {
  ground: string
  art: string
  blocks: TypeBlock[]
}

const sansFaces: ReadonlySet<Face> = new Set(['narrow', 'poster', 'round', 'light'])

export type Layout = (sheet: Sheet) => CoverArt

type TypeOptions = Partial<TypeRequest> & {
  box: Box
  /** The colour that the type stands on. */
  on: string
  /** Inks in order of liking, before those of the palette; the first that is readable is taken. */
  inks?: readonly string[]
}

/** The first readable ink on a colour. */
function inkFor({ palette }: Sheet, on: string, liked: readonly string[] = []): string {
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
    isCapitals: (face === 'narrow' || face === 'poster') && title.length < 60,
    smallest: 18,
    leading: sansFaces.has(face) ? 1 : 1.04,
    tracking: face === 'narrow' ? 0.015 : face === 'light' ? 0.03 : -0.005,
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

/** The author's line, or nothing without one; it can be read on a cover 120 px wide. */
export function setAuthor(sheet: Sheet, { on, inks, ...options }: TypeOptions): TypeBlock[] {
  if (sheet.author === '') return []
  const isSans = sansFaces.has(sheet.face)
  const isCapitals = isSans && sheet.author.length < 40
  const line = setType({
    role: 'author',
    text: sheet.author,
    face: isSans ? 'narrow' : 'book',
    isCapitals,
    largest: 31,
    smallest: 12,
    mostLines: 2,
    leading: 1.1,
    tracking: isCapitals ? 0.06 : 0,
    ...options,
    ink: inkFor(sheet, on, inks),
    on,
  })
  return [line]
}

/** What a cover has at its foot: on a disc the number in its series, else the device. */
export function mark(sheet: Sheet, x: number, y: number, on: string) {
  const ink = inkFor(sheet, on)
  if (sheet.number === '') {
    const sign = strokes(SIGN, ink, 2) + circle(12.3, 16, 1.7, ink)
    // Left out where a cover is small (renderCover.ts).
    return {
      art: `<g class="house">${group(sign, `translate(${numberList(x - 12.5, y - 12)})`)}</g>`,
      blocks: [],
    }
  }
  const number = setType({
    role: 'number',
    text: sheet.number,
    face: 'narrow',
    box: { x: x - 15, y: y - 15, width: 30, height: 30 },
    largest: 36,
    smallest: 8,
    ink: inkFor(sheet, ink, [on]),
    on: ink,
  })
  return { art: circle(x, y, 23, ink), blocks: [number] }
}

/** A cover that ends as most do: with the author's line over the mark. */
export function withFoot(sheet: Sheet, art: string, title: TypeBlock, align?: Align): CoverArt {
  const on = sheet.palette.ground
  const foot = mark(sheet, align === 'left' ? 55 : 200, 560, on)
  const box = { x: 32, y: 470, width: 336, height: 60 }
  const authors = setAuthor(sheet, { box, on, align, anchor: 'bottom' })
  const blocks = [title, ...authors, ...foot.blocks]
  return { ground: on, art: art + foot.art, blocks }
}
