import { contrast } from '../colour.ts'
import { circle, group, numberList, path, rect, short, strokes } from '../svg.ts'
import { layers, repeat } from './art.ts'
import { inksOn, tint, width, type Sheet } from './sheet.ts'
import type { Art } from './split.ts'

/** What the book names, in a square from -50 to 50 and in inks that stand out from `on`. */
function drawing(sheet: Sheet, on: string): string {
  const { main, hole, accent, line, cut } = sheet.motif ?? {}
  const [ink, ...others] = inksOn(sheet, on, 2.2)
  const second = others.find((other) => contrast(other, ink) > 1.4) ?? tint(sheet, ink, 0.5)
  return [
    main && path(main, ink),
    hole && path(hole, on),
    line && strokes(line, ink, 3.6),
    accent && path(accent, second),
    cut && strokes(cut, on, 2.6),
  ].join('')
}

const place = (content: string, y: number, size: number) =>
  group(content, `translate(${numberList(200, y)})scale(${Math.round(size) / 100})`)

/** What the book names: alone or on a disc. */
export const motif: Art = (sheet, high) => {
  const { ground } = sheet.palette
  const y = high / 2
  if (sheet.random.chance(0.4)) return place(drawing(sheet, ground), y, Math.min(high * 0.92, 320))
  const [back] = inksOn(sheet, ground, 1.3)
  const radius = Math.min(y - 14, 160)
  return circle(200, y, radius, back) + place(drawing(sheet, back), y, radius * 1.25)
}

/** What the book names, so large on a field of colour that it is cut. */
export const closeup: Art = (sheet, high) => {
  const [back] = inksOn(sheet, sheet.palette.ground, 1.3)
  const large = place(drawing(sheet, back), high / 2 + 16, Math.min(high * 1.3, 420))
  return rect(0, 0, width, high, back) + large
}

/** What the book names, in front of a sun over a landscape. */
export const stage: Art = (sheet, high) => {
  const size = Math.min(high * 0.6, 230)
  const y = high * 0.66 - size / 2
  const [sun] = inksOn(sheet, sheet.palette.ground, 1.4)
  const disc = circle(200, y, Math.min(size * 0.66, y - 4), sun)
  return disc + place(drawing(sheet, sun), y, size * 0.92) + layers(sheet, high, 0.68)
}

/** A wallpaper of what the book names. */
export const wallpaper: Art = (sheet, high) => {
  const columns = sheet.random.pick([3, 4, 5])
  const side = width / columns
  const rows = Math.ceil(high / side / 1.1)
  const uses = repeat((rows + 1) * (columns + 1), (at) => {
    const row = Math.floor(at / (columns + 1))
    // Every other row is shifted by half.
    const x = ((at % (columns + 1)) + (row % 2 ? 0 : 0.5)) * side
    return `<use href="#m" x="${short(x)}" y="${short((row + 0.35) * side * 1.1)}"/>`
  })
  const small = group(
    drawing(sheet, sheet.palette.ground),
    `scale(${Math.round(side * 0.68) / 100})`,
  )
  return `<defs><g id="m">${small}</g></defs>${uses}`
}
