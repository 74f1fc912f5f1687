import { contrast, mix } from '../colour.ts'
import { circle, group, list, path, rect, short } from '../svg.ts'
import { device, foot, inkFor, loud, pane, setAuthor, setTitle, width } from './sheet.ts'
import type { Layout } from './sheet.ts'

type Tone = 'main' | 'ground' | 'accent'

/** One part of a motif: its tone, its path in a square from -50 to 50, and the width of a line. */
type Part = readonly [tone: Tone, data: string, line?: number]

const o = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`

const motifs = {
  balloon: [
    ['main', 'M0-48C26-48 36-30 34-14C32 2 14 14 9 24H-9C-14 14-32 2-34-14C-36-30-26-48 0-48Z'],
    ['accent', 'M0-48C10-48 14-30 13-14C12 2 5 14 4 24H-4C-5 14-12 2-13-14C-14-30-10-48 0-48Z'],
    ['main', 'M-8 33H8V45H-8z'],
    ['main', 'M-9 24L-7 34M9 24L7 34', 1.8],
  ],
  bolt: [['main', 'M8-48L-24 6H-4L-10 48L26-10H4Z']],
  bubble: [
    ['main', 'M-44-36H44V18H4L-14 42V18H-44Z'],
    ['accent', 'M-37-29H37V11H-37Z'],
    ['ground', 'M-6-24H6L3-4H-3ZM-4 0h8v7h-8z'],
  ],
  bulb: [
    ['main', 'M0-46C21-46 33-31 33-15C33 1 20 8 16 22H-16C-20 8-33 1-33-15C-33-31-21-46 0-46Z'],
    ['main', 'M-13 27H13v5H-13zM-9 36H9v5H-9z'],
    ['ground', 'M-12-14L-5 0 0-11 5 0 12-14M-5 0V20M5 0V20', 2.6],
  ],
  candle: [
    ['main', 'M-10-6H10V36H-10zM-26 36H26v6H-26z'],
    ['accent', 'M0-48C12-32 11-16 0-13C-11-16-12-32 0-48Z'],
    ['main', 'M0-15V-5', 2.4],
    ['ground', 'M-4 0V14M4 4V26', 2],
  ],
  cat: [
    [
      'main',
      'M-16-46L-6-35H8L18-46L19-22C19-13 13-8 9-6C25 2 27 22 25 42H-21C-25 20-19 0-9-6C-15-10-18-15-17-22Z',
    ],
    ['main', 'M22 39C42 41 44 22 35 12', 6],
    ['accent', o(-6, -24, 3) + o(8, -24, 3)],
    ['ground', 'M2 42V24', 2],
  ],
  compass: [
    ['main', o(0, 0, 46)],
    ['ground', o(0, 0, 37)],
    ['main', 'M0-33L9 0L0 33L-9 0Z'],
    ['accent', 'M0-33L9 0H-9Z'],
    ['main', 'M-32 0h8M24 0h8', 2.6],
  ],
  crown: [
    ['main', 'M-38 26L-42-20L-20 0L0-32L20 0L42-20L38 26ZM-38 31H38v8H-38z'],
    ['accent', o(0, -37, 5.5) + o(-43, -25, 5) + o(43, -25, 5)],
    ['ground', o(0, 14, 4) + o(-18, 14, 3) + o(18, 14, 3)],
  ],
  cup: [
    ['main', 'M-30-8H22V10C22 27 12 34-4 34S-30 27-30 10ZM-40 39H32v5H-40z'],
    ['main', 'M22-2h5a10 10 0 0 1 0 21h-8', 5.5],
    ['accent', 'M-17-18c-7-9 7-13 0-24M-3-18c-7-9 7-13 0-24M11-18c-7-9 7-13 0-24', 3.2],
  ],
  dagger: [
    ['main', 'M-6-8H6L5 28L0 49L-5 28Z'],
    ['main', 'M-22-15H22V-8H-22zM-4-38H4V-14H-4z'],
    ['accent', o(0, -42, 6.5)],
    ['ground', 'M0-4V34', 1.8],
  ],
  eye: [
    ['main', 'M-49 0Q0-46 49 0Q0 46-49 0Z'],
    ['ground', o(0, 0, 20)],
    ['accent', o(0, 0, 14)],
    ['ground', o(0, 0, 6)],
    ['main', 'M-32-26l-6-8M-12-33l-3-10M12-33l3-10M32-26l6-8', 3],
  ],
  feather: [
    ['main', 'M26-48C-14-42-32-4-23 28C6 24 36-2 26-48Z'],
    ['main', 'M-20 22L-31 47', 3.4],
    ['ground', 'M24-44C4-16-12 8-22 27M-1-12L-17-15M-10 4L-25 3M6-1l18 0M-3 12l17 3', 2.4],
  ],
  fish: [
    ['main', 'M-46-20L-22 0L-46 20C-39 7-39-7-46-20ZM-28 0C-8-32 30-26 47 0C30 26-8 32-28 0Z'],
    ['ground', o(29, -5, 4)],
    ['ground', 'M13-15q8 15 0 30M0-13q7 13 0 26M-12-10q6 10 0 20', 2.6],
  ],
  fork: [
    ['main', 'M-24-46V-18Q-24-8-16-6V46M-16-46V-10M-8-46V-18Q-8-8-16-6', 4.6],
    ['main', 'M14-46C26-44 30-30 29-10Q28-2 20-1V-1Z'],
    ['main', 'M18-30V46', 4.6],
  ],
  heart: [
    ['main', 'M0 42C-52 8-48-34-22-34C-9-34-2-25 0-17C2-25 9-34 22-34C48-34 52 8 0 42Z'],
    ['accent', 'M-33-9c1-9 6-14 13-14', 4],
  ],
  hourglass: [
    ['main', 'M-27-46H27v7H-27zM-27 39H27v7H-27z'],
    ['main', 'M-20-39C-20-12-4-7-4 0S-20 12-20 39M20-39C20-12 4-7 4 0S20 12 20 39', 3],
    [
      'accent',
      'M-13-19H13C11-9 3-5 0 2C-3-5-11-9-13-19ZM-16 39C-15 27-6 22 0 14C6 22 15 27 16 39Z',
    ],
  ],
  key: [
    ['main', o(0, -26, 20)],
    ['ground', o(0, -26, 11)],
    ['accent', o(0, -26, 5)],
    ['main', 'M-4-8H4V46H-4zM4 22H20v8H4zM4 35H15v8H4z'],
  ],
  lens: [
    ['main', 'M12 12L38 40', 10],
    ['main', o(-9, -11, 34)],
    ['ground', o(-9, -11, 26)],
    ['accent', 'M-25-9a16 16 0 0 1 32 0M-19-3a10 10 0 0 1 20 0v6M-13 4a4 4 0 0 1 8 0', 3],
  ],
  moth: [
    [
      'main',
      'M0-10C-10-36-45-40-47-21C-48-4-26 6-6 6C-26 8-35 26-25 37C-14 43-4 24 0 12C4 24 14 43 25 37C35 26 26 8 6 6C26 6 48-4 47-21C45-40 10-36 0-10Z',
    ],
    ['ground', o(-27, -17, 7.5) + o(27, -17, 7.5)],
    ['accent', o(-27, -17, 4) + o(27, -17, 4) + o(-19, 25, 3.4) + o(19, 25, 3.4)],
    ['main', 'M0-8C-3-24-8-31-14-37M0-8C3-24 8-31 14-37', 2.2],
    ['ground', 'M0-10V18', 2.4],
  ],
  mountain: [
    ['accent', o(24, -28, 12)],
    ['main', 'M-49 38L-12-36L8 0L18-16L49 38Z'],
    ['ground', 'M-12-36L-25-10L-15-14L-9-5L-1-16Z'],
  ],
  nib: [
    ['main', 'M0-48L21 10L11 32H-11L-21 10Z'],
    ['accent', 'M-11 36H11v10H-11z'],
    ['ground', o(0, 6, 5.5)],
    ['ground', 'M0 6V-42', 2.4],
  ],
  pear: [
    ['main', 'M0-26C13-26 11-7 21 6C35 26 19 46 0 46S-35 26-21 6C-11-7-13-26 0-26Z'],
    ['main', 'M0-24C0-35 3-41 7-46', 3.6],
    ['accent', 'M4-32C12-47 30-46 37-41C30-28 14-25 4-32Z'],
    ['ground', 'M-20 21c1 10 6 15 13 17', 3],
  ],
  planet: [
    ['main', o(0, 0, 28)],
    ['ground', 'M-24-6C-8 0 10 0 26-8M-20 12C-4 16 8 15 22 10', 2.6],
    ['accent', 'M-26 9C-44 16-50 22-47 25C-40 32 50-8 47-18C45-23 36-20 27-16', 4.6],
    ['main', o(-34, -32, 3) + o(38, 30, 4)],
  ],
  rocket: [
    ['main', 'M0-49C16-35 21-12 16 18H-16C-21-12-16-35 0-49Z'],
    ['main', 'M-17-2L-32 27L-14 18ZM17-2L32 27L14 18Z'],
    ['ground', o(0, -14, 8.5)],
    ['accent', `${o(0, -14, 4.5)}M-10 22H10L0 48Z`],
  ],
  ship: [
    ['main', 'M-42 16H42L29 36H-29Z'],
    ['main', 'M0-46V18', 3.4],
    ['main', 'M-4-40V9H-32C-30-8-20-28-4-40Z'],
    ['accent', 'M4-32V9H30C28-4 18-22 4-32Z'],
    ['main', 'M-48 44q8-6 16 0t16 0 16 0 16 0 16 0 16 0', 3],
  ],
  skull: [
    [
      'main',
      'M0-44C27-44 39-25 37-4C36 8 26 10 24 19V36H-24V19C-26 10-36 8-37-4C-39-25-27-44 0-44Z',
    ],
    ['ground', `${o(-15, -6, 10)}${o(15, -6, 10)}M0 7L5 17H-5Z`],
    ['ground', 'M-10 25V38M0 25V38M10 25V38', 3],
    ['accent', o(-15, -6, 3.5) + o(15, -6, 3.5)],
  ],
  star: [
    [
      'main',
      'M0-48L9-22L31-36L22-11L48-9L26 6L42 28L16 22L12 47L-2 25L-22 42L-20 16L-46 15L-25 0L-42-22L-16-18Z',
    ],
    ['accent', o(0, 0, 13)],
  ],
  tower: [
    ['accent', 'M2-49V-40L24-45ZM0-49h2.4V-36H0z'],
    ['main', 'M-23-22V-38H-12V-30H-6V-38H6V-30H12V-38H23V-22L17-15V46H-17V-15Z'],
    ['ground', 'M-7 46V30A7 7 0 0 1 7 30V46ZM-3.5-6A3.5 3.5 0 0 1 3.5-6V6H-3.5Z'],
  ],
  tree: [
    ['main', `${o(0, -18, 26)}${o(-20, 2, 20)}${o(20, 2, 20)}M-5 10H5L9 47H-9Z`],
    ['accent', o(-12, -12, 4.6) + o(9, -26, 4.6) + o(21, 2, 4.6) + o(-22, 7, 4.6) + o(3, 0, 4.6)],
  ],
  tulip: [
    ['main', 'M-20-42L-9-29L0-47L9-29L20-42C27-16 15-2 0-2S-27-16-20-42Z'],
    ['main', 'M0-4V48', 3.6],
    ['accent', 'M0 40C-4 20-17 11-30 9C-30 28-17 38 0 40ZM0 47C4 28 17 19 28 17C28 36 15 45 0 47Z'],
  ],
  weights: [
    [
      'main',
      'M-48-15h10v30h-10zM-36-25h12v50h-12zM24-25h12v50H24zM38-15h10v30H38zM-24-4.5h48v9h-48z',
    ],
    ['accent', 'M-8-4.5H8v9H-8z'],
  ],
} satisfies Record<string, readonly Part[]>

type MotifName = keyof typeof motifs

const byCategory: Readonly<Record<string, readonly MotifName[]>> = {
  Fiction: ['pear', 'moth', 'cat', 'tree', 'eye', 'tulip', 'balloon', 'key'],
  'Non-Fiction': ['eye', 'bulb', 'tree', 'compass', 'fish'],
  Mystery: ['key', 'lens', 'candle', 'dagger', 'cat', 'eye'],
  Fantasy: ['crown', 'tower', 'dagger', 'moth', 'key', 'star'],
  Romance: ['heart', 'tulip', 'moth', 'key', 'pear'],
  'Sci-Fi': ['rocket', 'planet', 'eye', 'star', 'bolt'],
  Thriller: ['eye', 'dagger', 'hourglass', 'bolt', 'lens'],
  'Food & Cooking': ['pear', 'cup', 'fork', 'fish'],
  Biography: ['nib', 'feather', 'tree', 'crown'],
  'Self-Help': ['bulb', 'mountain', 'tulip', 'balloon', 'hourglass'],
  'Historical Fiction': ['crown', 'ship', 'feather', 'tower', 'candle', 'hourglass'],
  'Young Adult': ['star', 'bolt', 'heart', 'moth', 'planet', 'crown'],
  Horror: ['skull', 'moth', 'candle', 'cat', 'eye'],
  'Graphic Novels': ['bubble', 'bolt', 'star', 'rocket', 'eye'],
  Poetry: ['feather', 'moth', 'tulip', 'nib', 'pear', 'fish'],
  Business: ['bulb', 'hourglass', 'mountain', 'ship', 'nib'],
  Travel: ['compass', 'balloon', 'ship', 'mountain', 'fish'],
  'Health & Fitness': ['weights', 'pear', 'heart', 'mountain', 'tree'],
  "Children's Books": ['cat', 'balloon', 'rocket', 'fish', 'tree', 'ship', 'crown'],
  'True Crime': ['lens', 'eye', 'dagger', 'skull', 'key'],
}
const anyMotif: readonly MotifName[] = ['tree', 'key', 'feather', 'pear', 'moth', 'candle', 'eye']

/** One bold emblem of the category: alone, in a disc or arch, in rays, or as a wallpaper. */
export const motif: Layout = (sheet) => {
  const { random, palette } = sheet
  const { ground } = palette
  const parts: readonly Part[] = motifs[random.pick(byCategory[sheet.category] ?? anyMotif)]
  const draw = (x: number, y: number, size: number, tones: Record<Tone, string>, turn = 0) =>
    group(
      parts
        .map(([tone, data, line]) =>
          line === undefined
            ? path(data, tones[tone])
            : path(data, { colour: tones[tone], width: line, cap: 'round' }),
        )
        .join(''),
      `translate(${list(x, y)})scale(${Math.round(size) / 100})${turn ? `rotate(${turn})` : ''}`,
    )
  const against = (back: string) =>
    random
      .shuffle([...loud(sheet), ground])
      .filter((ink) => contrast(ink, back) > 2.2)
      .concat(inkFor(sheet, back))
  const tonesOn = (back: string): Record<Tone, string> => {
    const [main = palette.paper, second] = against(back)
    const accent = [second, ...loud(sheet)].find(
      (ink) =>
        ink !== undefined && ink !== main && contrast(ink, main) > 1.3 && contrast(ink, back) > 1.3,
    )
    return { main, ground: back, accent: accent ?? back }
  }
  const kind = random.pick(['alone', 'disc', 'rays', 'wallpaper', 'block', 'card'])
  if (kind === 'card') {
    const title = setTitle(
      sheet,
      { x: 48, y: 214, width: 304, height: 172 },
      { on: ground, largest: 58 },
    )
    const tones = tonesOn(ground)
    const size = Math.min(150, (title.box.y - 44) * 0.9)
    const middle = (title.box.y + 20) / 2
    const authors = setAuthor(
      sheet,
      { x: 60, y: title.box.y + title.box.height + 24, width: 280, height: 32 },
      { on: ground, stand: 'top' },
    )
    const end =
      (authors[0]?.box.y ?? title.box.y + title.box.height) + (authors[0]?.box.height ?? 0)
    const low = (end + 10 + 580) / 2
    const lower = Math.min(size, (566 - end) * 0.9)
    const art =
      rect(18, 18, 364, 564, { colour: tones.main, width: 2 }, 14) +
      draw(200, middle, size, tones) +
      draw(200, low, lower, tones, 180) +
      device(46, 48, 20, inkFor(sheet, ground))
    return { ground, art, blocks: [title, ...authors] }
  }
  const over = random.chance(0.55)
  const room = over
    ? { x: 34, y: 44, width: 332, height: 210 }
    : { x: 34, y: 290, width: 332, height: 196 }
  const title = setTitle(sheet, room, {
    on: ground,
    stand: over ? 'top' : 'bottom',
    align: kind === 'block' || kind === 'wallpaper' ? random.pick(['left', 'middle']) : 'middle',
    largest: 70,
  })
  const base = foot(sheet, ground, {
    align: title.box.x < 40 && title.box.width < 300 ? 'left' : 'middle',
  })
  const bleeds = kind === 'wallpaper' || kind === 'block'
  const top = over ? title.box.y + title.box.height + 28 : bleeds ? 0 : 40
  const end = over ? 494 : title.box.y - 28
  const high = end - top
  const y = top + high / 2
  let art = ''
  if (kind === 'wallpaper') {
    const back = random.pick([ground, ...loud(sheet)])
    const columns = random.pick([3, 4, 5])
    const step = width / columns
    // Drawn once in each colouring, then used by id: a wallpaper holds up to forty.
    const stamps = [0, 1].map((index) => `${sheet.prefix}art${String(index)}`)
    let content = '<defs>'
    for (const id of stamps)
      content += `<g id="${id}">${draw(0, 0, step * 0.74, tonesOn(back))}</g>`
    content += `</defs>${rect(0, 0, width, high, back)}`
    for (let row = 0; (row + 0.5) * step < high + step * 0.5; row += 1) {
      for (let column = 0; column <= columns; column += 1) {
        const x = (column + (row % 2 ? 0 : 0.5)) * step
        const stamp = stamps[(row + column) % 2] ?? ''
        content += `<use href="#${stamp}" x="${short(x)}" y="${short((row + 0.5) * step)}"/>`
      }
    }
    art = pane(0, top, width, high, content)
  } else if (kind === 'block') {
    const back = random.pick(
      palette.accents.filter((ink) => contrast(ink, ground) > 1.2).concat(palette.paper),
    )
    art = rect(0, top, width, high, back) + draw(200, y, Math.min(high * 0.84, 300), tonesOn(back))
  } else if (kind === 'disc') {
    const back = random.pick(
      palette.accents.filter((ink) => contrast(ink, ground) > 1.4).concat(palette.paper),
    )
    const radius = Math.min(high / 2, 160)
    art =
      circle(200, y, radius, back) +
      circle(200, y, radius - 9, { colour: mix(back, ground, 0.7), width: 1.6 })
    art += draw(200, y, radius * 1.24, tonesOn(back))
  } else if (kind === 'rays') {
    const tones = tonesOn(ground)
    const radius = Math.min(high / 2, 168)
    const rays = random.pick([20, 28, 36])
    let data = ''
    for (let ray = 0; ray < rays; ray += 1) {
      const angle = (ray / rays) * Math.PI * 2
      const inner = radius * 0.78
      const outer = radius * (ray % 2 ? 0.88 : 1)
      data += `M${list(200 + Math.cos(angle) * inner, y + Math.sin(angle) * inner)}L${list(200 + Math.cos(angle) * outer, y + Math.sin(angle) * outer)}`
    }
    art = path(data, {
      colour: tones.accent === ground ? tones.main : tones.accent,
      width: 3,
      cap: 'round',
    })
    art += draw(200, y, radius * 1.3, tones)
  } else {
    art = draw(200, y, Math.min(high * 0.98, 310), tonesOn(ground), random.pick([0, 0, 0, -12, 12]))
    if (random.chance(0.4))
      art += path(`M${short(60)} ${short(over ? top - 12 : end + 12)}H340`, {
        colour: mix(ground, palette.paper, 0.5),
        width: 1.2,
      })
  }
  return { ground, art: art + base.art, blocks: [title, ...base.blocks] }
}
