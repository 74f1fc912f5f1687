import { circle, group, numberList, path, rect, short, strokes } from '../svg.ts'
import { inksOn, tint, width, type Sheet } from './sheet.ts'
import type { Art } from './split.ts'

/** An item of a list that begins anew at its end. */
const cycled = <T>(items: readonly [T, ...T[]], index: number): T =>
  items[index % items.length] ?? items[0]

export const numbersTo = (count: number) => Array.from({ length: count }, (_, index) => index)

/** What `part` gives for 0, 1 … below `count`. */
export const repeat = (count: number, part: (index: number) => string) =>
  numbersTo(count).map(part).join('')

/** The upper edge of a stripe, as path data from left to right. */
const edges = {
  straight: (y: number) => `M0 ${short(y)}H400`,
  leaning: (y: number) => `M0 ${short(y)}L400 ${short(y - 120)}`,
  chevron: (y: number) => `M0 ${short(y)}L200 ${short(y - 80)}L400 ${short(y)}`,
  wave: (y: number, { random }: Sheet) => {
    const [swing, long] = [random.between(20, 50), random.pick([50, 67, 100])]
    return `M0 ${short(y)}q${numberList(long / 2, -swing, long, 0)}${`t${long} 0`.repeat(400 / long)}`
  },
  hill: (y: number, { random }: Sheet) => {
    const [swing, from] = [random.between(30, 70), random.between(0, 240)]
    return `M${numberList(-from, y)}q${numberList(80, -swing, 160, 0)}${'t160 0'.repeat(4)}`
  },
  peaks: (y: number, { random }: Sheet) => {
    const tops = numbersTo(9).map((x) => numberList(x * 50, y - (x % 2) * random.between(20, 90)))
    return `M${tops.join('L')}`
  },
  torn: (y: number, { random }: Sheet) => {
    const points = numbersTo(33).map((x) =>
      numberList(x * 12.5, y - x * 1.2 + random.between(-4, 4)),
    )
    return `M${points.join('L')}`
  },
}

/** Stripes across the cover, each broader or narrower than the one before. */
export const bands: Art = (sheet, high) => {
  const { random, palette } = sheet
  const inks = inksOn(sheet, palette.ground)
  const { straight, leaning, chevron, wave, torn } = edges
  const edge = random.pick([straight, leaning, chevron, wave, torn])
  const count = random.whole(4, 7)
  const growth = random.pick([0.75, 0.85, 1.15, 1.3])
  const share = (stripe: number) => (growth ** stripe - 1) / (growth ** count - 1)
  const stripes = repeat(count - 1, (at) => {
    // A leaning edge begins below the art.
    const top = edge((high + 80) * share(at + 1), sheet)
    return path(`${top}V${short(high)}H0Z`, cycled(inks, at + 1))
  })
  return rect(0, 0, width, high, inks[0]) + stripes
}

const tileShapes: ((side: number) => string)[] = [
  (side) => `M0 0H${short(side)}A${numberList(side, side)} 0 0 1 0 ${short(side)}Z`,
  (side) => `M0 0A${numberList(side / 2, side / 2)} 0 0 0 ${short(side)} 0Z`,
  (side) => `M0 ${short(side)}V0L${numberList(side, side)}Z`,
  (side) => `M0 0Q${numberList(side, 0, side, side)}Q${numberList(0, side, 0, 0)}Z`,
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
  return repeat(rows * columns, (tile) => {
    const x = (width - columns * side) / 2 + (tile % columns) * side
    const y = Math.floor(tile / columns) * side
    const back = random.pick(inks)
    const ink = random.pick(inks.filter((ink) => ink !== back))
    const shape = random.chance(0.2)
      ? circle(side / 2, side / 2, side * 0.28, ink)
      : path(random.pick(shapes)(side), ink)
    const rotation = `rotate(${random.whole(0, 3) * 90} ${numberList(side / 2, side / 2)})`
    return rect(x, y, side, side, back) + group(shape, `translate(${numberList(x, y)})${rotation}`)
  })
}

/** A field of colour with one plain figure, as on the books of a paperback series. */
export const figure =
  (draw: (high: number, ink: string, other: string, back: string) => string): Art =>
  (sheet, high) => {
    const [back] = inksOn(sheet, sheet.palette.ground, 1.25)
    const [ink, other = sheet.palette.ground] = inksOn(sheet, back, 1.4)
    return rect(0, 0, width, high, back) + draw(high, ink, other, back)
  }

/** Dots that grow from row to row. */
export const dots = figure((high, ink, other) => {
  const rows = Math.max(3, Math.round(high / 46))
  const step = high / rows
  const columns = Math.floor(width / step)
  const left = (width - (columns - 1) * step) / 2
  return repeat(rows, (row) => {
    // A dot of a round pen is a disc in a quarter of the bytes.
    const dots = repeat(
      columns,
      (dot) => `M${numberList(left + dot * step, step * (row + 0.5))}h.1`,
    )
    const size = step * (0.2 + (0.65 * (row + 1)) / rows)
    return strokes(dots, row % 3 === 1 ? other : ink, size)
  })
})

/** Quarter circles, one in the other. */
export const arcs = figure((high, ink, other, back) =>
  repeat(6, (ring) =>
    circle(0, high, high * (1.3 - ring * 0.22), cycled([ink, back, other], ring)),
  ),
)

/** Two great discs that cross. */
export const discs = figure((high, ink, other, back) => {
  const radius = Math.min(high * 0.44, 150)
  const [left, y, rise] = [200 - radius * 0.6, high / 2, radius * 0.8]
  const bow = `A${numberList(radius, radius)} 0 0 1 200 `
  const both = `M200 ${short(y - rise)}${bow}${short(y + rise)}${bow}${short(y - rise)}Z`
  return circle(left, y, radius, ink) + circle(400 - left, y, radius, other) + path(both, back)
})

/** Frames one in the other, towards a point where they vanish. */
export const tunnel = figure((high, ink, other, back) =>
  repeat(9, (step) => {
    const share = 1.1 * 0.74 ** step
    const colour = step % 2 ? (step === 7 ? other : ink) : back
    return rect(262 * (1 - share), high * 0.58 * (1 - share), width * share, high * share, colour)
  }),
)

/** A shape that closes smoothly around a place, as far from it as `reach` says all around. */
function blob(x: number, y: number, reach: readonly number[]): string {
  const point = (at: number) => {
    const angle = (at / reach.length) * 2 * Math.PI
    const far = reach[at % reach.length] ?? 0
    return [x + Math.cos(angle) * far, y + Math.sin(angle) * far] as const
  }
  const middle = ([ax, ay] = point(0), [bx, by] = point(0)) =>
    numberList((ax + bx) / 2, (ay + by) / 2)
  const bows = reach.map(
    (_, at) => `Q${numberList(...point(at))} ${middle(point(at), point(at + 1))}`,
  )
  return `M${middle(point(reach.length - 1), point(0))}${bows.join('')}Z`
}

/** Fields of colour with shapes as cut from paper with scissors. */
export const cutouts: Art = (sheet, high) => {
  const { random, palette } = sheet
  const inks = inksOn(sheet, palette.ground, 1.2)
  const down = random.between(0.35, 0.65) * high
  const across = random.between(130, 270)
  return repeat(4, (at) => {
    const [x, wide] = at % 2 ? [across, width - across] : [0, across]
    const [y, tall] = at > 1 ? [down, high - down] : [0, down]
    const back = cycled(inks, at)
    const size = Math.min(wide, tall) * 0.62
    const swing = random.between(0.3, 0.75)
    const reach = (lobe: number) => size * (lobe % 2 ? swing : random.between(0.85, 1))
    const shape = blob(x + wide / 2, y + tall / 2, numbersTo(random.pick([10, 12, 14])).map(reach))
    return rect(x, y, wide, tall, back) + path(shape, inksOn(sheet, back, 1.5)[0])
  })
}

/** The lines of a map around two summits. */
export const contours: Art = (sheet, high) => {
  const { random, palette } = sheet
  const [back] = inksOn(sheet, palette.ground, 1.2)
  const [ink, other = ink] = inksOn(sheet, back, 1.7)
  const reach = numbersTo(11).map(() => random.between(0.7, 1.25))
  const summit = (x: number, y: number, colour: string) =>
    path(
      blob(
        x,
        y,
        reach.map((share) => share * 220),
      ),
      back,
    ) +
    repeat(9, (step) => {
      const line = blob(
        x,
        y,
        reach.map((share) => share * (14 + step * 24)),
      )
      return path(line, step === 0 ? colour : { colour, width: step % 3 ? 2 : 4 })
    })
  const [one, two] = [high * random.between(0.3, 0.7), high * random.between(0.2, 0.8)]
  return rect(0, 0, width, high, back) + summit(110, one, ink) + summit(310, two, other)
}

/** A leaf from a point in a direction (radians). */
export function leaf(x: number, y: number, angle: number, long: number): string {
  const at = (share: number, bend: number) =>
    numberList(x + Math.cos(angle + bend) * long * share, y + Math.sin(angle + bend) * long * share)
  return `M${numberList(x, y)}Q${at(0.6, -0.64)} ${at(1, 0)}Q${at(0.6, 0.64)} ${numberList(x, y)}Z`
}

/** Stems with leaves that grow from the foot, some with a bud. */
export const sprigs: Art = (sheet, high) => {
  const { random, palette } = sheet
  const [ink, other = ink, bud = other] = inksOn(sheet, palette.ground, 1.7)
  const count = random.whole(3, 5)
  return repeat(count, (stem) => {
    const [x, colour] = [(width / count) * (stem + 0.5), stem % 2 ? other : ink]
    const [tall, long] = [high * random.between(0.6, 0.92), random.between(38, 58)]
    const leaves = repeat(Math.floor(tall / 42), (pair) => {
      const [y, size] = [high - 24 - pair * 40, long * (1.1 - (pair * 24) / tall)]
      return leaf(x, y, -0.6, size) + leaf(x, y, Math.PI + 0.6, size)
    })
    const stalk = strokes(`M${numberList(x, high)}V${short(high - tall)}`, colour, 3)
    const end = random.chance(0.6) ? circle(x, high - tall, 13, bud) : ''
    return stalk + path(leaves, colour) + end
  })
}

/** Land in four layers, one before the other. */
export function layers(sheet: Sheet, high: number, from: number, edge = edges.hill): string {
  const [ink] = inksOn(sheet, sheet.palette.ground, 1.6)
  return repeat(4, (layer) => {
    const y = high * (from + ((1 - from) * layer) / 4)
    return path(`${edge(y, sheet)}V${short(high)}H0Z`, tint(sheet, ink, 0.28 + layer * 0.24))
  })
}

const land =
  (edge: (y: number, sheet: Sheet) => string): Art =>
  (sheet, high) => {
    const { random, palette } = sheet
    const [x, radius] = [random.between(90, 310), Math.min(random.between(46, 88), high * 0.26)]
    const sun = circle(x, high * 0.34, radius, random.pick(palette.accents))
    return sun + layers(sheet, high, 0.42, edge)
  }

/** A sun over land or sea. */
export const hills = land(edges.hill)
export const peaks = land(edges.peaks)
export const sea = land(edges.wave)

/** The papers of a bookbinder. */
export const papers: Art = (sheet, high) => {
  const { random, palette } = sheet
  const [ink, second = palette.paper] = inksOn(sheet, palette.ground)
  const mark = tint(sheet, ink, random.between(0.45, 0.8))
  const size = random.pick([8, 13, 20])
  const stripes = repeat(26, (at) => `M${at * size * 2} 0h${size}V${high}h${-size}z`)
  const leaves = repeat(90, () =>
    leaf(random.between(0, width), random.between(0, high), random.between(0, 6.28), 30),
  )
  const threads = (from: number) =>
    repeat(10, (at) => `M${at * 66 + from} 0V${high}M0 ${at * 66 + from}H${width}`)
  const scales = repeat(108, (at) => {
    const [x, y] = [(at % 9) * 50 - (Math.floor(at / 9) % 2) * 25, Math.floor(at / 9) * 52]
    return `M${x} ${y}a25 25 0 0 0 50 0M${x + 12} ${y}a13 13 0 0 0 26 0`
  })
  const thin = strokes(threads(33), tint(sheet, second, 0.2), 3)
  const cloth = strokes(threads(0), tint(sheet, ink, 0.5), 33) + thin
  return random.pick([path(stripes, mark), path(leaves, mark), strokes(scales, mark, 3.5), cloth])
}

/** Plain shapes of play, strewn. */
export const toys: Art = (sheet, high) => {
  const { random, palette } = sheet
  const inks = inksOn(sheet, palette.ground, 1.4)
  const rows = Math.max(2, Math.round(high / 95))
  const shapes = [
    (ink: string) => circle(0, 0, 30, ink),
    (ink: string) => path('M-32 26L0-32L32 26Z', ink),
    (colour: string) => strokes('M-40 12l20-24 20 24 20-24 20 24', colour, 13),
    (colour: string) => strokes('M0-34V34M-30-17L30 17M-30 17L30-17', colour, 10),
    (ink: string) => rect(-26, -26, 52, 52, ink, 8),
    (colour: string) => circle(0, 0, 24, { colour, width: 13 }),
  ]
  return repeat(rows * 4, (at) => {
    const x = ((at % 4) + 0.5) * 100 + random.between(-12, 12)
    const y = (Math.floor(at / 4) + 0.5) * (high / rows) + random.between(-8, 8)
    const transform = `translate(${numberList(x, y)})rotate(${random.whole(-30, 30)})`
    return group(random.pick(shapes)(cycled(inks, random.whole(0, 9))), transform)
  })
}
