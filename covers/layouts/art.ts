import { circle, group, list, path, rays, rect, short } from '../svg.ts'
import { inksOn, tint, width, type Sheet } from './sheet.ts'
import type { Art } from './split.ts'

/** An item of a list that begins anew at its end. */
const cycled = <T>(items: readonly [T, ...T[]], index: number): T =>
  items[index % items.length] ?? items[0]

const numbersTo = (count: number) => Array.from({ length: count }, (_, index) => index)

/** What `part` gives for 0, 1 … below `count`. */
const repeat = (count: number, part: (index: number) => string) =>
  numbersTo(count).map(part).join('')

/** The upper edge of a stripe, as path data from left to right. */
const edges: Readonly<Record<string, (y: number, sheet: Sheet) => string>> = {
  straight: (y) => `M0 ${short(y)}H400`,
  leaning: (y) => `M0 ${short(y)}L400 ${short(y - 120)}`,
  chevron: (y) => `M0 ${short(y)}L200 ${short(y - 80)}L400 ${short(y)}`,
  wave: (y, { random }) => {
    const [swing, long] = [random.between(20, 50), random.pick([50, 67, 100])]
    return `M0 ${short(y)}q${list(long / 2, -swing, long, 0)}${`t${long} 0`.repeat(400 / long)}`
  },
  torn: (y, { random }) => {
    const points = numbersTo(33).map((x) => list(x * 12.5, y - x * 1.2 + random.between(-4, 4)))
    return `M${points.join('L')}`
  },
}

/** Stripes across the cover, each broader or narrower than the one before. */
export const bands: Art = (sheet, high) => {
  const { random, palette } = sheet
  const inks = inksOn(sheet, palette.ground)
  const edge = random.pick(Object.values(edges))
  const growth = random.between(0.75, 1.3)
  const sizes = numbersTo(random.whole(4, 7)).map((index) => growth ** index)
  // A leaning edge begins below the art.
  const unit = (high + 80) / sizes.reduce((sum, size) => sum + size, 0)
  let art = rect(0, 0, width, high, inks[0])
  let y = 0
  for (const [index, size] of sizes.entries()) {
    if (index > 0) art += path(`${edge(y, sheet)}V${short(high)}H0Z`, cycled(inks, index))
    y += size * unit
  }
  return art
}

const tileShapes: ((side: number) => string)[] = [
  (side) => `M0 0H${short(side)}A${list(side, side)} 0 0 1 0 ${short(side)}Z`,
  (side) => `M0 0A${list(side / 2, side / 2)} 0 0 0 ${short(side)} 0Z`,
  (side) => `M0 ${short(side)}V0L${list(side, side)}Z`,
  (side) => `M0 0Q${list(side, 0, side, side)}Q${list(0, side, 0, 0)}Z`,
  (side) => repeat(3, (at) => `M0 ${short(side * at * 0.4)}H${short(side)}v${short(side / 5)}H0Z`),
]

/** A grid of tiles in a few shapes, turned every way. */
export const tiles: Art = (sheet, high) => {
  const { random, palette } = sheet
  const rows = Math.max(1, Math.round(high / random.pick([80, 100, 133])))
  // Whole units, so that no seams show.
  const side = Math.ceil(high / rows)
  const columns = 2 * Math.ceil(width / side / 2 - 0.02)
  const shapes = random.shuffle(tileShapes).slice(0, random.whole(1, 3))
  const inks = [...inksOn(sheet, palette.ground, 1.3), palette.ground]
  let art = ''
  for (const tile of numbersTo(rows * columns)) {
    const x = (width - columns * side) / 2 + (tile % columns) * side
    const y = Math.floor(tile / columns) * side
    const back = random.pick(inks)
    const ink = random.pick(inks.filter((ink) => ink !== back))
    const shape = random.chance(0.2)
      ? circle(side / 2, side / 2, side * 0.28, ink)
      : path(random.pick(shapes)(side), ink)
    const rotation = `rotate(${random.whole(0, 3) * 90} ${list(side / 2, side / 2)})`
    art += rect(x, y, side, side, back) + group(shape, `translate(${list(x, y)})${rotation}`)
  }
  return art
}

/** Nested arches, with a disc or stairs in the innermost. */
export const arches: Art = (sheet, high) => {
  const { random, palette } = sheet
  const inks = inksOn(sheet, palette.ground)
  const count = random.whole(3, 5)
  const widest = Math.min(random.between(240, 320), high * 1.3)
  const step = Math.min(28, widest / 2 / (count + 1.5))
  let art = ''
  for (const ring of numbersTo(count)) {
    const half = widest / 2 - ring * step
    const rise = Math.min(half, high - ring * step)
    const top = ring * step + rise
    const bow = `A${list(half, rise)} 0 0 1 ${list(200 + half, top)}V${short(high)}Z`
    art += path(`M${list(200 - half, high)}V${short(top)}${bow}`, cycled(inks, ring))
  }
  const inner = widest / 2 - (count - 1) * step
  const ink = count % inks.length === 0 ? palette.ground : cycled(inks, count)
  const stairs = repeat(4, (stair) => {
    const half = inner * (0.9 - stair * 0.2)
    const y = high - (stair + 1) * inner * 0.24
    return rect(200 - half, y, half * 2, inner * 0.24, stair % 2 ? inks[0] : ink)
  })
  art += random.pick([stairs, circle(200, high - inner * 0.75, inner * 0.45, ink)])
  return art + rect(200 - widest / 2 - 18, high - 2, widest + 36, 2, inks[0])
}

/** A half wheel of rays, as on a picture house of the twenties. */
export const fan: Art = (sheet, high) => {
  const { random, palette } = sheet
  const [ink, second = palette.paper] = inksOn(sheet, palette.ground, 1.7)
  const radius = Math.min(high - 8, 190)
  const y = high - 8
  const steps = random.whole(2, 4)
  let art = path(rays(200, y, random.pick([18, 22, 26]), radius, 1), ink)
  for (let step = steps; step >= 1; step -= 1) {
    art += circle(200, y, (radius * 0.5 * step) / steps, step % 2 ? second : palette.ground)
  }
  return art + rect(0, y, width, 8, palette.ground) + rect(200 - radius, y, radius * 2, 3, ink)
}

/** A field of colour with one plain figure, as on the books of a paperback series. */
export const figures: Art = (sheet, high) => {
  const { random, palette } = sheet
  const [back] = inksOn(sheet, palette.ground, 1.25)
  const [ink, other = palette.ground] = inksOn(sheet, back, 1.4)
  const kinds = {
    steps: () =>
      repeat(6, (index) => {
        const tall = ((high - 24) * (index + 1)) / 6
        return rect(32 + index * 57, high - tall, 48, tall, index % 2 ? other : ink)
      }),
    dots: () => {
      const rows = Math.max(3, Math.round(high / 42))
      const step = high / rows
      const columns = Math.floor(width / step)
      const left = (width - (columns - 1) * step) / 2
      return repeat(rows, (row) => {
        // A dot of a round pen is a disc in a quarter of the bytes.
        const dots = repeat(columns, (dot) => `M${list(left + dot * step, step * (row + 0.5))}h.1`)
        const size = step * (0.2 + (0.6 * (row + 1)) / rows)
        return path(dots, { colour: row % 3 === 1 ? other : ink, width: size, cap: 'round' })
      })
    },
    arcs: () =>
      repeat(6, (ring) => circle(0, high, high * (1.2 - ring * 0.2), ring % 2 ? back : ink)),
    slants: () => {
      const slant = `l${list(high, -high)}h19l${list(-high, high)}z`
      return path(
        repeat(20, (stripe) => `M${list(stripe * 45 - high, high)}${slant}`),
        ink,
      )
    },
    rings: () =>
      repeat(5, (ring) =>
        circle(200, high / 2, high * (0.42 - ring * 0.085), cycled([ink, back, other], ring)),
      ),
  }
  return rect(0, 0, width, high, back) + random.pick(Object.values(kinds))()
}

/** The papers of a bookbinder, and rays as cut into wood. */
export const papers: Art = (sheet, high) => {
  const { random, palette } = sheet
  const [ink, second = palette.paper] = inksOn(sheet, palette.ground)
  const mark = tint(sheet, ink, random.between(0.45, 0.8))
  const size = random.pick([8, 13, 20])
  const stripes = repeat(26, (at) => `M${at * size * 2} 0h${size}V${high}h${-size}z`)
  const chips = repeat(130, () => {
    const angle = random.between(0, 6.28)
    const start = list(random.between(0, width), random.between(0, high))
    return `M${start}l${list(Math.cos(angle) * 14, Math.sin(angle) * 14)}`
  })
  const threads = (from: number) =>
    repeat(7, (at) => `M${at * 100 + from} 0V${high}M0 ${at * 100 + from}H${width}`)
  const thin = { colour: tint(sheet, second, 0.5), width: 3 }
  return random.pick([
    path(rays(200, 90, random.pick([22, 28, 34]), 700, 0.02), ink),
    path(stripes, mark),
    path(chips, { colour: mark, width: 5, cap: 'round' }),
    path(threads(0), { colour: mark, width: 14 }) + path(threads(50), thin),
  ])
}
