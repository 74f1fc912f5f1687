import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, CDPSession } from 'playwright'
import sharp from 'sharp'
import { withPhone, type Visitor } from './browser.ts'
import {
  speedIndex,
  totalBlockingTime,
  visualProgress,
  type Histogram,
  type Span,
} from './figures.ts'

/** A page that is loaded. */
export interface Target {
  name: string
  url: string
  /** Signed in where there is one. */
  visitor?: Visitor
  /** No call to `/api` is ever answered. */
  silent?: boolean
}

/** What one load took; times in ms since the navigation began. */
export interface Load {
  firstPaint: number
  /** Largest Contentful Paint, and what it was. */
  largestPaint: number
  largest: string
  /** Sum of all layout shifts. */
  shift: number
  blocking: number
  speedIndex: number
  /** Bytes on the wire and requests, by type such as `Script`. */
  bytes: Record<string, number>
  requests: Record<string, number>
  /** Requests to another host. */
  foreign: number
  /** Uncaught errors. */
  errors: string[]
}

/** A page has come to rest when for so long nothing was asked for, painted anew or worked on, in ms. */
const REST = 1500
/** Whatever rests by then is measured as it is, in ms. */
const LONGEST = 40_000
const POLL = 100

/** What the page itself knows of its load. Runs in the page. */
async function readEntries(): Promise<{
  origin: number
  firstPaint: number
  largestPaint: number
  largest: string
  shift: number
  tasks: Span[]
}> {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- one function alone goes to the page
  const entries = (type: string): Promise<PerformanceEntryList> =>
    new Promise((resolve) => {
      const observer = new PerformanceObserver((list) => {
        observer.disconnect()
        resolve(list.getEntries())
      })
      observer.observe({ type, buffered: true })
      // Of what never happened nothing comes.
      setTimeout(() => resolve([]), 300)
    })
  const [paints, largests, shifts, tasks] = await Promise.all([
    entries('paint'),
    entries('largest-contentful-paint'),
    entries('layout-shift'),
    entries('longtask'),
  ])
  const largest = largests.at(-1)
  const element =
    largest && 'element' in largest && largest.element instanceof Element ? largest.element : null
  return {
    origin: performance.timeOrigin,
    firstPaint:
      paints.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? Number.NaN,
    largestPaint: largest?.startTime ?? Number.NaN,
    largest: element ? `${element.localName}.${element.className}` : 'nothing',
    shift: shifts.reduce(
      (sum, entry) => sum + ('value' in entry && typeof entry.value === 'number' ? entry.value : 0),
      0,
    ),
    tasks: tasks.map(({ startTime, duration }) => ({ start: startTime, duration })),
  }
}

/** How many pixels of a frame have which value, for red, green and blue. */
async function histogramOf(picture: Buffer): Promise<number[]> {
  const { data } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const counts = Array.from({ length: 3 * 256 }, () => 0)
  for (const [at, value] of data.entries()) {
    const place = (at % 3) * 256 + value
    counts[place] = (counts[place] ?? 0) + 1
  }
  return counts
}

/** As many pixels as another histogram has, all white: the window before the page is there. */
function blank(like: Histogram): number[] {
  const pixels = like.slice(0, 256).reduce((sum, count) => sum + count, 0)
  return like.map((_, place) => (place % 256 === 255 ? pixels : 0))
}

interface Frame {
  /** ms since 1970. */
  time: number
  data: string
}

async function speedIndexOf(frames: readonly Frame[], origin: number): Promise<number> {
  const seen = frames.filter(({ time }) => time >= origin)
  const histograms: number[][] = []
  for (const { data } of seen) histograms.push(await histogramOf(Buffer.from(data, 'base64')))
  const last = histograms.at(-1)
  if (!last) return Number.NaN
  const first = blank(last)
  return speedIndex(
    seen.map(({ time }, at) => ({
      at: time - origin,
      progress: visualProgress(first, histograms[at] ?? first, last),
    })),
  )
}

/** Films the window from now on, at a quarter of its width. */
async function film(session: CDPSession): Promise<Frame[]> {
  const frames: Frame[] = []
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    // Not answered, the film stops; the page may be gone by then.
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
    if (metadata.timestamp !== undefined) frames.push({ time: metadata.timestamp * 1000, data })
  })
  await session.send('Page.enable')
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 60, maxWidth: 103 })
  return frames
}

/** Counts what goes over the wire from now on, and when it last did. */
function watchNetwork(session: CDPSession, origin: string) {
  const types = new Map<string, string>()
  const pending = new Set<string>()
  const seen = {
    bytes: {} as Record<string, number>,
    requests: {} as Record<string, number>,
    foreign: 0,
    last: Date.now(),
    pending,
  }
  session.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other' }) => {
    seen.last = Date.now()
    if (!/^https?:/.test(request.url)) return
    if (new URL(request.url).origin !== origin) seen.foreign += 1
    types.set(requestId, type)
    pending.add(requestId)
    seen.requests[type] = (seen.requests[type] ?? 0) + 1
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    seen.last = Date.now()
    const type = types.get(requestId)
    if (type === undefined || !pending.delete(requestId)) return
    seen.bytes[type] = (seen.bytes[type] ?? 0) + encodedDataLength
  })
  session.on('Network.loadingFailed', ({ requestId }) => {
    seen.last = Date.now()
    pending.delete(requestId)
  })
  return seen
}

/** Loads a page once on a slow phone with a cold cache. */
export function measureLoad(browser: Browser, target: Target): Promise<Load> {
  return withPhone(browser, target.visitor, async ({ page, session }) => {
    const network = watchNetwork(session, new URL(target.url).origin)
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    if (target.silent) {
      // What is asked is held, and nothing lets it go.
      await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] })
    }
    const frames = await film(session)
    await page.goto(target.url, { waitUntil: 'load', timeout: LONGEST })
    const began = Date.now()
    const isBusy = (): boolean => {
      const now = Date.now()
      if (now - began > LONGEST) return false
      const waiting = !target.silent && network.pending.size > 0
      const painted = frames.at(-1)?.time ?? 0
      return waiting || now - Math.max(network.last, painted, began) < REST
    }
    while (isBusy()) await sleep(POLL)
    const entries = await page.evaluate(readEntries)
    return {
      firstPaint: entries.firstPaint,
      largestPaint: entries.largestPaint,
      largest: entries.largest,
      shift: entries.shift,
      blocking: totalBlockingTime(entries.tasks, entries.firstPaint),
      speedIndex: await speedIndexOf(frames, entries.origin),
      bytes: network.bytes,
      requests: network.requests,
      foreign: network.foreign,
      errors,
    }
  })
}
