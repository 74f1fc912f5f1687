import { addFavorites, expect, signIn, test } from './fixtures.ts'
import { boxOf, open, touch } from './steps.ts'

test('under a finger heart and menu of a card are 44 px each, and apart', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  const reader = await signIn(page, { interests: ['Mystery'] })
  await addFavorites(page, reader, 1)
  await touch(page)
  await open(page, '/recommendations')
  const picked = page.getByRole('region', { name: 'Picked for You' })
  const card = picked.getByRole('listitem').first()
  const heart = await boxOf(card.getByRole('button', { name: 'Add to favorites' }))
  const menu = await boxOf(card.getByRole('button', { name: /^More about/ }))
  for (const box of [heart, menu]) {
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
  }
  // Beside each other, below all words.
  expect(heart.y).toBe(menu.y)
  expect(heart.right).toBeLessThanOrEqual(menu.x + 0.5)
})
