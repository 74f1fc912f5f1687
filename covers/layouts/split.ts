import { pane, rect } from '../svg.ts'
import {
  device,
  height,
  inkFor,
  inksOn,
  setAuthor,
  setTitle,
  withFoot,
  type Layout,
  type Sheet,
} from './sheet.ts'

/** Art as wide as the cover and `high` units high. */
export type Art = (sheet: Sheet, high: number) => string

interface SplitOptions {
  /** The art stands on the foot of the cover, the title above it. */
  isStanding?: boolean
  align?: 'left' | 'middle'
}

const ART_LEAST = 240

/** Title and art: the title takes what it needs, the art the rest. */
export function split(art: Art, options: SplitOptions = {}): Layout {
  return (sheet) => {
    const { random, palette } = sheet
    const align = options.align ?? random.pick(['left', 'middle'])
    const isAbove = options.isStanding === true || random.chance(0.5)
    const room = 470 - ART_LEAST
    const title = setTitle(sheet, {
      box: { x: 32, y: isAbove ? 40 : 486 - room, width: 336, height: room },
      on: palette.ground,
      align,
      anchor: isAbove ? 'top' : 'bottom',
    })
    const top = isAbove ? title.box.y + title.box.height + 30 : 0
    const high = (isAbove ? 496 : title.box.y - 30) - top
    return withFoot(sheet, pane(top, high, art(sheet, high)), title, align)
  }
}

/** Art over the whole cover, and the words on a label pasted on it. */
export function labelled(art: Art): Layout {
  return (sheet) => {
    const { random, palette } = sheet
    const on = random.pick([palette.ground, palette.paper])
    const isLow = random.chance(0.5)
    const down = isLow ? 150 : 0
    const box = { x: 66, y: 116 + down, width: 268, height: 200 }
    const title = setTitle(sheet, { box, on, anchor: isLow ? 'bottom' : 'middle', largest: 56 })
    const authors = setAuthor(sheet, { box: { ...box, y: 342 + down, height: 34 }, on })
    const top = title.box.y - 36
    const high = 438 + down - top
    const [line] = inksOn(sheet, on, 2.5)
    const label =
      rect(44, top, 312, high, on, 3) +
      rect(51, top + 7, 298, high - 14, { colour: line, width: 1.4 }, 1) +
      rect(164, 327 + down, 72, 1.4, line) +
      device(200, 404 + down, 24, inkFor(sheet, on))
    const blocks = [title, ...authors]
    return { ground: palette.ground, art: art(sheet, height) + label, blocks }
  }
}
