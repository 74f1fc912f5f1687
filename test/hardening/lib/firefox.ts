import { spawnSync } from 'node:child_process'
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

const findFirefox = (): string | undefined =>
  [process.env['FIREFOX_PATH'] ?? '', ...PATHS].find((path) => existsSync(path))

/** Installs Debian's Firefox where that needs no other rights. */
function installFirefox(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log('installing firefox-esr …')
  // Without such a package or a network it fails, and the program is skipped.
  spawnSync('apt-get', ['install', '-y', 'firefox-esr'], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

/** Runs `work` in the Firefox at FIREFOX_PATH, the system's, or Debian's; without one the program is skipped. */
export async function withFirefox(work: (browser: Browser) => Promise<void>): Promise<void> {
  if (findFirefox() === undefined) installFirefox()
  const executablePath = findFirefox()
  if (executablePath === undefined) {
    skip('there is no Firefox on this machine; FIREFOX_PATH names one')
    return
  }
  const defaultViewport = { width: 1280, height: 800 }
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    defaultViewport,
  })
  try {
    await work(browser)
  } finally {
    await browser.close()
  }
}
