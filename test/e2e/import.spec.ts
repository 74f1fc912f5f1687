import { axeFindings } from './axe.ts'
import { expect, signIn, test } from './fixtures.ts'
import { boxOf, open } from './steps.ts'
import { moveTo } from './tabStops.ts'

const FILE = {
  name: 'goodreads_library_export.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'Book Id,Title,Author,Author l-f,ISBN13,My Rating,Exclusive Shelf',
      '1,Emma,Jane Austen,"Austen, Jane","=""""",4,read',
      '2,Pride and Prejudice,Jane Austen,"Austen, Jane","=""""",5,read',
      '3,Middlemarch,George Eliot,"Eliot, George","=""""",0,to-read',
      '4,A Book Nobody Has,Ann Other,"Other, Ann","=""""",5,read',
      '5,Dracula,Bram Stoker,"Stoker, Bram","=""""",3,read',
    ].join('\n'),
  ),
}

test('a library by keyboard: one book left out, the rest added, and undone on the favorites', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  await open(page, '/import')
  await page.getByLabel('Choose a file or drop it here').setInputFiles(FILE)
  const dracula = page.getByRole('checkbox', { name: /^Dracula/ })
  await expect(page.getByRole('button', { name: 'Add 4 books' })).toBeInViewport({ ratio: 1 })
  // A book is seen above the foot.
  const book = await boxOf(page.getByRole('checkbox', { name: /^Pride and Prejudice/ }))
  expect(book.y).toBeLessThan((await boxOf(page.locator('[data-sticky-foot]'))).y - 44)
  expect(await axeFindings(page)).toEqual([])

  // A search for what is missing leads to a book, and Back to the same place and choices.
  await moveTo(page, dracula)
  await page.keyboard.press('Space')
  const search = page.getByRole('button', { name: 'Search for it: A Book Nobody Has' })
  await search.evaluate((button) => button.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const place = () => page.evaluate(() => window.scrollY)
  const before = await place()
  await search.click()
  await expect(page.getByRole('option').first()).toBeInViewport()
  expect(await place()).toBe(before)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/book\//)
  await page.goBack()
  await expect(dracula).not.toBeChecked()
  await expect.poll(place).toBe(before)

  await moveTo(page, page.getByRole('button', { name: 'Add 3 books' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Added: 2 favorites/)).toBeFocused()
  await expect(page.getByRole('link', { name: 'See your recommendations' })).toBeInViewport()
  expect(await axeFindings(page)).toEqual([])

  await open(page, '/favorites')
  await expect(page.getByRole('link', { name: 'Emma' })).toBeVisible()
  await moveTo(page, page.getByRole('button', { name: 'Undo' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Undone: what was added is gone again.')).toBeFocused()
  await expect(page.getByText('No favorite books yet')).toBeVisible()
})
