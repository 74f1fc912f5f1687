/**
 * Every scenario of the table in a real browser, at three widths and in two colour schemes: its steps,
 * its sights, nothing in the console, nothing for axe to find, and a picture of each for the contact
 * sheet (`npm run screenshots`).
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { describeSight, describeStep, type Scenario } from '../mocks/scenario.ts'
import { SCENARIO_NAMES, scenarios } from '../mocks/scenarios.ts'
import {
  CHOSEN_SETTING,
  PICTURE_SCHEMES,
  pictureFile,
  PICTURES_DIR,
  recordPicture,
  widthsAt,
} from '../scripts/pictures.ts'
import { TOAST_MS } from '../src/constants.ts'
import { axeFindings } from './axe.ts'
import { expect, test } from './mocksFixtures.ts'
import { expectSeen, isSeen, perform } from './scenarioDriver.ts'

/** Longer pages are cut. */
const PICTURE_HEIGHT_MAX = 2400
const HEIGHT = 900

test.describe.configure({ timeout: 120_000 })

test.use({
  // The pictures say more, at a tenth of the cost.
  trace: 'off',
  contextOptions: { reducedMotion: 'reduce' },
})

/** Whose clocks stand still: of toasts alone, or of all that waits a second or more. */
type Stopped = 'toasts' | 'all'

interface ClockOptions {
  /** How long a toast stays, in milliseconds: by that its clock is known. */
  toastMs: number
  /** What is stopped from the beginning. */
  stopped: Stopped | null
}

/**
 * Makes it possible to stop clocks of a page by `stoppedClocks`: toasts stay, and answers that are on
 * their way stay there. Short waits go on, axe has some. Runs in the page.
 */
function makeClocksStoppable({ toastMs, stopped }: ClockOptions): void {
  const later = window.setTimeout.bind(window)
  Object.assign(window, {
    stoppedClocks: stopped,
    setTimeout: (run: (...values: unknown[]) => void, wait = 0, ...values: unknown[]) =>
      later(() => {
        const now: unknown = Reflect.get(window, 'stoppedClocks')
        const isStopped = (now === 'toasts' && wait === toastMs) || (now === 'all' && wait >= 1000)
        if (!isStopped) run(...values)
      }, wait),
  })
}

/** Stops clocks for good. Runs in the page. */
function stopClocks(stopped: Stopped): void {
  Object.assign(window, { stoppedClocks: stopped })
}

/**
 * Loads what a tall window would show, and waits until nothing has changed for a moment, colours
 * included; two seconds at most, since some pictures never come. Runs in the page.
 */
async function comeToRest(height: number): Promise<void> {
  let changed = performance.now()
  const observer = new MutationObserver(() => (changed = performance.now()))
  observer.observe(document, { subtree: true, childList: true, characterData: true })
  const began = performance.now()
  let quiet = false
  while (!quiet && performance.now() - began < 2000) {
    const images = [...document.images].filter((image) => {
      const { top, bottom, width } = image.getBoundingClientRect()
      return width > 0 && bottom > 0 && top < height
    })
    for (const image of images) image.loading = 'eager'
    await new Promise((resolve) => setTimeout(resolve, 50))
    quiet = images.every(({ complete }) => complete) && performance.now() - changed > 100
  }
  observer.disconnect()
  await document.fonts.ready
  // A colour that has changed may set others going, of what inherits it.
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
 * What the window shows of the page and, where it shows its head, what lies below, as far as a picture goes.
 * For what lies beyond the window the browser lays the page out anew, in a window of one dot and then in a
 * tall one: a page that is scrolled would be elsewhere by then, with its bar in the middle of the picture.
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
    // Animations have ended by now; to have Playwright end them takes minutes on a page of twenty shelves.
    timeout: 30_000,
    ...(y === 0 && whole),
  })
}

/** The browser's own line about an answer that failed, and the request that had no answer. */
const FAILED = /^console: Failed to load resource|^failed: /

/** The browser's report of a handler in a description, which is parsed into a document where nothing runs. */
const PARSED =
  /^console: (?:Executing inline event handler violates|policy violation: script-src-attr)/

/** What a page complained of since it was asked last, without what the scenario makes fail. */
function unexpected(complaints: string[], scenario: Scenario): string[] {
  const mayFail = scenario.failsRequests === true || scenario.network === 'offline'
  const mayReport = scenario === scenarios.bookHtmlDescription
  return complaints
    .splice(0)
    .filter((text) => !(mayFail && FAILED.test(text)) && !(mayReport && PARSED.test(text)))
}

/** What an error says first; Playwright's go on with what was tried. */
function firstLine(error: unknown): string {
  const [line = ''] = String(error).split('\n')
  return line
}

/** Does the steps and looks out for the sights meanwhile, since some are there for a moment only. */
async function play(page: Page, scenario: Scenario, logged: string[]): Promise<string[]> {
  const problems: string[] = []
  const looking = scenario.shows.map(async (sight) => {
    try {
      await expectSeen(page, sight, logged)
    } catch (error) {
      problems.push(`not seen: ${describeSight(sight)} (${firstLine(error)})`)
    }
  })
  for (const step of scenario.steps ?? []) {
    try {
      await perform(page, step)
    } catch (error) {
      problems.push(`could not ${describeStep(step)} (${firstLine(error)})`)
      break
    }
  }
  await page.evaluate(stopClocks, 'toasts' as const)
  await Promise.all(looking)
  await page.evaluate(stopClocks, 'all' as const)
  // The loading text may be that of the lazy-loaded screen, which brings the heading.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  for (const sight of scenario.lacks ?? []) {
    if (await isSeen(page, sight, logged)) problems.push(`seen: ${describeSight(sight)}`)
  }
  return problems
}

const chosen = process.env[CHOSEN_SETTING]?.split(',')

for (const name of SCENARIO_NAMES.filter((name) => chosen?.includes(name) ?? true)) {
  const scenario: Scenario = scenarios[name]
  for (const width of widthsAt(SCENARIO_NAMES.indexOf(name))) {
    test(`${name} at ${width} px`, async ({ page, logged, complaints, files }) => {
      mkdirSync(PICTURES_DIR, { recursive: true })
      await page.setViewportSize({ width, height: HEIGHT })
      const clocks: ClockOptions = {
        toastMs: TOAST_MS,
        // Steps may wait until a toast is gone.
        stopped: scenario.steps === undefined ? 'toasts' : null,
      }
      await page.addInitScript(makeClocksStoppable, clocks)
      let began = Date.now()
      await page.goto(`/?scenario=${name}&latency=0&panel=off`, { waitUntil: 'commit' })
      const problems = await play(page, scenario, logged)

      for (const scheme of PICTURE_SCHEMES) {
        await page.emulateMedia({ colorScheme: scheme })
        await page.evaluate(comeToRest, PICTURE_HEIGHT_MAX)
        // An open menu is modal: it stands outside of the landmarks, which are hidden meanwhile.
        const menuOpen = (await page.getByRole('menu').count()) > 0
        const violations = await axeFindings(page, menuOpen ? ['region'] : [])
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        if (wide > width) problems.push(`scrolls sideways: ${wide} px wide`)
        for (const call of files.passed.splice(0)) problems.push(`not answered: ${call}`)
        const picture = { scenario: name, width, scheme }
        await takePicture(page, join(PICTURES_DIR, pictureFile(picture)))
        const consoleErrors = unexpected(complaints, scenario)
        const milliseconds = Date.now() - began
        recordPicture({ ...picture, consoleErrors, violations, problems, milliseconds })
        expect.soft({ consoleErrors, violations, problems }, `${name}, ${scheme}`).toEqual({
          consoleErrors: [],
          violations: [],
          problems: [],
        })
        problems.length = 0
        began = Date.now()
      }
    })
  }
}
