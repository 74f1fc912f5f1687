import { contrast, mix, readableInk } from '../colour.ts'
import { letterOf, outline } from '../fonts.ts'
import { circle, group, numberList, path, rect, short, strokes } from '../svg.ts'
import { charactersOf } from '../words.ts'
import { leaf, repeat } from './art.ts'
import { burst } from './scenes.ts'
import type { Art } from './split.ts'
import {
  height,
  inksOn,
  mark,
  setAuthor,
  setTitle,
  tint,
  width,
  withFoot,
  type Layout,
  type Sheet,
} from './sheet.ts'

/** Capitals stacked to the full width, with one plain figure where they leave room. */
export const stacked: Layout = (sheet) => {
  const { random, palette } = sheet
  const { ground } = palette
  const [first, second = palette.paper] = inksOn(sheet, ground)
  const title = setTitle(sheet, {
    box: { x: 32, y: 56, width: 336, height: 400 },
    on: ground,
    inks: [random.pick([first, palette.paper])],
    face: sheet.face === 'italic' || sheet.face === 'light' ? 'display' : sheet.face,
    isCapitals: true,
    isStacked: true,
    largest: 250,
    smallest: 30,
    anchor: 'top',
    align: 'left',
    tracking: 0,
  })
  const rule = rect(32, 36, 336, random.pick([3, 8]), title.ink)
  const top = title.box.y + title.box.height + 28
  const high = 454 - top
  const slant = `M32 454L368 ${short(top)}V454Z`
  const figures = [
    circle(368 - high / 2, top + high / 2, high / 2, first),
    rect(32, top, 336, high, first) + path(slant, second),
  ]
  return withFoot(sheet, rule + (high < 40 ? '' : random.pick(figures)), title, 'left')
}

const corners = [
  'M0 46C0 20 20 0 46 0M0 30C10 30 30 10 30 0M8 8a7 7 0 1 0 8 8',
  'M0 54V36H18V18H36V0H54M8 8h6v6h-6z',
  'M0 50V0H50M12 12h.1M24 12h.1M36 12h.1M12 24h.1M12 36h.1',
]

function border({ random }: Sheet, ink: string): string {
  const corner = strokes(random.pick(corners), ink, 2)
  const half = group(corner, 'translate(30 30)') + group(corner, 'translate(370 30)scale(-1 1)')
  const lines = strokes('M20 20H380V580H20zM26 26H374V574H26z', ink, random.pick([1.6, 3]))
  return lines + half + group(half, `translate(0 ${height})scale(1 -1)`)
}

/** A quiet page of type in a border: the layout with the most room, for the longest titles. */
export const frame: Layout = (sheet) => {
  const { random, palette } = sheet
  const { ground } = palette
  const [ink] = inksOn(sheet, ground, 2.4)
  const box = { x: 52, y: 84, width: 296, height: 360 }
  const inks = [random.pick([ink, palette.paper])]
  const title = setTitle(sheet, { box, on: ground, largest: 66, inks })
  const authors = setAuthor(sheet, { box: { x: 60, y: 462, width: 280, height: 56 }, on: ground })
  const foot = mark(sheet, 200, 544, ground)
  let art = border(sheet, ink) + foot.art
  if (title.box.y > 150) {
    const lozenges = repeat(5, (at) => `M${156 + at * 22}-8l6 8-6 8-6-8z`)
    const ornament = random.pick([path(lozenges, ink), strokes('M120 0H280M200 0h.1', ink, 3)])
    art += group(ornament, `translate(0 ${numberList(title.box.y - 36)})`)
    art += group(ornament, `translate(0 ${numberList(title.box.y + title.box.height + 36)})`)
  }
  return { ground, art, blocks: [title, ...authors, ...foot.blocks] }
}

/** A layout with its title in a shape in the upper part, of which `draw` gives the colour and the art. */
function inShape(
  [wide, tall, largest]: readonly [wide: number, tall: number, largest: number],
  draw: (sheet: Sheet, ink: string, other: string) => [on: string, art: string],
): Layout {
  return (sheet) => {
    const { ground, paper } = sheet.palette
    const [ink, other = paper] = inksOn(sheet, ground, 1.7)
    const [on, art] = draw(sheet, ink, other)
    const box = { x: 200 - wide / 2, y: MIDDLE - tall / 2, width: wide, height: tall }
    const title = setTitle(sheet, { box, on, largest, inks: [ground] })
    return withFoot(sheet, art + rect(0, 462, width, 138, ground), title)
  }
}

const MIDDLE = 234
const disc = (radius: number, colour: string) => circle(200, MIDDLE, radius, colour)

/** A great disc with the title in it, and rings around it. */
export const roundel = inShape([244, 184, 64], (sheet, ink, other) => {
  const { ground } = sheet.palette
  const [quiet, gap] = [tint(sheet, other, 0.5), sheet.random.pick([16, 26, 40])]
  const rings = repeat(9, (at) => disc(172 + (9 - at) * gap, at % 2 ? ground : quiet))
  return [ink, rings + disc(176, ground) + disc(168, ink) + disc(158, ground) + disc(156, ink)]
})

/** The title on a plate, between fork and knife. */
export const plate = inShape([178, 156, 48], (sheet, metal, other) => {
  const { ground, paper } = sheet.palette
  const on = contrast(paper, ground) > 1.5 && contrast(paper, '#000000') > 9 ? paper : '#fffdf8'
  const cloth = repeat(8, (at) => `M${at * 66} 0V462M0 ${at * 66}H400`)
  const cutlery =
    'M22 140v56q0 22 12 24v120M34 140v62M46 140v56q0 22-12 24M366 140c16 30 16 84 4 112h-6V140zM364 252v88'
  const dish = circle(200, MIDDLE, 138, on)
  const rim = circle(200, MIDDLE, 126, { colour: mix(on, metal, 0.7), width: 4 })
  const table = strokes(cloth, tint(sheet, other, 0.16), 33)
  return [on, table + dish + rim + strokes(cutlery, metal, 7)]
})

/** The title in a wreath of leaves. */
export const wreath = inShape([204, 158, 58], (sheet, ink, other) => {
  const count = sheet.random.pick([22, 28, 34])
  const leaves = (bend: number) =>
    repeat(count, (at) => {
      const angle = (at / count) * 2 * Math.PI
      const [x, y] = [200 + Math.cos(angle) * 156, MIDDLE + Math.sin(angle) * 156]
      return leaf(x, y, angle + bend, 42)
    })
  const stem = circle(200, MIDDLE, 156, { colour: ink, width: 2 })
  return [sheet.palette.ground, stem + path(leaves(2.3), ink) + path(leaves(0.8), other)]
})

/** Three broad bands with the title in the middle one, as on the first paperbacks. */
export const classic = inShape([328, 216, 64], (sheet) => {
  const { ground } = sheet.palette
  const [on] = inksOn(sheet, ground, 3)
  const sign = sheet.random.pick([
    circle(200, 56, 36, on) + circle(200, 56, 15, ground),
    path('M200 16l36 40-36 40-36-40z', on) + path('M200 38l16 18-16 18-16-18z', ground),
    circle(172, 56, 34, { colour: on, width: 5 }) + circle(228, 56, 34, { colour: on, width: 5 }),
    strokes('M60 34H340M60 56H340M60 78H340', on, 7),
  ])
  const rules = strokes('M0 121H400M0 347H400', ground, 3)
  return [on, rect(0, 112, width, 244, on) + rules + sign]
})

/** What someone shouts in a comic: the title in a balloon over dots of print. */
export const balloon = inShape([228, 156, 62], (sheet, on, other) => {
  const rows = repeat(13, (row) => {
    const marks = repeat(12, (dot) => `M${dot * 36 + (row % 2) * 18} ${row * 36}h.1`)
    return strokes(marks, tint(sheet, other, 0.55), 4 + row * 2)
  })
  const round =
    'M200 92C300 92 372 148 372 234S300 376 214 376L150 448L158 370C76 354 28 304 28 234C28 148 100 92 200 92Z'
  const shape = sheet.random.pick([burst(200, MIDDLE, 15, 190, 172), round])
  return [on, rows + path(shape, on) + strokes(shape, readableInk(on, []), 7)]
})

/** A small title on an empty page, with one plain sign: the look of a book of verse. */
export const quiet: Layout = (sheet) => {
  const [ink] = inksOn(sheet, sheet.palette.ground, 1.6)
  const box = { x: 32, y: 44, width: 320, height: 190 }
  const look = { on: sheet.palette.ground, align: 'left', anchor: 'top', largest: 48 } as const
  const title = setTitle(sheet, { box, ...look })
  const top = title.box.y + title.box.height + 30
  const [y, radius] = [(top + 440) / 2, Math.min((440 - top) / 2, 92)]
  const wave = 'q26-22 52 0t52 0 52 0 52 0'
  const art = sheet.random.pick([
    circle(290, y, radius, ink),
    circle(262, y, radius * 0.9, { colour: ink, width: 5 }),
    rect(32, y, 336, 5, ink) + circle(296, y - 44, 30, ink),
    path(leaf(110, y + radius, -0.7, radius * 2.8), ink),
    strokes(`M32 ${short(y)}${wave} 52 0 52 0M84 ${short(y + 30)}${wave}`, ink, 5),
  ])
  return withFoot(sheet, art, title, 'left')
}

/** A page of a file, of which lines are blacked out: true crime. */
export const dossier: Layout = (sheet) => {
  const { random } = sheet
  const [on, ink, pale] = ['#f4efe2', '#1a1614', '#cfc7b4']
  const box = { x: 62, y: 100, width: 276, height: 200 }
  const look = { on, inks: [ink], align: 'left', anchor: 'top', largest: 58 } as const
  const title = setTitle(sheet, { box, ...look })
  const top = title.box.y + title.box.height + 30
  const lines = repeat(Math.floor((440 - top) / 26), (row) => {
    const [y, wide] = [top + row * 26, random.between(60, 190)]
    return rect(62, y, wide, 15, ink) + rect(72 + wide, y, 210 - wide, 15, pale)
  })
  const clip = strokes('M318 26v58a11 11 0 0 1-22 0V40a7 7 0 0 1 14 0v40', '#8a8478', 4)
  const under = group(rect(38, 46, 330, 412, pale), 'rotate(2.4 200 250)')
  const paper = rect(36, 44, 328, 412, on) + rect(62, 70, 90, 9, inksOn(sheet, on, 3)[0])
  return withFoot(sheet, under + paper + clip + lines, title)
}

/** Each line of the title on a ribbon of its own. */
export const ribbons: Layout = (sheet) => {
  const { random, palette } = sheet
  const [on] = inksOn(sheet, palette.ground, 2.2)
  const [other] = inksOn(sheet, palette.ground, 1.3)
  const box = { x: 32, y: 84, width: 320, height: 330 }
  const anchor = random.pick(['top', 'middle', 'bottom'] as const)
  const look = { on, inks: [palette.ground], leading: 1.32, align: 'left', anchor } as const
  const title = setTitle(sheet, { box, ...look })
  const bars = title.lines.map(({ box, baseline, size }) =>
    rect(0, baseline - size * 0.88, box.x + box.width + title.size * 0.35 + 12, size * 1.16, on),
  )
  const waves = repeat(12, (row) => `M-20 ${row * 40}q25-26 50 0${'t50 0'.repeat(8)}`)
  const field = random.pick([
    strokes(waves, tint(sheet, other, 0.4), 7),
    circle(340, anchor === 'top' ? 380 : 100, 190, tint(sheet, other, 0.45)),
  ])
  const foot = rect(0, 462, width, 138, palette.ground)
  return withFoot(sheet, field + foot + bars.join(''), title, 'left')
}

/** One great letter, or the number in a series, cut by the edges. */
export const initial: Art = (sheet, high) => {
  const { palette, face, random } = sheet
  const [back] = inksOn(sheet, palette.ground, 1.25)
  const [ink] = inksOn(sheet, back, 2)
  const first = charactersOf(sheet.title.replace(/^(?:the|a|an) /i, ''))[0]?.toUpperCase()
  const letter = letterOf(face, sheet.number[0] ?? first ?? '')
  const field = rect(0, 0, width, high, back)
  if (!letter) return field + circle(200, high / 2, high * 0.4, ink)
  const { left, right, top, bottom } = letter
  const scale = (high * 1.08) / Math.max(0.4, bottom - top)
  const x = random.pick([120, 200, 280]) - ((left + right) / 2) * scale
  const place = `translate(${numberList(x, high / 2 - ((top + bottom) / 2) * scale)})`
  const shape = path(outline(letter, 300), ink)
  return field + group(shape, `${place}scale(${Math.round(scale / 3) / 100})`)
}
