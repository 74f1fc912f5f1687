import { existsSync } from 'node:fs'
import { launch, type Browser } from 'puppeteer-core'
import { skip } from './run.ts'

const PATHS = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
]

/** Runs `work` in the Firefox at FIREFOX_PATH or the system's; without one the program is skipped. */
export async function withFirefox(work: (browser: Browser) => Promise<void>): Promise<void> {
  const set = process.env['FIREFOX_PATH'] ?? ''
  const executablePath = [set, ...PATHS].find((path) => existsSync(path))
  if (executablePath === undefined) {
    return skip('there is no Firefox on this machine; FIREFOX_PATH names one')
  }
  const defaultViewport = { width: 1280, height: 800 }
  await using browser = await launch({ browser: 'firefox', executablePath, defaultViewport })
  await work(browser)
}
