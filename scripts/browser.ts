import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'

/** Where the Chromium that ships in an npm package is unpacked to. */
export const unpackedChromium = join(
  import.meta.dirname,
  '../node_modules/.cache/chromium-headless/chrome',
)

/** A browser and where it came from. */
export interface FoundBrowser {
  path: string
  origin: string
}

/** The origin of a browser that came with the machine. */
export const SYSTEM = "the system's"

const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/**
 * The first browser that is there: the setting CHROMIUM_PATH, Playwright's own, the one unpacked from an npm
 * package, the system's. The package's is of one version everywhere, and a quarter faster in the journeys than
 * Debian's. `undefined` where there is none yet (`ensure-browser.ts` brings one).
 * @throws Error where CHROMIUM_PATH names no file: a wrong setting is not passed over
 */
export function findChromium(): FoundBrowser | undefined {
  const set = process.env['CHROMIUM_PATH']
  if (set) {
    if (!existsSync(set)) throw new Error(`CHROMIUM_PATH names no file: ${set}`)
    return { path: set, origin: 'CHROMIUM_PATH' }
  }
  const own = chromium.executablePath()
  if (existsSync(own)) return { path: own, origin: "Playwright's own" }
  if (existsSync(unpackedChromium)) {
    return { path: unpackedChromium, origin: 'shipped in an npm package' }
  }
  const system = SYSTEM_PATHS.find((path) => existsSync(path))
  return system ? { path: system, origin: SYSTEM } : undefined
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
