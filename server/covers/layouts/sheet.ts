import { SIGN } from '../../../contract/sign.ts'
import { mix, readableInk } from '../colour.ts'
import type { Face } from '../fonts.ts'
import type { Palette } from '../palettes.ts'
import type { Random } from '../random.ts'
import { setType } from '../setType.ts'
import type { Box, TypeBlock, TypeRequest } from '../setType.ts'
import { circle, group, list, path } from '../svg.ts'

/** The size of a cover, units. */
export const width = 400
export const height = 600

/** Type stays inside this part of the cover, clear of the spine light and the trimmed edge. */
export const safeArea: Box = { x: 24, y: 24, width: 352, height: 556 }

/** What a layout has to work with. Title and author are clean; the author may be empty. */
export interface Sheet {
  random: Random
  palette: Palette
  category: string
  title: string
  author: string
  /** What stood after the colon of the title, set small under it; may be empty. */
  subtitle: string
  /** The voice that suits the category, where the layout leaves the choice. */
  voice: Face
  /** Inks the title would like, before those of the layout. */
  inks: readonly string[]
  /** True while another layout may stand in: the title is then set in whole words or given up. */
  strict: boolean
  /** What ids inside the cover begin with, so that two covers in one page share none. */
  prefix: string
}

/** A cover, drawn but for its type. */
export interface Drawing {
  ground: string
  art: string
  blocks: TypeBlock[]
}

/** Title, author and where they stand: the author may be missing. */
export type Layout = (sheet: Sheet) => Drawing

type TypeOptions = Partial<Omit<TypeRequest, 'role' | 'text' | 'box' | 'grounds' | 'ink'>> & {
  /** Every colour the type may stand on. */
  on: string | readonly string[]
  /** Inks in order of liking; the first that is readable is taken. */
  inks?: readonly string[]
}

/** Takes the colours type may stand on and the sheet; gives its inks, the quiet ones first. */
export function inkFor(
  sheet: Sheet,
  on: string | readonly string[],
  liked: readonly string[] = [],
) {
  const { paper, ground, accents } = sheet.palette
  const grounds = typeof on === 'string' ? [on] : on
  return readableInk(grounds, [...liked, paper, ground, ...accents])
}

/** Takes a sheet, a box (units) and options; gives the title set into the box. */
export function setTitle(sheet: Sheet, box: Box, options: TypeOptions): TypeBlock {
  const { on, inks, ...rest } = options
  const grounds = typeof on === 'string' ? [on] : on
  const face = rest.face ?? sheet.voice
  const capitals = rest.capitals ?? (face === 'narrow' && sheet.title.length < 60)
  // One short word carries a cover alone when it is large enough.
  const letters = Array.from(sheet.title).length
  const boost = letters <= 2 ? 2.2 : letters <= 6 ? 1.55 : letters <= 10 ? 1.25 : 1
  const request: TypeRequest = {
    role: 'title',
    text: sheet.title,
    box,
    smallest: 18,
    strict: sheet.strict,
    leading: face === 'narrow' ? 1 : face === 'round' ? 0.98 : 1.04,
    tracking: face === 'narrow' && capitals ? 0.015 : face === 'round' ? 0.01 : -0.008,
    ...rest,
    largest: (rest.largest ?? 84) * boost,
    face,
    capitals,
    ink: inkFor(sheet, grounds, [...(inks ?? []), ...sheet.inks]),
    grounds,
  }
  return sheet.subtitle === '' ? setType(request) : setWithSubtitle(sheet, request)
}

const move = (block: TypeBlock, by: number) =>
  block.lines.map((line) => ({
    ...line,
    baseline: line.baseline + by,
    box: { ...line.box, y: line.box.y + by },
  }))

/** Sets the title and, a good deal smaller, its subtitle under it, as one block. */
function setWithSubtitle(sheet: Sheet, request: TypeRequest): TypeBlock {
  const { box, stand = 'middle' } = request
  const small = setType({
    ...request,
    text: sheet.subtitle,
    stand: 'top',
    stacked: false,
    largest: 22,
    leading: 1.12,
    capitals: request.capitals === true && sheet.subtitle.length < 40,
    tracking: request.capitals ? 0.03 : 0,
  })
  const gap = 15
  const large = setType({
    ...request,
    stand: 'top',
    box: { ...box, height: Math.max(30, box.height - gap - small.box.height) },
  })
  const high = large.box.height + gap + small.box.height
  const spare = box.height - high
  const down = stand === 'top' ? 0 : stand === 'middle' ? spare / 2 : spare
  const left = Math.min(large.box.x, small.box.x)
  const right = Math.max(large.box.x + large.box.width, small.box.x + small.box.width)
  return {
    ...large,
    lines: [...move(large, down), ...move(small, down + large.box.height + gap)],
    box: { x: left, y: box.y + down, width: right - left, height: high },
    truncated: large.truncated || small.truncated,
    // Two blocks in different faces cannot be drawn as one; then the title is set whole.
    broken:
      large.broken ||
      small.broken ||
      large.face !== small.face ||
      large.outlined !== small.outlined,
  }
}

/** Takes a sheet, a box (units) and options; gives the author's line, or nothing without one. */
export function setAuthor(sheet: Sheet, box: Box, options: TypeOptions): TypeBlock[] {
  if (sheet.author === '') return []
  const { on, inks, ...rest } = options
  const grounds = typeof on === 'string' ? [on] : on
  const spaced = sheet.voice === 'narrow' || sheet.voice === 'round'
  const short = sheet.author.length < 30
  const capitals = rest.capitals ?? (spaced && short)
  const face = rest.face ?? (spaced ? sheet.voice : 'book')
  return [
    setType({
      role: 'author',
      text: sheet.author,
      box,
      largest: capitals ? 17 : 20,
      smallest: 12,
      mostLines: 2,
      leading: 1.15,
      ...rest,
      tracking: rest.tracking ?? (capitals ? 0.12 : 0.01),
      face,
      capitals,
      ink: inkFor(sheet, grounds, inks),
      grounds,
    }),
  ]
}

/**
 * Takes a place (the middle, units), a height and a colour; gives the device of the house: a
 * printer's orb as a C, its staff a hook, to catch the next word.
 */
export function device(x: number, y: number, size: number, colour: string): string {
  const scale = Math.round((size / 24) * 1000) / 1000
  const mark = path(SIGN, { colour, width: 2, cap: 'round' }) + circle(12.3, 16, 1.7, colour)
  return group(mark, `translate(${list(x - 12.5 * scale, y - 12 * scale)})scale(${scale})`)
}

/** The foot most layouts share: the author's line over the device, both on one ground. */
export function foot(
  sheet: Sheet,
  on: string,
  options: { align?: 'left' | 'middle' | 'right'; inks?: readonly string[]; top?: number } = {},
): Drawing {
  const { align = 'middle', inks = [], top = 502 } = options
  const x = align === 'left' ? 42 : align === 'middle' ? 200 : 358
  const box = { x: 32, y: top, width: 336, height: 40 }
  return {
    ground: on,
    art: device(x, 566, 24, inkFor(sheet, on, inks)),
    blocks: setAuthor(sheet, box, { on, inks, align, stand: 'bottom' }),
  }
}

/** A part of the cover that clips what is drawn in it; inside, its corner is 0 0. */
export function pane(x: number, y: number, wide: number, high: number, content: string): string {
  const size = `width="${Math.round(wide)}" height="${Math.round(high)}"`
  return `<svg x="${Math.round(x)}" y="${Math.round(y)}" ${size}>${content}</svg>`
}

/** Takes a sheet; gives every colour of its palette but the ground, loudest first. */
export function loud({ palette }: Sheet): string[] {
  return [...palette.accents, palette.paper]
}

/** Takes a sheet and a share; gives the ground shifted towards its counterpart. */
export function tint({ palette }: Sheet, share: number): string {
  return mix(palette.ground, palette.paper, share)
}
