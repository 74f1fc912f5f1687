import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tokens, type Scheme } from './tokens.ts'

type TokenName = keyof typeof tokens
type Rgb = readonly [red: number, green: number, blue: number]

const BLACK: Rgb = [0, 0, 0]
const WHITE: Rgb = [255, 255, 255]
const css = readSource('app/base.css')
const chip = readSource('components/FavoriteButton.module.css')
const SCHEMES: readonly Scheme[] = ['light', 'dark']

/** A style sheet of src as it is written. */
function readSource(path: string): string {
  return readFileSync(join(import.meta.dirname, '..', path), 'utf8')
}

function rgb(hex: string): Rgb {
  const [, red = '', green = '', blue = ''] = /^#(..)(..)(..)$/.exec(hex) ?? []
  return [parseInt(red, 16), parseInt(green, 16), parseInt(blue, 16)]
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
  expect(over(BLACK, 0.25, WHITE)).toEqual([191.25, 191.25, 191.25])
})

describe('base.css holds the same values as tokens.ts', () => {
  const pairs = new Map(
    [...css.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(
      ([, name, light, dark]) => [name, { light, dark }],
    ),
  )

  test.each(Object.entries(tokens))('%s', (name, { light, dark }) => {
    const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    expect(pairs.get(property)).toEqual({ light: light.toLowerCase(), dark: dark.toLowerCase() })
  })

  test('and no other', () => {
    expect(pairs.size).toBe(Object.keys(tokens).length)
  })
})

describe.each(SCHEMES)('contrast, %s', (scheme) => {
  const colour = (name: TokenName) => rgb(tokens[name][scheme])

  test.each<[TokenName, TokenName]>([
    ['ink', 'paper'],
    ['ink', 'leaf'],
    ['faded', 'paper'],
    ['faded', 'leaf'],
    ['binding', 'paper'],
    ['binding', 'leaf'],
    ['error', 'paper'],
    ['error', 'leaf'],
    ['cloth', 'paper'],
    ['cloth', 'leaf'],
    ['onBinding', 'binding'],
    ['onCloth', 'cloth'],
  ])('text in %s on %s has 4.5:1', (text, ground) => {
    expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(4.5)
  })

  test.each<[TokenName, TokenName]>([
    ['edge', 'paper'],
    ['edge', 'leaf'],
  ])('%s on %s has 3:1', (line, ground) => {
    expect(contrast(colour(line), colour(ground))).toBeGreaterThanOrEqual(3)
  })
})

describe('the heart on its chip, over whatever cover', () => {
  const [, red = '', green = '', blue = '', percent = ''] =
    /\.chip \{[^}]*rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)/.exec(chip) ?? []
  const ground: Rgb = [Number(red), Number(green), Number(blue)]
  const favorite =
    /\[data-favorite='true'\] \.heart \{\s*color: (#[0-9a-f]{6});/.exec(chip)?.[1] ?? ''

  test('the red is the heart of the dark scheme', () => {
    expect(percent).not.toBe('')
    expect(favorite).toBe(tokens.heart.dark.toLowerCase())
  })

  test.each([
    ['red', 'white', rgb(tokens.heart.dark), WHITE],
    ['red', 'black', rgb(tokens.heart.dark), BLACK],
    ['white', 'white', WHITE, WHITE],
    ['white', 'black', WHITE, BLACK],
  ])('%s over %s has 3:1', (_heart, _cover, heart, cover) => {
    const seen = over(ground, Number(percent) / 100, cover)
    expect(contrast(heart, seen)).toBeGreaterThanOrEqual(3)
  })
})
