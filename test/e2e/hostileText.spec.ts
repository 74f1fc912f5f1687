/**
 * Hostile texts in the catalogue and in a reader's name: the page shows the text itself, nothing runs, the policy
 * has nothing to refuse, and links lead to http(s) alone. The responses replace the server's, so that texts arrive
 * that no import would let through.
 */
import type { Book } from '../../contract/books.ts'
import { expect, FULL, signIn, test } from './fixtures.ts'
import { HOSTILE_TEXTS } from './hostileTexts.ts'
import { open, searchFor, section } from './steps.ts'

test.use({ trace: 'off' })
test.describe.configure({ timeout: 150_000 })

/** Markup around or before a text, so that a parser meets it in another state. */
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

/** So many results are shown. */
const SHOWN = 20

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

/** Makes what the payloads call report an error, which fails the test. Runs in the page. */
function reportRuns(): void {
  for (const name of ['alert', 'ALERT', 'confirm', 'prompt', 'msgbox']) {
    Reflect.set(window, name, (what: unknown) =>
      console.error(`a hostile text ran: ${String(what)}`),
    )
  }
}

/**
 * Elements and attributes that no text may become, links to other schemes than http(s), and what a description has
 * beside a few elements without attributes: on the page as it is, then on the pages of these books, one after
 * another, by a navigation within the app. Runs in the page.
 */
async function faults(books: readonly Book[]): Promise<string[]> {
  const forbidden =
    'script, iframe, object, embed, base, meta, math, template, style, #root noscript'
  const allowed = new Set(['P', 'BR', 'B', 'I', 'EM', 'STRONG', 'UL', 'OL', 'LI'])
  const found: string[] = []
  const check = () => {
    for (const element of document.body.querySelectorAll(forbidden)) found.push(element.outerHTML)
    for (const element of document.body.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        const isAddress = /^(?:xlink:)?href$|^(?:form)?action$|^src$/.test(name)
        const { protocol } = new URL(isAddress ? value : '/', location.href)
        const isPicture = name === 'src' && value.startsWith('data:image/')
        if (/^on|^srcdoc$/.test(name) || !(/^https?:$/.test(protocol) || isPicture)) {
          found.push(`${element.tagName} ${name}=${value}`)
        }
      }
    }
    for (const element of document.querySelectorAll('[aria-label="Description"] *')) {
      if (!allowed.has(element.tagName) || element.attributes.length > 0) {
        found.push(element.outerHTML)
      }
    }
  }
  check()
  for (const { id, volumeInfo } of books) {
    history.pushState(null, '', `/book/${id}`)
    window.dispatchEvent(new PopStateEvent('popstate'))
    const end = performance.now() + 10_000
    const isThere = () => document.querySelector('main h1')?.textContent === volumeInfo.title
    while (!isThere() && performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    if (isThere()) check()
    else found.push(`did not come: ${volumeInfo.title}`)
  }
  return found
}

/**
 * A description is parsed into a document of its own, in which nothing runs; the browser reports that document's
 * violations of the policy to the page. `faults` checks whether any of it gets into the page.
 */
const PARSED = /violates the following Content Security Policy|^console: policy violation: \S+ /

test.beforeEach(async ({ page }) => {
  await page.addInitScript(reportRuns)
})

test(
  'hostile texts in a section, on the pages of books and among results',
  FULL,
  async ({ page, complaints }) => {
    complaints.allow(PARSED)
    expect(TEXTS.length).toBeGreaterThanOrEqual(300)
    const byId = new Map(BOOKS.map((book) => [book.id, book]))
    const next = BOOKS.slice(0, 12).map((book, index) => ({ book, reason: TEXTS[index] }))
    let results: readonly Book[] = []
    await page.route('**/api/recommendedBooks*', (route) => route.fulfill({ json: BOOKS }))
    await page.route('**/api/book/*/similar', (route) => route.fulfill({ json: next }))
    await page.route('**/api/book/detail/*', (route) => {
      const id = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
      return route.fulfill({ json: byId.get(id) })
    })
    await page.route('**/api/books/search*', (route) => route.fulfill({ json: { data: results } }))
    await signIn(page, { interests: ['Poetry'] })
    await open(page, '/recommendations')
    const titles = section(page, 'Poetry').getByRole('heading', { level: 3 })
    const shown = async () =>
      (await titles.allTextContents()).map((text) => text.replaceAll('\u00AD', ''))
    await expect.poll(shown).toEqual(TEXTS.slice(0, 12))
    expect(await page.evaluate(faults, [])).toEqual([])

    await open(page, `/book/${BOOKS[0]?.id ?? ''}`)
    await expect(page.getByRole('region', { name: 'Description' })).toBeVisible()
    // Each is a page: a third of them, in which every payload is.
    const some = BOOKS.filter((_book, index) => index % 3 === 0)
    expect(await page.evaluate(faults, some)).toEqual([])

    const options = page.getByRole('listbox', { name: 'Search results' }).getByRole('option')
    for (let first = 0; first < BOOKS.length; first += SHOWN) {
      const texts = TEXTS.slice(first, first + SHOWN)
      results = BOOKS.slice(first, first + SHOWN)
      await searchFor(page, `search ${first}`)
      await expect.poll(() => options.allTextContents()).toEqual(texts.map((text) => text + text))
      expect(await page.evaluate(faults, [])).toEqual([])
    }
  },
)

test('a reader may be called what they like', FULL, async ({ page }) => {
  // Each is an account and a start of the product.
  for (const name of HOSTILE_TEXTS.filter((_text, index) => index % 8 === 0)) {
    // The page of the one before would send requests with the cookie of this one.
    await page.goto('about:blank')
    await signIn(page, { name })
    await open(page, '/profile')
    await expect(page.getByText('Hello,')).toHaveText(`Hello, ${name}`)
    expect(await page.evaluate(faults, [])).toEqual([])
  }
})
