/** No page of another origin reads or changes the favorites of a signed-in reader. */
import { expect, test } from '@playwright/test'
import { attackFromOutside } from '../crossSite.ts'
import { FULL } from './fixtures.ts'

test(
  '13 kinds of forged requests from 3 other origins: none reads, changes or ends anything',
  FULL,
  async ({ context }) => {
    test.setTimeout(180_000)
    const outcomes = await attackFromOutside({
      async newPage() {
        const page = await context.newPage()
        return {
          goto: (address) => page.goto(address),
          run: (script) => page.evaluate(script),
          close: () => page.close(),
        }
      },
    })
    expect(outcomes).toHaveLength(39)
    const harm = outcomes.filter((outcome) => outcome.harm.length > 0)
    expect(harm.map(({ position, vector, harm: what }) => ({ position, vector, what }))).toEqual([])

    // From the same site the browser does send the cookie: it is the guard that refuses.
    const carried = outcomes.filter(({ seen }) => seen.some(({ hasCookie }) => hasCookie))
    const count = (position: string) => carried.filter((one) => one.position === position).length
    expect([count('another site'), count('a sibling subdomain'), count('another port')]).toEqual([
      0, 11, 11,
    ])
  },
)
