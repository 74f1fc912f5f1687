/** What the production build contains and what the server fills in: nothing of the fake backend, a book's tags. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { READER } from '../mocks/reader.ts'
import { DIST_DIR, expect, test } from './fixtures.ts'
import { MOCKS_DIST_DIR } from './mocksFixtures.ts'
import { open } from './navigation.ts'

/** All that a build can show: its texts in one, after the names of its files. */
async function readBuild(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => /\.(?:js|html|json|map)$/.test(entry.name))
  const texts = files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8'))
  return [...files.map(({ name }) => name), ...(await Promise.all(texts))].join('\n')
}

test('the production build has no trace of the fake backend; the mocked one has', async () => {
  const traces = ['mockServiceWorker', 'No scenario is called', READER.email, READER.password]
  const [production, mocked] = [await readBuild(DIST_DIR), await readBuild(MOCKS_DIST_DIR)]
  expect(traces.filter((text) => production.includes(text))).toEqual([])
  expect(production).not.toContain('sourceMappingURL')
  // What is looked for can be found.
  expect(traces.filter((text) => !mocked.includes(text))).toEqual([])
})

test('a shared link to a book shows its title, description and cover', async ({
  page,
  request,
}) => {
  const html = await (await request.get('/book/pride-and-prejudice')).text()
  const meta = (name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]
  expect(html).toContain('<title>Pride and Prejudice · Catchword</title>')
  expect(meta('og:title')).toBe('Pride and Prejudice')
  expect(meta('og:type')).toBe('book')
  expect(meta('og:url')).toMatch(/^http:\/\/localhost:\d+\/book\/pride-and-prejudice$/)
  expect(meta('description')?.length).toBeGreaterThan(40)
  expect(meta('og:description')).toBe(meta('description'))
  const cover = await request.get(meta('og:image') ?? '')
  expect(cover.headers()['content-type']).toMatch(/^image\//)

  await open(page, '/book/pride-and-prejudice')
  await expect(page).toHaveTitle('Pride and Prejudice · Catchword')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveTitle('Catchword · discover books')
})
