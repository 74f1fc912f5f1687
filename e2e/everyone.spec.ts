/**
 * What readers with other eyes and hands than ours need and axe cannot see (WCAG 2.2): the outline of each
 * page (1.3.1), targets of 24 px (2.5.8), twice the size of text and more room between its lines (1.4.4,
 * 1.4.12), the narrowest window (1.4.10), less motion (2.3.3), forced colours, and paper.
 */
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { addFavorite, bookAt, expect, signedIn, test } from './fixtures.ts'
import { settled, shelf } from './navigation.ts'
import { accessibilityTree, walkTabStops } from './tabStops.ts'

const VISITOR = ['/', '/login', '/register', '/book/pride-and-prejudice', '/no/such/page']
const READER = [
  ['/', '/categories', '/profile'],
  ['/recommendations', '/favorites', '/book/pride-and-prejudice'],
]

/** Opens a page and waits for its heading and all that loads; the bar knows who is signed in. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settled(page)
  const reader = page.getByRole('banner').getByLabel(/^Profile/)
  if (path !== '/login' && path !== '/register') await expect(reader).toBeVisible()
  if (path === '/recommendations' || path === '/favorites') {
    const books = page.getByRole('main').getByRole('listitem').getByRole('link')
    await expect(books.first()).toBeVisible()
  }
}

/** Signs a reader in who has two interests and two favorites. */
async function reader(page: Page): Promise<void> {
  const { id, token } = await signedIn(page, { interests: ['Mystery', 'Historical Fiction'] })
  for (const place of [0, 1]) {
    const book = await bookAt(page.request, 'Biography', place)
    await addFavorite(page.request, { id, token }, book.id)
  }
}

/** The levels of the headings in their order, those for screen readers alone too. Runs in the page. */
function headingLevels(): number[] {
  return [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
    .filter((heading) => heading.checkVisibility())
    .map(({ localName }) => Number(localName.slice(1)))
}

// oxlint-disable unicorn/consistent-function-scoping -- what runs in the page cannot reach outside of itself
/**
 * Targets under 24 by 24 px whose circle of 24 px meets another target, or another such circle: the
 * criterion and its exception for spacing. Links within a sentence are excepted. Runs in the page.
 */
function smallTargets(): string[] {
  const targets = [...document.querySelectorAll('a[href], button, input, [role="option"]')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    // The way past the bar is outside of the window until it has the focus.
    .filter(({ box }) => box.width > 1 && box.bottom > 0)
  const isSmall = ({ width, height }: DOMRect) => width < 23.5 || height < 23.5
  const inSentence = (element: Element) => {
    const around = element.closest('p')?.textContent.trim() ?? ''
    return around.length > element.textContent.trim().length
  }
  return targets
    .filter(({ element, box }) => isSmall(box) && !inSentence(element))
    .filter(({ element, box }) => {
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      return targets.some(({ element: other, box: next }) => {
        if (other === element || other.contains(element) || element.contains(other)) return false
        const right = x - Math.min(Math.max(x, next.left), next.right)
        const down = y - Math.min(Math.max(y, next.top), next.bottom)
        const between = Math.hypot(x - (next.x + next.width / 2), y - (next.y + next.height / 2))
        return Math.hypot(right, down) < 12 || (isSmall(next) && between < 24)
      })
    })
    .map(({ element, box }) => `${element.outerHTML.slice(0, 80)} ${box.width} by ${box.height}`)
}

// oxlint-enable unicorn/consistent-function-scoping

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
    if (holder.closest('[aria-hidden="true"], .visually-hidden, script, style')) continue
    range.selectNodeContents(text)
    const box = range.getBoundingClientRect()
    if (box.bottom < 0) continue
    if (box.right > wide + 1 || box.left < -1) lost.push(`'${words}' reaches out of the window`)
    for (let at: Element | null = holder; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at)
      const frame = at.getBoundingClientRect()
      // What ends after so many lines says so with an ellipsis.
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

/** Adds a style sheet as a browser's extension would, beside the policy. Runs in the page. */
function addStyle(rules: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rules)
  document.adoptedStyleSheets.push(sheet)
}

/** How many CSS pixels of the page lie beside the window. Runs in the page. */
function sideways(): number {
  const { scrollWidth, clientWidth } = document.documentElement
  return scrollWidth - clientWidth
}

async function expectReadable(page: Page, how: string): Promise<void> {
  expect(await page.evaluate(lostWords), `${page.url()} ${how}`).toEqual([])
  expect(await page.evaluate(sideways), `${page.url()} ${how}, sideways`).toBeLessThanOrEqual(0)
}

/** One heading of the first level and no level left out, each landmark once and named where it must be. */
async function expectOutline(page: Page, bare: boolean): Promise<void> {
  const levels = await page.evaluate(headingLevels)
  expect(levels[0], page.url()).toBe(1)
  expect(levels.filter((level) => level === 1)).toHaveLength(1)
  const leaps = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)
  expect(leaps, `${page.url()} ${levels.join()}`).toEqual([])
  await expect(page.getByRole('main')).toHaveCount(1)
  const count = bare ? 0 : 1
  for (const landmark of ['banner', 'contentinfo', 'search'] as const) {
    await expect(page.getByRole(landmark), landmark).toHaveCount(count)
  }
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(
    bare || (page.viewportSize()?.width ?? 0) < 664 ? 0 : 1,
  )
  expect(await page.title()).toMatch(/Catchword/)
}

async function setTextSize(page: Page, size: '100%' | '200%'): Promise<void> {
  await page.evaluate((value) => {
    document.documentElement.style.fontSize = value
  }, size)
}

/** The room between lines, paragraphs, letters and words of WCAG 1.4.12. */
const ROOM = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`

async function expectForEveryone(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, path)
  await expectOutline(page, path === '/login' || path === '/register')
  expect(await page.evaluate(smallTargets), `${path} at 390 px`).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  await expectReadable(page, 'at 320 px')
  await setTextSize(page, '200%')
  for (const width of [390, 820, 1280, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await expectReadable(page, `at ${width} px and 200 % of text`)
  }
  await setTextSize(page, '100%')
  await page.evaluate(addStyle, ROOM)
  await expectReadable(page, 'at 1280 px with room between the words')
}

test('outline, targets and large text of every page, signed out', async ({ page }) => {
  for (const path of VISITOR) await expectForEveryone(page, path)
})

for (const paths of READER) {
  test(`outline, targets and large text of ${paths.join(', ')}, signed in`, async ({ page }) => {
    await reader(page)
    for (const path of paths) await expectForEveryone(page, path)
  })
}

/** The light of a grey from 0 to 255, as WCAG reckons it: 0 to 1. */
const luminance = (grey: number) => ((grey / 255 + 0.055) / 1.055) ** 2.4

/** The darkest and the lightest grey of a picture, 0 to 255. */
async function greysOf(picture: Buffer) {
  // Statistics are those of what was read: of the picture itself they would be its red.
  const { channels } = await sharp(await sharp(picture).greyscale().toBuffer()).stats()
  return { min: channels[0]?.min ?? 0, max: channels[0]?.max ?? 0 }
}

/** By how much the lightest and the darkest spot of a part differ as it is drawn: 1 to 21. */
async function contrast(part: Locator): Promise<number> {
  const { min, max } = await greysOf(await part.screenshot())
  return (luminance(max) + 0.05) / (luminance(min) + 0.05)
}

test("in the system's colours alone, what is chosen, given or pointed at still shows", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await reader(page)
  const heart = shelf(page, 'Mystery').getByRole('listitem').first().getByRole('button')
  const expectHeart = async (name: string) => {
    // Chromium's own two sets of such colours, each from the page's beginning.
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await open(page, '/recommendations')
      await expect(heart).toHaveAccessibleName(name)
      // Itself on its ground, without the ground's edge.
      expect(await contrast(heart.locator('span').last()), colorScheme).toBeGreaterThan(3)
    }
  }
  await expectHeart('Add to favorites')
  const before = await heart.screenshot()
  await heart.click()
  await page.mouse.move(0, 0)
  await expect(heart).toHaveAccessibleName('Remove from favorites')
  expect((await heart.screenshot()).equals(before)).toBe(false)
  await expectHeart('Remove from favorites')

  const box = page.getByRole('combobox', { name: 'Search books' })
  await box.fill('love')
  await box.press('Enter')
  const option = page.getByRole('option').first()
  await expect(option).toBeVisible()
  await expect(option).not.toHaveCSS('outline-style', 'solid')
  await box.press('ArrowDown')
  await expect(option).toHaveCSS('outline-style', 'solid')
  await expect(option).not.toHaveCSS('outline-color', 'rgba(0, 0, 0, 0)')

  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem').nth(1).click()
  const choice = (name: string) => page.locator('label').filter({ hasText: name })
  await expect(choice('System')).toHaveCSS('border-top-width', '3px')
  await expect(choice('Dark')).toHaveCSS('border-top-width', '1px')

  await open(page, '/categories')
  const tile = page.getByRole('button', { name: 'Poetry', exact: true })
  const plain = await tile.screenshot()
  await tile.press('Enter')
  await page.getByRole('button', { name: 'Travel' }).press('Tab')
  await expect(tile).toHaveAttribute('aria-pressed', 'true')
  expect((await tile.screenshot()).equals(plain)).toBe(false)
  // Under less motion every change takes a frame of its own; keys come faster.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await open(page, '/categories')
  await walkTabStops(page)
})

test('where more contrast is asked for, covers stand on light ground as before', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light', contrast: 'more' })
  await reader(page)
  await open(page, '/recommendations')
  const card = shelf(page, 'Mystery').getByRole('listitem').first()
  const { x = 0, y = 0, width = 0 } = (await card.boundingBox()) ?? {}
  // The middle of the niche's arch, over the book.
  const clip = { x: x + width / 2 - 10, y: y + 2, width: 20, height: 10 }
  expect((await greysOf(await page.screenshot({ clip }))).min).toBeGreaterThan(200)
})

/** Writes down how long every movement of the page takes, from now on. Runs in the page. */
function recordMotion() {
  const durations: number[] = [0]
  for (const kind of ['animationstart', 'transitionrun'] as const) {
    document.addEventListener(kind, ({ target }) => {
      if (!(target instanceof Element)) return
      for (const { effect } of target.getAnimations({ subtree: true })) {
        durations.push(Number(effect?.getComputedTiming().duration))
      }
    })
  }
  return { longest: () => Math.max(...durations) }
}

/** How much is seen of the larger heart that one of a list is while it beats. */
function swollen(heart: Locator): Promise<number> {
  return heart.evaluate((button) => Number(getComputedStyle(button, '::after').opacity))
}

/** Whether a heart of a list is larger in the frame after it is clicked. */
function beatsWhenClicked(heart: Locator): Promise<boolean> {
  // Looked at in the page: from here it may be over before it is asked for.
  return heart.evaluate(
    (button) =>
      new Promise<boolean>((resolve) => {
        const look = () => {
          const { content, opacity, transform } = getComputedStyle(button, '::after')
          const isSeen = content !== 'none' && Number(opacity) > 0.9
          resolve(isSeen && new DOMMatrix(transform).a > 1.2)
        }
        button.addEventListener('click', () => requestAnimationFrame(look), { once: true })
      }),
  )
}

test('nothing moves for readers who asked for less motion', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await reader(page)
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion })
    await open(page, '/recommendations')
    const motion = await page.evaluateHandle(recordMotion)
    const cards = shelf(page, 'Mystery').getByRole('listitem')
    const heart = cards.nth(reducedMotion === 'reduce' ? 1 : 0).getByRole('button')
    const beats = beatsWhenClicked(heart)
    await heart.click()
    expect(await beats).toBe(reducedMotion === 'no-preference')
    await expect(heart).toHaveAccessibleName('Remove from favorites')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'Profile menu' }).click()
    await page.getByRole('menuitem').nth(1).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    const longest = () => motion.evaluate((self) => self.longest())
    // In milliseconds: the menu that enters, or no more than the frame in which it is drawn.
    if (reducedMotion === 'reduce') expect(await longest()).toBeLessThan(1)
    else await expect.poll(longest).toBeGreaterThanOrEqual(240)
  }
})

test('a heart beats when it is given, not when its page comes', async ({ page }) => {
  await reader(page)
  await open(page, '/favorites')
  const heart = page.getByRole('main').getByRole('listitem').first().getByRole('button')
  await expect(heart).toHaveAccessibleName('Remove from favorites')
  await heart.hover()
  await expect(heart.locator('span')).toHaveCSS('opacity', '0.999')
  expect(await swollen(heart)).toBeLessThan(0.01)
  await open(page, '/recommendations')
  const white = shelf(page, 'Mystery').getByRole('listitem').first().getByRole('button')
  const given = beatsWhenClicked(white)
  await white.click()
  expect(await given).toBe(true)
  await expect(white).toHaveAccessibleName('Remove from favorites')
  // It falls back, and is drawn apart under the pointer.
  await expect.poll(() => swollen(white)).toBeLessThan(0.01)
  await expect(white.locator('span')).toHaveCSS('opacity', '0.999')
  // Taken, it does not beat.
  const taken = beatsWhenClicked(white)
  await white.click()
  expect(await taken).toBe(false)
})

/** The names of what has this role in the browser's own tree for screen readers. */
async function namedInTree(page: Page, wanted: string): Promise<unknown[]> {
  const nodes = await accessibilityTree(page)
  return nodes.filter(({ role }) => role?.value === wanted).map(({ name }) => name?.value)
}

/** Whether the browser draws an element, and does not leave it out as one that is far from the window. */
function isDrawn(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }))
}

test('a screen reader has the heading of every shelf, also of what is not drawn', async ({
  page,
}) => {
  const interests = ['Mystery', 'Poetry', 'Fantasy', 'Travel', 'Horror', 'Romance'] as const
  await signedIn(page, { interests })
  await page.setViewportSize({ width: 800, height: 400 })
  await page.goto('/recommendations')
  for (const interest of interests) {
    await shelf(page, interest).getByRole('heading', { level: 2 }).scrollIntoViewIfNeeded()
    await expect(shelf(page, interest).getByRole('listitem')).toHaveCount(10)
  }
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  const far = shelf(page, 'Romance').getByRole('listitem').first()
  await expect.poll(() => isDrawn(far)).toBe(false)
  const titles = interests.map((interest) => `Best ${interest} Books`)
  expect(await namedInTree(page, 'heading')).toEqual(expect.arrayContaining(titles))
  expect(await namedInTree(page, 'region')).toEqual(titles)
})

test('a screen reader has the title of every favorite, also of one that is not drawn', async ({
  page,
}) => {
  const reader = await signedIn(page)
  const titles: string[] = []
  for (let place = 0; place < 10; place += 1) {
    const { id, volumeInfo } = await bookAt(page.request, 'Poetry', place)
    await addFavorite(page.request, reader, id)
    titles.unshift(volumeInfo.title)
  }
  await page.setViewportSize({ width: 400, height: 400 })
  await page.goto('/favorites')
  const far = page.getByRole('button', { name: 'Remove from favorites' }).last()
  await expect.poll(() => isDrawn(far)).toBe(false)
  expect(await namedInTree(page, 'heading')).toEqual(['Your Favorite Books', ...titles])
})

test('on paper a book is whole, dark on white, without what can only be pressed', async ({
  page,
}) => {
  await reader(page)
  await page.addInitScript(() => localStorage.setItem('colorScheme', 'dark'))
  await page.setViewportSize({ width: 800, height: 400 })
  await open(page, '/book/pride-and-prejudice')
  await page.mouse.wheel(0, 600)
  await expect(page.getByRole('button', { name: 'Scroll to top' })).toBeVisible()
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveCSS('color', 'rgb(243, 235, 221)')
  await page.emulateMedia({ media: 'print' })
  await expect(title).toHaveCSS('color', 'rgb(33, 28, 24)')
  for (const name of ['Scroll to top', 'Back']) {
    await expect(page.getByRole('button', { name })).toBeHidden()
  }
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  const description = page.getByRole('region', { name: 'Description' })
  const { visible, whole } = await description.evaluate((element) => ({
    visible: element.clientHeight,
    whole: element.scrollHeight,
  }))
  expect(visible).toBeGreaterThanOrEqual(whole)
  await expect(description).toHaveCSS('mask-image', 'none')
  // Nor does anything lie over its foot.
  const fade = await description.evaluate((part) => getComputedStyle(part, '::after').display)
  expect(fade).toBe('none')
})

test('on paper stand the shelves that have their books, no boards without any, and no way on', async ({
  page,
}) => {
  await signedIn(page, {
    interests: ['Mystery', 'Poetry', 'Fantasy', 'Travel', 'Horror', 'Romance'],
  })
  await page.setViewportSize({ width: 800, height: 400 })
  await page.goto('/recommendations')
  const first = shelf(page, 'Mystery').getByRole('listitem').first()
  await expect(first).toBeVisible()
  await expect(shelf(page, 'Romance')).toBeVisible()
  await expect(page.getByText('Looking for something else?')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(shelf(page, 'Romance')).toBeHidden()
  await expect(first).toBeVisible()
  await expect(page.locator('[data-skeleton]').filter({ visible: true })).toHaveCount(0)
  await expect(page.getByText('Looking for something else?')).toBeHidden()
})

test('on paper no foot lies over the interests', async ({ page }) => {
  await reader(page)
  await open(page, '/categories')
  const confirm = page.getByRole('button', { name: 'Confirm' })
  await expect(confirm).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(confirm).toBeHidden()
  await expect(page.getByRole('button', { name: 'Poetry' })).toBeVisible()
})

/**
 * What lies over the picture of a book with a ground that browsers print white, and with it the picture, where
 * they print no grounds. Runs in the page.
 */
function whitePrinted(): string[] {
  const named: string[] = []
  for (const picture of document.querySelectorAll('main :is(li, article) img')) {
    const { left, right, top, bottom } = picture.getBoundingClientRect()
    for (const element of picture.closest('li, article')?.querySelectorAll('*') ?? []) {
      const box = element.getBoundingClientRect()
      if (box.left >= right || box.right <= left || box.top >= bottom || box.bottom <= top) continue
      const isLater = picture.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING
      const around = element.contains(picture) ? ['::after'] : []
      for (const part of isLater ? [null, '::before', '::after'] : around) {
        const style = getComputedStyle(element, part)
        const isDrawn = part === null || (style.content !== 'none' && style.display !== 'none')
        const hasGround =
          style.backgroundImage !== 'none' || style.backgroundColor !== 'rgba(0, 0, 0, 0)'
        if (isDrawn && hasGround && style.printColorAdjust !== 'exact') {
          named.push(`${element.outerHTML.slice(0, 60)}${part ?? ''}`)
        }
      }
    }
  }
  return named
}

test('on paper nothing lies white over a cover, whether or not grounds are printed', async ({
  page,
}) => {
  await reader(page)
  for (const path of ['/', '/recommendations', '/favorites', '/book/pride-and-prejudice']) {
    await page.emulateMedia({ media: 'screen' })
    await open(page, path)
    await page.emulateMedia({ media: 'print' })
    expect(await page.evaluate(whitePrinted), path).toEqual([])
  }
})

/** Where a part of the page is: `[left, top, right, bottom]` in CSS pixels of the window. */
const edges = (part: Locator): Promise<number[][]> =>
  part.evaluateAll((all) =>
    all.map((one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect()
      return [left, top, right, bottom]
    }),
  )

test('the way up covers nothing at the end of a page', async ({ page }) => {
  // It stands at once where it stays.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await reader(page)
  for (const path of ['/', '/categories']) {
    await open(page, path)
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 600 })
      // For a frame the page may still be laid out for the width before.
      await expect(async () => {
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
        const button = page.getByRole('button', { name: 'Scroll to top' })
        await expect(button).toBeInViewport({ ratio: 1 })
        const [[, top = 0, right = 0, bottom = 0] = []] = await edges(button)
        const below = page.getByRole('contentinfo').locator('*')
        for (const [, start = 0] of await edges(below)) {
          expect(start, `${path} at ${width} px`).toBeGreaterThanOrEqual(bottom)
        }
        const above = page.getByRole('main').locator('a, button')
        for (const [left = 0, , , end = 0] of await edges(above)) {
          expect(end <= top || left >= right, `${path} at ${width} px`).toBe(true)
        }
      }).toPass({ timeout: 15_000 })
    }
  }
})
