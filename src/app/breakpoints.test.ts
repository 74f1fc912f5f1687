import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { breakpoints } from './breakpoints.ts'

const widths: readonly number[] = Object.values(breakpoints)
const SOURCES = join(import.meta.dirname, '..')

describe("the specification's breakpoints (section 9; decisions, Grids)", () => {
  test.each([
    [325, 326],
    [440, 441],
    [480, 481],
    [744, 745],
    [768, 769],
    [993, 994],
    [1280, 1281],
  ])('"at %i and below" ends where %i begins', (below, from) => {
    expect(breakpoints).toHaveProperty(`above${below}`, from)
  })

  test.each([526, 576, 664, 768, 993, 1422, 2133])('from %i', (width) => {
    expect(breakpoints).toHaveProperty(`from${width}`, width)
  })

  test("MUI's own stay beside them", () => {
    expect(breakpoints).toMatchObject({ xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 })
  })

  test('each width stands once, in rising order, as MUI wants them', () => {
    expect(widths).toEqual([...new Set(widths)].toSorted((a, b) => a - b))
  })

  // A style sheet cannot read them: it writes them out.
  test.each(globSync('{components,screens}/**/*.css', { cwd: SOURCES }))(
    '%s knows no other widths',
    (file) => {
      const css = readFileSync(join(SOURCES, file), 'utf8')
      for (const [, side, width] of css.matchAll(/@media[^{]*\((min|max)-width: ([\d.]+)px\)/g)) {
        // A rule for "N and below" ends where the next width begins, one for "below N" a little before it.
        const begins = side === 'min' ? Number(width) : Math.floor(Number(width)) + 1
        expect(widths, `${side}-width: ${width}px`).toContain(begins)
      }
    },
  )
})
