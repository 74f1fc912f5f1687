import { axeFindings } from './axe.ts'
import { expect, signIn, test } from './fixtures.ts'
import { open } from './steps.ts'
import { moveTo } from './tabStops.ts'

const EXPORT = [
  'Book Id,Title,Author,Author l-f,ISBN13,My Rating,Exclusive Shelf',
  '1,Emma,Jane Austen,"Austen, Jane","=""""",4,read',
  '2,Pride and Prejudice,Jane Austen,"Austen, Jane","=""""",5,read',
  '3,The Great Gatsby,F. Scott Fitzgerald,"Fitzgerald, F. Scott","=""""",2,read',
  '4,Middlemarch,George Eliot,"Eliot, George","=""""",0,to-read',
  '5,A Book Nobody Has,Ann Other,"Other, Ann","=""""",5,read',
  '6,Dracula,Bram Stoker,"Stoker, Bram","=""""",3,read',
].join('\n')
const FILE = {
  name: 'goodreads_library_export.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(EXPORT),
}

test('a library by keyboard: one book left out, the rest added, and undone on the favorites', async ({
  page,
}) => {
  await signIn(page)
  await open(page, '/import')
  await page.getByLabel('Choose a file or drop it here').setInputFiles(FILE)
  const add = page.getByRole('button', { name: 'Add 5 books' })
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 844 })
    await expect(add).toBeInViewport({ ratio: 1 })
    // A book is seen above the foot.
    const [book, foot] = await Promise.all([
      page.getByRole('checkbox', { name: /^Pride and Prejudice/ }).boundingBox(),
      page.locator('[data-sticky-foot]').boundingBox(),
    ])
    expect(book?.y ?? Infinity).toBeLessThan((foot?.y ?? 0) - 44)
    expect(await axeFindings(page)).toEqual([])
  }

  await moveTo(page, page.getByRole('checkbox', { name: /^Dracula/ }))
  await page.keyboard.press('Space')
  await moveTo(page, page.getByRole('button', { name: 'Add 4 books' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Added: 2 favorites, /)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(1)
  const onward = page.getByRole('link', { name: 'See your recommendations' })
  await expect(onward).toBeInViewport({ ratio: 1 })
  expect(await axeFindings(page)).toEqual([])

  await open(page, '/favorites')
  await expect(page.getByRole('link', { name: 'Emma' })).toBeVisible()
  await moveTo(page, page.getByRole('button', { name: 'Undo' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Undone: what was added is gone again.')).toBeFocused()
  await expect(page.getByText('No favorite books yet')).toBeVisible()
})

test('a search for what is missing leads to a book, and Back to the same place and choices', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 500 })
  await signIn(page)
  await open(page, '/import')
  await page.getByLabel('Choose a file or drop it here').setInputFiles(FILE)
  await page.getByRole('checkbox', { name: /^Dracula/ }).uncheck()
  const search = page.getByRole('button', { name: 'Search for it: A Book Nobody Has' })
  await search.evaluate((button) => button.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const place = () => page.evaluate(() => window.scrollY)
  const before = await place()
  expect(before).toBeGreaterThan(300)
  await search.click()
  await expect(page.getByRole('option').first()).toBeInViewport()
  expect(await place()).toBe(before)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/book\//)
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Add 4 books' })).toBeInViewport()
  await expect.poll(place).toBe(before)
})
