import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** WCAG 2.2, levels A and AA, and what axe holds to be good practice beyond. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe runs in the page: the copy of its own that the package for Playwright brings. */
const builderPath = createRequire(import.meta.url).resolve('@axe-core/playwright')
const AXE = readFileSync(createRequire(builderPath).resolve('axe-core/axe.min.js'), 'utf8')

/** Whether axe is in the page from an earlier look. Runs in the page. */
function hasAxe(): boolean {
  return 'axe' in window
}

/**
 * Renders what is offscreen, too: left out by `content-visibility`, it would be read in the colours of the scheme
 * in which it was rendered last. Runs in the page.
 */
function renderAll(): void {
  for (const element of document.querySelectorAll<HTMLElement>('section, li > div')) {
    element.style.contentVisibility = 'visible'
  }
}

/** Resolves when what has changed is laid out and rendered. Runs in the page. */
function twoFrames(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
}

/**
 * What axe finds on the page as it is now: the rule, the element, and how to mend it.
 * @param except rules that are left out
 */
export async function axeFindings(page: Page, except: readonly string[] = []): Promise<string[]> {
  await page.evaluate(renderAll)
  // A window that has just changed its size is rendered once before it is judged.
  await page.evaluate(twoFrames)
  // Left to itself, the builder puts axe into the page twice for each look: most of its time.
  if (!(await page.evaluate(hasAxe))) await page.evaluate(AXE)
  const { violations } = await new AxeBuilder({ page, axeSource: 'void 0' })
    .options({
      runOnly: { type: 'tag', values: TAGS },
      rules: Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
      // What passes is counted, not written down: half of the time would go into that.
      resultTypes: ['violations'],
      // Only for a rule on style sheets that lock the orientation; ours are our own.
      preload: false,
    })
    // Our pages have no frames: no second page is needed to gather what was found in each.
    .setLegacyMode()
    .analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary ?? ''}`),
  )
}
