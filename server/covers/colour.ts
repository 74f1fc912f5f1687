type Channels = readonly [number, number, number]

function channels(hex: string): Channels {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

function linear(channel: number): number {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** The relative luminance of `#rrggbb`, 0 to 1 (WCAG 2.2). */
function luminance(hex: string): number {
  const [red, green, blue] = channels(hex)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** The contrast of two `#rrggbb` colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [first, second] = [luminance(one), luminance(other)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

/** The blend of two `#rrggbb` colours with a share (0 to 1) of the second. */
export function mix(one: string, other: string, share: number): string {
  const to = channels(other)
  return `#${channels(one)
    .map((channel, index) => Math.round(channel + ((to[index] ?? 0) - channel) * share))
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`
}

/** What type needs (WCAG 2.2 AA), and a hair more, because the edges of letters are blended. */
const TEXT_CONTRAST = 4.6

/** The first ink of those liked that is readable on a colour, else the best of the neutral ones. */
export function readableInk(on: string, liked: readonly string[]): string {
  const inks = [...liked, '#17120f', '#fffaf0', '#000000', '#ffffff']
  const best = inks.toSorted((one, other) => contrast(other, on) - contrast(one, on))
  return inks.find((ink) => contrast(ink, on) >= TEXT_CONTRAST) ?? best[0] ?? '#000000'
}
