/** The app in other languages than English: what it says, that all of it can be read, and how the language changes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { directionOf, LANGUAGES } from '../../contract/languages.ts'
import { isFull } from '../full.ts'
import { axeFindings } from './axe.ts'
import {
  addBooks,
  addFavorites,
  bearer,
  expect,
  newcomer,
  registerReader,
  signIn,
  test,
} from './fixtures.ts'
import { unreadable } from './readable.ts'
import { blockRequests, hydrated } from './steps.ts'

type Texts = { readonly [name: string]: string | Texts }

const CATALOGUES = join(import.meta.dirname, '../../src/languages')
const readTexts = (file: string): Texts => JSON.parse(readFileSync(join(CATALOGUES, file), 'utf8'))

/** A text of a catalogue by its path, such as `form.name` of the section `app`. */
function textOf(texts: Texts, path: string): string {
  let at: string | Texts = texts
  for (const name of path.split('.')) at = typeof at === 'string' ? '' : (at[name] ?? '')
  if (typeof at !== 'string' || at === '') throw new Error(`There is no text ${path}.`)
  return at
}

const ENGLISH = { ...readTexts('en.json'), ...readTexts('en.reader.json') }

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ACCENTED = Array.from('àḅçðéƒğĥíĵķĺṁñöþʠřšťúṽŵẋýžÀḄÇÐÉƑĞĤÍĴĶĹṀÑÖÞɊŘŠŤÚṼŴẊÝŽ')

const accented = (text: string): string =>
  text.replaceAll(/\{\w+\}|[a-z]/gi, (found) => ACCENTED[PLAIN.indexOf(found)] ?? found)

/** A text in a language that nobody speaks: accented, half as long again; its places stay. */
function pseudo(text: string): string {
  const [, before = '', core = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text) ?? []
  const more = core.replaceAll(/\s*\{\w+\}/g, '').slice(0, Math.ceil(core.length / 2))
  return before + accented(`${core} ${more}`.trim()) + after
}

const pseudoTexts = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      if (typeof text === 'string') return [name, pseudo(text)]
      const { other } = text
      if (typeof other !== 'string') return [name, pseudoTexts(text)]
      const forms = new Intl.PluralRules('ar').resolvedOptions().pluralCategories
      return [name, Object.fromEntries(forms.map((form) => [form, pseudo(other)]))]
    }),
  )

/** A text of the app by its path, in that language. */
const said = (path: string): string => pseudo(textOf(ENGLISH, path))

const chooses = (context: BrowserContext, url: string, language: string) =>
  context.addCookies([{ name: 'language', value: language, url }])

/** Puts the made-up language in the place of Arabic, on pages that begin empty. */
async function speakPseudo(page: Page, address: string): Promise<void> {
  await chooses(page.context(), address, 'ar')
  await page.route('**/*', async (route) => {
    if (!route.request().isNavigationRequest()) return route.fallback()
    return route.fulfill({ response: await route.fetch({ url: `${address}/app` }) })
  })
  await page.route('**/assets/languages/ar*.js', (route) => {
    const part = route.request().url().includes('.reader-') ? '.reader' : ''
    const texts = pseudoTexts(readTexts(`en${part}.json`))
    return route.fulfill({
      contentType: 'text/javascript',
      body: `export default ${JSON.stringify(texts)}`,
    })
  })
}

/** What can be seen or is read out, once each. Runs in the page. */
function visibleTexts(): string[] {
  const found = new Set<string>([document.title])
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { parentElement: holder, textContent } = walker.currentNode
    if (
      !holder?.checkVisibility() ||
      holder.closest('script, style, noscript, head, option, svg')
    ) {
      continue
    }
    found.add(textContent ?? '')
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], img')) {
    for (const name of ['aria-label', 'aria-description', 'placeholder', 'title', 'alt']) {
      found.add(element.getAttribute(name) ?? '')
    }
  }
  return [...found]
}

/** Every string in a response, also those within others. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value.replaceAll(/<[^>]*>/g, ' ')]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

/** Of products, and of programs whose exports are read. */
const NAMES =
  'Catchword|HackYourFuture cohort 48|group B|JSON|CSV|Chrome|Linux|Goodreads|StoryGraph|LibraryThing|BookWyrm|Hardcover|Calibre|Open Library|Libby'.split(
    '|',
  )
const onOneLine = (text: string): string =>
  text.replaceAll('\u00AD', '').replaceAll(/\s+/g, ' ').trim()

/** The English texts of the app, from which names are to be told apart. */
const isEnglish = new Set(stringsIn(ENGLISH))
for (const name of NAMES) isEnglish.delete(name)

const WIDTHS = isFull ? [320, 390, 820, 1440] : [320, 1440]

/** Looks at the screens of a page in the made-up language; what came from the server is nobody's to translate. */
function createLook(page: Page, own: readonly string[]) {
  const data = new Set<string>([...NAMES, ...own])
  const waiting: Promise<void>[] = []
  page.on('response', (response) => {
    if (!/\/api\//.test(response.url())) return
    const read = async () => {
      const json: unknown = await response.json().catch(() => undefined)
      for (const text of stringsIn(json)) data.add(onOneLine(text))
    }
    waiting.push(read())
  })
  const untranslated = async () => {
    const texts = await page.evaluate(visibleTexts)
    await Promise.all(waiting)
    const all = [...data].join('\n')
    return texts.filter((text) => {
      // Values in their places stand in isolation.
      const line = onOneLine(text.replaceAll(/\u2068[^\u2069]*\u2069/g, ' '))
      return line
        .split(/, | · /)
        .some((part) => /[a-z]{2}/i.test(part) && (isEnglish.has(part) || !all.includes(part)))
    })
  }
  return async (screen: string): Promise<void> => {
    await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0)
    await expect.poll(untranslated, screen).toEqual([])
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      expect(await unreadable(page), `${screen} at ${width} px`).toEqual([])
    }
  }
}

test('a longer language from right to left: a visitor reads all of each screen', async ({
  page,
  address,
}) => {
  await speakPseudo(page, address)
  const look = createLook(page, [])
  for (const path of ['/', '/login', '/login#reset=abc', '/book/emma', '/no/page']) {
    await page.goto('about:blank')
    await page.goto(path)
    await hydrated(page)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await look(path)
    if (path === '/book/emma') expect(await axeFindings(page)).toEqual([])
  }
  await page.goto('/register')
  await page.getByRole('button', { name: said('app.pages.register'), exact: true }).click()
  await look('/register with faults')
  await page.goto('/login?authError=google_denied')
  await expect(page.getByRole('alert')).toBeVisible()
  await look('a toast')
})

test('a longer language from right to left: a reader reads all of each screen', async ({
  page,
  address,
}) => {
  const reader = await signIn(page, { interests: ['Mystery', 'Historical Fiction'] })
  await speakPseudo(page, address)
  const look = createLook(page, [reader.name, reader.email])
  const show = async (path: string) => {
    await page.goto(path)
    await hydrated(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await look(path)
  }
  const press = (name: string | RegExp, role: 'button' | 'menuitem' = 'button') =>
    page.getByRole(role, { name, exact: true }).first().click()
  for (const path of ['/favorites', '/want-to-read']) await show(path)
  await addFavorites(page, reader, 13)
  await addBooks(page, reader, 'wantToRead', ['dracula', 'persuasion'])
  await addBooks(page, reader, 'read', ['emma'])
  for (const path of ['/', '/categories', '/want-to-read', '/import']) await show(path)

  await page.getByLabel(said('library.choose')).setInputFiles({
    name: 'library.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Title,Author,My Rating,Exclusive Shelf\nDune,Frank Herbert,5,read\nIt,Stephen King,1,read\n' +
        'Beloved,Toni Morrison,0,to-read\nA Book Nobody Has,Ann Other,4,read\n,,,\n',
    ),
  })
  await expect(page.getByRole('group', { name: said('library.choices') })).toBeVisible()
  await look('/import with a file')

  await show('/recommendations')
  await page.locator('[aria-haspopup=menu]').last().click()
  await look('menu of marks')
  await show('/favorites?filter=no+book+has+this')
  await press(said('reader.favorites.clear'))
  await press(said('reader.favorites.select'))
  await page.getByRole('checkbox').first().check()
  await look('choosing favorites')
  expect(await axeFindings(page)).toEqual([])
  await show('/book/emma')
  await press(said('reader.menu.profileMenu'))
  await look('profile menu')
  await press(reader.name, 'menuitem')
  const dialog = page.getByRole('dialog')
  await look('account')
  for (const button of await dialog.locator('button[aria-expanded]').all()) {
    await button.click()
    await look(`account, ${await button.innerText()}`)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  for (const [query, role] of [
    ['love', 'option'],
    ['zzqqxxyy', 'status'],
  ] as const) {
    const field = page.getByRole('search').getByRole('combobox')
    await field.fill(query)
    await field.press('Enter')
    await expect(page.getByRole('search').getByRole(role).first()).toBeVisible()
    await look(`results of ${query}`)
    await page.keyboard.press('Escape')
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await press(said('app.navbar.open'))
  await look('menu on a phone')
})

test('each language has its pages, and they hydrate', async ({ page, address }) => {
  const languages = isFull ? LANGUAGES : (['en', 'de', 'ar'] as const)
  for (const [index, language] of languages.entries()) {
    await chooses(page.context(), address, language)
    const texts = language === 'en' ? ENGLISH : readTexts(`${language}.json`)
    const paths = ['/', '/login', '/book/emma']
    for (const path of isFull ? paths : paths.slice(index, index + 1)) {
      const response = await page.goto(path)
      expect(await response?.text()).toContain(
        `<html lang="${language}"${language === 'en' ? '' : ` dir="${directionOf(language)}"`}>`,
      )
      await hydrated(page)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      const skip = page.getByRole('link', { name: textOf(texts, 'app.layout.skip'), exact: true })
      await expect(skip).toHaveCount(1)
    }
  }
})

/** The switch of languages, whatever language it is in. */
const languageSwitch = (page: Page) => page.locator('select:has(option[lang])').last()

const cookieOf = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'language')?.value

const GERMAN = { ...readTexts('de.json'), ...readTexts('de.reader.json') }
const inGerman = (path: string) => textOf(GERMAN, path)

test('the switch keeps what was typed and the address, and other tabs follow', async ({ page }) => {
  const other = await page.context().newPage()
  for (const tab of [page, other]) {
    await tab.goto('/register?from=here')
    await hydrated(tab)
  }
  const { name, password } = newcomer('Zoë')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await languageSwitch(page).selectOption('de')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(inGerman('app.pages.register'))
  await expect(page.getByLabel(inGerman('app.form.name'), { exact: true })).toHaveValue(name)
  const field = page.getByLabel(inGerman('app.form.password'), { exact: true })
  await expect(field).toHaveValue(password)
  await expect(page).toHaveURL('/register?from=here')
  expect(await cookieOf(page)).toBe('de')
  await other.bringToFront()
  await other.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(inGerman('app.pages.register'))
  await page.reload()
  await hydrated(page)
  await expect(heading).toHaveText(inGerman('app.pages.register'))
  await languageSwitch(page).selectOption('ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await languageSwitch(page).selectOption('en')
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
  await expect(heading).toHaveText('Register')
})

test('the account keeps the language, and each sign-in brings it', async ({ page, address }) => {
  await chooses(page.context(), address, 'de')
  const reader = await registerReader(page.request)
  await page.context().clearCookies()
  await chooses(page.context(), address, 'fr')
  await page.goto('/login')
  await hydrated(page)
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await page.locator('[type=email]').fill(reader.email)
  await page.locator('[type=password]').fill(reader.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/recommendations')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByText(inGerman('reader.recommendations.noInterests'))).toBeVisible()
  expect(await cookieOf(page)).toBe('de')
  // Chosen here, it is the account's.
  await page.getByRole('button', { name: inGerman('reader.menu.profileMenu') }).click()
  await page.getByRole('menuitem', { name: reader.name }).click()
  const saved = page.waitForResponse(/\/language$/)
  await languageSwitch(page).selectOption('ja')
  await saved
  const profile = await page.request.get('/api/profile', { headers: bearer(reader) })
  expect(await profile.json()).toMatchObject({ language: 'ja' })
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('texts that come late keep the page as it is; where they fail it is English until the next load', async ({
  page,
  address,
  complaints,
}) => {
  complaints.expect(/status of 500/)
  await chooses(page.context(), address, 'de')
  const heading = page.getByRole('heading', { level: 1 })
  const late = await blockRequests(page, '**/assets/languages/de-*.js')
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(heading).toHaveText(inGerman('app.pages.login'))
  late.release()
  await hydrated(page)
  await expect(heading).toHaveText(inGerman('app.pages.login'))

  await page.route('**/assets/languages/de-*.js', (route) => route.fulfill({ status: 500 }))
  for (const path of ['/', '/book/emma']) {
    await page.goto(path)
    await hydrated(page)
    await expect(page.getByRole('link', { name: 'Skip to content' })).toHaveCount(1)
    await expect(page.getByText(inGerman('app.layout.skip'))).toHaveCount(0)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  }
  await page.unrouteAll()
  await page.reload()
  await expect(page.getByRole('link', { name: inGerman('app.layout.skip') })).toHaveCount(1)
})
