import { pass, passUntilVisible, pauseClock } from './clock.ts'
import { expect, test } from './fixtures.ts'
import { boxOf } from './steps.ts'

test('a toast is at the bottom right for 2000 ms, stays under the pointer, and its icon is beside its first line', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await pauseClock(page)
  const toast = page.getByRole('alert')
  const show = async () => {
    await page.goto('/favorites')
    await passUntilVisible(page, toast)
    await expect(toast).toHaveText('User not found. Please log in.')
  }
  await show()
  const [icon, line] = await page.locator('#notistack-snackbar').evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element.lastChild ?? element)
    const [first] = range.getClientRects()
    return [element.querySelector('svg')?.getBoundingClientRect(), first].map((at) => ({
      middle: ((at?.top ?? 0) + (at?.bottom ?? 0)) / 2,
      right: at?.right ?? 0,
      left: at?.left ?? 0,
    }))
  })
  expect(Math.abs((icon?.middle ?? 0) - (line?.middle ?? 99))).toBeLessThanOrEqual(2)
  expect(icon?.right).toBeLessThan(line?.left ?? 0)

  await page.setViewportSize({ width: 1280, height: 800 })
  await toast.hover()
  await pass(page, 6000)
  await page.mouse.move(0, 0)
  await pass(page, 3000)
  await expect(toast).toHaveCount(0)

  await show()
  await pass(page, 1500)
  // In our colours, over notistack's own.
  await expect(toast).toHaveCSS('background-color', 'rgb(143, 31, 27)')
  const { x, right, bottom } = await boxOf(toast)
  expect(x).toBeGreaterThan(640)
  expect(Math.max(1280 - right, 800 - bottom)).toBeLessThan(40)
  // The rest of its time, and what it takes to slide away.
  await pass(page, 1500)
  await expect(toast).toHaveCount(0)
})
