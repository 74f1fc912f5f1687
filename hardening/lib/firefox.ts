import { existsSync } from 'node:fs'
import { launch, type Browser } from 'puppeteer-core'
import { skip } from './run.ts'

const PLACES = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
]

/** How a Firefox is to look at pages. */
export interface FirefoxWindow {
  /** In CSS pixels; Firefox has none narrower than 450. */
  width: number
  height: number
  scheme: 'light' | 'dark'
}

/**
 * The Firefox at FIREFOX_PATH, or the system's, by WebDriver BiDi; it must be closed. Where there is none the
 * program is skipped, and ends here.
 */
export async function openFirefox(window?: FirefoxWindow): Promise<Browser> {
  const given = process.env['FIREFOX_PATH']
  const executablePath = [...(given === undefined ? [] : [given]), ...PLACES].find((path) =>
    existsSync(path),
  )
  if (executablePath === undefined) {
    skip('there is no Firefox on this machine; FIREFOX_PATH names one that stands elsewhere')
    process.exit()
  }
  return await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    ...(window && {
      defaultViewport: null,
      args: [`--width=${window.width}`, `--height=${window.height}`],
      // 0 is dark, 1 is light.
      extraPrefsFirefox: {
        'layout.css.prefers-color-scheme.content-override': window.scheme === 'dark' ? 0 : 1,
      },
    }),
  })
}
