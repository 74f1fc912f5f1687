/**
 * `npm run test:hardening csrfFirefox`: what `e2e/csrf.spec.ts` does in Chromium, in Firefox, by
 * WebDriver BiDi (../shared/security.md D2). Firefox is the one at FIREFOX_PATH, or the system's.
 */
import { existsSync } from 'node:fs'
import { launch } from 'puppeteer-core'
import { attackFromOutside } from '../server/testing/crossSite.ts'
import { report, skip } from './lib/run.ts'

const PLACES = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
]

const given = process.env['FIREFOX_PATH']
const executablePath = [...(given === undefined ? [] : [given]), ...PLACES].find((path) =>
  existsSync(path),
)

if (executablePath === undefined) {
  skip('there is no Firefox on this machine; FIREFOX_PATH names one that stands elsewhere')
} else {
  const browser = await launch({ browser: 'firefox', executablePath, headless: true })
  try {
    const outcomes = await attackFromOutside({
      async newPage() {
        const page = await browser.newPage()
        return {
          goto: (address) => page.goto(address),
          run: (script) => page.evaluate(script),
          close: () => page.close(),
        }
      },
    })
    const harmful = outcomes
      .filter(({ harm }) => harm.length > 0)
      .map(({ vector, position, harm }) => `${vector} from ${position}: ${harm.join(', ')}`)
    const carried = outcomes.filter(({ seen }) => seen.some(({ hasCookie }) => hasCookie)).length
    report(
      harmful.length === 0 && outcomes.length === 39 && carried > 0,
      `${outcomes.length - harmful.length} of ${outcomes.length} attacks did nothing in ` +
        [await browser.version(), `${carried} came with the cookie`, ...harmful].join('; '),
    )
  } finally {
    await browser.close()
  }
}
