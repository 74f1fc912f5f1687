import { defineConfig } from '@playwright/test'
import { chromiumArguments, findChromium } from './scripts/browser.ts'

const browser = findChromium()

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  outputDir: 'test-results/browser',
  use: {
    actionTimeout: 10_000,
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
    launchOptions: {
      ...(browser ? { executablePath: browser.path } : {}),
      args: chromiumArguments,
    },
  },
})
