/**
 * `npm run test:hardening csrfFirefox`: what `e2e/csrf.spec.ts` does in Chromium, in Firefox, by
 * WebDriver BiDi (docs/security.md 1.2). Firefox is the one at FIREFOX_PATH, or the system's.
 */
import { attackFromOutside } from '../test/crossSite.ts'
import { openFirefox } from './lib/firefox.ts'
import { report } from './lib/run.ts'

const browser = await openFirefox()
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
