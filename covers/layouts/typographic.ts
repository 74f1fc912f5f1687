import { circle, group, list, path, rays, rect } from '../svg.ts'
import {
  device,
  height,
  inkFor,
  inksOn,
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
    box: { x: 32, y: 58, width: 336, height: 420 },
    on: ground,
    inks: [random.pick([first, palette.paper])],
    face: random.pick(['narrow', 'narrow', 'round', 'display']),
    isCapitals: true,
    isStacked: true,
    largest: 250,
    smallest: 30,
    anchor: 'top',
    align: 'left',
    tracking: 0,
  })
  const top = title.box.y + title.box.height + 28
  const art = rect(32, 36, 336, random.pick([3, 8]), title.ink)
  return withFoot(sheet, art + figure(sheet, top, 480 - top, first, second), title, 'left')
}

function figure(sheet: Sheet, y: number, high: number, first: string, second: string): string {
  if (high < 40) return ''
  const field = rect(32, y, 336, high, first)
  const slant = path(`M32 ${list(y + high)}L368 ${list(y)}V${list(y + high)}Z`, second)
  return sheet.random.pick([
    circle(368 - high / 2, y + high / 2, high / 2, first),
    field + circle(200, y + high / 2, Math.min(high * 0.36, 120), second),
    field + slant,
  ])
}

const corners = [
  'M0 46C0 20 20 0 46 0M0 30C10 30 30 10 30 0M8 8a7 7 0 1 0 8 8',
  'M0 54V36H18V18H36V0H54M8 8h6v6h-6z',
  'M2 2C26 2 40 16 40 40C16 40 2 26 2 2L40 40',
  'M0 50V0H50M12 12h.1M24 12h.1M36 12h.1M12 24h.1M12 36h.1',
]

function border({ random }: Sheet, ink: string): string {
  const corner = path(random.pick(corners), { colour: ink, width: 2, cap: 'round' })
  const half = group(corner, 'translate(30 30)') + group(corner, 'translate(370 30)scale(-1 1)')
  const inner = rect(25, 25, 350, 550, { colour: ink, width: 0.9 })
  return (
    rect(20, 20, 360, 560, { colour: ink, width: 2.4 }) +
    (random.chance(0.6) ? inner : '') +
    half +
    group(half, `translate(0 ${height})scale(1 -1)`)
  )
}

/** A quiet page of type in a border: the layout with the most room, for the longest titles. */
export const frame: Layout = (sheet) => {
  const { random, palette } = sheet
  const { ground } = palette
  const [ink] = inksOn(sheet, ground, 2.4)
  const box = { x: 52, y: 92, width: 296, height: 372 }
  const inks = [random.pick([ink, palette.paper])]
  const title = setTitle(sheet, { box, on: ground, largest: 66, inks })
  const authors = setAuthor(sheet, { box: { x: 60, y: 488, width: 280, height: 36 }, on: ground })
  let art = border(sheet, ink) + device(200, 548, 22, inkFor(sheet, ground, [ink]))
  if (title.box.y > 150) {
    const lozenges = [156, 178, 200, 222, 244].map((x) => `M${x}-8l6 8-6 8-6-8z`).join('')
    const rule = path('M120 0H280', { colour: ink, width: 1.6 }) + circle(200, 0, 4.5, ink)
    const ornament = random.pick([path(lozenges, ink), rule])
    art += group(ornament, `translate(0 ${list(title.box.y - 36)})`)
    art += group(ornament, `translate(0 ${list(title.box.y + title.box.height + 36)})`)
  }
  return { ground, art, blocks: [title, ...authors] }
}

/** A great disc with the title in it, in rings or rays. */
export const roundel: Layout = (sheet) => {
  const { random, palette } = sheet
  const { ground } = palette
  const [disc, other = palette.paper] = inksOn(sheet, ground, 1.6)
  const y = 262
  const box = { x: 82, y: y - 88, width: 236, height: 176 }
  const title = setTitle(sheet, { box, on: disc, inks: [ground], largest: 60 })
  const mark = tint(sheet, other, 0.5)
  let art = path(rays(200, y, random.pick([24, 32, 40]), 560), mark)
  if (random.chance(0.5)) {
    for (let ring = 9; ring >= 1; ring -= 1) {
      art += circle(200, y, 172 + ring * 26, ring % 2 ? ground : mark)
    }
  }
  art += circle(200, y, 172, ground) + circle(200, y, 164, disc)
  art += circle(200, y, 154, { colour: title.ink, width: 1.4 })
  art += rect(0, 490, width, 110, ground) + rect(0, 490, width, 2, mark)
  return withFoot(sheet, art, title)
}
