// Draws every picture of the site that is not a book's own cover, with the hand that draws the
// covers, into public/. Run with `npm run artwork`; the files are committed. Same input, same bytes.
// `npm run artwork -- --out folder` draws them elsewhere, to be compared.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import type { OverlayOptions } from 'sharp'
import { drawCover } from '../server/covers/drawCover.ts'
import type { LayoutName } from '../server/covers/layouts.ts'
import { device } from '../server/covers/layouts/sheet.ts'
import { seededRandom } from '../server/covers/random.ts'
import { setType } from '../server/covers/setType.ts'
import type { TypeRequest } from '../server/covers/setType.ts'
import { circle, drawType, group, list, path, rect } from '../server/covers/svg.ts'

/** Where the pictures go; what is no option ends the program with one line. */
function folderGiven(): string {
  try {
    const { values } = parseArgs({ options: { out: { type: 'string' } } })
    return values.out ?? join(import.meta.dirname, '..', 'public')
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    console.error('Give --out and a folder, or nothing for public/.')
    process.exit(2)
  }
}

const out = folderGiven()

const house = {
  paper: '#FAF6EF',
  page: '#EFE6D6',
  ink: '#211C18',
  binding: '#7A2E2A',
  wine: '#5B1F1D',
  cloth: '#2F4A43',
  bottle: '#1F332E',
  sage: '#8DB5A8',
  ochre: '#C99A3F',
  candle: '#F0D08A',
  clay: '#C46A4A',
  rule: '#E4DACB',
  // Stands out 3:1 from the page in the light and in the dark scheme.
  middling: '#857562',
} as const

interface Shown {
  id: string
  title: string
  author: string
  category: string
  layout: LayoutName
  palette: string
}

/** The wall of the landing page, six to a row: twelve layouts, no two alike side by side. */
const showcase: readonly Shown[] = [
  {
    id: 'pride-and-prejudice-9',
    title: 'Pride and Prejudice',
    author: 'Jane Austen',
    category: 'Romance',
    layout: 'sprig',
    palette: 'blush',
  },
  {
    id: 'frankenstein-3',
    title: 'Frankenstein',
    author: 'Mary Shelley',
    category: 'Horror',
    layout: 'woodcut',
    palette: 'ember',
  },
  {
    id: 'the-hound-of-the-baskervilles-1',
    title: 'The Hound of the Baskervilles',
    author: 'Arthur Conan Doyle',
    category: 'Mystery',
    layout: 'night',
    palette: 'bottle',
  },
  {
    id: 'the-time-machine-0',
    title: 'The Time Machine',
    author: 'H. G. Wells',
    category: 'Sci-Fi',
    layout: 'orbit',
    palette: 'tangerine',
  },
  {
    id: 'alice-s-adventures-in-wonderland-3',
    title: "Alice's Adventures in Wonderland",
    author: 'Lewis Carroll',
    category: "Children's Books",
    layout: 'motif',
    palette: 'lagoon',
  },
  {
    id: 'leaves-of-grass-9',
    title: 'Leaves of Grass',
    author: 'Walt Whitman',
    category: 'Poetry',
    layout: 'monogram',
    palette: 'celadon',
  },
  {
    id: 'twenty-thousand-leagues-under-the-seas-9',
    title: 'Twenty Thousand Leagues Under the Seas',
    author: 'Jules Verne',
    category: 'Sci-Fi',
    layout: 'waves',
    palette: 'fathom',
  },
  {
    id: 'les-mise-rables-3',
    title: 'Les Misérables',
    author: 'Victor Hugo',
    category: 'Historical Fiction',
    layout: 'torn',
    palette: 'regiment',
  },
  {
    id: 'the-odyssey-9',
    title: 'The Odyssey',
    author: 'Homer',
    category: 'Poetry',
    layout: 'horizon',
    palette: 'marigold',
  },
  {
    id: 'the-innocents-abroad-4',
    title: 'The Innocents Abroad',
    author: 'Mark Twain',
    category: 'Travel',
    layout: 'contours',
    palette: 'teal',
  },
  {
    id: 'the-princess-and-the-goblin-9',
    title: 'The Princess and the Goblin',
    author: 'George MacDonald',
    category: 'Fantasy',
    layout: 'arch',
    palette: 'violet',
  },
  {
    id: 'little-women-7',
    title: 'Little Women',
    author: 'Louisa May Alcott',
    category: 'Young Adult',
    layout: 'label',
    palette: 'rose',
  },
]

const coverOf = ({ id, title, author, category, layout, palette }: Shown) =>
  drawCover({ id, title, authors: [author], categories: [category] }, { layout, palette })

/** Takes a size (units) and the content; gives the SVG document. */
function sheet(width: number, height: number, content: string, clear = false): string {
  const role = clear ? '' : ' preserveAspectRatio="xMidYMid slice"'
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"${role}>${content}</svg>\n`
}

const bytes = (svg: string) => Buffer.from(svg)

/** Rasterises at twice the size and scales down, which keeps thin lines even. */
async function raster(svg: string, width: number, height: number) {
  const fine = await sharp(bytes(svg), { density: 144 }).png().toBuffer()
  return sharp(fine).resize(width, height, { kernel: 'lanczos3' })
}

async function makeShowcase() {
  await mkdir(join(out, 'showcase'), { recursive: true })
  for (const [index, shown] of showcase.entries()) {
    const name = join(out, 'showcase', String(index + 1))
    const svg = coverOf(shown)
    const large = await raster(svg, 400, 600)
    await large.avif({ quality: 66, effort: 5 }).toFile(`${name}.avif`)
    const small = await raster(svg, 224, 336)
    await small.avif({ quality: 60, effort: 5 }).toFile(`${name}-224.avif`)
  }
}

/** A bound book without words; a page may set title and author over its calm middle. */
function blankCover(): string {
  let art = rect(0, 0, 400, 600, house.page)
  art += rect(0, 0, 26, 600, house.binding) + rect(26, 0, 2, 600, house.wine)
  art += rect(48, 24, 332, 552, { colour: house.binding, width: 2.2 })
  art += rect(54, 30, 320, 540, { colour: house.binding, width: 0.8 })
  // At the head alone: a heart stands in the lower corner.
  for (const [x, y, turn] of [
    [54, 30, 0],
    [374, 30, 90],
  ] as const) {
    const leaf = path('M8 8C26 8 36 18 36 36C18 36 8 26 8 8ZM8 8L30 30', {
      colour: house.binding,
      width: 1.4,
      cap: 'round',
    })
    art += group(leaf, `translate(${x} ${y})rotate(${turn})`)
  }
  art += path('M176 120H206M222 120H252M176 452H206M222 452H252', {
    colour: house.ochre,
    width: 1.6,
  })
  art += path('M214 112l6 8-6 8-6-8zM214 444l6 8-6 8-6-8z', house.ochre)
  return sheet(400, 600, art + device(214, 512, 46, house.binding))
}

function avatar(): string {
  // A reader behind an open book, on a disc of its own, so that it suits any page.
  const art =
    circle(64, 64, 64, house.cloth) +
    circle(64, 46, 21, house.page) +
    path(
      'M64 23C48 23 40 33 41 46C45 42 48 38 49 34C56 39 72 40 80 36C82 40 84 43 87 46C88 33 80 23 64 23Z',
      house.ink,
    ) +
    path('M20 111.5C22 84 40 74 64 74S106 84 108 111.5A64 64 0 0 1 20 111.500Z', house.binding) +
    path(
      'M64 84C54 77 40 76 27 78V112C40 110 54 112 64 118C74 112 88 110 101 112V78C88 76 74 77 64 84Z',
      house.paper,
    ) +
    path(
      'M64 84V118M36 86c8-.6 14 .4 20 3M36 94c8-.6 14 .4 20 3M92 86c-8-.6-14 .4-20 3M92 94c-8-.6-14 .4-20 3',
      {
        colour: house.middling,
        width: 2,
        cap: 'round',
      },
    )
  return sheet(128, 128, art, true)
}

/**
 * The sign of the house on its own ground. `bleed` fills the square, for systems that mask it; how much they
 * cut away differs, so that `wide`, of 64, has to be 51 or less across for the sign to be left whole.
 */
function icon(size: number, bleed: boolean, wide = bleed ? 44 : 52): string {
  const ground = rect(0, 0, 64, 64, house.binding, bleed ? 0 : 14)
  const mark = device(32, 32, wide, house.paper)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 64 64">${ground}${mark}</svg>\n`
}

const spines = [
  house.clay,
  house.ochre,
  house.sage,
  house.page,
  house.binding,
  '#3E5B6B',
  '#D9A08A',
  '#6B7A4A',
]

/** A lying book: its spine to the reader, 0 0 its lower left corner. */
function lying(wide: number, thick: number, colour: string, mark: string): string {
  return (
    rect(0, -thick, wide, thick, colour, 5) +
    rect(22, -thick, 5, thick, mark) +
    rect(wide - 27, -thick, 5, thick, mark) +
    rect(wide / 2 - wide * 0.16, -thick / 2 - 2.5, wide * 0.32, 5, mark, 2.5)
  )
}

/** Books side by side on a board at y, from x to end; gaps for a plant or a cat are left out. */
function standing(seed: string, x: number, end: number, y: number, tallest: number): string {
  const random = seededRandom(seed)
  let art = ''
  let at = x
  let last = ''
  while (at < end - 16) {
    const wide = Math.min(random.whole(18, 38), end - at)
    const tall = Math.round(tallest * random.between(0.7, 1))
    const colour = random.pick(spines.filter((spine) => spine !== last))
    const mark = random.pick(spines.filter((spine) => spine !== colour))
    last = colour
    art += rect(at, y - tall, wide - 1.5, tall, colour, 2)
    const kind = random.pick(['bands', 'label', 'line', 'dot', 'plain'])
    const inner = wide - 1.5
    if (kind === 'bands') {
      art += rect(at, y - tall + 14, inner, 5, mark) + rect(at, y - 24, inner, 5, mark)
      art += rect(at, y - tall + 23, inner, 2, mark)
    } else if (kind === 'label') art += rect(at + 4, y - tall + 18, inner - 8, tall * 0.34, mark, 1)
    else if (kind === 'line')
      art += rect(at + inner / 2 - 1.5, y - tall + 16, 3, tall * 0.52, mark, 1.5)
    else if (kind === 'dot') art += circle(at + inner / 2, y - tall * 0.72, inner * 0.24, mark)
    at += wide
  }
  return art
}

/** An evening: an arched window, a lamp, a stack of books and a cup. */
function sideLogin(): string {
  const random = seededRandom('side-login')
  const [wall, glow] = [house.wine, house.binding]
  let art = rect(0, 0, 480, 960, wall)
  // Wallpaper of small sprigs
  let sprigs = ''
  for (let row = 0; row < 16; row += 1) {
    for (let column = 0; column < 7; column += 1) {
      const x = column * 80 + (row % 2 ? 40 : 0)
      const y = row * 54 + 20
      sprigs += `M${x} ${y + 12}v-16m0 8q-9-1-10-9 9 0 10 9m0-3q9-1 10-9-9 0-10 9`
    }
  }
  art += path(sprigs, { colour: glow, width: 2, cap: 'round' })
  // The window
  art += path('M92 560V230A120 120 0 0 1 332 230V560Z', house.page)
  art += path('M106 546V230A106 106 0 0 1 318 230V546Z', '#14213D')
  for (let star = 0; star < 34; star += 1) {
    const [x, y] = [random.between(118, 306), random.between(150, 440)]
    if (Math.hypot(x - 212, y - 230) > 98 && y < 230) continue
    art += circle(x, y, random.between(0.8, 2.2), '#F4EAD5')
  }
  art += path('M268 214A42 42 0 1 0 290 288A34 34 0 1 1 268 214Z', house.candle)
  art += path('M106 546V470Q150 430 196 462T318 440V546Z', '#22345A')
  art += path('M106 546V510Q170 480 224 506T318 492V546Z', '#0E1830')
  art += path('M212 124V546M106 330H318', { colour: house.page, width: 9 })
  art += rect(78, 556, 268, 16, house.page, 3)
  // Light of the lamp
  art += `<path d="M352 520L196 842H480V560L438 520Z" fill="${house.candle}" opacity=".16"/>`
  // The table
  art += rect(0, 830, 480, 130, '#3B2519') + rect(0, 830, 480, 8, '#5A3A27')
  art += path('M0 872H480M0 914H480', { colour: '#2E1C12', width: 2 })
  // The lamp
  art += path('M396 830V540', { colour: house.ochre, width: 8 })
  art += path('M352 830C352 808 376 800 396 800S440 808 440 830Z', house.ochre)
  art += path('M364 420H428L462 524H330Z', house.cloth) + rect(330, 520, 132, 8, house.bottle, 4)
  art += circle(396, 412, 9, house.ochre)
  art += path('M356 528v34m0 6v.1', { colour: house.ochre, width: 3, cap: 'round' })
  // The stack
  const stack: [number, number, number, string, string][] = [
    [56, 270, 46, house.cloth, house.ochre],
    [74, 236, 38, house.clay, house.page],
    [48, 258, 52, house.page, house.binding],
    [88, 214, 34, '#3E5B6B', house.candle],
    [70, 240, 44, house.ochre, house.wine],
  ]
  let top = 830
  for (const [x, wide, thick, colour, mark] of stack) {
    art += group(lying(wide, thick, colour, mark), `translate(${x} ${top})`)
    top -= thick
  }
  // An open book on top, its hook the house's own
  art += path(
    `M190 ${top - 4}C160 ${top - 26} 116 ${top - 30} 78 ${top - 22}L70 ${top}H310L302 ${top - 22}C264 ${top - 30} 220 ${top - 26} 190 ${top - 4}Z`,
    house.paper,
  )
  art += path(
    `M190 ${top - 4}C160 ${top - 26} 116 ${top - 30} 78 ${top - 22}M190 ${top - 4}C220 ${top - 26} 264 ${top - 30} 302 ${top - 22}`,
    { colour: house.middling, width: 2 },
  )
  art += path(`M222 ${top - 14}V${top + 30}l-8-8-8 8V${top - 8}Z`, '#D32F2F')
  art += group(
    path('M-30-34H26V-12C26 4 14 12-2 12S-30 4-30-12Z', house.page) +
      path('M26-26h5a9 9 0 0 1 0 18h-7', { colour: house.page, width: 5 }) +
      path('M-14-46c-7-9 7-13 0-24M0-46c-7-9 7-13 0-24M14-46c-7-9 7-13 0-24', {
        colour: '#B98A80',
        width: 2.6,
        cap: 'round',
      }),
    'translate(356 858)scale(.9)',
  )
  return sheet(480, 960, art)
}

/** A wall of shelves with a ladder and a cat. */
function sideRegister(): string {
  let art = rect(0, 0, 480, 960, house.bottle)
  const boards = [170, 350, 530, 710, 890]
  for (const [index, y] of boards.entries()) {
    art += rect(0, y - 166, 480, 166, index % 2 ? '#263D37' : '#243A34')
    const seed = `side-register-${String(index)}`
    if (index === 1) {
      art += standing(`${seed}a`, 18, 250, y, 138) + standing(`${seed}b`, 412, 470, y, 138)
      // The cat looks down from its shelf
      art += group(
        path(
          'M-16-46L-6-35H8L18-46L19-22C19-13 13-8 9-6C25 2 27 22 25 42H-21C-25 20-19 0-9-6C-15-10-18-15-17-22Z',
          house.page,
        ) +
          path('M22 39C42 41 46 58 36 74', { colour: house.page, width: 6, cap: 'round' }) +
          circle(-6, -24, 2.8, house.bottle) +
          circle(8, -24, 2.8, house.bottle),
        `translate(352 ${y - 60})scale(1.42)`,
      )
    } else if (index === 2) {
      art += standing(`${seed}b`, 110, 470, y, 140)
      // A plant in a pot
      art += path(`M30 ${y - 50}H88L80 ${y}H38Z`, house.clay)
      for (const turn of [-52, -26, 0, 26, 52]) {
        art += group(
          path('M0 0C14-22 12-60 0-84C-12-60-14-22 0 0Z', turn % 52 === 0 ? house.sage : '#5F8C7C'),
          `translate(59 ${y - 48})rotate(${turn})`,
        )
      }
    } else if (index === 3) {
      // As far as the ladder: behind its rail a book would show as a sliver.
      art += standing(`${seed}a`, 18, 268, y, 140)
      let top = y
      for (const [wide, thick, colour, mark] of [
        [146, 30, house.ochre, house.wine],
        [122, 24, house.page, house.clay],
        [132, 28, '#3E5B6B', house.candle],
      ] as const) {
        art += group(
          lying(wide, thick, colour, mark),
          `translate(${316 + (146 - wide) / 2} ${top})`,
        )
        top -= thick
      }
      art += circle(389, top - 30, 30, house.sage)
      art += path(
        `M359 ${top - 30}H419M389 ${top - 60}C372 ${top - 44} 372 ${top - 16} 389 ${top}C406 ${top - 16} 406 ${top - 44} 389 ${top - 60}`,
        { colour: house.bottle, width: 2 },
      )
    } else {
      art += standing(`${seed}a`, 14, 470, y, index === 0 ? 132 : 140)
    }
    art += rect(0, y, 480, 14, '#6B4A30') + rect(0, y + 14, 480, 6, '#14221E')
  }
  // The ladder leans across the shelves; its edge tells it from books of its own colour
  const rails = 'M150 948L236 60M248 948L310 60'
  art += path(rails, { colour: house.bottle, width: 15, cap: 'round' })
  art += path(rails, { colour: house.ochre, width: 10, cap: 'round' })
  let rungs = ''
  for (let rung = 0; rung < 12; rung += 1) {
    const share = (rung + 0.6) / 12.2
    const y = 948 - share * 888
    rungs += `M${list(150 + share * 86, y)}L${list(248 + share * 62, y)}`
  }
  art += path(rungs, { colour: house.ochre, width: 7, cap: 'round' })
  art +=
    rect(0, 36, 480, 8, house.ochre) +
    circle(236, 52, 10, '#8E6A26') +
    circle(310, 52, 10, '#8E6A26')
  return sheet(480, 960, art)
}

function emptyShelf(): string {
  const line = { colour: house.middling, width: 3, cap: 'round' } as const
  const art =
    path(
      'M20 132H300M20 142H300M20 132V142M300 132V142M60 142V160L76 142M260 142V160L244 142',
      line,
    ) +
    // One book left, leaning, and the dust line of those that are to come
    path('M84 132L66 52L88 47L106 132M70.5 71L92.5 66M101 110L80 115', line) +
    path(
      'M128 132V60M150 132V48M150 48H172M172 48V132M128 60H150M194 132V66H172M216 132V56H194V66M238 132V70H216',
      {
        ...line,
        width: 2,
      },
    ).replace('/>', ' stroke-dasharray="2 7"/>') +
    path(
      'M262 132C262 124 256 118 248 118M270 132C270 116 284 108 284 94M270 114C262 112 258 106 258 98C266 99 270 105 270 114ZM277 108C286 106 290 99 289 90C280 92 276 99 277 108Z',
      { ...line, width: 2.2 },
    )
  return sheet(320, 180, art, true)
}

/** An open book whose page ends where it is torn, and the dust line of what is missing. */
function tornPage(): string {
  const line = { colour: house.middling, width: 3, cap: 'round' } as const
  const thin = { ...line, width: 2 }
  const art =
    path('M124 30C104 14 62 10 20 16V108C62 102 104 106 124 122', line) +
    path(
      'M124 122V30C144 14 186 10 228 16V56L214 67L202 58L187 75L173 66L158 86L144 78L128 96',
      line,
    ) +
    path('M228 70V108C186 102 144 106 124 122', thin).replace('/>', ' stroke-dasharray="2 7"/>') +
    path('M42 36C64 34 88 37 104 44M42 54C64 52 88 55 104 62M42 72C56 71 70 72 82 74', thin) +
    path('M144 44C160 37 184 34 206 36M144 62C154 57 166 54 176 53', thin)
  return sheet(248, 132, art, true)
}

async function openGraph() {
  const fan = [3, 7, 0, 4, 1].map((index) => showcase[index]).filter((shown) => shown !== undefined)
  const words = (request: Partial<TypeRequest> & Pick<TypeRequest, 'text' | 'box' | 'largest'>) =>
    setType({
      role: 'title',
      face: 'display',
      align: 'left',
      stand: 'top',
      smallest: 18,
      ink: house.ink,
      grounds: [house.paper],
      ...request,
    })
  const name = words({
    text: 'Catchword',
    box: { x: 72, y: 226, width: 480, height: 130 },
    largest: 104,
    ink: house.binding,
    tracking: -0.012,
  })
  const line = words({
    text: 'Find the book you will read next.',
    box: { x: 76, y: 376, width: 470, height: 60 },
    largest: 31,
    face: 'book',
  })
  const ground = sheet(
    1200,
    630,
    rect(0, 0, 1200, 630, house.paper) +
      rect(632, 0, 568, 630, house.cloth) +
      rect(72, 352, 60, 3, house.ochre) +
      device(98, 160, 72, house.binding) +
      drawType([name, line], 'og-'),
    true,
  )
  const layers: OverlayOptions[] = []
  for (const [index, shown] of fan.entries()) {
    const turn = (index - 2) * 9
    const angle = (turn * Math.PI) / 180
    const cover = await raster(coverOf(shown), 232, 348)
    const edged = await cover.ensureAlpha().png().toBuffer()
    const turned = await sharp(edged).rotate(turn, { background: '#00000000' }).png().toBuffer()
    const { width, height } = await sharp(turned).metadata()
    const shade = await sharp({
      create: { width: 232, height: 348, channels: 4, background: '#00000070' },
    })
      .extend({ top: 24, bottom: 24, left: 24, right: 24, background: '#00000000' })
      .blur(9)
      .rotate(turn, { background: '#00000000' })
      .png()
      .toBuffer()
    const shadeSize = await sharp(shade).metadata()
    const x = 916 + Math.sin(angle) * 470
    const y = 790 - Math.cos(angle) * 470
    layers.push({
      input: shade,
      left: Math.round(x - shadeSize.width / 2),
      top: Math.round(y - shadeSize.height / 2 + 8),
    })
    layers.push({ input: turned, left: Math.round(x - width / 2), top: Math.round(y - height / 2) })
  }
  await sharp(bytes(ground))
    .composite(layers)
    .png({ compressionLevel: 9, palette: true, quality: 92 })
    .toFile(join(out, 'og.png'))
}

await makeShowcase()
const blank = await raster(blankCover(), 400, 600)
await blank.jpeg({ quality: 84, mozjpeg: true }).toFile(join(out, 'default-image.jpg'))
const drawings = {
  'default-avatar.svg': avatar(),
  'side-login.svg': sideLogin(),
  'side-register.svg': sideRegister(),
  'empty-shelf.svg': emptyShelf(),
  'torn-page.svg': tornPage(),
}
for (const [name, svg] of Object.entries(drawings)) await writeFile(join(out, name), svg)
const icons = { 'icon-192.png': 192, 'icon-512.png': 512, 'apple-touch-icon.png': 180 }
for (const [name, size] of Object.entries(icons)) {
  await sharp(bytes(icon(size, true)))
    .png({ compressionLevel: 9 })
    .toFile(join(out, name))
}
// It stands in every page's text, as few bytes as will do: a drawing of lines would cost the browser more.
await sharp(bytes(icon(48, false)))
  .png({ compressionLevel: 9, effort: 10, palette: true, colours: 8, dither: 0 })
  .toFile(join(out, 'favicon.png'))
await sharp(bytes(icon(512, true, 34)))
  .png({ compressionLevel: 9 })
  .toFile(join(out, 'icon-maskable-512.png'))
await openGraph()
console.log(`The artwork is in ${out}.`)
