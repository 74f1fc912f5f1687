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
