import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromiumArguments, findChromium } from '../../scripts/browser.ts'
import { isFull } from '../full.ts'

const browser = findChromium()

/** Tests of the build on the fake backend (`dist-mocks/`), which `npm test` does not make. */
const MOCKS = ['devMocks.spec.ts', 'panel.spec.ts', 'production.spec.ts']
/** Hundreds of loads and pictures: `npm run screenshots` runs them alone. */
const SCENARIOS = 'scenarios.spec.ts'

// Each worker of the main tests has a server of its own beside its browser: three keep two processors waiting.
const workers = availableParallelism() > 2 ? 3 : 2

export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  workers: 4,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  projects: [
    {
      name: 'main',
      testIgnore: [...MOCKS, SCENARIOS],
      workers,
      // One window for all tests of a worker: what a page loads is read and compiled once.
      use: { reuseContext: true },
      ...(!isFull && { grepInvert: /@full/ }),
    },
    { name: 'mocks', testMatch: MOCKS },
    { name: 'scenarios', testMatch: SCENARIOS },
  ],
  reporter: [['list']],
  outputDir: '../../test-results/browser',
  use: {
    actionTimeout: 10_000,
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    // Nobody waits for a transition; the tests of motion say so.
    reducedMotion: 'reduce',
    // Calls, requests and the console: copies of the page at every step take a fifth of the time (`--trace on`).
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    launchOptions: {
      ...(browser && { executablePath: browser }),
      args: chromiumArguments,
    },
  },
})
