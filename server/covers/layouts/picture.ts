import { contrast, luminance, mix } from '../colour.ts'
import type { Random } from '../random.ts'
import { circle, list, path, rect, short, smooth } from '../svg.ts'
import {
  device,
  foot,
  height,
  inkFor,
  loud,
  pane,
  setAuthor,
  setTitle,
  tint,
  width,
} from './sheet.ts'
import type { Drawing, Layout, Sheet } from './sheet.ts'

/** Picture and title share the sheet; the title takes what it needs, the picture the rest. */
interface Picture {
  drawing: Drawing
  top: number
  high: number
}

function shareSheet(
  sheet: Sheet,
  options: { over?: boolean; align?: 'left' | 'middle'; least?: number; inset?: number } = {},
): Picture {
  const { ground } = sheet.palette
  const { over = sheet.random.chance(0.5), align = 'middle', least = 230, inset = 0 } = options
  const room = 470 - least
  const box = { x: 32, y: over ? 40 : 486 - room, width: 336, height: room }
  const title = setTitle(sheet, box, {
    on: ground,
    align,
    stand: over ? 'top' : 'bottom',
    largest: align === 'left' ? 74 : 70,
  })
  if (over && sheet.random.chance(0.4)) {
    // The author up with the title, and the picture down to the edge.
    const x = align === 'left' ? 32 : 40
    const under = title.box.y + title.box.height + 24
    const box = { x, y: under, width: 400 - 2 * x, height: 40 }
    const authors = setAuthor(sheet, box, { on: ground, align, stand: 'top' })
    const last = authors[0]?.box ?? title.box
    const from = last.y + last.height + 30
    const seat = align === 'left' ? 46 : 200
    const art = circle(seat, 560, 23, ground) + device(seat, 560, 24, inkFor(sheet, ground))
    return { drawing: { ground, art, blocks: [title, ...authors] }, top: from, high: height - from }
  }
  const base = foot(sheet, ground, { align })
  const top = over ? title.box.y + title.box.height + 30 : inset
  const end = over ? 498 : title.box.y - 28
  return {
    drawing: { ground, art: base.art, blocks: [title, ...base.blocks] },
    top,
    high: end - top,
  }
}

const withArt = ({ drawing, top, high }: Picture, content: string, side = 0): Drawing => ({
  ...drawing,
  art: pane(side, top, width - 2 * side, high, content) + drawing.art,
})

/** Stripes across the sheet: straight, leaning, chevrons or waves. */
export const bands: Layout = (sheet) => {
  const { random } = sheet
  const picture = shareSheet(sheet, { align: random.pick(['left', 'middle']) })
  const { high } = picture
  const inks = random.shuffle(loud(sheet))
  const count = random.whole(5, 9)
  const kind = random.pick(['straight', 'leaning', 'chevron', 'wave', 'upright'])
  let content = rect(0, 0, width, high, inks[0] ?? '')
  const growth = random.between(0.75, 1.3)
  const parts = Array.from({ length: count }, (_, index) => growth ** index)
  const whole = parts.reduce((sum, part) => sum + part, 0)
  let at = 0
  for (const [index, part] of parts.entries()) {
    const colour = inks[index % inks.length] ?? ''
    const share = (part / whole) * (kind === 'upright' ? width : high)
    if (kind === 'upright') content += rect(at, 0, share + 1, high, colour)
    else if (kind === 'straight') content += rect(0, at, width, share + 1, colour)
    else if (kind === 'leaning') {
      content += path(
        `M0 ${short(at * 1.5 - 80)}L400 ${short(at * 1.5 - 240)}V${short(high)}H0Z`,
        colour,
      )
    } else if (kind === 'chevron') {
      content += path(
        `M0 ${short(at)}L200 ${short(at - 90)}L400 ${short(at)}V${short(high)}H0Z`,
        colour,
      )
    } else if (index > 0) {
      const swing = random.between(8, 26)
      const points = Array.from({ length: 9 }, (_, step): [number, number] => [
        step * 50,
        at + Math.sin(step * 1.6 + index) * swing,
      ])
      content += path(`${smooth(points)}V${short(high)}H0Z`, colour)
    }
    at += share
  }
  return withArt(picture, content)
}

/** A doorway of nested arches with a disc, stairs or a path in it. */
export const arch: Layout = (sheet) => {
  const { random } = sheet
  const { ground } = sheet.palette
  const title = setTitle(
    sheet,
    { x: 32, y: 42, width: 336, height: 210 },
    { on: ground, stand: 'top' },
  )
  const base = foot(sheet, ground)
  const top = title.box.y + title.box.height + 30
  const end = 496
  const rings = random.whole(3, 6)
  const widest = Math.min(random.between(230, 320), (end - top) * 1.3)
  const inks = random.shuffle(loud(sheet))
  const step = random.between(12, Math.min(26, widest / 2 / (rings + 1)))
  let content = ''
  const flat = random.chance(0.25)
  let inner = 0
  let innerTop = top
  let last = ground
  for (let ring = 0; ring < rings; ring += 1) {
    const half = widest / 2 - ring * step
    const peak = top + ring * step
    const shoulder = Math.min(end, peak + half)
    const rise = Math.min(half, end - peak)
    last = ring % 2 === 1 && random.chance(0.4) ? ground : (inks[ring % inks.length] ?? ground)
    content += path(
      flat
        ? `M${list(200 - half, end)}V${short(shoulder)}L200 ${short(peak)}L${list(200 + half, shoulder)}V${end}Z`
        : `M${list(200 - half, end)}V${short(shoulder)}A${list(half, rise)} 0 0 1 ${list(200 + half, shoulder)}V${end}Z`,
      last,
    )
    inner = half
    innerTop = peak
  }
  const motif = random.pick(['disc', 'stairs', 'road', 'moon', 'hill'])
  const spare = [...inks, ground].filter((ink) => ink !== last)
  const light =
    spare.toSorted((one, other) => contrast(other, last) - contrast(one, last))[0] ?? ground
  const other = spare.find((ink) => ink !== light) ?? ground
  const high = end - innerTop
  if (motif === 'disc' || motif === 'moon') {
    const radius = Math.min(inner * 0.5, high * 0.22)
    content += circle(200, innerTop + high * 0.42, radius, light)
    if (motif === 'moon')
      content += circle(200 + radius * 0.4, innerTop + high * 0.4, radius * 0.85, last)
  } else if (motif === 'stairs') {
    for (let stair = 0; stair < 6; stair += 1) {
      const deep = high * 0.07
      const wide = inner * 2 * (0.9 - stair * 0.12)
      content += rect(
        200 - wide / 2,
        end - deep * (stair + 1),
        wide,
        deep,
        stair % 2 ? light : other,
      )
    }
  } else if (motif === 'road') {
    const bend = inner * random.between(-0.5, 0.5)
    content += path(
      `M${list(200 - inner * 0.7, end)}Q${list(200 + bend, end - high * 0.25, 200, end - high * 0.5)}Q${list(200 + bend * 1.2, end - high * 0.2, 200 + inner * 0.5, end)}Z`,
      light,
    )
    content += circle(200 - bend * 0.6, innerTop + high * 0.3, inner * 0.2, other)
  } else {
    content += circle(200 + inner * 0.2, end - high * 0.42, inner * 0.42, light)
    content += path(
      `M${list(200 - inner, end)}V${short(end - high * 0.25)}Q${list(200 - inner * 0.3, end - high * 0.5, 200 + inner, end - high * 0.16)}V${end}Z`,
      other,
    )
  }
  if (random.chance(0.6)) {
    content += rect(200 - widest / 2 - 18, end, widest + 36, 2, inkFor(sheet, ground))
  }
  return { ground, art: content + base.art, blocks: [title, ...base.blocks] }
}

function ridge(random: Random, base: number, swing: number, sharp: boolean): string {
  const steps = sharp ? random.whole(5, 8) : random.whole(3, 5)
  const points = Array.from({ length: steps + 1 }, (_, step): [number, number] => [
    (step / steps) * width,
    base + (sharp && step % 2 ? -1 : 1) * random.between(0.2, 1) * swing,
  ])
  const line = sharp ? `M${points.map((point) => list(...point)).join('L')}` : smooth(points)
  return `${line}V${height}H0Z`
}

/** A sun or moon over hills, peaks or water. */
export const horizon: Layout = (sheet) => {
  const { random, palette } = sheet
  const sky = palette.ground
  const inks = random.shuffle([...palette.accents])
  const title = setTitle(
    sheet,
    { x: 32, y: 44, width: 336, height: 220 },
    {
      on: sky,
      stand: 'top',
      align: random.pick(['left', 'middle']),
      largest: 76,
    },
  )
  const land = random.pick(['hills', 'peaks', 'water'])
  const below = title.box.y + title.box.height
  const line = Math.max(random.between(370, 430), below + 90)
  const radius = Math.min(random.between(52, 110), (line - below - 26) * 0.62)
  const x = random.between(110, 290)
  const y = Math.max(line - radius * random.between(0.35, 1), below + radius + 20)
  const sun = inks[0] ?? palette.paper
  const deep = luminance(sky) > 0.4 ? mix(palette.paper, sky, 0.1) : mix(sky, '#000000', 0.45)
  let art = circle(x, y, radius, sun)
  if (random.chance(0.45)) {
    for (let cut = 0; cut < 5; cut += 1) {
      const cutY = y + radius * (0.1 + cut * 0.19)
      art += rect(x - radius - 2, cutY, radius * 2 + 4, 1.5 + cut * 1.6, sky)
    }
  }
  const layers = random.whole(3, 4)
  for (let layer = 0; layer < layers; layer += 1) {
    const share = (layer + 1) / layers
    const tone = inks[(layer + 1) % inks.length] ?? sun
    const colour = layer === layers - 1 ? deep : mix(mix(sky, tone, 0.75), deep, share * 0.5)
    const base = line + (layer * (506 - line)) / (layers - 0.6)
    if (land === 'water') {
      art += rect(0, base - 6, width, height, colour)
      for (let glint = 0; glint < 3; glint += 1) {
        const long = radius * random.between(0.5, 1.4) * (1 - share * 0.3)
        const at = base + 6 + glint * random.between(7, 12)
        if (at < 492)
          art += rect(
            x - long / 2 + random.between(-14, 14),
            at,
            long,
            2.4,
            mix(sun, sky, 0.15),
            1.2,
          )
      }
    } else {
      art += path(ridge(random, base, land === 'peaks' ? 44 : 24, land === 'peaks'), colour)
    }
  }
  // The foot is laid over whatever the ridges do, so that the author always stands on one colour.
  art += rect(0, 496, width, 104, deep)
  const base = foot(sheet, deep, { inks: [palette.paper, sun] })
  return { ground: sky, art: art + base.art, blocks: [title, ...base.blocks] }
}

/** Lines as cut into wood: rays, a swelling moon or ploughed land, the title on a label. */
export const woodcut: Layout = (sheet) => {
  const { random, palette } = sheet
  const { ground } = palette
  const ink =
    [palette.paper, ...palette.accents].toSorted(
      (one, other) => contrast(other, ground) - contrast(one, ground),
    )[0] ?? palette.paper
  const accent = palette.accents[0]
  const kind = random.pick(['rays', 'swell', 'field', 'rain'])
  const x = random.between(120, 280)
  const y = random.between(150, 250)
  let art = ''
  if (kind === 'rays') {
    const count = random.whole(22, 34)
    const turn = random.next()
    let data = ''
    for (let ray = 0; ray < count; ray += 1) {
      const from = ((ray + turn) / count) * Math.PI * 2
      const to = from + (Math.PI / count) * random.between(0.7, 1.1)
      data += `M${list(x, y)}L${list(x + Math.cos(from) * 700, y + Math.sin(from) * 700)}L${list(x + Math.cos(to) * 700, y + Math.sin(to) * 700)}Z`
    }
    const radius = random.between(50, 84)
    art += path(data, ink) + circle(x, y, radius + 10, ground) + circle(x, y, radius, accent)
  } else if (kind === 'swell') {
    const radius = random.between(120, 160)
    let data = ''
    for (let row = 0; row < 42; row += 1) {
      const at = 12 + row * 12
      const near = Math.abs(at - y) < radius ? Math.sqrt(radius ** 2 - (at - y) ** 2) : 0
      data += `M0 ${at - 1}H400v2H0Z`
      if (near > 4)
        data += `M${list(x - near, at)}q${list(near, -5.4, near * 2, 0)}q${list(-near, 5.4, -near * 2, 0)}z`
    }
    art += circle(x, y, radius, accent) + path(data, ink)
  } else if (kind === 'field') {
    let data = ''
    const far = random.between(210, 260)
    for (let furrow = -13; furrow <= 13; furrow += 1) {
      const near = 200 + furrow * 62
      data += `M${list(x + furrow * 6, far)}L${list(near, 600)}h${short(24)}Z`
    }
    for (let line = 0; line < 11; line += 1) {
      data += `M0 ${short(26 + line * (far / 11.5))}H400v${short(5.5 - line * 0.42)}H0Z`
    }
    art += path(data, ink) + circle(x, far - 64, 46, ground) + circle(x, far - 64, 40, accent)
    art += rect(0, far - 3, width, 6, ink)
  } else {
    let data = ''
    for (let drop = 0; drop < 130; drop += 1) {
      const long = random.between(14, 52)
      const left = random.between(-20, 420)
      const top = random.between(-20, 600)
      data += `M${list(left, top)}l${list(-long * 0.3, long)}`
    }
    art += circle(x, y, 74, accent) + path(data, { colour: ink, width: 2.2, cap: 'round' })
  }
  const panel = palette.ground
  const title = setTitle(
    sheet,
    { x: 54, y: 300, width: 292, height: 166 },
    {
      on: panel,
      stand: 'bottom',
      largest: 58,
      face: random.pick(['display', 'narrow', 'book']),
    },
  )
  const authors = setAuthor(
    sheet,
    { x: 54, y: 486, width: 292, height: 36 },
    { on: panel, stand: 'middle' },
  )
  const top = title.box.y - 24
  const bottom = 560
  art += rect(30, top, 340, bottom - top, panel)
  art += rect(36, top + 6, 328, bottom - top - 12, { colour: ink, width: 1.6 })
  art += device(200, 538, 22, inkFor(sheet, panel))
  return { ground, art, blocks: [title, ...authors] }
}

/** A night sky: stars, a constellation, the moon, and land or trees below. */
export const night: Layout = (sheet) => {
  const { random, palette } = sheet
  const darkest =
    [palette.ground, palette.paper, ...palette.accents].toSorted(
      (one, other) => luminance(one) - luminance(other),
    )[0] ?? '#101020'
  const sky = luminance(darkest) > 0.05 ? mix(darkest, '#000000', 0.35) : darkest
  const bright = [palette.paper, palette.ground, ...palette.accents].toSorted(
    (one, other) => luminance(other) - luminance(one),
  )
  const light = bright[0] ?? '#fffaf0'
  const accent = palette.accents.find((colour) => contrast(colour, sky) > 3) ?? light
  const low = random.chance(0.4)
  const title = setTitle(
    sheet,
    { x: 34, y: low ? 240 : 44, width: 332, height: 210 },
    { on: sky, inks: [light], stand: low ? 'bottom' : 'top', largest: 72 },
  )
  const { box } = title
  const free = (x: number, y: number, room: number) =>
    y < box.y - room ||
    y > box.y + box.height + room ||
    x < box.x - room ||
    x > box.x + box.width + room
  let stars = ''
  let sparkles = ''
  for (let star = 0; star < random.whole(60, 110); star += 1) {
    const x = random.between(8, 392)
    const y = random.between(8, 480)
    const size = random.chance(0.12) ? random.between(3, 6) : random.between(0.5, 1.5)
    if (!free(x, y, size + 5)) continue
    if (size > 2) {
      const thin = size * 0.18
      sparkles += `M${list(x, y - size)}l${list(thin, size - thin, size - thin, thin, thin - size, thin, -thin, size - thin, -thin, thin - size, thin - size, -thin, size - thin, -thin)}z`
    } else stars += `M${Math.round(x)} ${Math.round(y)}h.1`
  }
  let art = path(stars, { colour: mix(sky, light, 0.75), width: 1.8, cap: 'round' })
  art += path(sparkles, light)
  const skyTop = low ? 40 : box.y + box.height + 36
  const skyEnd = low ? box.y - 36 : 440
  const room = skyEnd - skyTop
  const moon = Math.min(random.between(34, 74), room * 0.42)
  const kind = room < 70 ? 'none' : random.pick(['crescent', 'full', 'chart', 'ring'])
  const x = random.between(90, 310)
  const y = skyTop + room * 0.5
  if (kind === 'crescent') {
    art += path(
      `M${list(x, y - moon)}A${list(moon, moon)} 0 1 0 ${list(x + moon, y)}A${list(moon * 0.8, moon * 0.8)} 0 1 1 ${list(x, y - moon)}Z`,
      accent,
    )
  } else if (kind === 'full') {
    art += circle(x, y, moon, light)
    for (let crater = 0; crater < 4; crater += 1) {
      const turn = random.between(0, 6.28)
      const out = moon * random.between(0.1, 0.6)
      art += circle(
        x + Math.cos(turn) * out,
        y + Math.sin(turn) * out,
        moon * random.between(0.08, 0.22),
        mix(light, sky, 0.14),
      )
    }
  } else if (kind !== 'none') {
    const points = Array.from({ length: random.whole(5, 7) }, (_, index): [number, number] => [
      50 + index * 50 + random.between(-16, 16),
      skyTop + random.between(0.05, 0.95) * room,
    ])
    if (kind === 'ring') {
      for (let ring = 1; ring <= 3; ring += 1) {
        art += circle(x, y, moon * ring * 0.45, { colour: mix(sky, light, 0.4), width: 1 })
      }
      art += circle(x, y, moon * 0.3, accent)
    }
    art += path(`M${points.map((point) => list(...point)).join('L')}`, {
      colour: mix(sky, accent, 0.7),
      width: 1.1,
    })
    for (const point of points) art += circle(...point, random.between(2.4, 4.4), accent)
  }
  const land = mix(sky, accent, 0.22)
  const near = mix(sky, '#000000', 0.5)
  art += path(ridge(random, 470, 22, random.chance(0.5)), land)
  if (random.chance(0.5)) {
    let trees = ''
    for (let tree = 0; tree < 13; tree += 1) {
      const at = tree * 33 + random.between(-8, 8)
      const tall = random.between(28, 66)
      const half = tall * 0.24
      trees += `M${list(at - half, 500)}L${list(at, 500 - tall)}L${list(at + half, 500)}Z`
    }
    art += path(trees, near)
  } else art += path(ridge(random, 498, 10, false), near)
  art += rect(0, 496, width, 104, near)
  const base = foot(sheet, near, { inks: [light], top: 504 })
  return { ground: sky, art: art + base.art, blocks: [title, ...base.blocks] }
}

/** A grid of tiles: quarter circles, triangles, dots and petals. */
export const tiles: Layout = (sheet) => {
  const { random, palette } = sheet
  const columns = random.pick([3, 4, 5])
  const side = width / columns
  const over = random.chance(0.4)
  const picture = shareSheet(sheet, { over, least: 250, align: random.pick(['left', 'middle']) })
  const rows = Math.max(1, Math.floor(picture.high / side))
  const inks = random.shuffle(loud(sheet))
  const kinds = random
    .shuffle(['quarter', 'half', 'triangle', 'dot', 'petal', 'ring', 'bars'])
    .slice(0, random.whole(2, 4))
  let content = ''
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [x, y] = [column * side, row * side]
      const back = random.chance(0.4) ? palette.ground : random.pick(inks)
      const fore = random.pick([...inks, palette.ground].filter((ink) => ink !== back))
      const turn = random.whole(0, 3) * 90
      const kind = random.pick(kinds)
      const at = `translate(${list(x + side / 2, y + side / 2)})rotate(${turn})`
      const h = side / 2
      if (back !== palette.ground) content += rect(x, y, side, side, back)
      const shapes: Record<string, string> = {
        quarter: path(
          `M${list(-h, -h)}h${short(side)}A${list(side, side)} 0 0 1 ${list(-h, h)}Z`,
          fore,
        ),
        half: path(`M${list(-h, 0)}A${list(h, h)} 0 0 1 ${list(h, 0)}Z`, fore),
        triangle: path(`M${list(-h, h)}V${short(-h)}L${list(h, h)}Z`, fore),
        dot: circle(0, 0, h * 0.56, fore),
        petal: path(`M${list(-h, -h)}Q${list(h, -h, h, h)}Q${list(-h, h, -h, -h)}Z`, fore),
        ring: circle(0, 0, h * 0.6, { colour: fore, width: h * 0.34 }),
        bars: path(
          `M${list(-h, -h)}h${short(side)}v${short(side / 5)}h${short(-side)}zm0 ${short(side * 0.4)}h${short(side)}v${short(side / 5)}h${short(-side)}zm0 ${short(side * 0.4)}h${short(side)}v${short(side / 5)}h${short(-side)}z`,
          fore,
        ),
      }
      content += `<g transform="${at}">${shapes[kind] ?? ''}</g>`
    }
  }
  const spare = picture.high - rows * side
  const bleeds = picture.top + picture.high >= height
  const top = bleeds ? picture.top + spare : over ? picture.top + spare / 2 : picture.top
  return withArt({ ...picture, top, high: rows * side }, content)
}

/** Contour lines of a map, the title on a label. */
export const contours: Layout = (sheet) => {
  const { random, palette } = sheet
  const { ground } = palette
  const line = random.pick([...palette.accents])
  let art = ''
  const hills = random.whole(2, 3)
  const fill = random.chance(0.55)
  for (let hill = 0; hill < hills; hill += 1) {
    const x = random.between(20, 380)
    const y = hill === 0 ? random.between(90, 220) : random.between(60, 560)
    const phases = [random.between(0, 6.3), random.between(0, 6.3), random.between(0, 6.3)]
    // The first hill may be tinted by height, in few and clear steps; the others are lines.
    const tinted = fill && hill === 0
    const rings = tinted ? random.whole(6, 8) : random.whole(9, 13)
    const spacing = tinted ? 34 : 21
    let data = ''
    for (let ring = rings; ring >= 1; ring -= 1) {
      const points = Array.from({ length: 14 }, (_, step): [number, number] => {
        const angle = (step / 14) * Math.PI * 2
        const wobble =
          1 +
          0.16 * Math.sin(2 * angle + (phases[0] ?? 0)) +
          0.1 * Math.sin(3 * angle + (phases[1] ?? 0) + ring * 0.1) +
          0.05 * Math.sin(5 * angle + (phases[2] ?? 0))
        const radius = ring * spacing * wobble
        return [x + Math.cos(angle) * radius * 1.1, y + Math.sin(angle) * radius]
      })
      if (tinted) {
        const height = (rings - ring + 1) / rings
        art += path(smooth(points, true), mix(ground, line, height * 0.9))
      } else data += smooth(points, true)
    }
    if (data !== '')
      art += path(data, {
        colour: mix(ground, line, hill === 0 ? 0.9 : 0.5),
        width: hill === 0 ? 1.6 : 1,
      })
    if (hill === 0) {
      const mark = palette.accents.find((colour) => colour !== line) ?? line
      art += path(`M${list(x - 7, y + 6)}L${list(x, y - 8)}L${list(x + 7, y + 6)}Z`, mark)
    }
  }
  const label = random.chance(0.5) ? ground : palette.paper
  const left = random.chance(0.5)
  const title = setTitle(
    sheet,
    { x: left ? 52 : 58, y: 300, width: left ? 276 : 284, height: 180 },
    {
      on: label,
      stand: 'bottom',
      align: left ? 'left' : 'middle',
      largest: 58,
    },
  )
  const authors = setAuthor(
    sheet,
    { x: left ? 52 : 58, y: 496, width: left ? 276 : 284, height: 34 },
    {
      on: label,
      align: left ? 'left' : 'middle',
    },
  )
  const top = title.box.y - 26
  const frame = left ? { x: 0, wide: 350 } : { x: 34, wide: 332 }
  art += rect(frame.x, top, frame.wide, 574 - top, label)
  art += rect(frame.x, top, frame.wide, 3, inkFor(sheet, label, [line]))
  art += device(left ? 62 : 200, 550, 22, inkFor(sheet, label))
  return { ground, art, blocks: [title, ...authors] }
}

/** Scallops or rows of waves with a boat, a fish or a sun. */
export const waves: Layout = (sheet) => {
  const { random, palette } = sheet
  const { ground } = palette
  const title = setTitle(
    sheet,
    { x: 34, y: 46, width: 332, height: 230 },
    { on: ground, stand: 'top', largest: 74 },
  )
  const below = title.box.y + title.box.height
  const authors = setAuthor(
    sheet,
    { x: 34, y: below + 26, width: 332, height: 40 },
    { on: ground, stand: 'top' },
  )
  const end = (authors[0]?.box.y ?? below) + (authors[0]?.box.height ?? 0) + 34
  const radius = random.pick([34, 40, 50, 67])
  const first = Math.max(end + radius, random.between(330, 390))
  const inks = random.shuffle([...palette.accents, palette.paper])
  const rings = random.whole(2, 3)
  let art = ''
  if (random.chance(0.5) && first - radius - end > 24) {
    art += circle(
      random.between(100, 300),
      first - 4,
      Math.min(70, first - end - 4),
      inks[3] ?? ground,
    )
  }
  for (let row = 0; first + row * radius * 0.5 < 660; row += 1) {
    const y = first + row * radius * 0.5
    const shift = row % 2 ? radius : 0
    for (let ring = 0; ring < rings; ring += 1) {
      const r = radius * (1 - ring / (rings + 0.6))
      // A dot of a round pen is a disc in a quarter of the bytes.
      const count = Math.ceil((width + shift) / radius / 2)
      const data = `M${list(-shift, y)}h.1${`m${short(radius * 2 - 0.1)} 0h.1`.repeat(count)}`
      const colour =
        ring % 2 === 0 ? (inks[row % 2] ?? ground) : ring === 1 ? ground : (inks[2] ?? ground)
      art += path(data, { colour, width: r * 2, cap: 'round' })
    }
  }
  art += circle(200, 560, 23, ground) + device(200, 560, 24, inkFor(sheet, ground))
  return { ground, art, blocks: [title, ...authors] }
}

/** Roofs and lit windows. */
export const skyline: Layout = (sheet) => {
  const { random, palette } = sheet
  const { ground } = palette
  const title = setTitle(
    sheet,
    { x: 32, y: 42, width: 336, height: 220 },
    {
      on: ground,
      stand: 'top',
      align: random.pick(['left', 'middle']),
      largest: 80,
    },
  )
  const dark =
    luminance(ground) > 0.2 ? mix(palette.paper, '#000000', 0.1) : mix(ground, '#000000', 0.5)
  const [lit, back, far] = palette.accents
  const below = title.box.y + title.box.height + 30
  let art = ''
  if (random.chance(0.6)) {
    const radius = Math.min(62, (430 - below) / 2)
    if (radius > 20)
      art += circle(random.between(90, 310), below + radius + random.between(0, 20), radius, lit)
  }
  for (const [depth, colour] of [
    mix(ground, back, 0.6),
    mix(mix(ground, far, 0.5), dark, 0.4),
    dark,
  ].entries()) {
    let houses = ''
    let windows = ''
    let x = -random.between(0, 20)
    const lowest = Math.max(below + 40 + depth * 55, 300 + depth * 46)
    while (x < width) {
      const wide = random.between(30, 62)
      const top = random.between(lowest, lowest + 90)
      const roof = random.pick(['flat', 'gable', 'slope', 'spire'])
      const peak = roof === 'spire' ? 34 : roof === 'flat' ? 0 : 18
      houses += `M${list(x, 600)}V${short(top)}L${list(x + (roof === 'slope' ? 0 : wide / 2), top - peak)}L${list(x + wide, top)}V600Z`
      if (depth === 2) {
        for (let wy = top + 14; wy < 486; wy += 17) {
          for (let wx = x + 8; wx < x + wide - 10; wx += 13) {
            if (random.chance(0.34)) windows += `M${Math.round(wx)} ${Math.round(wy)}h6v9h-6z`
          }
        }
      }
      x += wide
    }
    art += path(houses, colour)
    if (windows !== '') art += path(windows, lit)
  }
  art += rect(0, 496, width, 104, dark)
  const base = foot(sheet, dark, { inks: [palette.paper, ground, lit], top: 504 })
  return { ground, art: art + base.art, blocks: [title, ...base.blocks] }
}

/** Circles within circles, planets on their ways. */
export const orbit: Layout = (sheet) => {
  const { random, palette } = sheet
  const { ground } = palette
  const over = random.chance(0.5)
  const picture = shareSheet(sheet, { over, least: 250 })
  const x = random.pick([200, 200, 40, 360])
  const y = random.between(0.35, 0.65) * picture.high
  const rings = random.whole(4, 7)
  const step = random.between(26, 44)
  const [sun, ...others] = random.shuffle(loud(sheet))
  const thin = tint(sheet, 0.45)
  let content = ''
  const disc = random.chance(0.4)
  for (let ring = rings; ring >= 1; ring -= 1) {
    const radius = ring * step + 14
    if (disc)
      content += circle(x, y, radius, mix(ground, sun ?? ground, 0.5 * (1 - ring / (rings + 1))))
    content += circle(x, y, radius, { colour: thin, width: ring % 2 ? 1 : 1.8 })
  }
  for (let ring = 1; ring <= rings; ring += 1) {
    const radius = ring * step + 14
    const angle = random.between(0, 6.28)
    const size = random.between(4, 14)
    const colour = others[ring % others.length] ?? thin
    const [px, py] = [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius]
    content += circle(px, py, size, colour)
    if (size > 10)
      content += `<ellipse cx="${short(px)}" cy="${short(py)}" rx="${short(size * 1.8)}" ry="${short(size * 0.5)}" transform="rotate(${random.whole(-40, 40)} ${list(px, py)})" fill="none" stroke="${sun ?? thin}" stroke-width="2"/>`
  }
  content += circle(x, y, step * 0.55 + 6, sun ?? thin)
  return withArt(picture, content)
}
