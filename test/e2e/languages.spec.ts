/** The app in other languages than English: what it says, that all of it can be read, and how the language changes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { directionOf, LANGUAGES } from '../../contract/languages.ts'
import { axeFindings } from './axe.ts'
import {
  createFavorites,
  createMark,
  expect,
  newcomer,
  registerReader,
  signIn,
  test,
  watch,
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
const said = (path: string, values: Readonly<Record<string, string>> = {}): string =>
  pseudo(textOf(ENGLISH, path)).replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

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
  const known = new Set<string>()
  return async (screen: string): Promise<void> => {
    await page.waitForLoadState('networkidle')
    await Promise.all(waiting)
    const all = [...data].join('\n')
    const faults = (await page.evaluate(visibleTexts)).filter((text) => {
      // Values in their places stand in isolation.
      const line = onOneLine(text.replaceAll(/\u2068[^\u2069]*\u2069/g, ' '))
      return line
        .split(/, | · /)
        .some((part) => /[a-z]{2}/i.test(part) && (isEnglish.has(part) || !all.includes(part)))
    })
    for (const width of [320, 390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      faults.push(...(await unreadable(page)).map((fault) => `${fault} at ${width} px`))
    }
    // Once each: the bar and the footer are on every screen.
    expect
      .soft(
        faults.filter((fault) => !known.has(fault)),
        screen,
      )
      .toEqual([])
    for (const fault of faults) known.add(fault)
  }
}

test('a longer language from right to left: a visitor reads all of each screen', async ({
  page,
  address,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await speakPseudo(page, address)
  const look = createLook(page, [])
  for (const path of ['/', '/login', '/register', '/login#reset=abc', '/book/emma', '/no/page']) {
    await page.goto('about:blank')
    await page.goto(path)
    await hydrated(page)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await look(path)
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
  test.setTimeout(120_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
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
  for (const path of ['/favorites', '/want-to-read', '/']) await show(path)
  await createFavorites(page, reader, 14)
  for (const id of ['dracula', 'persuasion']) await createMark(page, reader, id, 'wantToRead')
  await createMark(page, reader, 'emma', 'read')
  const paths = ['/', '/categories', '/recommendations', '/want-to-read', '/favorites', '/import']
  for (const path of paths) await show(path)

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

/** A window of a browser in a language, whose complaints are kept. */
async function openBrowser(
  { browser, address }: { browser: Browser; address: string },
  locale: string,
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ locale, baseURL: address })
  const complaints = await watch(context, address)
  return { page: await context.newPage(), complaints }
}

test('each language has its pages, and they hydrate', async ({ browser, address }) => {
  for (const language of LANGUAGES) {
    const { page, complaints } = await openBrowser({ browser, address }, language)
    const texts = language === 'en' ? ENGLISH : readTexts(`${language}.json`)
    for (const path of ['/', '/login', '/book/emma']) {
      const response = await page.goto(path)
      expect(await response?.text()).toContain(
        `<html lang="${language}"${language === 'en' ? '' : ` dir="${directionOf(language)}"`}>`,
      )
      await hydrated(page)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      const skip = page.getByRole('link', { name: textOf(texts, 'app.layout.skip'), exact: true })
      await expect(skip).toHaveCount(1)
    }
    expect(complaints, language).toEqual([])
    await page.context().close()
  }
})

for (const language of ['de', 'ja', 'ar'] as const) {
  test(`axe finds nothing in ${language}`, async ({ page, address }) => {
    await chooses(page.context(), address, language)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const look = async (path: string) => {
      await page.goto(path)
      await hydrated(page)
      await page.waitForLoadState('networkidle')
      expect(await axeFindings(page), path).toEqual([])
    }
    await look('/')
    await look('/book/emma')
    await signIn(page, { interests: ['Mystery'] })
    await chooses(page.context(), address, language)
    await look('/recommendations')
  })
}

/** The switch of languages, whatever language it is in. */
const languageSwitch = (page: Page) => page.locator('select:has(option[lang])').last()

const cookieOf = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'language')?.value

test('the switch keeps what was typed and the address, and other tabs follow', async ({ page }) => {
  const german = readTexts('de.json')
  const inGerman = (path: string) => textOf(german, `app.${path}`)
  const other = await page.context().newPage()
  for (const tab of [page, other]) {
    await tab.goto('/register?from=here')
    await hydrated(tab)
  }
  const account = newcomer('Zoë')
  await page.getByLabel('Name').fill(account.name)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByLabel('Confirm Password').fill('half of it')
  const options = await languageSwitch(page).getByRole('option').allInnerTexts()
  expect(options).toEqual(expect.arrayContaining(['Deutsch', 'العربية', '日本語', 'Polski']))
  await languageSwitch(page).selectOption('de')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(inGerman('pages.register'))
  for (const [name, value] of [
    ['name', account.name],
    ['email', account.email],
    ['password', account.password],
    ['confirmPassword', 'half of it'],
  ] as const) {
    await expect(page.getByLabel(inGerman(`form.${name}`), { exact: true })).toHaveValue(value)
  }
  await expect(page).toHaveURL('/register?from=here')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  expect(await cookieOf(page)).toBe('de')
  await other.bringToFront()
  await other.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(inGerman('pages.register'))
  await page.reload()
  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(inGerman('pages.register'))
  await languageSwitch(page).selectOption('ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await languageSwitch(page).selectOption('en')
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Register')
})

test('the account keeps the language, and each sign-in brings it', async ({
  page,
  browser,
  address,
}) => {
  const german = { ...readTexts('de.json'), ...readTexts('de.reader.json') }
  await chooses(page.context(), address, 'de')
  const reader = await registerReader(page.request)
  const { page: elsewhere, complaints } = await openBrowser({ browser, address }, 'fr')
  const french = readTexts('fr.json')
  await elsewhere.goto('/login')
  await hydrated(elsewhere)
  await elsewhere.getByLabel(textOf(french, 'app.form.email')).fill(reader.email)
  await elsewhere
    .getByLabel(textOf(french, 'app.form.password'), { exact: true })
    .fill(reader.password)
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere).toHaveURL('/recommendations')
  await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'de')
  await expect(
    elsewhere.getByText(textOf(german, 'reader.recommendations.noInterests')),
  ).toBeVisible()
  expect(await cookieOf(elsewhere)).toBe('de')
  // Chosen here, it is the account's.
  await elsewhere.getByRole('button', { name: textOf(german, 'reader.menu.profileMenu') }).click()
  await elsewhere.getByRole('menuitem', { name: reader.name }).click()
  const saved = elsewhere.waitForResponse(/\/language$/)
  await languageSwitch(elsewhere).selectOption('ja')
  await saved
  const profile = await page.request.get('/api/profile', {
    headers: { authorization: `Bearer ${reader.token}` },
  })
  expect(await profile.json()).toMatchObject({ language: 'ja' })
  await expect(elsewhere.getByRole('dialog')).toBeVisible()
  expect(complaints).toEqual([])
  await elsewhere.context().close()
})

test('a header of 8 kB and a cookie of no language change nothing', async ({ page, request }) => {
  const accept = 'de-AT;q=0.9,'.repeat(700)
  const long = await request.get('/', { headers: { 'accept-language': accept } })
  expect([long.status(), await long.text()]).toEqual([
    200,
    expect.stringContaining('<html lang="en">'),
  ])
  const url = new URL(long.url()).origin
  for (const language of ['xx', '%00', 'deutsch']) {
    await chooses(page.context(), url, language)
    for (const path of ['/', '/categories']) {
      await page.goto(path)
      await hydrated(page)
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    }
  }
})

test('texts that fail leave an English page, and the next load is right', async ({
  page,
  address,
  complaints,
}) => {
  complaints.expect(/status of 500/)
  const german = textOf(readTexts('de.json'), 'app.layout.skip')
  await chooses(page.context(), address, 'de')
  await page.route('**/assets/languages/de-*.js', (route) => route.fulfill({ status: 500 }))
  for (const path of ['/', '/book/emma', '/nowhere/at/all']) {
    if (path.startsWith('/nowhere')) complaints.allow(/404/)
    await page.goto(path)
    await hydrated(page)
    await expect(page.getByRole('link', { name: 'Skip to content' })).toHaveCount(1)
    await expect(page.getByText(german)).toHaveCount(0)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  }
  await page.unroute('**/assets/languages/de-*.js')
  await page.reload()
  await hydrated(page)
  await expect(page.getByRole('link', { name: german })).toHaveCount(1)
})

test('texts that come late keep the page, which is in its language from the first', async ({
  page,
  address,
}) => {
  await chooses(page.context(), address, 'de')
  const texts = await blockRequests(page, '**/assets/languages/de-*.js')
  await page.goto('/login', { waitUntil: 'commit' })
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(textOf(readTexts('de.json'), 'app.pages.login'))
  texts.release()
  await hydrated(page)
  await expect(heading).toHaveText(textOf(readTexts('de.json'), 'app.pages.login'))
})
