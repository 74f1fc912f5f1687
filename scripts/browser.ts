import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'

/** Where the Chromium that ships in an npm package is unpacked to. */
export const unpackedChromium = join(
  import.meta.dirname,
  '../node_modules/.cache/chromium-headless/chrome',
)

/**
 * The path of the first browser that is there: the setting CHROMIUM_PATH, Playwright's own, the one unpacked from an
 * npm package. `undefined` where there is none yet (`ensure-browser.ts` brings one).
 * @throws Error where CHROMIUM_PATH names no file: a wrong setting is not passed over
 */
export function findChromium(): string | undefined {
  const set = process.env['CHROMIUM_PATH']
  if (set && !existsSync(set)) throw new Error(`CHROMIUM_PATH names no file: ${set}`)
  return set || [chromium.executablePath(), unpackedChromium].find((path) => existsSync(path))
}

/** Arguments under which Chromium asks nothing of the network by itself; as root it has no sandbox. */
export const chromiumArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
]
