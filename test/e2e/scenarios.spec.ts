/**
 * Every scenario of the table in a real browser, at three widths and in two colour schemes: its steps, what it
 * shows, nothing in the console, nothing for axe to find, and a picture of each in Playwright's report
 * (`npm run screenshots`).
 */
import type { Page } from '@playwright/test'
import {
  describeExpectation,
  describeStep,
  type Expectation,
  type Scenario,
} from '../../mocks/scenario.ts'
import { SCENARIO_NAMES, scenarios } from '../../mocks/scenarios.ts'
import { axeFindings } from './axe.ts'
import { pauseClock, whileTimePasses } from './clock.ts'
import { expect, test } from './mocksFixtures.ts'
import { expectShown, isShown, perform } from './scenarioDriver.ts'

/** Widths of the window in CSS pixels: a desktop, a tablet, a phone. */
const WIDTHS = [1440, 820, 390]
const SCHEMES = ['light', 'dark'] as const
/** Longer pages are cut. */
const PICTURE_HEIGHT_MAX = 2400
const HEIGHT = 900

test.describe.configure({ timeout: 120_000 })

test.use({
  // The pictures show more, at a tenth of the cost.
  trace: 'off',
  // A step waits for its element as long as an expectation does.
  actionTimeout: 30_000,
})

/**
 * Loads what a tall window would show, and waits until nothing has changed for a moment, colours included; two
 * seconds at most, since some pictures never come. Runs in the page.
 */
async function comeToRest(height: number): Promise<void> {
  let changed = performance.now()
  const observer = new MutationObserver(() => (changed = performance.now()))
  observer.observe(document, { subtree: true, childList: true, characterData: true })
  const began = performance.now()
  let isQuiet = false
  while (!isQuiet && performance.now() - began < 2000) {
    const images = [...document.images].filter((image) => {
      const { top, bottom, width } = image.getBoundingClientRect()
      return width > 0 && bottom > 0 && top < height
    })
    for (const image of images) image.loading = 'eager'
    await new Promise((resolve) => setTimeout(resolve, 50))
    isQuiet = images.every(({ complete }) => complete) && performance.now() - changed > 100
  }
  observer.disconnect()
  await document.fonts.ready
  // A colour that has changed may start the change of others, of what inherits it.
  for (let rounds = 0; rounds < 10; rounds += 1) {
    const ending = document.getAnimations().filter(({ effect, playState }) => {
      return playState !== 'finished' && effect?.getComputedTiming().endTime !== Infinity
    })
    for (const animation of ending) animation.finish()
    await new Promise(requestAnimationFrame)
    if (ending.length === 0) return
  }
}

/**
 * Takes a picture of the window and, if the page is not scrolled, of what is below, up to a limit. For that the
 * browser lays the page out anew in a tall window: a page that is scrolled would have its bar in the middle.
 */
async function takePicture(page: Page, path: string): Promise<void> {
  const { width, height, y } = await page.evaluate(() => ({
    width: document.documentElement.clientWidth,
    height: document.documentElement.scrollHeight,
    y: window.scrollY,
  }))
  const whole = {
    fullPage: true,
    clip: { x: 0, y: 0, width, height: Math.min(height, PICTURE_HEIGHT_MAX) },
  }
  await page.screenshot({
    path,
    type: 'jpeg',
    quality: 60,
    // Animations have ended by now; to have Playwright end them takes minutes on a page of twenty sections.
    timeout: 30_000,
    ...(y === 0 && whole),
  })
}

/** The browser's own line about a response that failed, and the request that had no response. */
const FAILED = /^console: Failed to load resource|^failed: /

/** The browser's report of a handler in a description, which is parsed into a document where nothing runs. */
const PARSED =
  /^console: (?:Executing inline event handler violates|policy violation: script-src-attr)/

/** The errors that the page has reported since the last call, without what the scenario makes fail. */
function unexpected(complaints: string[], scenario: Scenario): string[] {
  const { failsRequests, network, responses = [] } = scenario
  const mayFail = failsRequests || network === 'offline' || responses.some(({ fails }) => fails)
  const mayReport = scenario === scenarios.bookHtmlDescription
  return complaints
    .splice(0)
    .filter((text) => !(mayFail && FAILED.test(text)) && !(mayReport && PARSED.test(text)))
}

/** The first line of an error; Playwright's go on with what was tried. */
function firstLine(error: unknown): string {
  const [line = ''] = String(error).split('\n')
  return line
}

/** Waits for what is shown, for all at once, since some of it is there for a moment only. */
async function problemsOf(
  page: Page,
  expected: readonly Expectation[],
  logged: string[],
): Promise<string[]> {
  const results = expected.map(async (expectation) => {
    try {
      await expectShown(page, expectation, logged)
      return []
    } catch (error) {
      return [`not seen: ${describeExpectation(expectation)} (${firstLine(error)})`]
    }
  })
  return (await Promise.all(results)).flat()
}

/** Sees what is shown, does the steps, and sees what is shown then. */
async function play(page: Page, scenario: Scenario, logged: string[]): Promise<string[]> {
  const problems = await problemsOf(page, scenario.shows, logged)
  for (const step of scenario.steps ?? []) {
    try {
      await perform(page, step)
    } catch (error) {
      problems.push(`could not ${describeStep(step)} (${firstLine(error)})`)
      break
    }
  }
  problems.push(...(await problemsOf(page, scenario.then ?? [], logged)))
  // The loading text may be that of the lazy-loaded screen, which brings the heading.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  for (const expectation of scenario.lacks ?? []) {
    // What is shown may come a moment before the rest goes.
    try {
      await expect.poll(() => isShown(page, expectation, logged)).toBe(false)
    } catch {
      problems.push(`seen: ${describeExpectation(expectation)}`)
    }
  }
  return problems
}

/** All widths, or where SCENARIO_WIDTHS is `one` one of them, in turn. */
function widthsAt(place: number): readonly number[] {
  const first = place % WIDTHS.length
  return process.env['SCENARIO_WIDTHS'] === 'one' ? WIDTHS.slice(first, first + 1) : WIDTHS
}

/** A sign-in by a provider loads another document, which a paused clock would hold up. */
const loadsDocument = ({ steps = [] }: Scenario): boolean =>
  steps.some((step) => step.do === 'follow' && step.link.startsWith('Continue with'))

for (const [place, name] of SCENARIO_NAMES.entries()) {
  const scenario: Scenario = scenarios[name]
  for (const width of widthsAt(place)) {
    test(`${name} at ${width} px`, async ({ page, logged, complaints, files }, testInfo) => {
      await page.setViewportSize({ width, height: HEIGHT })
      // Toasts stay, and late responses stay under way, until both pictures are taken.
      if (!loadsDocument(scenario)) await pauseClock(page)
      const timed = <T>(work: () => Promise<T>): Promise<T> =>
        loadsDocument(scenario) ? work() : whileTimePasses(page, work)
      const problems = await timed(async () => {
        await page.goto(`/?scenario=${name}&latency=0&panel=off`, { waitUntil: 'commit' })
        return play(page, scenario, logged)
      })

      for (const scheme of SCHEMES) {
        await page.emulateMedia({ colorScheme: scheme })
        await timed(() => page.evaluate(comeToRest, PICTURE_HEIGHT_MAX))
        // After a scroll a control may be half under the bar.
        const isScrolled = await page.evaluate(() => scrollY > 0)
        const violations = await timed(() => axeFindings(page, isScrolled ? ['target-size'] : []))
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        if (wide > width) problems.push(`scrolls sideways: ${wide} px wide`)
        for (const request of files.passed.splice(0)) problems.push(`not handled: ${request}`)
        const path = testInfo.outputPath(`${scheme}.jpg`)
        await takePicture(page, path)
        await testInfo.attach(`${width} px, ${scheme}`, { path, contentType: 'image/jpeg' })
        const consoleErrors = unexpected(complaints, scenario)
        expect.soft({ consoleErrors, violations, problems }, `${name}, ${scheme}`).toEqual({
          consoleErrors: [],
          violations: [],
          problems: [],
        })
        problems.length = 0
      }
    })
  }
}
