/** Words of 300 letters, as title, author, name, category, series and in messages: nothing scrolls sideways. */
import type { Page } from '@playwright/test'
import type { Book } from '../../contract/books.ts'
import { expect, signIn, test } from './fixtures.ts'
import { open, openAccount, searchFor } from './steps.ts'

const WORD = 'W'.repeat(300)

const BOOKS: readonly Book[] = Array.from({ length: 3 }, (_, index) => ({
  id: `long-${index}`,
  volumeInfo: {
    title: WORD,
    subtitle: `${WORD}s`,
    originalTitle: `${WORD}o`,
    series: { name: WORD, number: 1 },
    authors: [WORD, WORD],
    description: `<p>${WORD}</p><ul><li>${WORD}</li></ul>`,
    categories: [WORD],
    publishedDate: WORD,
  },
  accessInfo: { pdf: { isAvailable: true, acsTokenLink: `https://example.org/${WORD}` } },
  saleInfo: {},
}))

/** Texts that reach out of the window or of their own box, and what is wider than it shows. Runs in the page. */
function tooWide(): string[] {
  const wide = document.documentElement.clientWidth
  const found = document.documentElement.scrollWidth > wide ? ['the page scrolls sideways'] : []
  const range = document.createRange()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const holder = texts.currentNode.parentElement
    if (!holder?.checkVisibility() || !texts.currentNode.textContent?.includes('WWW')) continue
    range.selectNodeContents(texts.currentNode)
    const { left, right } = range.getBoundingClientRect()
    const isLine = getComputedStyle(holder).whiteSpace === 'nowrap'
    const isAside = holder.closest('ul')?.matches('[aria-labelledby] > ul') ?? false
    if (!isLine && !isAside && (left < -1 || right > wide + 1)) {
      found.push(holder.outerHTML.replaceAll(/W{9,}/g, 'W…').slice(0, 120))
    }
  }
  for (const box of document.body.querySelectorAll(
    'main *, [role=dialog] *, [role=menu], [role=listbox]',
  )) {
    const { overflowX } = getComputedStyle(box)
    if (overflowX === 'auto' && box.scrollWidth > box.clientWidth + 1 && box.tagName !== 'UL') {
      found.push(box.outerHTML.replaceAll(/W{9,}/g, 'W…').slice(0, 120))
    }
  }
  return found
}

async function expectInside(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(tooWide), page.url()).toEqual([])
}

test('at 320 px words of 300 letters stay inside', async ({ page, complaints }) => {
  test.setTimeout(120_000)
  complaints.allow(/Failed to load resource: the server responded with a status of 500/)
  await page.setViewportSize({ width: 320, height: 640 })
  const similar = BOOKS.map((book) => ({ book, reason: WORD }))
  for (const [path, json] of [
    ['**/api/recommendedBooks*', BOOKS],
    ['**/api/user/*/favoriteAuthors', BOOKS.map((book) => ({ ...book, id: `a-${book.id}` }))],
    [
      '**/api/user/*/forYou',
      similar.map(({ book, reason }) => ({ book: { ...book, id: `f-${book.id}` }, reason })),
    ],
    ['**/api/user/*/favoriteBooks', BOOKS.map((book) => ({ ...book, id: `h-${book.id}` }))],
    ['**/api/book/detail/*', BOOKS[0]],
    ['**/api/book/*/similar', similar],
    ['**/api/book/*/series', BOOKS],
    ['**/api/books/search*', { data: BOOKS }],
  ] as const) {
    await page.route(path, (route) => route.fulfill({ json }))
  }
  const name = 'W'.repeat(80)
  await signIn(page, { name, interests: ['Mystery'] })
  await page.addInitScript((name) => localStorage.setItem('username', name), WORD)
  for (const path of ['/', '/recommendations', '/favorites', '/categories', '/book/long-0']) {
    await open(page, path)
    for (const width of [1440, 820, 320]) {
      await page.setViewportSize({ width, height: 640 })
      await expectInside(page)
    }
  }
  await page.getByRole('button', { name: WORD }).first().click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(3)
  await expectInside(page)
  await page.keyboard.press('Escape')
  // A toast.
  await page.unroute('**/api/books/search*')
  await page.route('**/api/books/search*', (route) =>
    route.fulfill({ status: 500, json: { error: WORD, message: WORD } }),
  )
  await searchFor(page, 'anything')
  await expect(page.getByRole('alert').filter({ hasText: WORD })).toBeVisible()
  await expectInside(page)
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await expectInside(page)
  await page.keyboard.press('Escape')
  await openAccount(page, 'WWW')
  await expectInside(page)
})
