import { covers, kerningOf, outlineOf } from './fonts.ts'
import type { Face } from './fonts.ts'

/** A rectangle in cover units (400 by 600), y down. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

interface TypeLine {
  text: string
  /** Where the line starts (its left end, in either direction of writing) and stands. */
  x: number
  baseline: number
  size: number
  /** Extra space between letters, em. */
  tracking: number
  width: number
  /** The extent of the ink; for text without outlines an estimate on the safe side. */
  box: Box
}

/** A fitted piece of type: what is drawn and what the tests measure. */
export interface TypeBlock {
  role: 'title' | 'author'
  face: Face
  /** False when the fonts lack a character, and the reader's own fonts have to draw it. */
  outlined: boolean
  rightToLeft: boolean
  lines: readonly TypeLine[]
  /** The extent of all lines. */
  box: Box
  /** The smallest type size of its lines. */
  size: number
  truncated: boolean
  /** True when a word had to be broken. */
  broken: boolean
  ink: string
  /** The colours the block may stand on. */
  grounds: readonly string[]
}

export interface TypeRequest {
  role: TypeBlock['role']
  text: string
  face: Face
  /** The space the ink may fill. */
  box: Box
  align?: 'left' | 'middle' | 'right'
  stand?: 'top' | 'middle' | 'bottom'
  largest: number
  smallest: number
  capitals?: boolean
  /** Extra space between letters, em. */
  tracking?: number
  /** Distance of baselines in em; grows by itself where ink would touch. */
  leading?: number
  /** Every line as wide as the box, each at its own size. */
  stacked?: boolean
  mostLines?: number
  /** Whole words or nothing: a text that does not fit comes back as `broken` at once. */
  strict?: boolean
  ink: string
  grounds: readonly string[]
}

interface Token {
  text: string
  width: number
  /** Space before the token when it does not start a line, em. */
  gap: number
  /** What to add when the line ends here: a hyphen after a broken word. */
  hyphen: string
}

interface Setting {
  face: Face
  outlined: boolean
  tracking: number
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('th', { granularity: 'word' })
const legible = 18

/**
 * Takes any text; gives it in NFC with runs of space as one space and without control characters,
 * lone surrogates, noncharacters and direction marks, none of which XML or a cover can hold.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(
      /[\uFFFD\p{Noncharacter_Code_Point}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu,
      '',
    )
    .replace(/[\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim()
}

/** Takes a text; says whether its first strong letter is written from right to left. */
export function isRightToLeft(text: string): boolean {
  const letter = /\p{L}/u.exec(text)?.[0] ?? ''
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(
    letter,
  )
}

/** Takes one grapheme; gives a width in em that generic serif fonts stay under. */
function estimatedWidth(grapheme: string): number {
  if (/\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(grapheme)) return 1.4
  if (
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF00-\uFF60]/u.test(
      grapheme,
    )
  ) {
    return 1.05
  }
  if (/^\s/u.test(grapheme)) return 0.3
  if (/[.,:;'’!|il]/u.test(grapheme)) return 0.38
  if (/[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Lao}]/u.test(grapheme))
    return 0.62
  if (/[MWmw—ЖШЩЮМФ]|\p{Script=Devanagari}|\p{Script=Tamil}/u.test(grapheme)) return 1.02
  if (/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]/u.test(grapheme)) {
    return /\p{Lu}/u.test(grapheme) ? 0.8 : 0.62
  }
  // Unknown scripts, and stacks of combining marks, can be very wide.
  return 1.05
}

function measure(text: string, setting: Setting): number {
  if (!setting.outlined) {
    let width = 0
    for (const { segment } of graphemes.segment(text)) {
      width += estimatedWidth(segment) + setting.tracking
    }
    return width
  }
  let width = 0
  let previous: string | undefined
  for (const character of text) {
    if (previous !== undefined) {
      width += kerningOf(setting.face, previous, character) + setting.tracking
    }
    width += outlineOf(setting.face, character)?.advance ?? 0
    previous = character
  }
  return width
}

const noSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF01-\uFF60\p{Extended_Pictographic}]/u
const noSpacesWords = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const clings =
  /^[、。，．・：；？！）」』】〉》”’ー々…ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.!?:;)\]}]/u
const opens = /[（「『【〈《“‘([{]$/u

/** Splits a word where a line may end: after hyphens and dashes, between characters of Chinese. */
function pieces(word: string): string[] {
  if (noSpacesWords.test(word)) return Array.from(words.segment(word), ({ segment }) => segment)
  if (!noSpaces.test(word)) {
    // A short compound such as Catch-22 stays in one piece.
    if (word.length < 12) return [word]
    return word.split(/(?<=[\p{L}\p{N}]{2}[-–—/])(?=[\p{L}\p{N}])/u)
  }
  const parts: string[] = []
  for (const { segment } of graphemes.segment(word)) {
    const last = parts.at(-1)
    const joins =
      last !== undefined &&
      (clings.test(segment) ||
        opens.test(last) ||
        (!noSpaces.test(segment) && !noSpaces.test(last)))
    if (joins) parts[parts.length - 1] = last + segment
    else parts.push(segment)
  }
  return parts
}

function tokensOf(text: string, setting: Setting): Token[] {
  const space = measure(' ', setting) + 2 * setting.tracking
  return text.split(' ').flatMap((word) =>
    pieces(word).map((piece, index) => ({
      text: piece,
      width: measure(piece, setting),
      gap: index === 0 ? space : setting.tracking,
      hyphen: '',
    })),
  )
}

/** Breaks each token wider than `most` em into pieces that fit. */
function breakWide(tokens: readonly Token[], most: number, setting: Setting): Token[] {
  return tokens.flatMap((token) => {
    if (token.width <= most) return [token]
    const letters = Array.from(graphemes.segment(token.text), ({ segment }) => segment)
    const parts: Token[] = []
    let start = 0
    while (start < letters.length) {
      let end = start + 1
      const part = (until: number, hyphen: string) => letters.slice(start, until).join('') + hyphen
      while (end < letters.length) {
        if (measure(part(end + 1, '-'), setting) > most) break
        end += 1
      }
      // Two letters alone on the last line look like a mistake.
      if (letters.length - end === 1 && end - start > 3) end -= 2
      const inWord =
        end < letters.length &&
        setting.outlined &&
        /\p{L}$/u.test(letters[end - 1] ?? '') &&
        /^\p{L}/u.test(letters[end] ?? '')
      const hyphen = inWord && covers(setting.face, '-') ? '-' : ''
      const text = part(end, '')
      parts.push({
        text,
        width: measure(text + hyphen, setting),
        gap: start === 0 ? token.gap : setting.tracking,
        hyphen,
      })
      start = end
    }
    return parts
  })
}

/** The number of lines when each is at most `width` em wide. */
function countLines(tokens: readonly Token[], width: number): number {
  let lines = 1
  let used = 0
  for (const token of tokens) {
    const wider = used === 0 ? token.width : used + token.gap + token.width
    if (used > 0 && wider > width) {
      lines += 1
      used = token.width
    } else {
      used = wider
    }
  }
  return lines
}

/** The least width, em, at which the tokens fit on `lines` lines. */
function leastWidth(tokens: readonly Token[], lines: number): number {
  let low = Math.max(...tokens.map(({ width }) => width))
  let high = tokens.reduce((sum, { width, gap }) => sum + width + gap, 0)
  for (let step = 0; step < 18 && high - low > 0.01; step += 1) {
    const middle = (low + high) / 2
    if (countLines(tokens, middle) <= lines) high = middle
    else low = middle
  }
  return high + 0.0001
}

const weakEnd =
  /^(a|an|the|of|and|or|to|in|on|at|by|for|from|with|de|la|le|les|du|der|die|das|&)$/iu

/** Breaks into exactly `lines` lines of at most `width` em, as even and as sensible as can be. */
function breakLines(tokens: readonly Token[], lines: number, width: number): Token[][] {
  const greedy = () => {
    const result: Token[][] = []
    let used = 0
    for (const token of tokens) {
      const line = result.at(-1)
      if (line && used + token.gap + token.width <= width) {
        line.push(token)
        used += token.gap + token.width
      } else {
        result.push([token])
        used = token.width
      }
    }
    return result
  }
  if (tokens.length > 60) return greedy()
  interface Best {
    cost: number
    from: number
  }
  const total = tokens.reduce((sum, token) => sum + token.width + token.gap, 0)
  const even = total / lines
  const best: Best[][] = [[{ cost: 0, from: 0 }]]
  for (let line = 1; line <= lines; line += 1) {
    const row: Best[] = []
    for (let end = line; end <= tokens.length; end += 1) {
      let used = 0
      let cell: Best = { cost: Infinity, from: -1 }
      for (let from = end - 1; from >= line - 1; from -= 1) {
        const token = tokens[from]
        if (token === undefined) break
        used += token.width + (from === end - 1 ? 0 : (tokens[from + 1]?.gap ?? 0))
        if (used > width) break
        const before = best[line - 1]?.[from]?.cost ?? Infinity
        const weak = end < tokens.length && weakEnd.test(tokens[end - 1]?.text ?? '')
        const slack = (used - even) / even
        const cost = before + slack * slack + (weak ? 0.12 : 0)
        if (cost < cell.cost) cell = { cost, from }
      }
      row[end] = cell
    }
    best.push(row)
  }
  const result: Token[][] = []
  let end = tokens.length
  for (let line = lines; line >= 1; line -= 1) {
    const cell = best[line]?.[end]
    if (cell === undefined || cell.from < 0) return greedy()
    result.unshift(tokens.slice(cell.from, end))
    end = cell.from
  }
  return result
}

function lineText(line: readonly Token[], setting: Setting): string {
  return line
    .map((token, index) => {
      const spaced = index > 0 && token.gap > setting.tracking + 0.001
      return (spaced ? ' ' : '') + token.text + (index === line.length - 1 ? token.hyphen : '')
    })
    .join('')
}

/** Ink above and below the baseline, and beyond the advance at either side, em. */
interface Ink {
  above: number
  below: number
  before: number
  after: number
}

function inkOf(text: string, setting: Setting): Ink {
  if (!setting.outlined) return { above: 0.92, below: 0.3, before: 0, after: 0 }
  const ink = { above: 0, below: 0, before: 0, after: 0 }
  const characters = Array.from(text)
  for (const [index, character] of characters.entries()) {
    const outline = outlineOf(setting.face, character)
    if (!outline) continue
    ink.above = Math.max(ink.above, -outline.top)
    ink.below = Math.max(ink.below, outline.bottom)
    if (index === 0) ink.before = -outline.left
    if (index === characters.length - 1) ink.after = outline.right - outline.advance
  }
  return ink
}

interface Shape {
  texts: string[]
  widths: number[]
  inks: Ink[]
  sizes: number[]
  /** Baselines below the top of the ink, units. */
  baselines: number[]
  height: number
}

function shape(texts: string[], sizes: number[], leading: number, setting: Setting): Shape {
  const inks = texts.map((text) => inkOf(text, setting))
  const widths = texts.map((text, index) => {
    const ink = inks[index]
    return (measure(text, setting) + (ink?.before ?? 0) + (ink?.after ?? 0)) * (sizes[index] ?? 0)
  })
  const uniform = new Set(sizes).size === 1
  const air = 0.05
  let widest = leading
  if (uniform) {
    for (let index = 1; index < inks.length; index += 1) {
      const need = (inks[index - 1]?.below ?? 0) + (inks[index]?.above ?? 0) + air
      widest = Math.max(widest, need)
    }
  }
  let baseline = (inks[0]?.above ?? 0) * (sizes[0] ?? 0)
  const baselines = [baseline]
  for (let index = 1; index < texts.length; index += 1) {
    const size = sizes[index] ?? 0
    baseline += uniform
      ? widest * size
      : (inks[index - 1]?.below ?? 0) * (sizes[index - 1] ?? 0) +
        (inks[index]?.above ?? 0) * size +
        Math.max(7, leading * 0.1 * size)
    baselines.push(baseline)
  }
  const last = texts.length - 1
  const height = baseline + (inks[last]?.below ?? 0) * (sizes[last] ?? 0)
  return { texts, widths, inks, sizes, baselines, height }
}

interface Fit {
  shape: Shape
  size: number
}

/** The largest even setting of the tokens, or undefined when none reaches `smallest`. */
function fitEven(
  tokens: readonly Token[],
  request: TypeRequest,
  setting: Setting,
  smallest: number,
): Fit | undefined {
  const leading = request.leading ?? (setting.outlined ? 1.06 : 1.26)
  const { box } = request
  const most = Math.min(tokens.length, request.mostLines ?? 40)
  let found: { size: number; lines: number } | undefined
  for (let lines = 1; lines <= most; lines += 1) {
    // The 0.04 em keeps room for the overhang of the first and last letters.
    const bySide = box.width / (leastWidth(tokens, lines) + 0.04)
    const byHeight = box.height / (leading * (lines - 1) + (setting.outlined ? 0.74 : 1.22))
    const size = Math.min(request.largest, bySide, byHeight)
    // A further line has to earn its place, a fourth one more so.
    const gain = lines > 3 ? 1.18 : 1.05
    if (found === undefined || found.size < smallest || size > found.size * gain) {
      found = { size, lines }
    }
    if (byHeight < smallest) break
  }
  if (found === undefined) return undefined
  let size = found.size
  for (let attempt = 0; attempt < 24 && size >= smallest - 0.001; attempt += 1) {
    const limit = box.width / size - 0.02
    const lines = Math.max(found.lines, countLines(tokens, limit))
    const broken = breakLines(tokens, lines, limit)
    const texts = broken.map((line) => lineText(line, setting))
    const result = shape(texts, Array<number>(texts.length).fill(size), leading, setting)
    if (result.height <= box.height && Math.max(...result.widths) <= box.width) {
      return { shape: result, size }
    }
    size = attempt === 22 ? smallest : Math.max(smallest, size * 0.96)
  }
  return undefined
}

/** Every line set to the full width. Undefined when a line would get too small. */
function fitStacked(
  tokens: readonly Token[],
  request: TypeRequest,
  setting: Setting,
): Fit | undefined {
  const { box } = request
  let found: { fit: Fit; area: number } | undefined
  for (let lines = 1; lines <= Math.min(tokens.length, 7); lines += 1) {
    const broken = breakLines(tokens, lines, leastWidth(tokens, lines) * 1.25)
    if (broken.length !== lines) continue
    const texts = broken.map((line) => lineText(line, setting))
    const spans = texts.map((text) => {
      const ink = inkOf(text, setting)
      return measure(text, setting) + ink.before + ink.after
    })
    let sizes = spans.map((span) => Math.min(request.largest, (box.width - 0.5) / span))
    let result = shape(texts, sizes, request.leading ?? 1, setting)
    for (let step = 0; step < 12 && result.height > box.height; step += 1) {
      sizes = sizes.map((size) => size * Math.min(0.98, box.height / result.height))
      result = shape(texts, sizes, request.leading ?? 1, setting)
    }
    if (result.height > box.height) continue
    const size = Math.min(...sizes)
    if (size < request.smallest) continue
    const area = result.height * Math.max(...result.widths)
    if (found === undefined || area > found.area) found = { fit: { shape: result, size }, area }
  }
  return found?.fit
}

/** Sets as many words as fit at the smallest size, and an ellipsis. */
function fitCut(tokens: readonly Token[], request: TypeRequest, setting: Setting): Fit {
  const leading = request.leading ?? (setting.outlined ? 1.06 : 1.26)
  const size = request.smallest
  const limit = request.box.width / size - 0.1
  const lines = breakLines(tokens, 1, limit)
  const most = request.mostLines ?? 40
  let texts = lines.slice(0, most).map((line) => lineText(line, setting))
  const cutLast = () => {
    const letters = Array.from(graphemes.segment(texts.at(-1) ?? ''), ({ segment }) => segment)
    const mark = setting.outlined && !covers(setting.face, '…') ? '...' : '…'
    do letters.pop()
    while (letters.length > 0 && measure(letters.join('') + mark, setting) > limit)
    texts[texts.length - 1] = letters.join('').trimEnd() + mark
  }
  if (texts.length < lines.length) cutLast()
  let result = shape(texts, Array<number>(texts.length).fill(size), leading, setting)
  while (result.height > request.box.height && texts.length > 1) {
    texts = texts.slice(0, -1)
    cutLast()
    result = shape(texts, Array<number>(texts.length).fill(size), leading, setting)
  }
  return { shape: result, size }
}

/**
 * Takes a text, a face and a box (units); gives the text set as large as the box, `largest` and
 * sensible line breaks allow. Words are broken only when the text would otherwise fall under
 * `smallest`, and cut with an ellipsis only when broken words do not fit at `smallest` either.
 * A face that lacks a character gives way to Literata, then to the reader's own fonts.
 */
export function setType(request: TypeRequest): TypeBlock {
  const cased = request.capitals ? request.text.toLocaleUpperCase('en') : request.text
  let face = request.face
  if (!covers(face, cased)) face = 'book'
  const outlined = covers(face, cased)
  const text = outlined ? cased : request.text
  const setting = { face, outlined, tracking: outlined ? (request.tracking ?? 0) : 0 }
  const tokens = tokensOf(text, setting)
  const whole =
    request.stacked && outlined
      ? fitStacked(tokens, request, setting)
      : fitEven(tokens, request, setting, request.smallest)
  let fit = whole
  if (!fit && request.strict) {
    const stub = fitCut(tokens.slice(0, 2), request, setting)
    return place(stub, request, setting, { truncated: true, broken: true })
  }
  if (!fit) {
    const sizes = [34, 28, 23, legible, request.smallest]
    for (const size of sizes.filter((size) => size >= request.smallest)) {
      const parts = breakWide(tokens, request.box.width / size - 0.1, setting)
      fit = fitEven(parts, { ...request, largest: size }, setting, size)
      if (fit) break
    }
  }
  const truncated = !fit
  if (!fit) {
    const parts = breakWide(tokens, request.box.width / request.smallest - 0.1, setting)
    fit = fitCut(parts, request, setting)
  }
  return place(fit, request, setting, { truncated, broken: !whole })
}

function place(
  { shape, size }: Fit,
  request: TypeRequest,
  setting: Setting,
  notes: { truncated: boolean; broken: boolean },
): TypeBlock {
  const { box, stand = 'middle' } = request
  const rightToLeft = !setting.outlined && isRightToLeft(request.text)
  const align = request.align ?? 'middle'
  const side = rightToLeft && align === 'left' ? 'right' : align
  const spare = box.height - shape.height
  const top = box.y + (stand === 'top' ? 0 : stand === 'middle' ? spare / 2 : spare)
  const share = side === 'left' ? 0 : side === 'middle' ? 0.5 : 1
  const lines = shape.texts.map((text, index) => {
    const width = shape.widths[index] ?? 0
    const ink = shape.inks[index] ?? { above: 0, below: 0, before: 0, after: 0 }
    const lineSize = shape.sizes[index] ?? size
    const left = box.x + (box.width - width) * share
    const baseline = top + (shape.baselines[index] ?? 0)
    return {
      text,
      x: left + ink.before * lineSize,
      baseline,
      size: lineSize,
      tracking: setting.tracking,
      width,
      box: {
        x: left,
        y: baseline - ink.above * lineSize,
        width,
        height: (ink.above + ink.below) * lineSize,
      },
    }
  })
  const left = Math.min(...lines.map((line) => line.box.x))
  const right = Math.max(...lines.map((line) => line.box.x + line.box.width))
  return {
    role: request.role,
    face: setting.face,
    outlined: setting.outlined,
    rightToLeft,
    lines,
    box: { x: left, y: top, width: right - left, height: shape.height },
    size,
    ...notes,
    ink: request.ink,
    grounds: request.grounds,
  }
}
