/** Words of 300 letters, as title, author, name, category, series and in messages: nothing scrolls sideways. */
import type { Page } from '@playwright/test'
import type { Book } from '../../contract/books.ts'
import { expect, FULL, signIn, test } from './fixtures.ts'
import { open, openAccount, searchFor } from './steps.ts'

const WORD = 'W'.repeat(300)

const bookOf = (id: string): Book => ({
  id,
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
})

/** Three of them, with ids of their own. */
const shelf = (name: string) => [1, 2, 3].map((number) => bookOf(`${name}-${number}`))
const picked = (name: string) => shelf(name).map((book) => ({ book, reason: WORD }))

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
  return found
}

async function expectInside(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(tooWide), page.url()).toEqual([])
}

test('words of 300 letters stay inside', FULL, async ({ page, complaints }) => {
  complaints.allow(/Failed to load resource: the server responded with a status of 500/)
  for (const [path, json] of [
    ['**/api/recommendedBooks*', shelf('best')],
    ['**/api/user/*/favoriteAuthors', shelf('author')],
    ['**/api/user/*/forYou', picked('for-you')],
    ['**/api/user/*/favoriteBooks', shelf('heart')],
    ['**/api/book/detail/*', bookOf('long')],
    ['**/api/book/*/similar', picked('similar')],
    ['**/api/book/*/series', shelf('series')],
    ['**/api/books/search*', { data: shelf('result') }],
  ] as const) {
    await page.route(path, (route) => route.fulfill({ json }))
  }
  await signIn(page, { name: 'W'.repeat(80), interests: ['Mystery'] })
  await page.addInitScript((name) => localStorage.setItem('username', name), WORD)
  for (const path of ['/', '/recommendations', '/favorites', '/categories', '/book/long']) {
    await open(page, path)
    for (const width of [1440, 820, 320]) {
      await page.setViewportSize({ width, height: 640 })
      await expectInside(page)
    }
  }
  await page.getByRole('button', { name: WORD }).first().click()
  await expect(page.getByRole('option')).toHaveCount(3)
  await expectInside(page)
  await page.keyboard.press('Escape')
  // A toast, which shows four whole lines of it.
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
