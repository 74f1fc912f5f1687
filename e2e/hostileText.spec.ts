/**
 * Hostile texts in a real browser (../shared/security.md, D5): whatever a catalogue or a reader's name
 * holds, nothing runs, the policy has nothing to refuse, no link leads anywhere but to http(s), and the
 * text is what is read. The answers are put in place of the server's, so that texts arrive as no import
 * would let them.
 */
import type { Page } from '@playwright/test'
import type { Book } from '../contract/books.ts'
import { HOSTILE_TEXTS } from '../src/test/hostileTexts.ts'
import { expect, signedIn, test } from './fixtures.ts'
import { settled, shelf } from './navigation.ts'

// What a service worker asks for cannot be answered here.
test.use({ serviceWorkers: 'block', trace: 'off' })

/** What a text may stand in or behind, so that a parser meets it in another state. */
const WRAPPINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `"'>${text}`,
  (text) => `<p>one ${text} two</p>`,
  (text) => `<b>one<i>two</b>${text}`,
  (text) => `<svg><style>${text}`,
  (text) => `<math><mtext><table><mglyph><style><!--</style>${text}`,
  (text) => `<noscript><p title="</noscript>${text}">`,
  (text) => `<!-->${text}<!--`,
]

const TEXTS = [...new Set(WRAPPINGS.flatMap((wrap) => HOSTILE_TEXTS.map(wrap)))]

const BOOKS: readonly Book[] = TEXTS.map((text, index) => ({
  id: `hostile-${index}`,
  volumeInfo: {
    title: text,
    authors: [text],
    description: text,
    categories: [text],
    publishedDate: text,
    industryIdentifiers: [{ type: 'ISBN_13', identifier: text }],
    imageLinks: { thumbnail: text },
  },
  accessInfo: { pdf: { isAvailable: true, acsTokenLink: text }, webReaderLink: text },
  saleInfo: { buyLink: text },
}))

/** What the payloads call complains of it, which fails the test. Runs in the page. */
function complainOfRuns(): void {
  for (const name of ['alert', 'ALERT', 'confirm', 'prompt', 'msgbox']) {
    Reflect.set(window, name, (what: unknown) =>
      console.error(`a hostile text ran: ${String(what)}`),
    )
  }
}

/**
 * Elements and attributes that no text may become, links that lead elsewhere than to http(s), and whatever
 * a description keeps beside a few elements without attributes: on the page as it is, then on the pages of
 * these books, one after another, as a reader comes to them from within. Runs in the page.
 */
async function faults(books: readonly Book[]): Promise<string[]> {
  const never = 'script, iframe, object, embed, base, meta, math, template, style, #root noscript'
  const kept = new Set(['P', 'BR', 'B', 'I', 'EM', 'STRONG', 'UL', 'OL', 'LI'])
  const found: string[] = []
  const look = () => {
    for (const element of document.body.querySelectorAll(never)) found.push(element.outerHTML)
    for (const element of document.body.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        const leads = /^(?:xlink:)?href$|^(?:form)?action$|^src$/.test(name)
        const { protocol } = new URL(leads ? value : '/', location.href)
        const isPicture = name === 'src' && value.startsWith('data:image/')
        if (/^on|^srcdoc$/.test(name) || !(/^https?:$/.test(protocol) || isPicture)) {
          found.push(`${element.tagName} ${name}=${value}`)
        }
      }
    }
    for (const element of document.querySelectorAll('[aria-label="Description"] *')) {
      if (!kept.has(element.tagName) || element.attributes.length > 0) {
        found.push(element.outerHTML)
      }
    }
  }
  look()
  for (const { id, volumeInfo } of books) {
    history.pushState(null, '', `/book/${id}`)
    window.dispatchEvent(new PopStateEvent('popstate'))
    const end = performance.now() + 10_000
    const isThere = () => document.querySelector('main h1')?.textContent === volumeInfo.title
    while (!isThere() && performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    if (isThere()) look()
    else found.push(`did not come: ${volumeInfo.title}`)
  }
  return found
}

/** Answers a call with this value, from now on. */
async function answer(page: Page, path: string, value: unknown): Promise<void> {
  await page.route(path, (route) => route.fulfill({ json: value }))
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(complainOfRuns)
})

test(`${TEXTS.length} hostile texts on a shelf and among the favorites`, async ({ page }) => {
  expect(TEXTS.length).toBeGreaterThanOrEqual(500)
  await signedIn(page, { interests: ['Poetry'] })
  await answer(page, '**/api/recommendedBooks*', BOOKS)
  await answer(page, '**/api/user/*/favoriteBooks', BOOKS)
  await page.goto('/recommendations')
  await settled(page)
  const titles = shelf(page, 'Poetry').getByRole('heading', { level: 3 })
  await expect(titles).toHaveCount(BOOKS.length)
  expect(await titles.allTextContents()).toEqual(TEXTS)
  expect(await page.evaluate(faults, [])).toEqual([])

  await page.goto('/favorites')
  await settled(page)
  const favorites = page.getByRole('main').getByRole('listitem').getByRole('heading')
  await expect(favorites).toHaveCount(BOOKS.length)
  expect(await favorites.allTextContents()).toEqual(TEXTS)
  expect(await page.evaluate(faults, [])).toEqual([])
})

test('hostile texts as the page of a book', async ({ page }) => {
  test.setTimeout(150_000)
  const byId = new Map(BOOKS.map((book) => [book.id, book]))
  await page.route('**/api/book/detail/*', (route) =>
    route.fulfill({
      json: byId.get(new URL(route.request().url()).pathname.split('/').at(-1) ?? ''),
    }),
  )
  await page.goto(`/book/${BOOKS[0]?.id ?? ''}`)
  await settled(page)
  // It comes later than the rest, once.
  await expect(page.getByRole('region', { name: 'Description' })).toBeVisible()
  expect(await page.evaluate(faults, BOOKS)).toEqual([])
})

test('hostile texts among the results of a search', async ({ page }) => {
  await answer(page, '**/api/books/search*', {
    data: BOOKS.map(({ id, volumeInfo }) => ({ id, volumeInfo })),
  })
  await signedIn(page)
  await page.goto('/')
  await settled(page)
  await page.getByRole('combobox', { name: 'Search books' }).fill(TEXTS[0] ?? '')
  await page.keyboard.press('Enter')
  const options = page.getByRole('listbox', { name: 'Search results' }).getByRole('option')
  await expect(options).toHaveCount(BOOKS.length)
  expect(await options.allTextContents()).toEqual(TEXTS.map((text) => text + text))
  expect(await page.evaluate(faults, [])).toEqual([])
  // It would be seen.
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.setAttribute('href', 'javascript:alert(1)')
    document.body.append(link)
  })
  expect(await page.evaluate(faults, [])).toEqual(['A href=javascript:alert(1)'])
})

test('a reader may be called what they like', async ({ page }) => {
  // Each is an account and a start of the product.
  for (const name of HOSTILE_TEXTS.filter((_text, index) => index % 8 === 0)) {
    // The one before has gone: their page would ask with the cookie of this one.
    await page.goto('about:blank')
    await signedIn(page, { name })
    await page.goto('/profile')
    await settled(page)
    await expect(page.getByText('Hello,')).toHaveText(`Hello, ${name}`)
    expect(await page.evaluate(faults, [])).toEqual([])
  }
})
