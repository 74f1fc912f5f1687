/** `npm run dev:mocks`: the development server has modules of its own at addresses that look like the server's. */
import { expect, test } from '@playwright/test'
import { createServer } from 'vite'
import { findPort } from '../findPort.ts'
import { watch } from './fixtures.ts'

test('the development server on the fake backend draws every cover, and nothing complains', async ({
  context,
  page,
}) => {
  const port = await findPort()
  const server = await createServer({ mode: 'mocks', logLevel: 'error', server: { port } })
  try {
    await server.listen()
    const origin = `http://localhost:${port}`
    const complaints = await watch(context, origin)
    await page.goto(`${origin}/recommendations?scenario=happyPath`)
    const covers = page.locator('img[src^="/covers/"]')
    await expect(covers.nth(11)).toBeAttached({ timeout: 30_000 })
    await expect(async () => {
      expect(complaints).toEqual([])
      for (const cover of await covers.all()) {
        await cover.scrollIntoViewIfNeeded()
        expect(await cover.evaluate((image) => Object(image).naturalWidth)).toBeGreaterThan(1)
      }
    }).toPass({ timeout: 20_000 })
  } finally {
    await server.close()
  }
})
