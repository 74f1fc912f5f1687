/**
 * `npm run test:hardening csrfFirefox`: the attacks of `test/e2e/csrf.spec.ts` in Firefox (docs/security.md 1.2).
 */
import { attackFromOutside } from '../crossSite.ts'
import { withFirefox } from './lib/firefox.ts'
import { report } from './lib/run.ts'

await withFirefox(async (browser) => {
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
  const harmful = outcomes.filter(({ harm }) => harm.length > 0)
  for (const { vector, position, harm } of harmful) {
    console.log(`${vector} from ${position}: ${harm.join(', ')}`)
  }
  const carried = outcomes.filter(({ seen }) => seen.some(({ hasCookie }) => hasCookie)).length
  report(
    harmful.length === 0 && outcomes.length === 39 && carried > 0,
    `${harmful.length} of ${outcomes.length} attacks did something in ${await browser.version()}; ` +
      `${carried} came with the cookie`,
  )
})
