/** Red, green and blue of `#rrggbb`, 0 to 255. */
const channels = (hex: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

/** The relative luminance of `#rrggbb`, 0 to 1 (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two `#rrggbb` colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [first, second] = [luminance(one), luminance(other)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

/** The blend of two `#rrggbb` colours with a share (0 to 1) of the second. */
export function mix(one: string, other: string, share: number): string {
  const to = channels(other)
  const blend = channels(one).map((from, at) => Math.round(from + ((to[at] ?? 0) - from) * share))
  return `#${blend.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** What type needs (WCAG 2.2 AA), and a hair more, because the edges of letters are blended. */
const TEXT_CONTRAST = 4.6

/** The first ink of those liked that is readable on a colour, else the best of the neutral ones. */
export function readableInk(on: string, liked: readonly string[]): string {
  const inks = [...liked, '#17120f', '#fffaf0', '#000000', '#ffffff']
  const best = inks.toSorted((one, other) => contrast(other, on) - contrast(one, on))
  return inks.find((ink) => contrast(ink, on) >= TEXT_CONTRAST) ?? best[0] ?? '#000000'
}
