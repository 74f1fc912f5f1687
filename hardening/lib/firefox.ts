import { execFileSync } from 'node:child_process'
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
  try {
    execFileSync('apt-get', ['install', '-y', 'firefox-esr'], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: 'ignore',
    })
  } catch {
    // There is no such package here, or no network.
  }
}

/** The Firefox at FIREFOX_PATH, the system's, or Debian's; where there is none, the program is skipped. */
export async function openFirefox(): Promise<Browser | undefined> {
  if (findFirefox() === undefined) installFirefox()
  const executablePath = findFirefox()
  if (executablePath === undefined) {
    skip('there is no Firefox on this machine; FIREFOX_PATH names one')
    return undefined
  }
  const defaultViewport = { width: 1280, height: 800 }
  return launch({ browser: 'firefox', executablePath, headless: true, defaultViewport })
}
