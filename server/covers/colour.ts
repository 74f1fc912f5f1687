type Channels = readonly [number, number, number]

function channels(hex: string): Channels {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

function linear(channel: number): number {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** Takes `#rrggbb` and gives its relative luminance, 0 to 1 (WCAG 2.2). */
export function luminance(hex: string): number {
  const [red, green, blue] = channels(hex)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** Takes two `#rrggbb` colours and gives their contrast ratio, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const lights = [luminance(one), luminance(other)].toSorted((left, right) => right - left)
  return ((lights[0] ?? 0) + 0.05) / ((lights[1] ?? 0) + 0.05)
}

/** Takes two `#rrggbb` colours and a share (0 to 1) of the second; gives the blend. */
export function mix(one: string, other: string, share: number): string {
  const to = channels(other)
  return `#${channels(one)
    .map((channel, index) => Math.round(channel + ((to[index] ?? 0) - channel) * share))
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`
}

/** The least contrast of type on its ground (WCAG 2.2 AA for text of any size). */
const textContrast = 4.5

/**
 * Takes the grounds a line of type may touch and inks in order of liking; gives the first ink with
 * at least 4.5:1 on all of them, else the best of near-black, near-white, black and white.
 */
export function readableInk(grounds: readonly string[], liked: readonly string[]): string {
  const worst = (ink: string) => Math.min(...grounds.map((ground) => contrast(ink, ground)))
  const inks = [...liked, '#17120f', '#fffaf0', '#000000', '#ffffff']
  // A hair above the limit, because the renderer rounds colours at the edges of shapes.
  const first = inks.find((ink) => worst(ink) >= textContrast + 0.1)
  return first ?? inks.toSorted((one, other) => worst(other) - worst(one))[0] ?? '#000000'
}
