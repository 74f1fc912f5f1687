import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { READER } from '../../mocks/builders.ts'
import { DIST_DIR, expect, test } from './fixtures.ts'
import { MOCKS_DIST_DIR } from './mocksFixtures.ts'

/** The names and texts of all files of a build. */
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
