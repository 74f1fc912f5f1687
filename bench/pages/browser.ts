import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  type Page,
} from 'playwright'
import { chromiumArguments, findChromium } from '../../scripts/browser.ts'

/** A phone's window, as Lighthouse has it. */
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
} satisfies BrowserContextOptions

/** How many times slower than this machine's the phone's processor is. */
const SLOWDOWN = 4

/**
 * A round trip of 150 ms and 1.6 Mbit/s, as they are set in the browser, which slows requests and not
 * packets: Lighthouse's factors of 3.75 and 0.9 stand for what a connection costs beyond its requests.
 */
const SLOW_LINK = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (750e3 / 8) * 0.9,
}

/** What the browser keeps of a reader who is signed in. */
export type Visitor = NonNullable<BrowserContextOptions['storageState']>

/** The browser of a run, which must be closed. */
export async function openBrowser(): Promise<Browser> {
  const found = findChromium()
  if (!found) throw new Error('There is no Chromium: run "node scripts/ensure-browser.ts" first.')
  return await chromium.launch({ executablePath: found.path, args: chromiumArguments })
}

/** A page of its own, with nothing kept from before, and the way to the browser behind it. */
export interface FreshPage {
  page: Page
  session: CDPSession
}

/** Runs `work` with a page of a fresh context, which is closed afterwards. */
async function withPage<T>(
  browser: Browser,
  options: BrowserContextOptions,
  work: (fresh: FreshPage, context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(options)
  try {
    const page = await context.newPage()
    return await work({ page, session: await context.newCDPSession(page) }, context)
  } finally {
    await context.close()
  }
}

/** Makes the processor of a page slower, by Lighthouse's factor of 4. */
export async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
}

/** A slow phone on a slow link with a cold cache, `visitor` signed in where one is given. */
export function withPhone<T>(
  browser: Browser,
  visitor: Visitor | undefined,
  work: (fresh: FreshPage) => Promise<T>,
): Promise<T> {
  const options = { ...PHONE, ...(visitor && { storageState: visitor }) }
  return withPage(browser, options, async (fresh) => {
    await fresh.session.send('Network.enable')
    await fresh.session.send('Network.emulateNetworkConditions', SLOW_LINK)
    await slowDown(fresh.session)
    return await work(fresh)
  })
}

/** A desktop window on a fast link. */
export function withDesktop<T>(
  browser: Browser,
  visitor: Visitor | undefined,
  work: (fresh: FreshPage) => Promise<T>,
): Promise<T> {
  const options = {
    viewport: { width: 1350, height: 940 },
    ...(visitor && { storageState: visitor }),
  }
  return withPage(browser, options, work)
}
