import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** WCAG 2.2, levels A and AA, and what axe calls good practice beyond. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The script of axe, in the version of the package for Playwright. */
const builderPath = createRequire(import.meta.url).resolve('@axe-core/playwright')
const AXE = readFileSync(createRequire(builderPath).resolve('axe-core/axe.min.js'), 'utf8')

/** Whether axe is in the page from an earlier run. Runs in the page. */
function hasAxe(): boolean {
  return 'axe' in window
}

/** Resolves when what has changed is laid out and rendered. Runs in the page. */
function twoFrames(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
}

/**
 * The findings of axe on the page as it is now: the rule, the element, and how to mend it.
 * @param except rules that are left out
 */
export async function axeFindings(page: Page, except: readonly string[] = []): Promise<string[]> {
  // A window that has just changed its size is rendered once before axe runs.
  await page.evaluate(twoFrames)
  // By default the builder puts axe into the page twice for each run, which takes most of its time.
  if (!(await page.evaluate(hasAxe))) await page.evaluate(AXE)
  const { violations } = await new AxeBuilder({ page, axeSource: 'void 0' })
    .options({
      runOnly: { type: 'tag', values: TAGS },
      rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
      // What passes is not described: half of the time would go into that.
      resultTypes: ['violations'],
      // Only for a rule on style sheets that lock the orientation.
      preload: false,
    })
    // Our pages have no frames: no second page is needed to gather what was found in each.
    .setLegacyMode()
    .analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary ?? ''}`),
  )
}
