import { circle, pane, rect } from '../svg.ts'
import type { Align } from '../setType.ts'
import {
  height,
  inksOn,
  mark,
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
  align?: Align
}

const ART_LEAST = 230

/** Title and art: the title takes what it needs, the art the rest. */
export function split(art: Art, options: SplitOptions = {}): Layout {
  return (sheet) => {
    const { random, palette } = sheet
    const align = options.align ?? random.pick(['left', 'middle'])
    const isAbove = options.isStanding === true || random.chance(0.5)
    const room = 440 - ART_LEAST
    const title = setTitle(sheet, {
      box: { x: 32, y: isAbove ? 36 : 450 - room, width: 336, height: room },
      on: palette.ground,
      align,
      anchor: isAbove ? 'top' : 'bottom',
    })
    const top = isAbove ? title.box.y + title.box.height + 28 : 0
    const high = (isAbove ? 466 : title.box.y - 28) - top
    return withFoot(sheet, pane(top, high, art(sheet, high)), title, align)
  }
}

/** Author and title above, and art that reaches the foot and sides of the cover, as on a poster. */
export function poster(art: Art, align?: Align): Layout {
  return (sheet) => {
    const { random, palette } = sheet
    const on = palette.ground
    const look = { on, align: align ?? random.pick(['left', 'middle']), anchor: 'top' } as const
    const authors = setAuthor(sheet, { ...look, box: { x: 32, y: 34, width: 336, height: 58 } })
    const y = authors[0] ? authors[0].box.y + authors[0].box.height + 24 : 40
    const title = setTitle(sheet, { ...look, box: { x: 32, y, width: 336, height: 318 - y } })
    const top = title.box.y + title.box.height + 26
    const high = height - top
    const scene = pane(top, high, art(sheet, high))
    if (sheet.number === '') return { ground: on, art: scene, blocks: [title, ...authors] }
    const { art: disc, blocks } = mark(sheet, 345, 549, on)
    const all = scene + circle(345, 549, 27, on) + disc
    return { ground: on, art: all, blocks: [title, ...authors, ...blocks] }
  }
}

/** Art over the whole cover, and the words on a label pasted on it. */
export function labelled(art: Art): Layout {
  return (sheet) => {
    const { random, palette } = sheet
    const on = random.pick([palette.ground, palette.paper])
    const isLow = random.chance(0.5)
    const down = isLow ? 130 : 0
    const box = { x: 62, y: 106 + down, width: 276, height: 200 }
    const title = setTitle(sheet, { box, on, anchor: isLow ? 'bottom' : 'middle', largest: 60 })
    const authors = setAuthor(sheet, { box: { ...box, y: 330 + down, height: 54 }, on })
    const foot = mark(sheet, 200, 414 + down, on)
    const top = title.box.y - 34
    const high = 450 + down - top
    const [line] = inksOn(sheet, on, 2.5)
    const label =
      rect(40, top, 320, high, on, 3) +
      rect(47, top + 7, 306, high - 14, { colour: line, width: 1.6 }, 1) +
      rect(160, 317 + down, 80, 1.6, line)
    const blocks = [title, ...authors, ...foot.blocks]
    return { ground: palette.ground, art: art(sheet, height) + label + foot.art, blocks }
  }
}
