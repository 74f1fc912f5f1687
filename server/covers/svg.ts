import { kerningOf, outlineOf } from './fonts.ts'
import type { TypeBlock } from './setType.ts'

/** Takes a number; gives it with at most one decimal, as short as SVG allows. */
export function short(value: number): string {
  const rounded = Math.round(value * 10) / 10
  return String(Object.is(rounded, -0) ? 0 : rounded).replace(/^(-?)0\./, '$1.')
}

/** Takes coordinates; gives them as one SVG list. */
export function list(...values: number[]): string {
  return values.map((value) => short(value)).join(' ')
}

/** Takes a text without control characters; gives it fit for XML text and attributes. */
export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

export interface Stroke {
  colour: string
  width: number
  cap?: 'round' | 'butt'
}

const strokeOf = ({ colour, width, cap }: Stroke) =>
  ` fill="none" stroke="${colour}" stroke-width="${short(width)}"` +
  (cap === 'round' ? ' stroke-linecap="round" stroke-linejoin="round"' : '')

const paint = (look: string | Stroke) =>
  typeof look === 'string' ? ` fill="${look}"` : strokeOf(look)

/** Takes a rectangle (units) and a fill or stroke; gives the element. */
export function rect(
  x: number,
  y: number,
  width: number,
  height: number,
  look: string | Stroke,
  radius = 0,
): string {
  const round = radius > 0 ? ` rx="${short(radius)}"` : ''
  return `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"${round}${paint(look)}/>`
}

/** Takes a circle (units) and a fill or stroke; gives the element. */
export function circle(x: number, y: number, radius: number, look: string | Stroke): string {
  return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}"${paint(look)}/>`
}

/** Takes path data and a fill or stroke; gives the element. */
export function path(data: string, look: string | Stroke): string {
  return `<path d="${data}"${paint(look)}/>`
}

/** Takes elements, a transform and optional further attributes; gives the group. */
export function group(content: string, transform: string, more = ''): string {
  return `<g transform="${transform}"${more}>${content}</g>`
}

/** Takes points; gives path data of a smooth open curve through their middles. */
export function smooth(points: readonly (readonly [number, number])[], closed = false): string {
  const [first] = points
  if (!first) return ''
  const all = closed ? [...points, first, points[1] ?? first] : points
  const start = closed ? middle(first, points[1] ?? first) : first
  let data = `M${list(...start)}`
  for (let index = 1; index < all.length - 1; index += 1) {
    const here = all[index] ?? first
    const end = middle(here, all[index + 1] ?? first)
    // The mirror image of one control point is the next: T says it in half the bytes.
    data += index === 1 ? `Q${list(...here, ...end)}T` : `${index === 2 ? '' : ' '}${list(...end)}`
  }
  if (data.endsWith('T')) data = data.slice(0, -1)
  const last = all.at(-1) ?? first
  return closed ? `${data}Z` : `${data}L${list(...last)}`
}

function middle(
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
): [number, number] {
  return [(x1 + x2) / 2, (y1 + y2) / 2]
}

const fallbackFamilies =
  "Georgia,'Noto Serif','Times New Roman','Noto Serif CJK SC','Songti SC',serif"

function textElements(block: TypeBlock): string {
  return block.lines
    .map((line) => {
      const { box } = line
      const middle = box.x + box.width / 2
      // The estimate is on the wide side; near the edge the renderer is held to it.
      const held =
        box.width > 200 ? ` textLength="${short(box.width)}" lengthAdjust="spacingAndGlyphs"` : ''
      const direction = block.rightToLeft ? ' direction="rtl"' : ''
      return `<text x="${short(middle)}" y="${short(line.baseline)}" font-size="${short(line.size)}" text-anchor="middle"${direction}${held}>${escapeXml(line.text)}</text>`
    })
    .join('')
}

/** How finely outlines are drawn: about a tenth of a unit, never finer than the font. */
function resolutionFor(size: number): number {
  return size < 26 ? 250 : size < 100 ? 500 : 1000
}

/**
 * Takes the fitted blocks and a prefix for ids; gives the drawn type. Letters that come more than
 * once in a face are kept in `defs` and used from there, which halves most covers.
 */
export function drawType(blocks: readonly TypeBlock[], prefix: string): string {
  const counts = new Map<string, number>()
  const resolutions = blocks.map((block) =>
    resolutionFor(Math.max(...block.lines.map(({ size }) => size))),
  )
  for (const [index, block] of blocks.entries()) {
    if (!block.outlined) continue
    for (const letter of block.lines.flatMap(({ text }) => Array.from(text))) {
      const key = `${block.face}${resolutions[index] ?? 0}${letter}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  const ids = new Map<string, string>()
  let defs = ''
  let body = ''
  for (const [index, block] of blocks.entries()) {
    if (!block.outlined) {
      body += `<g fill="${block.ink}" font-family="${fallbackFamilies}" font-weight="600">${textElements(block)}</g>`
      continue
    }
    const resolution = resolutions[index] ?? 500
    let drawn = ''
    for (const line of block.lines) {
      let pen = 0
      let previous: string | undefined
      let data = ''
      let uses = ''
      for (const letter of line.text) {
        const outline = outlineOf(block.face, letter)
        if (!outline) continue
        if (previous !== undefined) pen += kerningOf(block.face, previous, letter) + line.tracking
        const { x, y, rest } = outline.path(resolution)
        const at = Math.round(pen * resolution)
        const key = `${block.face}${resolution}${letter}`
        if (rest !== '') {
          if ((counts.get(key) ?? 0) > 1) {
            let id = ids.get(key)
            if (id === undefined) {
              id = `${prefix}${ids.size.toString(36)}`
              ids.set(key, id)
              defs += `<path id="${id}" d="M${x} ${y}${rest}"/>`
            }
            uses += `<use href="#${id}"${at === 0 ? '' : ` x="${at}"`}/>`
          } else {
            data += `M${x + at} ${y}${rest}`
          }
        }
        pen += outline.advance
        previous = letter
      }
      const scale = Math.round((line.size / resolution) * 1e5) / 1e5
      const content = (data === '' ? '' : `<path d="${data}"/>`) + uses
      drawn += group(content, `translate(${list(line.x, line.baseline)})scale(${scale})`)
    }
    body += `<g fill="${block.ink}">${drawn}</g>`
  }
  return (defs === '' ? '' : `<defs>${defs}</defs>`) + body
}
