import { contrast } from '../colour.ts'
import { circle, group, list, path, rays, rect } from '../svg.ts'
import type { Motif } from './motifs.ts'
import { inksOn, tint, width, type Sheet } from './sheet.ts'
import type { Art } from './split.ts'

/** A motif `size` units high, its middle at y, in inks that stand out from `on`. */
function emblem(sheet: Sheet, motif: Motif, y: number, size: number, on: string): string {
  const { main, hole, accent, line, cut } = motif
  const [ink, ...others] = inksOn(sheet, on, 2.2)
  const second = others.find((other) => contrast(other, ink) > 1.4) ?? tint(sheet, ink, 0.5)
  const parts = [
    path(main, ink),
    hole && path(hole, on),
    line && path(line, { colour: ink, width: 3.6, cap: 'round' }),
    accent && path(accent, second),
    cut && path(cut, { colour: on, width: 2.6, cap: 'round' }),
  ]
  return group(parts.join(''), `translate(${list(200, y)})scale(${Math.round(size) / 100})`)
}

/** What the book names: alone, on a disc, on a field of colour or in rays. */
export const motif: Art = (sheet, high) => {
  const { motif, random } = sheet
  if (!motif) return ''
  const { ground } = sheet.palette
  const y = high / 2
  const [back] = inksOn(sheet, ground, 1.3)
  const radius = Math.min(y - 22, 156)
  const kind = random.pick(['alone', 'disc', 'field', 'rays'])
  if (kind === 'field') {
    return rect(0, 0, width, high, back) + emblem(sheet, motif, y, Math.min(high * 0.74, 260), back)
  }
  if (kind === 'disc') {
    const ring = circle(200, y, radius - 9, { colour: tint(sheet, back, 0.4), width: 1.6 })
    return circle(200, y, radius, back) + ring + emblem(sheet, motif, y, radius * 1.2, back)
  }
  if (kind === 'rays') {
    const light = path(rays(200, y, random.pick([14, 18, 22]), 460), tint(sheet, back, 0.3))
    const hole = circle(200, y, radius, ground)
    return light + hole + emblem(sheet, motif, y, radius * 1.4, ground)
  }
  return emblem(sheet, motif, y, Math.min(high * 0.88, 300), ground)
}
