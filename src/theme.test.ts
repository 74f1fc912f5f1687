import { describe, expect, test } from 'vitest'
import { theme } from './theme.ts'

type Rgb = readonly [red: number, green: number, blue: number]

const BLACK: Rgb = [0, 0, 0]
const WHITE: Rgb = [255, 255, 255]

describe("the specification's breakpoints (docs/product.md 9.3)", () => {
  const { values } = theme.breakpoints

  test.each([325, 440, 480, 744, 768, 993, 1280])(
    '"at %i and below" ends one px above',
    (width) => {
      expect(values).toHaveProperty(`above${width}`, width + 1)
    },
  )

  test.each([526, 576, 664, 768, 993, 1422, 2133])('from %i', (width) => {
    expect(values).toHaveProperty(`from${width}`, width)
  })

  test("MUI's own stay beside them", () => {
    expect(values).toMatchObject({ xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 })
  })

  test('each width stands once, in rising order, as MUI wants them', () => {
    const widths = Object.values(values)
    expect(widths).toEqual([...new Set(widths)].toSorted((a, b) => a - b))
  })
})

/** `#rrggbb`, `#rgb`, or `rgb()` without an opacity. */
function rgb(colour: string): Rgb {
  const hex = colour.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
  const parts = /^#(..)(..)(..)$/
    .exec(hex)
    ?.slice(1)
    .map((part) => parseInt(part, 16))
  const [red, green, blue] = parts ?? []
  if (red === undefined || green === undefined || blue === undefined) {
    throw new Error(`${colour} is no colour that this test knows.`)
  }
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

describe.each(['light', 'dark'] as const)('contrast, %s', (scheme) => {
  const { palette } = theme.colorSchemes[scheme] ?? theme
  const { background, text, primary, secondary, error, success } = palette
  const grounds = { page: background.default, card: background.paper, wash: palette.wash }

  test.each(
    Object.entries(grounds).flatMap(([ground, behind]) => [
      ['text', ground, text.primary, behind],
      ['secondary text', ground, text.secondary, behind],
      ['primary', ground, primary.main, behind],
      ['secondary', ground, secondary.main, behind],
      ['error', ground, error.main, behind],
    ]),
  )('%s on the %s has 4.5:1', (_text, _ground, colour = '', behind = '') => {
    expect(contrast(rgb(colour), rgb(behind))).toBeGreaterThanOrEqual(4.5)
  })

  test.each([
    ['primary', primary.contrastText, primary.main],
    ['pressed primary', primary.contrastText, primary.dark],
    ['secondary', secondary.contrastText, secondary.main],
    ['error', error.contrastText, error.main],
  ])('the text on %s has 4.5:1', (_name, colour, behind) => {
    expect(contrast(rgb(colour), rgb(behind))).toBeGreaterThanOrEqual(4.5)
  })

  test.each([
    ['the edge of a control on the page', palette.edge, background.default],
    ['the edge of a control on a card', palette.edge, background.paper],
    ['the check of matching passwords', success.main, background.default],
    ['the focus ring on the page', secondary.main, background.default],
  ])('%s has 3:1', (_name, colour, behind) => {
    expect(contrast(rgb(colour), rgb(behind))).toBeGreaterThanOrEqual(3)
  })
})

/** FavoriteButton's chip, rgb(20 14 10 / 80%), and its two hearts. */
describe('a heart on its chip, over whatever cover', () => {
  test.each([
    ['red', 'white', rgb('#ff5a52'), WHITE],
    ['red', 'black', rgb('#ff5a52'), BLACK],
    ['white', 'white', WHITE, WHITE],
    ['white', 'black', WHITE, BLACK],
  ])('%s over %s has 3:1', (_heart, _cover, heart, cover) => {
    expect(contrast(heart, over([20, 14, 10], 0.8, cover))).toBeGreaterThanOrEqual(3)
  })
})
