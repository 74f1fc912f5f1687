/**
 * A browser's page translator replaces every text node by `<font>` elements. React then fails to remove a text
 * node that has siblings, and the page with it; no screen, toast or dialog may have one.
 */
import { expect, newcomer, test } from './fixtures.ts'
import {
  addHeart,
  card,
  logIn,
  logOut,
  navLink,
  open,
  openAccount,
  register,
  removeHeart,
  searchFor,
  shelf,
} from './navigation.ts'

/** Translates the page as Chrome does, and whatever comes later; the words stay the same. Runs in the page. */
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
  // A page is translated once it is there; React would render one that was changed before hydration anew.
  window.addEventListener('load', () => requestIdleCallback(() => requestIdleCallback(begin)))
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(translate)
})

test.afterEach(async ({ page }) => {
  // The page was translated indeed, and nothing of it broke; uncaught errors fail the test by themselves.
  await expect(page.locator('main font').first()).toBeAttached()
  await expect(page.getByText('This page could not be shown')).toHaveCount(0)
})

test('a visitor: form, faults and modes, guard, search, a book, no page', async ({
  page,
  complaints,
}) => {
  complaints.expect(/401 \(Unauthorized\)/)
  await open(page, '/')
  await page.getByRole('button', { name: 'Register instead' }).click()
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByText('Email is required.')).toBeVisible()
  await page.getByLabel('Email').fill('ada@example.com')
  await expect(page.getByText('Email is required.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Login instead' }).click()
  await logIn(page, { email: 'ada@example.com', password: 'not this one' })
  await expect(page.getByText('Error: Invalid email or password.')).toBeVisible()
  await page.getByRole('button', { name: 'Explore Now' }).click()
  await navLink(page, 'Favorites').click()
  await expect(page.getByText('Log in to see your favorites.')).toBeVisible()
  await searchFor(page, 'emma')
  await expect(page.getByText('Please log in to search for books.')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('region', { name: 'Twelve' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Add to favorites' }).click()
  await expect(page.getByText('User not authenticated. Please log in.')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/')
  await open(page, '/no/such/page')
  await page.getByRole('link', { name: 'Go back to Home' }).click()
  await expect(page.getByRole('button', { name: 'Explore Now' })).toBeVisible()
})

test('a reader: sign-up, interests, hearts, favorites, search, account, logout', async ({
  page,
}) => {
  const reader = newcomer('Ada Font')
  await open(page, '/register')
  await register(page, reader)
  await expect(page.getByRole('heading', { name: 'Discover Your Interests' })).toBeVisible()
  for (const interest of ['Mystery', 'Poetry']) {
    await page.getByRole('button', { name: interest, exact: true }).click()
  }
  await expect(page.getByText('2 of 20 chosen')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm' }).click()

  const book = shelf(page, 'Poetry').getByRole('listitem').first()
  const title = await book.getByRole('link').innerText()
  await addHeart(page, book)
  await removeHeart(page, book)
  await addHeart(page, book)
  await navLink(page, 'Favorites').click()
  const favorite = card(page.getByRole('main'), title)
  await removeHeart(page, favorite)
  await addHeart(page, favorite)
  await expect(page.getByText('1 book', { exact: true })).toBeVisible()
  await favorite.getByRole('link').click()
  await removeHeart(page, page.getByRole('main'))
  await expect(page.getByText('Add to favorites', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { name: 'Your Favorite Books' })).toBeVisible()
  await navLink(page, 'Recommendations').click()
  await navLink(page, 'Favorites').click()
  await expect(page.getByText('No favorite books yet')).toBeVisible()

  await searchFor(page, 'zzqqxxyyzz')
  await expect(page.getByText('No books found.')).toBeVisible()
  await searchFor(page, 'pride prejudice')
  await page.getByRole('option').first().click()
  await expect(page.getByRole('heading', { name: 'Pride and Prejudice' })).toBeVisible()

  const dialog = await openAccount(page, reader.name)
  await dialog.getByRole('button', { name: 'Dark' }).click()
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(dialog.getByText('Please type your password.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep my account' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await logOut(page)
  await expect(page.getByText('Welcome to Catchword', { exact: true })).toBeVisible()
  await logIn(page, reader)
  await expect(page.getByText('Welcome back, Ada Font!')).toBeVisible()
  await navLink(page, 'Categories').click()
  await expect(page.getByText('2 of 20 chosen')).toBeVisible()
})
