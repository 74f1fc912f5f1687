/** A number with at most one decimal, as short as SVG allows. */
export function short(value: number): string {
  const rounded = Math.round(value * 10) / 10
  return String(Object.is(rounded, -0) ? 0 : rounded).replace(/^(-?)0\./, '$1.')
}

/** Coordinates as one SVG list. */
export function numberList(...values: number[]): string {
  return values.map((value) => short(value)).join(' ')
}

interface Stroke {
  colour: string
  width: number
  cap?: 'round'
}

/** The attributes of a fill (a colour) or a stroke. */
function paint(look: string | Stroke): string {
  if (typeof look === 'string') return ` fill="${look}"`
  const round = look.cap === 'round' ? ' stroke-linecap="round" stroke-linejoin="round"' : ''
  return ` fill="none" stroke="${look.colour}" stroke-width="${short(look.width)}"${round}`
}

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

export function circle(x: number, y: number, radius: number, look: string | Stroke): string {
  return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}"${paint(look)}/>`
}

export function path(data: string, look: string | Stroke): string {
  return `<path d="${data}"${paint(look)}/>`
}

/** Lines with round ends. */
export function strokes(data: string, colour: string, width: number): string {
  return path(data, { colour, width, cap: 'round' })
}

export function group(content: string, transform: string): string {
  return `<g transform="${transform}">${content}</g>`
}

/** A part of the cover, as wide as it is, that clips its content; inside, its corner is 0 0. */
export function pane(y: number, height: number, content: string): string {
  return `<svg y="${Math.round(y)}" width="400" height="${Math.round(height)}">${content}</svg>`
}
