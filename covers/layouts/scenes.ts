import { mix } from '../colour.ts'
import { circle, group, numberList, path, rect, short, strokes } from '../svg.ts'
import { arcs, discs, dots, figure, numbersTo, repeat, tiles, tunnel } from './art.ts'
import { inksOn, tint, width } from './sheet.ts'
import type { Art } from './split.ts'

/** A planet with its ring among stars: science fiction. */
export const orbit: Art = (sheet, high) => {
  const { random, palette } = sheet
  const [ink, other = palette.paper] = inksOn(sheet, palette.ground, 1.6)
  const stars = repeat(
    60,
    () => `M${numberList(random.between(0, width), random.between(0, high))}h.1`,
  )
  const radius = Math.min(high * 0.34, 150)
  const wide = radius * 1.7
  const half = (sweep: number) => {
    const bow = `a${numberList(wide, radius * 0.4)} 0 0 ${sweep} ${numberList(wide * 2, 0)}`
    return strokes(`M${short(-wide)} 0${bow}`, other, 9)
  }
  const night = `M0 ${-radius}A${radius} ${radius} 0 0 1 0 ${radius}A${radius * 1.5} ${radius * 1.5} 0 0 0 0 ${-radius}Z`
  const globe = circle(0, 0, radius, ink) + path(night, mix(ink, palette.ground, 0.35))
  const place = `translate(${numberList(random.pick([120, 200, 290]), high * 0.54)})`
  const turned = group(half(1) + globe + half(0), `${place}rotate(${random.pick([-24, 18])})`)
  return strokes(stars, palette.paper, 3) + turned
}

/** A sun that sinks behind a grid: science fiction. */
export const horizon: Art = (sheet, high) => {
  const { ground, paper } = sheet.palette
  const [ink, other = paper] = inksOn(sheet, ground, 1.6)
  const y = high * 0.58
  const radius = Math.min(y - 10, 140)
  const slit = (at: number) => rect(0, y - radius * (0.7 - at * 0.16), width, 3 + at * 3, ground)
  const away = repeat(17, (at) => `M200 ${numberList(y)}L${numberList(200 + (at - 8) * 90, high)}`)
  const across = repeat(8, (at) => `M0 ${numberList(y + (high - y) * (at / 8) ** 2)}H400`)
  const floor = rect(0, y, width, high - y, ground) + strokes(away + across, ink, 2.5)
  return circle(200, y, radius, other) + repeat(5, slit) + floor
}

/** Bare trunks before a pale disc: horror and mystery. */
export const woods: Art = (sheet, high) => {
  const { random, palette } = sheet
  const [moon, far = palette.paper] = inksOn(sheet, palette.ground, 2)
  const trunks = (count: number, broad: number) =>
    repeat(count, (at) => {
      const x = (width / count) * (at + 0.5) + random.between(-18, 18)
      const half = broad * random.between(0.6, 1.3)
      const twigs = repeat(3, () => {
        const twig = random.pick(['l-46-46 46 54z', 'l46-46-46 54z'])
        return `M${numberList(x, high * random.between(0.12, 0.6))}${twig}`
      })
      return `M${numberList(x - half * 0.6, 0)}h${numberList(half * 1.2)}L${numberList(x + half, high)}h${numberList(-half * 2)}Z${twigs}`
    })
  const dark = mix(palette.ground, '#000000', 0.55)
  return (
    rect(0, 0, width, high, tint(sheet, far, 0.22)) +
    circle(random.between(130, 270), high * 0.42, Math.min(high * 0.33, 130), moon) +
    path(trunks(9, 5), tint(sheet, far, 0.5)) +
    path(trunks(5, 13), dark) +
    rect(0, high - 26, width, 26, dark)
  )
}

/** What runs down from above: horror. */
export const drip: Art = (sheet, high) => {
  const { random, palette } = sheet
  const [field, moon = palette.ground] = inksOn(sheet, palette.ground, 1.8)
  const runs = repeat(10, (at) => {
    const long = high * random.between(0.12, at % 3 === 1 ? 0.8 : 0.4)
    return `v${numberList(long)}a10 10 0 0 0 20 0v${numberList(-long)}a10 10 0 0 1 20 0`
  })
  const disc = circle(random.between(120, 280), high * 0.66, Math.min(high * 0.2, 74), moon)
  return rect(0, 0, width, high, field) + disc + path(`M0-40V24${runs}V-40Z`, palette.ground)
}

/** The windows of a house at night, one of them lit: mysteries and thrillers. */
export const windows: Art = (sheet, high) => {
  const { random, palette } = sheet
  const [light, wall = palette.ground] = inksOn(sheet, palette.ground, 1.8)
  const columns = random.pick([4, 5, 6])
  const rows = Math.max(2, Math.floor((high / width) * columns * 0.8))
  const [step, tall] = [width / columns, high / rows]
  const lit = random.whole(0, rows * columns - 1)
  const panes = repeat(rows * columns, (at) => {
    const [x, y] = [(at % columns) * step, Math.floor(at / columns) * tall]
    const ink = at === lit ? light : tint(sheet, wall, at % 7 === 3 ? 0.42 : 0.55)
    return rect(x + step * 0.2, y + tall * 0.18, step * 0.6, tall * 0.64, ink)
  })
  return rect(0, 0, width, high, tint(sheet, wall, 0.25)) + panes
}

/** Tape that shuts a place off: true crime and thrillers. */
export const tape: Art = (sheet, high) => {
  const [field] = inksOn(sheet, sheet.palette.ground, 1.2)
  const [ink] = inksOn(sheet, field, 2)
  const stripes = repeat(16, (at) => `M${at * 40 - 20}-24h22l-20 48h-22z`)
  const strip = rect(-60, -24, 620, 48, ink) + path(stripes, field)
  const strips = repeat(sheet.random.whole(2, 3), (at) => {
    const angle = sheet.random.whole(9, 24) * (at % 2 ? 1 : -1)
    return group(
      strip,
      `translate(-40 ${numberList(high * (0.3 + at * 0.26) - angle * 4)})rotate(${angle})`,
    )
  })
  return rect(0, 0, width, high, field) + strips
}

/** A star of `count` points, `wide` and `tall` from its middle. */
export function burst(x: number, y: number, count: number, wide: number, tall: number): string {
  const points = numbersTo(count * 2).map((at) => {
    const angle = (at / count) * Math.PI
    const reach = at % 2 ? 0.78 : 1
    return numberList(x + Math.cos(angle) * wide * reach, y + Math.sin(angle) * tall * reach)
  })
  return `M${points.join('L')}Z`
}

/** The panels of a comic: graphic novels. */
export const panels: Art = (sheet, high) => {
  const { random, palette } = sheet
  const [line] = inksOn(sheet, palette.paper, 4)
  const [down, across] = [high * random.between(0.42, 0.6), random.between(140, 250)]
  const bang = figure((high, ink, other) => {
    const star = path(burst(130, high / 2, 13, 120, 90), ink)
    return star + path(burst(130, high / 2, 13, 70, 52), other)
  })
  const [one = bang, two = bang] = random.shuffle([dots, arcs, discs, tunnel, tiles])
  const box = (art: Art, x: number, y: number, wide: number, tall: number) => {
    const size = `width="${numberList(wide)}" height="${numberList(tall)}"`
    const frame = rect(0, 0, wide, tall, { colour: line, width: 12 })
    return `<svg x="${numberList(x)}" y="${numberList(y)}" ${size}>${art(sheet, tall)}${frame}</svg>`
  }
  const [whole, rest] = random.chance(0.5) ? [0, down] : [down, 0]
  const tall = (y: number) => (y === 0 ? down : high - down)
  const halves =
    box(bang, 0, rest, across, tall(rest)) + box(two, across, rest, width - across, tall(rest))
  return box(one, 0, whole, width, tall(whole)) + halves
}
