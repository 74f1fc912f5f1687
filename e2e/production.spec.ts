/**
 * The production build contains nothing of the fake backend: no worker, no scenario, no panel, no tool
 * of the tests. What is looked for is found in the build on the fake backend, so the search can fail.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { READER } from '../mocks/reader.ts'
import { recordedScenarios } from '../mocks/recorded/index.ts'
import { SCENARIO_NAMES, scenarios } from '../mocks/scenarios.ts'
import { DIST_DIR } from './fixtures.ts'
import { MOCKS_DIST_DIR } from './mocksFixtures.ts'

const WORKER = 'mockServiceWorker.js'

/** A name or a title alone may be a word of the product's own; as an entry of the table it is not. */
const ENTRIES = SCENARIO_NAMES.flatMap((name) => [
  Object.hasOwn(recordedScenarios, name) ? `${name}:` : `${name}:{title:`,
  `title:"${scenarios[name].title}"`,
])

const NEEDLES: Readonly<Record<string, readonly string[]>> = {
  'Mock Service Worker': [WORKER, 'MOCK_ACTIVATE', 'mswjs.io'],
  'the scenarios': ENTRIES,
  'the reader of the scenarios': [READER.id, READER.email, READER.password],
  'the panel': ['Play the steps', 'Copy link', 'catchword-mocks', 'data-mocks-panel'],
  'Testing Library': ['TestingLibraryElementError', 'user-event'],
}

/** A file of a build as text; compressed copies are unpacked. */
async function readText(path: string): Promise<string> {
  const content = await readFile(path)
  if (path.endsWith('.br')) return brotliDecompressSync(content).toString()
  if (path.endsWith('.gz')) return gunzipSync(content).toString()
  return content.toString()
}

/** All files of a build by their path within it. */
async function readBuild(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return new Map(
    await Promise.all(
      paths.map(async (path) => [path.slice(folder.length + 1), await readText(path)] as const),
    ),
  )
}

/** Whether a file has a text, whichever quotes the minifier put around it and escaped within. */
function holds(content: string, needle: string): boolean {
  return ['"', "'", '`'].some((quote) => content.includes(needle.replaceAll('"', quote)))
}

for (const [what, needles] of Object.entries(NEEDLES)) {
  test(`the production build has no trace of ${what}; the mocked one has`, async () => {
    const production = await readBuild(DIST_DIR)
    const traces = [...production].flatMap(([file, content]) =>
      needles.filter((needle) => holds(content, needle)).map((needle) => `${file}: ${needle}`),
    )
    expect(traces).toEqual([])

    const mocked = [...(await readBuild(MOCKS_DIST_DIR)).values()]
    const missed = needles.filter((needle) => !mocked.some((content) => holds(content, needle)))
    expect(missed).toEqual([])
  })
}

test('the production build is whole, and has no worker and no source map', async () => {
  const production = await readBuild(DIST_DIR)
  const files = [...production.keys()]
  expect(files).toContain('index.html')
  expect(files.filter((file) => file.endsWith('.js')).length).toBeGreaterThan(5)
  expect(files.filter((file) => file.includes(WORKER) || file.endsWith('.map'))).toEqual([])
  expect([...(await readBuild(MOCKS_DIST_DIR)).keys()]).toContain(WORKER)
})
