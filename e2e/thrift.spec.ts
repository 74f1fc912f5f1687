import { CATEGORIES } from '../contract/categories.ts'
import { expect, signedIn, test } from './fixtures.ts'
import { shelf } from './navigation.ts'

test('shelves far below are asked for as they come near, each once', async ({ page }) => {
  await signedIn(page, { interests: [...CATEGORIES] })
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/recommendedBooks') asked.push(searchParams.get('preference') ?? '')
  })
  await page.goto('/recommendations')
  await expect(shelf(page, CATEGORIES[0]).getByRole('link')).toHaveCount(10)
  await expect(page.getByRole('region', { name: /^Best .* Books$/ })).toHaveCount(20)
  const atFirst = [...asked]
  expect(atFirst.length).toBeGreaterThan(1)
  expect(atFirst.length).toBeLessThan(12)

  for (const category of CATEGORIES) {
    await page.getByRole('heading', { name: `Best ${category} Books` }).scrollIntoViewIfNeeded()
    await expect(shelf(page, category).getByRole('link')).toHaveCount(10)
  }
  expect(asked.toSorted()).toEqual([...CATEGORIES].toSorted())
})

test('of a long page the pictures far away are let go, near and on paper they are all there', async ({
  page,
}) => {
  await signedIn(page, { interests: [...CATEGORIES] })
  await page.goto('/recommendations')
  for (const category of CATEGORIES) {
    await page.getByRole('heading', { name: `Best ${category} Books` }).scrollIntoViewIfNeeded()
    await expect(shelf(page, category).getByRole('link')).toHaveCount(10)
  }
  const pictures = page.getByRole('main').locator('img')
  await expect(pictures).toHaveCount(200)
  const held = () =>
    pictures.evaluateAll((all) => all.filter((picture) => picture.hasAttribute('src')).length)
  // A few shelves around the window, and two more behind.
  await expect.poll(held).toBeLessThan(120)
  /** Of the pictures in the window: how many there are, and of how many nothing is to be seen. */
  const inWindow = () =>
    pictures.evaluateAll((all) => {
      const seen = all.filter((picture) => {
        const { top, bottom, width } = picture.getBoundingClientRect()
        return width > 0 && bottom > 0 && top < window.innerHeight
      })
      const missing = seen.filter(
        (picture) => picture instanceof HTMLImageElement && picture.naturalWidth === 0,
      )
      return { some: seen.length > 0, missing: missing.length }
    })
  for (const key of ['Home', 'End']) {
    await page.keyboard.press(key)
    await expect.poll(inWindow).toEqual({ some: true, missing: 0 })
  }
  await page.pdf()
  expect(await held()).toBe(200)
})
