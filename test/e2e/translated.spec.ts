/**
 * A browser's page translator replaces every text node by `<font>` elements. React then fails to remove a text
 * node that has siblings, and the page with it; no screen, toast or dialog may have one.
 */
import { expect, FULL, test } from './fixtures.ts'
import { firstVisit } from './firstVisit.ts'

/** Translates the page as Chrome does, and all that follows; the words stay the same. Runs in the page. */
function translate(): void {
  const untouched = 'font, script, style, head, textarea, svg'
  const replace = (text: Node): void => {
    if (text.textContent?.trim() === '' || text.parentElement?.closest(untouched) !== null) return
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    inner.textContent = text.textContent
    outer.append(inner)
    text.parentElement.replaceChild(outer, text)
  }
  const translateAll = (node: Node): void => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    const texts = node.nodeType === Node.TEXT_NODE ? [node] : []
    while (walker.nextNode()) texts.push(walker.currentNode)
    for (const text of texts) replace(text)
  }
  const begin = (): void => {
    translateAll(document.body)
    new MutationObserver((records) => {
      for (const { addedNodes, target, type } of records) {
        if (type === 'characterData') replace(target)
        for (const node of addedNodes) translateAll(node)
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
  }
  // React would render a page anew that was changed before hydration.
  const wait = (): void => {
    const isHydrated = [...document.querySelectorAll('footer, h1')].every((part) =>
      Object.keys(part).some((key) => key.startsWith('__reactFiber')),
    )
    requestIdleCallback(isHydrated ? begin : wait)
  }
  window.addEventListener('load', wait)
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(translate)
})

test.afterEach(async ({ page }) => {
  // The page was translated indeed and did not break; uncaught errors fail the test by themselves.
  await expect(page.locator('main font').first()).toBeAttached()
  await expect(page.getByText('This page could not be shown')).toHaveCount(0)
})

test('a first visit', FULL, async ({ page }) => {
  await firstVisit(page)
})
