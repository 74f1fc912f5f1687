import type { Face } from './faces.ts'
import { hasAll } from './fonts.ts'
import { breakPiece, pieceOf, piecesOf, waysToBreak, weakEnd, type Piece } from './lines.ts'
import { extentOf, type TypeStyle } from './measure.ts'
import { isRightToLeft } from './words.ts'

/** A rectangle in cover units (400 by 600), y down. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export type Align = 'left' | 'middle'

export interface TypeRequest {
  role: 'title' | 'author' | 'number'
  text: string
  face: Face
  /** The space the ink may fill. */
  box: Box
  align?: Align
  anchor?: 'top' | 'middle' | 'bottom'
  largest: number
  smallest: number
  isCapitals?: boolean
  /** Extra space between letters, em. */
  tracking?: number
  /** Distance of baselines in em; grows where ink would touch. */
  leading?: number
  /** Every line as wide as the box, each at its own size. */
  isStacked?: boolean
  mostLines?: number
  ink: string
  /** The colour it stands on. */
  on: string
}

interface TypeLine {
  text: string
  /** Where the first letter starts, units. */
  x: number
  baseline: number
  size: number
  /** The extent of the ink; for text without outlines an estimate on the safe side. */
  box: Box
}

/** A text set into a box: what is rendered, and what the tests measure. */
export interface TypeBlock extends TypeStyle, Pick<TypeRequest, 'role' | 'ink' | 'on'> {
  lines: readonly TypeLine[]
  box: Box
  /** The smallest type size of its lines. */
  size: number
  /** False where a word had to be broken, or the text cut. */
  isWhole: boolean
}

/** Lines in units of their own, and the scale at which they fill the box. */
interface Setting {
  lines: { text: string; extent: ReturnType<typeof extentOf>; size: number; baseline: number }[]
  height: number
  scale: number
  /** The smallest type size at that scale. */
  size: number
}

/** Sets lines as large as the box allows: all in one size, or each as wide as the others. */
function setLines(texts: readonly string[], request: TypeRequest, style: TypeStyle): Setting {
  const { box, largest, isStacked, leading = style.isOutlined ? 1.06 : 1.26 } = request
  let baseline = 0
  let height = 0
  const lines = texts.map((text, index) => {
    const extent = extentOf(text, style)
    const size = isStacked ? 1 / extent.width : 1
    const lowest = height + extent.above * size
    if (index === 0) baseline = lowest
    else if (isStacked) baseline = lowest + STACK_GAP
    else
      baseline = Math.max(
        baseline + leading,
        lowest + (extent.above > MARKED ? MARK_GAP : LINE_GAP),
      )
    height = baseline + extent.below * size
    return { text, extent, size, baseline }
  })
  const sizes = lines.map(({ size }) => size)
  const widest = Math.max(...lines.map(({ extent, size }) => extent.width * size))
  const scale = Math.min(largest / Math.max(...sizes), box.width / widest, box.height / height)
  return { lines, height, scale, size: Math.min(...sizes) * scale }
}

/** Between the ink of two lines: a share of the type size, and of the width of stacked lines. */
const LINE_GAP = 0.05
// Capitals with marks on them (`Ổ`) reach higher than other letters, and their marks are fine.
const MARKED = 0.9
const MARK_GAP = 0.12
const STACK_GAP = 0.027

/** The best setting in whole pieces, or undefined where none reaches the smallest size. */
function fit(pieces: readonly Piece[], request: TypeRequest, style: TypeStyle) {
  let best: Setting | undefined
  let bestValue = 0
  for (const texts of waysToBreak(pieces, request.mostLines ?? 20, style)) {
    const setting = setLines(texts, request, style)
    // Stacked lines fill the box; other lines are large, and a further one has to earn its place.
    const effort = texts.length > 3 ? 1.18 : 1.05
    const weak = texts.some((text) => weakEnd.test(text)) ? 0.3 : 1
    const value = request.isStacked ? setting.height * setting.scale ** 2 * weak : setting.size
    const isBetter = request.isStacked ? value > bestValue : value > bestValue * effort
    if (setting.size < request.smallest || !isBetter) continue
    best = setting
    bestValue = value
  }
  return best
}

/** The text with words broken, and cut with an ellipsis where even that does not fit. */
function force(pieces: readonly Piece[], whole: TypeRequest, style: TypeStyle): Setting {
  const request = { ...whole, isStacked: false }
  const most = request.box.width / request.smallest - 0.1
  const broken = pieces.flatMap((piece) => breakPiece(piece, most, style))
  const setting = fit(broken, request, style)
  if (setting) return setting
  for (let last = broken.pop(); last; last = broken.pop()) {
    const cut = pieceOf(`${last.text.replace(/-$/u, '')}…`, style, last.isSpaced)
    const setting = fit([...broken, cut], request, style)
    if (setting) return setting
  }
  return setLines(['…'], request, style)
}

function place(setting: Setting, request: TypeRequest, style: TypeStyle, isWhole: boolean) {
  const { box, align = 'middle', anchor = 'middle', role, ink, on } = request
  const { height, scale, size } = setting
  const isReversed = !style.isOutlined && isRightToLeft(request.text)
  const across = align === 'middle' ? 0.5 : isReversed ? 1 : 0
  const down = { top: 0, middle: 0.5, bottom: 1 }[anchor]
  const top = box.y + (box.height - height * scale) * down
  const lines = setting.lines.map(({ text, extent: { above, below, before, width }, ...line }) => {
    const size = line.size * scale
    const x = box.x + (box.width - width * size) * across
    const baseline = top + line.baseline * scale
    const y = baseline - above * size
    const inked = { x, y, width: width * size, height: (above + below) * size }
    return { text, x: x + before * size, baseline, size, box: inked }
  })
  const around = boxAround(lines.map((line) => line.box))
  return { ...style, role, ink, on, lines, box: around, size, isWhole }
}

/** The smallest box around boxes. */
export function boxAround(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}

/** Sets a text as large as the request allows; a face that lacks a character gives way to Literata. */
export function setType(given: TypeRequest): TypeBlock {
  const cased = given.isCapitals ? given.text.toLocaleUpperCase('en') : given.text
  const face = hasAll(given.face, cased) ? given.face : 'book'
  const isOutlined = hasAll(face, cased)
  const style = { face, isOutlined, tracking: isOutlined ? (given.tracking ?? 0) : 0 }
  // An estimated width is too rough for lines as wide as the box.
  const request = { ...given, isStacked: given.isStacked === true && isOutlined }
  const pieces = piecesOf(isOutlined ? cased : given.text, style)
  const whole = fit(pieces, request, style)
  return place(whole ?? force(pieces, request, style), request, style, whole !== undefined)
}
