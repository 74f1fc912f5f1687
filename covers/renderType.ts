import { escapeXml } from './escapeXml.ts'
import { outline } from './fonts.ts'
import { lettersOf, type TypeStyle } from './measure.ts'
import type { TypeBlock } from './setType.ts'
import { group, numberList, short } from './svg.ts'
import { isRightToLeft } from './words.ts'

type Line = TypeBlock['lines'][number]

const fallbackFamilies =
  "Georgia,'Noto Serif','Times New Roman','Noto Serif CJK SC','Songti SC',serif"

/** A line for the reader's own fonts. */
function textElement({ text, baseline, size, box }: Line): string {
  const [x, y, high, wide] = [box.x + box.width / 2, baseline, size, box.width].map(short)
  // The width is an estimate; where the edge is near, the browser is held to it.
  const fitted = box.width > 200 ? ` textLength="${wide}" lengthAdjust="spacingAndGlyphs"` : ''
  const direction = isRightToLeft(text) ? ' direction="rtl"' : ''
  return `<text x="${x}" y="${y}" font-size="${high}" text-anchor="middle"${direction}${fitted}>${escapeXml(text)}</text>`
}

/** A line of outlines. Each letter is written once, under its number in `shapes`, and used from there. */
function outlinesOf(line: Line, style: TypeStyle, shapes: Map<string, number>): string {
  // Steps to the em: none is seen at twice the size of a cover.
  const resolution = line.size < 40 ? 200 : line.size < 100 ? 300 : 600
  const uses = lettersOf(line.text, style).map(({ letter, x }) => {
    const shape = outline(letter, resolution)
    if (shape === '') return ''
    const id = shapes.get(shape) ?? shapes.size
    shapes.set(shape, id)
    return `<use href="#l${id}" x="${Math.round(x * resolution)}"/>`
  })
  const scale = Math.round((line.size / resolution) * 1e5) / 1e5
  return group(uses.join(''), `translate(${numberList(line.x, line.baseline)})scale(${scale})`)
}

/** The SVG of set type. */
export function renderType(blocks: readonly TypeBlock[]): string {
  const shapes = new Map<string, number>()
  const groups = blocks.map((block) => {
    const { lines, ink, isOutlined } = block
    const font = isOutlined ? '' : ` font-family="${fallbackFamilies}" font-weight="600"`
    const content = lines.map((line) =>
      isOutlined ? outlinesOf(line, block, shapes) : textElement(line),
    )
    return `<g fill="${ink}"${font}>${content.join('')}</g>`
  })
  const paths = Array.from(shapes, ([shape, id]) => `<path id="l${id}" d="${shape}"/>`)
  return `<defs>${paths.join('')}</defs>${groups.join('')}`
}
