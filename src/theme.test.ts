import { expect, test } from 'vitest'
import { theme } from './theme.ts'

type Rgb = readonly [red: number, green: number, blue: number]

const BLACK: Rgb = [0, 0, 0]
const WHITE: Rgb = [255, 255, 255]

test("the specification's breakpoints (docs/product.md 9.3) are in rising order, as MUI wants them", () => {
  const { values } = theme.breakpoints
  for (const width of [325, 440, 480, 744, 768, 993, 1280])
    expect(values).toHaveProperty(`above${width}`, width + 1)
  for (const width of [526, 576, 664, 768, 993, 1422, 2133])
    expect(values).toHaveProperty(`from${width}`, width)
  const widths = Object.values(values)
  expect(widths).toEqual([...new Set(widths)].toSorted((a, b) => a - b))
})

/** `#rrggbb` or `#rgb`. */
function rgb(colour: string): Rgb {
  const hex = colour.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
  const [red, green, blue] = (hex.match(/[\da-f]{2}/gi) ?? []).map((part) => parseInt(part, 16))
  if (red === undefined || green === undefined || blue === undefined)
    throw new Error(`${colour} is no colour that this test knows.`)
  return [red, green, blue]
}

/** The relative luminance of WCAG 2, 0 to 1. */
function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of WCAG 2, 1 to 21. */
function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** A colour with this opacity over another. */
function over(colour: Rgb, opacity: number, ground: Rgb): Rgb {
  const mix = (place: 0 | 1 | 2) => colour[place] * opacity + ground[place] * (1 - opacity)
  return [mix(0), mix(1), mix(2)]
}

test('the measure is the usual one', () => {
  expect(contrast(BLACK, WHITE)).toBeCloseTo(21, 5)
  expect(contrast(rgb('#777777'), WHITE)).toBeCloseTo(4.478, 2)
})

test.each(['light', 'dark'] as const)('contrast of texts and controls, %s', (scheme) => {
  const { palette } = theme.colorSchemes[scheme] ?? theme
  const { background, text, primary, secondary, error, success, edge, wash } = palette
  const pairs: [ratio: number, what: string, colour: string, ground: string][] = [
    [4.5, 'text on primary', primary.contrastText, primary.main],
    [4.5, 'text on pressed primary', primary.contrastText, primary.dark],
    [4.5, 'text on secondary', secondary.contrastText, secondary.main],
    [4.5, 'text on error', error.contrastText, error.main],
    [3, 'the edge of a control on the page', edge, background.default],
    [3, 'the edge of a control on a card', edge, background.paper],
    [3, 'the check of matching passwords', success.main, background.default],
    [3, 'the focus ring on the page', secondary.main, background.default],
  ]
  const colours = {
    text: text.primary,
    'secondary text': text.secondary,
    primary: primary.main,
    secondary: secondary.main,
    error: error.main,
  }
  for (const ground of [background.default, background.paper, wash])
    for (const [what, colour] of Object.entries(colours)) pairs.push([4.5, what, colour, ground])
  const low = pairs.filter(([ratio, , one, other]) => contrast(rgb(one), rgb(other)) < ratio)
  expect(low).toEqual([])
})

/** FavoriteButton's chip, rgb(20 14 10 / 80%), and its two hearts. */
test.each([
  ['white', WHITE],
  ['black', BLACK],
])('both hearts on their chip have 3:1 over a %s cover', (_cover, cover) => {
  const chip = over([20, 14, 10], 0.8, cover)
  for (const heart of [rgb('#ff5a52'), WHITE])
    expect(contrast(heart, chip)).toBeGreaterThanOrEqual(3)
})
