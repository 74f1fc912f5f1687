/**
 * Renders the pictures of the site that come from the covers or the sign of the house into public/, where
 * they are committed: the showcase, the picture of shared links, the default cover and the icons.
 *
 *     npm run artwork
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { device } from '../covers/layouts/sheet.ts'
import { renderType } from '../covers/renderType.ts'
import { setType } from '../covers/setType.ts'
import { showcaseCovers } from './showcaseCovers.ts'

const PUBLIC = join(import.meta.dirname, '../public')
const PAPER = '#FAF6EF'
const PAGE = '#EFE6D6'
const INK = '#211C18'
const BINDING = '#7A2E2A'
const WINE = '#5B1F1D'
const CLOTH = '#2F4A43'
const OCHRE = '#C99A3F'
/** The covers of the showcase that a shared link shows, by their numbers. */
const FAN = [9, 4, 1, 7, 8]

/** An SVG document in pixels; `units` is the width of its view box. */
function document(width: number, height: number, content: string, units = width): string {
  const view = `0 0 ${units} ${(height * units) / width}`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${view}">${content}</svg>`
}

/** Rasterises at twice the size and scales down, which keeps thin lines even. */
async function raster(svg: string, width: number, height: number) {
  const fine = await sharp(Buffer.from(svg), { density: 144 }).png().toBuffer()
  return sharp(fine).resize(width, height, { kernel: 'lanczos3' })
}

/** A bound book without words; a page may set title and author over its calm middle. */
const blankCover = document(
  400,
  600,
  `<path d="M0 0H400V600H0Z" fill="${PAGE}"/>
  <path d="M0 0H26V600H0Z" fill="${BINDING}"/><path d="M26 0H28V600H26Z" fill="${WINE}"/>
  <g fill="none" stroke="${BINDING}">
    <path d="M48 24H380V576H48Z" stroke-width="2.2"/><path d="M54 30H374V570H54Z" stroke-width=".8"/>
    <g stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round">
      <path transform="translate(54 30)" d="M8 8C26 8 36 18 36 36C18 36 8 26 8 8ZM8 8L30 30"/>
      <path transform="translate(374 30)rotate(90)" d="M8 8C26 8 36 18 36 36C18 36 8 26 8 8ZM8 8L30 30"/>
    </g>
    <path d="M176 120H206M222 120H252M176 452H206M222 452H252" stroke="${OCHRE}" stroke-width="1.6"/>
  </g>
  <path d="M214 112l6 8-6 8-6-8zM214 444l6 8-6 8-6-8z" fill="${OCHRE}"/>
  ${device(214, 512, 46, BINDING)}`,
)

/**
 * The sign of the house on its own ground. `bleed` fills the square, for systems that mask it; how much they
 * cut away differs, so that `wide`, of 64, has to be 51 or less across for the sign to be left whole.
 */
function icon(size: number, bleed: boolean, wide = bleed ? 44 : 52) {
  const ground = `<rect width="64" height="64" rx="${bleed ? 0 : 14}" fill="${BINDING}"/>`
  return sharp(Buffer.from(document(size, size, ground + device(32, 32, wide, PAPER), 64)))
}

/** The picture of a shared link: the name, and covers of the showcase in a fan. */
async function openGraph(covers: readonly string[]): Promise<string> {
  const style = { role: 'title', align: 'left', anchor: 'top', smallest: 18, on: PAPER } as const
  const name = setType({
    ...style,
    text: 'Catchword',
    face: 'display',
    box: { x: 72, y: 226, width: 480, height: 130 },
    largest: 104,
    ink: BINDING,
    tracking: -0.012,
  })
  const line = setType({
    ...style,
    text: 'Find the book you will read next.',
    face: 'book',
    box: { x: 76, y: 376, width: 470, height: 60 },
    largest: 31,
    ink: INK,
  })
  const fan = covers.map(async (svg, at) => {
    const picture = await (await raster(svg, 464, 696)).png().toBuffer()
    const href = `data:image/png;base64,${picture.toString('base64')}`
    const place = `x="800" y="146" width="232" height="348" transform="rotate(${(at - 2) * 9} 916 790)"`
    return `<image ${place} href="${href}" filter="url(#shade)"/>`
  })
  return document(
    1200,
    630,
    `<filter id="shade"><feDropShadow dx="0" dy="8" stdDeviation="9" flood-opacity=".44"/></filter>
    <path d="M0 0H1200V630H0Z" fill="${PAPER}"/><path d="M632 0H1200V630H632Z" fill="${CLOTH}"/>
    <path d="M72 352H132V355H72Z" fill="${OCHRE}"/>
    ${device(98, 160, 72, BINDING)}${renderType([name, line])}${(await Promise.all(fan)).join('')}`,
  )
}

const covers = await showcaseCovers()
await mkdir(join(PUBLIC, 'showcase'), { recursive: true })
for (const { number, svg } of covers) {
  const name = join(PUBLIC, 'showcase', String(number))
  const large = await raster(svg, 400, 600)
  await large.avif({ quality: 66, effort: 5 }).toFile(`${name}.avif`)
  const small = await raster(svg, 224, 336)
  await small.avif({ quality: 60, effort: 5 }).toFile(`${name}-224.avif`)
}

const shared = FAN.flatMap((number) => covers.find((one) => one.number === number)?.svg ?? [])
await sharp(Buffer.from(await openGraph(shared)), { unlimited: true })
  .png({ compressionLevel: 9, palette: true, quality: 92 })
  .toFile(join(PUBLIC, 'og.png'))

const blank = await raster(blankCover, 400, 600)
await blank.jpeg({ quality: 84, mozjpeg: true }).toFile(join(PUBLIC, 'default-image.jpg'))

const sizes = { 'icon-192.png': 192, 'icon-512.png': 512, 'apple-touch-icon.png': 180 }
for (const [name, size] of Object.entries(sizes)) {
  await icon(size, true).png({ compressionLevel: 9 }).toFile(join(PUBLIC, name))
}
await icon(512, true, 34).png({ compressionLevel: 9 }).toFile(join(PUBLIC, 'icon-maskable-512.png'))
// As few bytes as will do: every page has it.
await icon(48, false)
  .png({ compressionLevel: 9, effort: 10, palette: true, colours: 8, dither: 0 })
  .toFile(join(PUBLIC, 'favicon.png'))
