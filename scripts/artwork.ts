/**
 * Renders the pictures of the site that come from the covers or the sign of the house into public/, where
 * they are committed: the showcase, the picture of shared links, the default cover and the icons.
 *
 *     npm run artwork [-- --out folder]
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import type { OverlayOptions } from 'sharp'
import { device } from '../server/covers/layouts/sheet.ts'
import { renderType } from '../server/covers/renderType.ts'
import { setType } from '../server/covers/setType.ts'
import type { TypeRequest } from '../server/covers/setType.ts'
import { group, path, rect } from '../server/covers/svg.ts'
import { showcaseCovers } from './showcaseCovers.ts'

const { values } = parseArgs({ options: { out: { type: 'string' } } })
const out = values.out ?? join(import.meta.dirname, '../public')

const house = {
  paper: '#FAF6EF',
  page: '#EFE6D6',
  ink: '#211C18',
  binding: '#7A2E2A',
  wine: '#5B1F1D',
  cloth: '#2F4A43',
  ochre: '#C99A3F',
} as const

/** An SVG document of a size in pixels; `units` is the width of its view box. */
function document(width: number, height: number, content: string, units = width): string {
  const high = (height * units) / width
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${units} ${high}">${content}</svg>`
}

/** Rasterises at twice the size and scales down, which keeps thin lines even. */
async function raster(svg: string, width: number, height: number) {
  const fine = await sharp(Buffer.from(svg), { density: 144 }).png().toBuffer()
  return sharp(fine).resize(width, height, { kernel: 'lanczos3' })
}

async function showcase(covers: readonly { number: number; svg: string }[]) {
  await mkdir(join(out, 'showcase'), { recursive: true })
  for (const { number, svg } of covers) {
    const name = join(out, 'showcase', String(number))
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
  return document(400, 600, art + device(214, 512, 46, house.binding))
}

/**
 * The sign of the house on its own ground. `bleed` fills the square, for systems that mask it; how much they
 * cut away differs, so that `wide`, of 64, has to be 51 or less across for the sign to be left whole.
 */
function icon(size: number, bleed: boolean, wide = bleed ? 44 : 52): string {
  const ground = rect(0, 0, 64, 64, house.binding, bleed ? 0 : 14)
  const mark = device(32, 32, wide, house.paper)
  return document(size, size, ground + mark, 64)
}

/** The picture of a shared link: the name, and five covers of the showcase in a fan. */
async function openGraph(fan: readonly string[]) {
  const words = (request: Partial<TypeRequest> & Pick<TypeRequest, 'text' | 'box' | 'largest'>) =>
    setType({
      role: 'title',
      face: 'display',
      align: 'left',
      stand: 'top',
      smallest: 18,
      ink: house.ink,
      on: house.paper,
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
  const ground = document(
    1200,
    630,
    rect(0, 0, 1200, 630, house.paper) +
      rect(632, 0, 568, 630, house.cloth) +
      rect(72, 352, 60, 3, house.ochre) +
      device(98, 160, 72, house.binding) +
      renderType([name, line]),
  )
  const layers: OverlayOptions[] = []
  for (const [index, svg] of fan.entries()) {
    const turn = (index - 2) * 9
    const angle = (turn * Math.PI) / 180
    const cover = await raster(svg, 232, 348)
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
  await sharp(Buffer.from(ground))
    .composite(layers)
    .png({ compressionLevel: 9, palette: true, quality: 92 })
    .toFile(join(out, 'og.png'))
}

async function icons() {
  const sizes = { 'icon-192.png': 192, 'icon-512.png': 512, 'apple-touch-icon.png': 180 }
  for (const [name, size] of Object.entries(sizes)) {
    await sharp(Buffer.from(icon(size, true)))
      .png({ compressionLevel: 9 })
      .toFile(join(out, name))
  }
  // As few bytes as will do: every page has it.
  await sharp(Buffer.from(icon(48, false)))
    .png({ compressionLevel: 9, effort: 10, palette: true, colours: 8, dither: 0 })
    .toFile(join(out, 'favicon.png'))
  await sharp(Buffer.from(icon(512, true, 34)))
    .png({ compressionLevel: 9 })
    .toFile(join(out, 'icon-maskable-512.png'))
}

const covers = await showcaseCovers()
const FAN = [9, 4, 1, 7, 8]
await showcase(covers)
await openGraph(FAN.flatMap((number) => covers.find((one) => one.number === number)?.svg ?? []))
const blank = await raster(blankCover(), 400, 600)
await blank.jpeg({ quality: 84, mozjpeg: true }).toFile(join(out, 'default-image.jpg'))
await icons()
console.log(`The artwork is in ${out}.`)
