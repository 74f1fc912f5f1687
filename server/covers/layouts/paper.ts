import { contrast, mix } from '../colour.ts'
import type { Random } from '../random.ts'
import { circle, group, list, path, rect, short, smooth } from '../svg.ts'
import { device, foot, height, inkFor, loud, pane, setAuthor, setTitle, width } from './sheet.ts'
import type { Layout } from './sheet.ts'

type Leaf = 'pointed' | 'round' | 'long' | 'berry'

/** A stem from 0 0 upwards with leaves on both sides. */
function sprigOf(
  random: Random,
  {
    tall,
    bend,
    leaf,
    stem,
    leaves,
  }: { tall: number; bend: number; leaf: Leaf; stem: string; leaves: readonly string[] },
): string {
  const point = (share: number): [number, number] => [bend * share * share, -tall * share]
  let art = path(`M0 0Q${list(0, -tall / 2, ...point(1))}`, {
    colour: stem,
    width: 2.4,
    cap: 'round',
  })
  const pairs = random.whole(6, 9)
  for (let pair = 1; pair <= pairs; pair += 1) {
    const share = pair / (pairs + 0.4)
    const [x, y] = point(share)
    const long = tall * (0.27 - 0.15 * share) * random.between(0.85, 1.1)
    const lean = (Math.atan2(2 * bend * share, tall) * 180) / Math.PI
    for (const side of [-1, 1]) {
      const turn = lean + side * random.between(42, 64)
      const fill = leaves[(pair + (side > 0 ? 1 : 0)) % leaves.length] ?? stem
      const wide = long * (leaf === 'round' ? 0.42 : leaf === 'long' ? 0.16 : 0.28)
      const drawn =
        leaf === 'berry'
          ? path(`M0 0V${short(-long * 0.6)}`, { colour: stem, width: 1.6 }) +
            circle(0, -long * 0.6, long * 0.2, fill)
          : path(
              `M0 0C${list(wide, -long * 0.3, leaf === 'round' ? wide * 1.2 : wide * 0.7, -long * 0.8, 0, -long)}C${list(leaf === 'round' ? -wide * 1.2 : -wide * 0.7, -long * 0.8, -wide, -long * 0.3, 0, 0)}Z`,
              fill,
            )
      art += group(drawn, `translate(${list(x, y)})rotate(${Math.round(turn)})`)
    }
  }
  const [x, y] = point(1)
  art +=
    leaf === 'berry'
      ? circle(x, y, tall * 0.03, leaves[0] ?? stem)
      : group(
          path(`M0 6C7-6 5-20 0-30C-5-20-7-6 0 6Z`, leaves[0] ?? stem),
          `translate(${list(x, y)})`,
        )
  return art
}

/** A botanical sprig: one tall stem, a pair, or a spray from the foot. */
export const sprig: Layout = (sheet) => {
  const { random, palette } = sheet
  const { ground } = palette
  const title = setTitle(
    sheet,
    { x: 34, y: 44, width: 332, height: 190 },
    {
      on: ground,
      stand: 'top',
      largest: 66,
      face: random.pick(['display', 'italic', sheet.voice]),
    },
  )
  const base = foot(sheet, ground)
  const top = title.box.y + title.box.height + 26
  const tall = 490 - top
  const strong = loud(sheet).filter((ink) => contrast(ink, ground) > 1.5)
  const leaves = random.shuffle(strong.length > 1 ? strong : loud(sheet))
  const stem = leaves[1] ?? palette.paper
  const leaf = random.pick<Leaf>(['pointed', 'round', 'long', 'berry'])
  const kind = random.pick(['single', 'pair', 'spray'])
  let content = ''
  if (kind !== 'pair' && random.chance(0.5)) {
    content += circle(
      200,
      tall * 0.52,
      Math.min(tall * 0.42, 130),
      mix(ground, leaves[2] ?? stem, 0.35),
    )
  }
  const one = (bend: number, share: number, kindOfLeaf: Leaf) =>
    sprigOf(random, {
      tall: tall * share,
      bend,
      leaf: kindOfLeaf,
      stem,
      leaves: leaves.slice(0, 2),
    })
  if (kind === 'single') {
    content += group(one(random.between(-70, 70), 0.86, leaf), `translate(200 ${short(tall - 2)})`)
  } else if (kind === 'pair') {
    const bend = random.between(-60, 60)
    content += group(one(bend, 0.86, leaf), `translate(120 ${short(tall - 2)})`)
    content += group(one(bend, 0.86, leaf), `translate(280 ${short(tall - 2)})scale(-1 1)`)
  } else {
    const second = random.pick<Leaf>(['berry', 'long', 'pointed'])
    content += group(one(-30, 0.76, second), `translate(190 ${short(tall)})rotate(-26)`)
    content += group(one(30, 0.76, second), `translate(210 ${short(tall)})rotate(26)`)
    content += group(one(0, 0.86, leaf), `translate(200 ${short(tall)})`)
  }
  return {
    ground,
    art: pane(0, top, width, tall, content) + base.art,
    blocks: [title, ...base.blocks],
  }
}

function tornEdge(random: Random, y: number, lean: number, rough: number): string {
  const steps = 26
  const points = Array.from({ length: steps + 1 }, (_, step) =>
    list((step / steps) * width, y + (step / steps - 0.5) * lean + random.between(-rough, rough)),
  )
  return points.join('L')
}

/** Sheets of paper torn across, the title on the largest. */
export const torn: Layout = (sheet) => {
  const { random, palette } = sheet
  const { ground } = palette
  const [first, second, third] = random.shuffle([...palette.accents, palette.paper])
  const colours = [first ?? ground, second ?? ground, third ?? ground]
  const over = random.chance(0.5)
  const align = random.pick<'left' | 'middle'>(['left', 'middle'])
  const title = setTitle(
    sheet,
    { x: 34, y: over ? 46 : 262, width: 332, height: 218 },
    { on: ground, stand: over ? 'top' : 'bottom', align, largest: 78 },
  )
  const base = foot(sheet, ground, { align })
  const lean = random.between(-70, 70)
  const rough = random.between(3, 6)
  const edge = Math.abs(lean) / 2 + rough
  const from = over ? title.box.y + title.box.height + 26 + edge : -40
  const end = over ? 496 - edge : title.box.y - 26 - edge
  const layers = random.whole(2, 3)
  let art = ''
  const span = end - Math.max(from, 0)
  if (over) {
    for (let layer = 0; layer < layers; layer += 1) {
      const y = from + (layer * span) / layers
      const line = tornEdge(random, y, lean * (layer % 2 ? -0.6 : 1), rough)
      art += path(`M${line}V${short(end + 60)}H0Z`, mix(colours[layer] ?? ground, '#ffffff', 0.6))
      art += path(
        `M${tornEdge(random, y + 5, lean * (layer % 2 ? -0.6 : 1), rough * 0.7)}V${short(end + 60)}H0Z`,
        colours[layer] ?? ground,
      )
    }
    art += path(`M${tornEdge(random, end, lean * 0.5, rough)}V600H0Z`, mix(ground, '#ffffff', 0.5))
    art += path(`M${tornEdge(random, end + 5, lean * 0.5, rough * 0.5)}V600H0Z`, ground)
  } else {
    for (let layer = layers - 1; layer >= 0; layer -= 1) {
      const y = end - (layers - 1 - layer) * (span / layers)
      const line = tornEdge(random, y, lean * (layer % 2 ? -0.6 : 1), rough)
      art += path(`M${line}V0H0Z`, mix(colours[layer] ?? ground, '#ffffff', 0.6))
      art += path(
        `M${tornEdge(random, y - 5, lean * (layer % 2 ? -0.6 : 1), rough * 0.7)}V0H0Z`,
        colours[layer] ?? ground,
      )
    }
  }
  const sun = random.chance(0.6)
  if (sun) {
    const y = over ? from + span * 0.34 : span * 0.3
    art += circle(
      random.between(110, 290),
      y,
      Math.min(46, span * 0.16),
      over ? ground : mix(ground, palette.paper, 0.1),
    )
  }
  return { ground, art: art + base.art, blocks: [title, ...base.blocks] }
}

/** Shapes cut from coloured paper. */
export const cutouts: Layout = (sheet) => {
  const { random, palette } = sheet
  const { ground } = palette
  const inks = random.shuffle(loud(sheet))
  const over = random.chance(0.5)
  const title = setTitle(
    sheet,
    { x: 34, y: over ? 44 : 270, width: 332, height: 210 },
    {
      on: ground,
      stand: over ? 'top' : 'bottom',
      largest: 76,
    },
  )
  const base = foot(sheet, ground)
  const top = over ? title.box.y + title.box.height + 26 : 0
  const end = over ? 496 : title.box.y - 26
  const high = end - top
  const columns = random.pick([2, 3])
  const rows = Math.max(1, Math.round(high / (width / columns)))
  let content = ''
  let turn = random.whole(0, 3)
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [cw, ch] = [width / columns, high / rows]
      const x = (column + 0.5) * cw
      const y = (row + 0.5) * ch
      turn += 1
      const fill = inks[(turn + row) % inks.length] ?? ground
      const fore = inks[(turn + row + 1) % inks.length] ?? ground
      content += rect(column * cw, row * ch, cw + 1, ch + 1, fill)
      const size = Math.min(cw, ch) * 0.42
      const kind = random.pick(['frond', 'pebble', 'star', 'hand'])
      if (kind === 'pebble') {
        const points = Array.from({ length: 7 }, (_, step): [number, number] => {
          const angle = (step / 7) * Math.PI * 2
          const out = size * random.between(0.7, 1.1)
          return [x + Math.cos(angle) * out, y + Math.sin(angle) * out]
        })
        content += path(smooth(points, true), fore)
      } else {
        const arms = kind === 'star' ? random.whole(5, 8) : kind === 'hand' ? 5 : random.whole(7, 9)
        const spread = kind === 'star' ? 360 : kind === 'hand' ? 150 : 220
        let lobes = ''
        for (let arm = 0; arm < arms; arm += 1) {
          const angle =
            ((arm / (kind === 'star' ? arms : arms - 1)) * spread - spread / 2 - 90) *
            (Math.PI / 180)
          const out = size * random.between(0.85, 1.12)
          const wide = size * (kind === 'star' ? 0.3 : 0.2)
          const origin = kind === 'star' ? y : y + size * 0.7
          const tip: [number, number] = [
            x + Math.cos(angle) * out,
            origin + Math.sin(angle) * out * (kind === 'star' ? 1 : 1.25),
          ]
          const side: [number, number] = [-Math.sin(angle) * wide, Math.cos(angle) * wide]
          const half: [number, number] = [x + (tip[0] - x) * 0.6, origin + (tip[1] - origin) * 0.6]
          lobes += `M${list(x, origin)}Q${list(half[0] + side[0], half[1] + side[1], ...tip)}Q${list(half[0] - side[0], half[1] - side[1], x, origin)}`
        }
        content += path(lobes, { colour: fore, width: size * 0.1, cap: 'round' }).replace(
          'fill="none"',
          `fill="${fore}"`,
        )
      }
    }
  }
  return {
    ground,
    art: pane(0, top, width, high, content) + base.art,
    blocks: [title, ...base.blocks],
  }
}

/** A fan of rays as on a picture-house of the twenties. */
export const deco: Layout = (sheet) => {
  const { random, palette } = sheet
  const { ground } = palette
  const strong = loud(sheet).filter((ink) => contrast(ink, ground) > 1.7)
  const [line = palette.paper, second = palette.paper] = random.shuffle(strong)
  const up = random.chance(0.5)
  const y = up ? 486 : 300
  const title = setTitle(
    sheet,
    up ? { x: 40, y: 50, width: 320, height: 170 } : { x: 40, y: 326, width: 320, height: 150 },
    {
      on: ground,
      face: 'round',
      capitals: sheet.title.length < 70,
      stand: up ? 'top' : 'middle',
      largest: 58,
      tracking: 0.04,
      leading: 1.12,
    },
  )
  const radius = up ? Math.min(y - title.box.y - title.box.height - 24, 210) : 252
  const rays = random.pick([9, 11, 13, 17])
  const steps = random.whole(2, 4)
  let wedges = ''
  for (let ray = 0; ray < rays; ray += 2) {
    const from = Math.PI + (ray / rays) * Math.PI
    const to = Math.PI + ((ray + 1) / rays) * Math.PI
    wedges += `M200 ${y}L${list(200 + Math.cos(from) * radius, y + Math.sin(from) * radius)}A${list(radius, radius)} 0 0 1 ${list(200 + Math.cos(to) * radius, y + Math.sin(to) * radius)}Z`
  }
  let art = path(wedges, line)
  for (let step = steps; step >= 1; step -= 1) {
    const r = radius * 0.5 * (step / steps)
    art += path(
      `M${list(200 - r, y)}A${list(r, r)} 0 0 1 ${list(200 + r, y)}Z`,
      step % 2 ? second : ground,
    )
  }
  art += rect(200 - radius, y, radius * 2, 3, line)
  art += rect(200 - radius, y + 6, radius * 2, 1, line)
  if (random.chance(0.6)) {
    art += path(
      'M20 62V20H62M338 20H380V62M380 538V580H338M62 580H20V538M28 54V28H54M346 28H372V54M372 546V572H346M54 572H28V546',
      { colour: line, width: 1.6 },
    )
  } else art += rect(20, 20, 360, 560, { colour: line, width: 1.4 })
  const base = foot(sheet, ground, { inks: [palette.paper] })
  return { ground, art: art + base.art, blocks: [title, ...base.blocks] }
}

/** A great disc with the title in it, the corners in pattern. */
export const roundel: Layout = (sheet) => {
  const { random, palette } = sheet
  const { ground } = palette
  const disc = random.pick(
    [palette.paper, ...palette.accents]
      .filter((ink) => contrast(ink, ground) > 1.6)
      .concat(palette.paper),
  )
  const inks = loud(sheet).filter((ink) => ink !== disc)
  const y = 262
  const title = setTitle(
    sheet,
    { x: 74, y: y - 96, width: 252, height: 192 },
    { on: disc, inks: [ground], largest: 62 },
  )
  let art = ''
  const kind = random.pick(['dots', 'rays', 'lozenge', 'rings'])
  const mark = mix(ground, random.pick(inks.length > 0 ? inks : [palette.paper]), 0.55)
  if (kind === 'rings') {
    for (let ring = 8; ring >= 1; ring -= 1) {
      art += circle(200, y, 172 + ring * 26, ring % 2 ? ground : mark)
    }
  } else if (kind === 'rays') {
    let data = ''
    const rays = random.pick([24, 32, 40])
    for (let ray = 0; ray < rays; ray += 1) {
      const from = (ray / rays) * Math.PI * 2
      const to = from + Math.PI / rays
      data += `M200 ${y}L${list(200 + Math.cos(from) * 560, y + Math.sin(from) * 560)}L${list(200 + Math.cos(to) * 560, y + Math.sin(to) * 560)}Z`
    }
    art += path(data, mark)
  } else {
    const step = random.pick([22, 28, 36])
    let data = ''
    for (let row = 0; row * step < height; row += 1) {
      for (let x = row % 2 ? step / 2 : 0; x <= width; x += step) {
        const at = row * step
        if (Math.hypot(x - 200, at - y) < 178) continue
        data += kind === 'dots' ? `M${list(x, at)}h.01` : `M${list(x, at - 6)}l5 6-5 6-5-6z`
      }
    }
    art +=
      kind === 'dots'
        ? path(data, { colour: mark, width: step * 0.3, cap: 'round' })
        : path(data, mark)
  }
  art += circle(200, y, 172, ground) + circle(200, y, 164, disc)
  art += circle(200, y, 154, { colour: inkFor(sheet, disc), width: 1.4 })
  art += rect(0, 490, width, 110, ground)
  art += rect(0, 490, width, 2, mark)
  const base = foot(sheet, ground, { top: 504 })
  return { ground, art: art + base.art, blocks: [title, ...base.blocks] }
}

/** A sheet of coloured paper with a label pasted on it, as on an old exercise book. */
export const label: Layout = (sheet) => {
  const { random, palette } = sheet
  const { ground } = palette
  const mark = mix(
    ground,
    random.pick([...palette.accents, palette.paper]),
    random.between(0.35, 0.7),
  )
  const kind = random.pick(['marble', 'check', 'stripe', 'sprinkle', 'weave'])
  let art = ''
  if (kind === 'marble') {
    for (let line = 0; line < 15; line += 1) {
      const points = Array.from({ length: 9 }, (_, step): [number, number] => [
        step * 50,
        line * 44 - 10 + Math.sin(step * 1.3 + line * 0.9) * 22 + random.between(-12, 12),
      ])
      art += path(smooth(points), {
        colour: line % 3 ? mark : mix(ground, palette.accents[1], 0.7),
        width: random.between(3, 15),
      })
    }
  } else if (kind === 'check') {
    for (let step = 0; step < 13; step += 1) {
      art += path(`M${step * 50 + 12} 0V600M0 ${step * 50 + 12}H400`, {
        colour: mark,
        width: step % 2 ? 3 : 14,
      }).replace('/>', ' opacity=".55"/>')
    }
  } else if (kind === 'stripe') {
    const step = random.pick([16, 24, 36])
    let data = ''
    for (let at = 0; at < width; at += step)
      data += `M${at} 0h${short(step / 2)}V600h${short(-step / 2)}z`
    art += path(data, mark)
  } else if (kind === 'sprinkle') {
    let data = ''
    for (let piece = 0; piece < 120; piece += 1) {
      const angle = random.between(0, 6.28)
      data += `M${list(random.between(0, 400), random.between(0, 600))}l${list(Math.cos(angle) * 14, Math.sin(angle) * 14)}`
    }
    art += path(data, { colour: mark, width: 5, cap: 'round' })
  } else {
    let data = ''
    for (let row = 0; row < 20; row += 1) {
      for (let column = 0; column < 14; column += 1) {
        const [x, y] = [column * 30, row * 30]
        data +=
          (row + column) % 2
            ? `M${x} ${y + 8}h30m-30 7h30m-30 7h30`
            : `M${x + 8} ${y}v30m7-30v30m7-30v30`
      }
    }
    art += path(data, { colour: mark, width: 2.4 })
  }
  const paper = contrast(palette.paper, ground) > 3 ? palette.paper : '#fffaf0'
  const title = setTitle(
    sheet,
    { x: 72, y: 120, width: 256, height: 190 },
    { on: paper, inks: [ground], largest: 54, stand: 'middle' },
  )
  const authors = setAuthor(
    sheet,
    { x: 72, y: 340, width: 256, height: 36 },
    { on: paper, inks: [ground] },
  )
  const top = Math.min(title.box.y - 34, 150)
  const ink = inkFor(sheet, paper, [palette.accents[0], ground])
  art +=
    rect(48, top, 304, 440 - top, paper, 4) +
    rect(55, top + 7, 290, 426 - top, { colour: ink, width: 1.4 }, 2)
  art += device(200, 406, 24, inkFor(sheet, paper, [ground]))
  art += rect(160, 322, 80, 1.4, ink)
  return { ground, art, blocks: [title, ...authors] }
}
