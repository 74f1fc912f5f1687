import { contrast, mix } from '../colour.ts'
import { outlineOf } from '../fonts.ts'
import type { Face } from '../fonts.ts'
import { circle, group, list, path, rect, short } from '../svg.ts'
import { device, foot, height, inkFor, loud, pane, setAuthor, setTitle, width } from './sheet.ts'
import type { Layout, Sheet } from './sheet.ts'

/** Draws one letter so that its ink is `high` units tall, its middle at x y. */
function bigLetter(face: Face, letter: string, x: number, y: number, high: number, colour: string) {
  const outline = outlineOf(face, letter) ?? outlineOf('book', letter)
  if (!outline || outline.bottom - outline.top === 0) return undefined
  const size = high / (outline.bottom - outline.top)
  const data = outline.path(1000)
  const left = x - ((outline.left + outline.right) / 2) * size
  const base = y - ((outline.top + outline.bottom) / 2) * size
  const scale = Math.round(size) / 1000
  return {
    art: group(
      path(`M${data.x} ${data.y}${data.rest}`, colour),
      `translate(${list(left, base)})scale(${scale})`,
    ),
    wide: (outline.right - outline.left) * size,
  }
}

const initialOf = (title: string) => {
  const word = title.replace(/^(the|an?|der|die|das|le|la|les|el|los|il)\s+(?=\S)/iu, '')
  const letter = /[\p{L}\p{N}]/u.exec(word)?.[0] ?? ''
  return letter.toLocaleUpperCase('en')
}

/** Capitals stacked to the full width, like a poster pasted on a wall. */
export const stacked: Layout = (sheet) => {
  const { random, palette } = sheet
  const { ground } = palette
  const strong = [palette.paper, ...palette.accents].filter((ink) => contrast(ink, ground) >= 4.7)
  const title = setTitle(
    sheet,
    { x: 32, y: 56, width: 336, height: 416 },
    {
      on: ground,
      inks: random.chance(0.6) ? [palette.paper] : random.shuffle(strong),
      face: random.pick(['narrow', 'narrow', 'round', 'display']),
      capitals: true,
      stacked: true,
      largest: 250,
      smallest: 30,
      stand: 'top',
      align: 'left',
      tracking: 0,
    },
  )
  const rule = random.pick(strong.length > 0 ? strong : [palette.paper])
  const end = title.box.y + title.box.height
  const free = 490 - end
  let art = rect(32, 36, 336, random.pick([3, 8]), rule)
  if (free > 60) {
    const kind = random.pick(['disc', 'bars', 'half', 'block'])
    const colour = random.pick([...palette.accents])
    const high = free - 30
    if (kind === 'disc') art += circle(368 - high / 2, end + 22 + high / 2, high / 2, colour)
    else if (kind === 'half') {
      const r = Math.min(168, high)
      art += path(
        `M${list(200 - r, end + 24 + r)}A${list(r, r)} 0 0 1 ${list(200 + r, end + 24 + r)}Z`,
        colour,
      )
    } else if (kind === 'block') {
      const other = random.pick([...palette.accents, palette.paper].filter((ink) => ink !== colour))
      const split = random.pick(['steps', 'slant', 'window'])
      art += rect(32, end + 24, 336, high, colour)
      if (split === 'slant')
        art += path(
          `M32 ${short(end + 24 + high)}L368 ${short(end + 24)}V${short(end + 24 + high)}Z`,
          other,
        )
      else if (split === 'window')
        art += circle(200, end + 24 + high / 2, Math.min(high * 0.36, 120), other)
      else
        for (let step = 1; step < 4; step += 1)
          art += rect(
            32 + step * 84,
            end + 24 + (high * (4 - step)) / 4,
            84,
            (high * step) / 4,
            other,
          )
    } else {
      const bars = random.whole(4, 8)
      for (let bar = 0; bar < bars; bar += 1) {
        art += rect(
          32,
          end + 24 + (bar * high) / bars,
          336 * (1 - bar * random.between(0.05, 0.12)),
          (high / bars) * 0.6,
          colour,
        )
      }
    }
  }
  const base = foot(sheet, ground, { align: 'left' })
  return { ground, art: art + base.art, blocks: [title, ...base.blocks] }
}

/** The first letter as tall as the sheet allows. */
export const initial: Layout = (sheet) => {
  const { random, palette } = sheet
  const { ground } = palette
  const letter = initialOf(sheet.title)
  const align = random.pick<'left' | 'middle'>(['left', 'middle'])
  const title = setTitle(
    sheet,
    { x: 34, y: 340, width: 332, height: 146 },
    { on: ground, stand: 'bottom', largest: 56, align },
  )
  const end = title.box.y - 30
  const colour = random.pick(
    [...palette.accents].filter((ink) => contrast(ink, ground) > 1.5).concat(palette.paper),
  )
  const kind = random.pick(['plain', 'shadow', 'block', 'disc', 'lines'])
  const face = random.pick<Face>(['display', 'italic', 'narrow', 'book', 'round'])
  const high = end - 44
  let art = ''
  let fill = colour
  if (kind === 'block') {
    art += rect(0, 0, width, end, colour)
    fill =
      [ground, palette.paper].toSorted(
        (one, other) => contrast(other, colour) - contrast(one, colour),
      )[0] ?? ground
  } else if (kind === 'disc') {
    art += circle(200, 44 + high / 2, high * 0.56, colour)
    fill = contrast(ground, colour) > 2 ? ground : palette.paper
  }
  const inner = kind === 'plain' || kind === 'shadow' || kind === 'lines' ? high : high * 0.72
  const probe = letter === '' ? undefined : bigLetter(face, letter, 200, 44 + high / 2, inner, fill)
  const scale = probe && probe.wide > 330 ? 330 / probe.wide : 1
  const draw = (dx: number, dy: number, ink: string) =>
    letter === ''
      ? ''
      : (bigLetter(face, letter, 200 + dx, 44 + high / 2 + dy, inner * scale, ink)?.art ?? '')
  if (kind === 'shadow') {
    const under = random.pick([...palette.accents].filter((ink) => ink !== colour))
    art += draw(9, 9, under)
  }
  art += draw(0, 0, fill)
  if (kind === 'lines') {
    let data = ''
    for (let y = 50; y < 44 + high; y += 11) data += `M30 ${short(y)}h340v4h-340z`
    art += path(data, ground)
  }
  const base = foot(sheet, ground, { align })
  return {
    ground,
    art: art + base.art,
    blocks: probe ? [title, ...base.blocks] : [{ ...title, broken: true }, ...base.blocks],
  }
}

const cornersOf: Record<string, string> = {
  curl: 'M0 46C0 20 20 0 46 0M0 30C10 30 30 10 30 0M8 8a7 7 0 1 0 8 8',
  step: 'M0 54V36H18V18H36V0H54M8 8h6v6h-6z',
  leaf: 'M2 2C26 2 40 16 40 40C16 40 2 26 2 2L40 40',
  bead: 'M0 50V0H50M12 12h.1M24 12h.1M36 12h.1M12 24h.1M12 36h.1',
}

function frameOf(sheet: Sheet, ink: string, inset: number): string {
  const { random } = sheet
  const wide = width - 2 * inset
  const high = height - 2 * inset
  const corner = cornersOf[random.pick(Object.keys(cornersOf))] ?? ''
  const drawn = path(corner, { colour: ink, width: 2, cap: 'round' })
  const at = inset + 10
  let art = rect(inset, inset, wide, high, { colour: ink, width: 2.4 })
  if (random.chance(0.6))
    art += rect(inset + 5, inset + 5, wide - 10, high - 10, { colour: ink, width: 0.9 })
  art += group(drawn, `translate(${at} ${at})`)
  art += group(drawn, `translate(${width - at} ${at})scale(-1 1)`)
  art += group(drawn, `translate(${at} ${height - at})scale(1 -1)`)
  art += group(drawn, `translate(${width - at} ${height - at})scale(-1 -1)`)
  return art
}

/** Initials in a medallion over the title, as stamped on cloth. */
export const monogram: Layout = (sheet) => {
  const { random, palette } = sheet
  const { ground } = palette
  const strong = loud(sheet).filter((ink) => contrast(ink, ground) > 2.4)
  const ink = random.pick(strong.length > 0 ? strong : [palette.paper])
  const letter = initialOf(sheet.title)
  const title = setTitle(
    sheet,
    { x: 48, y: 300, width: 304, height: 170 },
    {
      on: ground,
      largest: 48,
      inks: [ink],
      face: random.pick(['display', 'italic', 'book', 'narrow']),
    },
  )
  const radius = random.between(76, 96)
  const y = 164
  const kind = random.pick(['ring', 'diamond', 'scallop', 'solid', 'laurel'])
  let art = ''
  let fill = ink
  if (kind === 'solid') {
    art += circle(200, y, radius, ink) + circle(200, y, radius - 8, { colour: ground, width: 1.6 })
    fill = ground
  } else if (kind === 'diamond') {
    const half = radius * 1.18
    art += path(
      `M200 ${short(y - half)}L${list(200 + half, y)}L200 ${short(y + half)}L${list(200 - half, y)}Z`,
      { colour: ink, width: 3 },
    )
    art += path(
      `M200 ${short(y - half + 12)}L${list(188 + half, y)}L200 ${short(y + half - 12)}L${list(212 - half, y)}Z`,
      { colour: ink, width: 1.2 },
    )
  } else if (kind === 'scallop') {
    const lobes = random.whole(12, 18)
    let data = ''
    for (let lobe = 0; lobe < lobes; lobe += 1) {
      const from = (lobe / lobes) * Math.PI * 2
      const to = ((lobe + 1) / lobes) * Math.PI * 2
      const r = (Math.PI * radius) / lobes
      data += `${lobe === 0 ? `M${list(200 + Math.cos(from) * radius, y + Math.sin(from) * radius)}` : ''}A${list(r, r)} 0 0 1 ${list(200 + Math.cos(to) * radius, y + Math.sin(to) * radius)}`
    }
    art +=
      path(`${data}Z`, ink) +
      circle(200, y, radius - 6, ground) +
      circle(200, y, radius - 12, { colour: ink, width: 1.4 })
  } else if (kind === 'laurel') {
    for (const side of [-1, 1]) {
      let leaves = ''
      for (let leaf = 0; leaf < 9; leaf += 1) {
        leaves += group(
          path('M0 0C7-6 7-18 0-26C-7-18-7-6 0 0Z', ink),
          `rotate(${-158 + leaf * 17})translate(0 ${short(-radius)})rotate(-62)`,
        )
      }
      art += group(leaves, `translate(200 ${y})${side > 0 ? 'scale(-1 1)' : ''}`)
    }
  } else {
    art +=
      circle(200, y, radius, { colour: ink, width: 3 }) +
      circle(200, y, radius - 7, { colour: ink, width: 1.2 })
    art += path(`M40 ${y}H${short(190 - radius)}M${short(210 + radius)} ${y}H360`, {
      colour: ink,
      width: 1.6,
    })
  }
  const face = random.pick<Face>(['display', 'italic', 'book', 'round'])
  const drawn =
    letter === ''
      ? undefined
      : bigLetter(face, letter, 200, y, radius * (kind === 'diamond' ? 0.86 : 0.98), fill)
  art += drawn?.art ?? device(200, y, radius * 0.9, fill)
  art += frameOf(sheet, mix(ground, ink, 0.85), 22)
  const authors = setAuthor(
    sheet,
    { x: 60, y: 490, width: 280, height: 36 },
    { on: ground, inks: [ink] },
  )
  art += device(200, 550, 22, inkFor(sheet, ground, [ink]))
  return { ground, art, blocks: [title, ...authors] }
}

/** A quiet page of type in a frame: the layout with the most room, for the longest titles. */
export const frame: Layout = (sheet) => {
  const { random, palette } = sheet
  const { ground } = palette
  const strong = loud(sheet).filter((ink) => contrast(ink, ground) > 2.4)
  const ink = random.pick(strong.length > 0 ? strong : [palette.paper])
  const title = setTitle(
    sheet,
    { x: 52, y: 92, width: 296, height: 372 },
    { on: ground, largest: 66, inks: [random.chance(0.5) ? ink : palette.paper] },
  )
  const authors = setAuthor(sheet, { x: 60, y: 488, width: 280, height: 36 }, { on: ground })
  let art = frameOf(sheet, ink, 20)
  const { box } = title
  const spare = box.y - 92
  if (spare > 60) {
    const rows = random.pick(['diamonds', 'rule', 'dots'])
    for (const y of [box.y - 36, box.y + box.height + 36]) {
      if (rows === 'rule')
        art += path(`M120 ${short(y)}H280`, { colour: ink, width: 1.6 }) + circle(200, y, 4.5, ink)
      else if (rows === 'dots')
        for (let dot = -3; dot <= 3; dot += 1)
          art += circle(200 + dot * 15, y, 3.4 - Math.abs(dot) * 0.6, ink)
      else
        for (let step = -2; step <= 2; step += 1)
          art += path(`M${list(200 + step * 22, y - 8)}l6 8-6 8-6-8z`, ink)
    }
  }
  art += device(200, 548, 22, inkFor(sheet, ground, [ink]))
  return { ground, art, blocks: [title, ...authors] }
}

/** In the manner of a paperback series: a block of colour with one plain figure, and the words. */
export const series: Layout = (sheet) => {
  const { random, palette } = sheet
  const { ground } = palette
  const choices = [...palette.accents, palette.paper].filter((ink) => contrast(ink, ground) > 1.25)
  const block = random.pick(choices)
  const high = random.pick([230, 270, 310])
  const top = random.chance(0.5)
  const room = top ? 486 - high - 34 : 600 - high - 74
  const title = setTitle(
    sheet,
    { x: 32, y: top ? high + 34 : 40, width: 336, height: room },
    { on: ground, align: 'left', stand: 'top', largest: 78 },
  )
  const at = top ? 0 : height - high
  const base = foot(sheet, top ? ground : block, { align: 'left' })
  const free = top ? high : 492 - at
  const inks = loud(sheet).filter((ink) => ink !== block && contrast(ink, block) > 1.4)
  const ink = random.pick(inks.length > 0 ? inks : [ground])
  const other = random.pick([...inks, ground].filter((colour) => colour !== ink).concat(ground))
  const middle = free / 2
  let figure = ''
  const kind = random.pick(['moons', 'dots', 'arcs', 'slants', 'steps', 'drop'])
  if (kind === 'moons') {
    const radius = free * 0.3
    for (let moon = 0; moon < 4; moon += 1) {
      const x = 32 + radius + (moon * (336 - 2 * radius)) / 3
      figure += circle(x, middle, radius, moon % 2 ? other : ink)
      if (moon > 0) figure += circle(x - radius * 0.5, middle, radius * 0.5, block)
    }
  } else if (kind === 'dots') {
    const rows = Math.max(3, Math.round(free / 42))
    const step = free / (rows + 0.4)
    for (let row = 0; row < rows; row += 1) {
      let data = ''
      for (let x = 32 + step / 2; x <= 376 - step / 2; x += step) {
        data += `M${list(x, step * (row + 0.7))}h.1`
      }
      const thick = step * (0.2 + (0.6 * (row + 1)) / rows)
      figure += path(data, { colour: row % 3 === 1 ? other : ink, width: thick, cap: 'round' })
    }
  } else if (kind === 'arcs') {
    const corner = random.chance(0.5) ? 0 : width
    for (let ring = 6; ring >= 1; ring -= 1) {
      figure += circle(corner, free, ((free * 1.25) / 6) * ring, ring % 2 ? ink : block)
    }
    figure += circle(width - corner - (corner ? -1 : 1) * 84, free * 0.36, free * 0.14, other)
  } else if (kind === 'slants') {
    const step = random.pick([30, 44, 58])
    let data = ''
    for (let x = -free; x < width; x += step) {
      data += `M${list(x, free)}l${list(free, -free)}h${short(step * 0.42)}l${list(-free, free)}z`
    }
    figure += path(data, ink)
  } else if (kind === 'steps') {
    for (let step = 0; step < 6; step += 1) {
      const tall = ((free - 26) * (step + 1)) / 6
      figure += rect(32 + step * 57, free - tall, 48, tall, step % 2 ? other : ink)
    }
  } else {
    figure += circle(200, middle, free * 0.36, ink) + circle(200, middle, free * 0.22, other)
    figure += rect(32, middle - 1.5, 336, 3, block)
  }
  const art = rect(0, at, width, high, block) + pane(0, at, width, free, figure)
  return { ground, art: art + base.art, blocks: [title, ...base.blocks] }
}
