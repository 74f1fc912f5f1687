import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/**
 * Words that cannot be read: cut off by their frame, or reaching out of the window, or lying on other words.
 * Titles and names that end after so many lines on purpose are excepted. Runs in the page.
 */
function lostWords(): string[] {
  const wide = document.documentElement.clientWidth
  const lost: string[] = []
  const range = document.createRange()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const text = walker.currentNode
    const words = text.textContent?.trim() ?? ''
    const holder = text.parentElement
    if (words === '' || !holder?.checkVisibility({ visibilityProperty: true })) continue
    if (holder.closest('[aria-hidden="true"], script, style, noscript')) continue
    // For screen readers alone.
    if (getComputedStyle(holder).clipPath !== 'none') continue
    // A screen reader may spell them.
    if (getComputedStyle(holder).textTransform === 'uppercase') {
      lost.push(`'${words}' is read as capitals`)
    }
    range.selectNodeContents(text)
    const box = range.getBoundingClientRect()
    if (box.bottom < 0) continue
    // In a row that scrolls, words beside the window can be scrolled to.
    let row: Element | null = holder
    while (row && !/auto|scroll/.test(getComputedStyle(row).overflowX)) row = row.parentElement
    if (!row && (box.right > wide + 1 || box.left < -1)) {
      lost.push(`'${words}' reaches out of the window`)
    }
    for (let at: Element | null = holder; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at)
      const frame = at.getBoundingClientRect()
      // An ellipsis shows that there is more.
      if (style.webkitLineClamp !== 'none' || style.textOverflow === 'ellipsis') break
      const cutsAcross = /hidden|clip/.test(style.overflowX)
      const cutsDown = /hidden|clip/.test(style.overflowY)
      if (
        (cutsAcross && (box.right > frame.right + 1 || box.left < frame.left - 1)) ||
        (cutsDown && (box.bottom > frame.bottom + 1 || box.top < frame.top - 1))
      ) {
        lost.push(`'${words}' is cut off by ${at.outerHTML.slice(0, 60)}`)
        break
      }
    }
  }
  return lost
}

/** How many CSS pixels the page is wider than the window. Runs in the page. */
export function sideways(): number {
  const { scrollWidth, clientWidth } = document.documentElement
  return scrollWidth - clientWidth
}

/** What of the page cannot be read as it is now. */
export async function unreadable(page: Page): Promise<string[]> {
  const wider = await page.evaluate(sideways)
  const lost = await page.evaluate(lostWords)
  return wider > 0 ? [`the page is ${wider} px wider than the window`, ...lost] : lost
}

/** Every word of the page can be read as it is now. */
export async function expectReadable(page: Page, how: string): Promise<void> {
  expect(await unreadable(page), `${page.url()} ${how}`).toEqual([])
}
