import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { CATEGORIES } from '../../contract/categories.ts'
import { createReader, type Bench } from './bench.ts'
import { withDesktop } from './browser.ts'
import type { Line } from './figures.ts'
import { HEARTS, SHELF, showAllShelves, untilHearts, untilTakenUp } from './shelves.ts'

/** For so long nothing more comes, in ms. */
const REST = 1000

/** Addresses of the requests that leave the browser from now on; what its caches answer does not. */
async function watchRequests(session: CDPSession): Promise<string[]> {
  const sent = new Map<string, string>()
  const left: string[] = []
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    // What stands in the page is named here, too, and never leaves.
    if (!/^https?:/.test(request.url)) return
    sent.set(requestId, `${request.method} ${request.url}`)
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => sent.delete(requestId))
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const address = sent.get(requestId)
    if (address === undefined) return
    if (!response.fromDiskCache && !response.fromServiceWorker) left.push(address)
  })
  session.on('Network.loadingFailed', ({ requestId }) => {
    const address = sent.get(requestId)
    if (address !== undefined) left.push(address)
  })
  return left
}

declare global {
  interface Window {
    framesElsewhere?: number
  }
}

/**
 * Counts the frames, from the one in which the address is the list's again, that show another place or
 * fewer hearts than before. Runs in the page.
 */
function watchFrames({ y, count, hearts }: { y: number; count: number; hearts: string }): void {
  window.framesElsewhere = 0
  const look = (): void => {
    if (window.location.pathname !== '/recommendations') return
    const there =
      Math.abs(window.scrollY - y) <= 1 && document.querySelectorAll(hearts).length >= count
    if (!there) window.framesElsewhere = (window.framesElsewhere ?? 0) + 1
  }
  const { port1, port2 } = new MessageChannel()
  // A message that is sent while a frame is made arrives when that frame stands.
  port1.addEventListener('message', look)
  port1.start()
  const next = (): void => {
    port2.postMessage(null)
    requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
}

/** Opens a book amid the recommendations and comes back, on a slow processor's place in the list. */
async function comeBack(
  page: Page,
  session: CDPSession,
): Promise<{ sent: number; frames: number }> {
  const link = page
    .getByRole('region', { name: /^Best .* Books$/ })
    .nth(2)
    .getByRole('link')
    .nth(4)
  await link.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await sleep(REST)
  const place = await page.evaluate(
    (hearts) => ({ y: window.scrollY, count: document.querySelectorAll(hearts).length, hearts }),
    HEARTS,
  )
  await link.click()
  await page.getByRole('heading', { level: 1 }).and(page.locator('main h1')).waitFor()
  await page.waitForFunction(() => window.scrollY === 0)
  await sleep(REST)
  const left = await watchRequests(session)
  await page.evaluate(watchFrames, place)
  await page.getByRole('button', { name: 'Back' }).click()
  await page.waitForURL('**/recommendations')
  await untilHearts(page, place.count)
  await sleep(REST)
  return { sent: left.length, frames: (await page.evaluate(() => window.framesElsewhere)) ?? NaN }
}

/** How far the page moves while somebody types and results come. */
async function typeSearch(page: Page): Promise<number> {
  const box = page.getByRole('combobox', { name: 'Search books' })
  await sleep(REST)
  await page.evaluate(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry && typeof entry.value === 'number') shifts.push(entry.value)
      }
    }).observe({ type: 'layout-shift' })
  })
  for (const text of ['love', 'dickens']) {
    await box.fill('')
    await box.pressSequentially(text, { delay: 60 })
    await box.press('Enter')
    await page.getByRole('option').first().waitFor()
    await sleep(REST)
  }
  return await page.evaluate(() => {
    const shifts: unknown = Reflect.get(window, 'shifts')
    return Array.isArray(shifts)
      ? shifts.reduce((sum: number, value) => sum + Number(value), 0)
      : NaN
  })
}

/** Ids of the answers to calls, each with how often it was asked for. */
function countCalls(sent: readonly string[], path: RegExp): Map<string, number> {
  const counts = new Map<string, number>()
  for (const address of sent) {
    if (!path.test(address)) continue
    counts.set(address, (counts.get(address) ?? 0) + 1)
  }
  return counts
}

/** What a reader's pages ask of the server, and where they stay meanwhile. */
export async function reader(bench: Bench): Promise<Line[]> {
  const { browser, address, bounds } = bench
  const visitor = await createReader(bench, CATEGORIES)
  const calls = await withDesktop(browser, visitor, async ({ page, session }) => {
    const sent = await watchRequests(session)
    await page.goto(`${address}/recommendations`)
    await untilHearts(page, SHELF)
    await sleep(REST)
    const unseen = countCalls(sent, /\/api\/recommendedBooks/).size
    await showAllShelves(page, CATEGORIES.length)
    await sleep(REST)
    const shelves = sent
      .map((call) => / (\S+\/api\/recommendedBooks\S*)/.exec(call)?.[1])
      .filter((url) => url !== undefined)
      .map((url) => new URL(url).searchParams.get('preference') ?? '')
    return {
      unseen,
      shelves: Math.max(...countCalls(shelves, /./).values()),
      same: [...countCalls(sent, /^GET \S+\/api\//).values()].filter((count) => count > 1).length,
    }
  })
  const back = await withDesktop(browser, visitor, async ({ page, session }) => {
    await page.goto(`${address}/recommendations`)
    await showAllShelves(page, 4)
    return await comeBack(page, session)
  })
  const shift = await withDesktop(browser, visitor, async ({ page }) => {
    await page.goto(`${address}/favorites`)
    await untilTakenUp(page)
    await untilHearts(page, 1)
    return await typeSearch(page)
  })
  return [
    {
      name: 'Back to the recommendations: requests',
      figure: back.sent,
      bound: bounds.reader.requestsOfBack,
    },
    {
      name: 'Back to the recommendations: frames without the list, or elsewhere',
      figure: back.frames,
      bound: bounds.reader.framesElsewhere,
    },
    {
      name: 'calls for one preference, at most',
      figure: calls.shelves,
      bound: bounds.reader.preferenceCalls,
    },
    {
      name: 'calls made twice',
      figure: calls.same,
      bound: bounds.reader.sameCalls,
    },
    {
      name: 'shelves asked for before any scrolling, of 20',
      figure: calls.unseen,
      bound: bounds.reader.unseenCalls,
    },
    {
      name: 'layout shift while typing and searching',
      digits: 4,
      figure: shift,
      bound: bounds.reader.searchShift,
    },
  ]
}

/** Rounds of navigation in all, and after how many the heap is what it shall stay. */
const ROUNDS = 200
const SETTLED = 50

/** Goes to the pages in turn, as links do, so many times. Runs in the page. */
async function goRounds(count: number): Promise<void> {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- one function alone goes to the page
  const until = async (path: RegExp): Promise<void> => {
    while (!path.test(window.location.pathname) || !document.querySelector('main h1')) {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
  const press = async (selector: string, path: RegExp): Promise<void> => {
    let link = document.querySelector<HTMLElement>(selector)
    while (!link) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      link = document.querySelector<HTMLElement>(selector)
    }
    link.click()
    await until(path)
  }
  for (let round = 0; round < count; round += 1) {
    await press('nav a[href="/categories"]', /^\/categories$/)
    await press('nav a[href="/recommendations"]', /^\/recommendations$/)
    await press('main a[href^="/book/"]', /^\/book\//)
    window.history.back()
    await until(/^\/recommendations$/)
    await press('nav a[href="/favorites"]', /^\/favorites$/)
    await press('nav a[href="/"]', /^\/$/)
  }
}

/** What is read of a heap snapshot: `nodes` has the fields of one thing after another. */
const Snapshot = Type.Object({
  snapshot: Type.Object({
    meta: Type.Object({
      node_fields: Type.Array(Type.String()),
      node_types: Type.Array(Type.Unknown()),
    }),
  }),
  nodes: Type.Array(Type.Number()),
})

/** What the engine adds by itself while scripts run: what it compiled, and what is not the scripts' own. */
const ENGINE = new Set<unknown>(['code', 'native', 'hidden'])

/** Bytes of the things that a snapshot's scripts hold: objects, closures, strings and the like. */
function sizeOf(text: string): number {
  const { snapshot, nodes } = Value.Parse(Snapshot, JSON.parse(text))
  const { node_fields: fields, node_types: types } = snapshot.meta
  const kinds: unknown = types[fields.indexOf('type')]
  if (!Array.isArray(kinds)) throw new Error('The snapshot does not say what its things are.')
  const kindAt = fields.indexOf('type')
  const sizeAt = fields.indexOf('self_size')
  let size = 0
  for (let at = 0; at < nodes.length; at += fields.length) {
    if (!ENGINE.has(kinds[nodes[at + kindAt] ?? 0])) size += nodes[at + sizeAt] ?? 0
  }
  return size
}

interface Held {
  /** Bytes of what scripts hold. */
  things: number
  /** Bytes of the whole heap, compiled code and all. */
  heap: number
  nodes: number
}

/** What the page holds once everything that can go is gone. */
async function held(session: CDPSession): Promise<Held> {
  // The last page comes to rest, and what it replaced is let go of.
  await sleep(2 * REST)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes } = await session.send('Memory.getDOMCounters')
  let text = ''
  const add = ({ chunk }: { chunk: string }): void => {
    text += chunk
  }
  session.on('HeapProfiler.addHeapSnapshotChunk', add)
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  session.off('HeapProfiler.addHeapSnapshotChunk', add)
  return { things: sizeOf(text), heap: usedSize, nodes }
}

/** What the page holds after 200 rounds of navigation, beside what it held after 50. */
export async function memory(bench: Bench): Promise<Line[]> {
  const { browser, address, bounds } = bench
  const visitor = await createReader(bench, CATEGORIES.slice(0, 3))
  return await withDesktop(browser, visitor, async ({ page, session }) => {
    await page.goto(`${address}/recommendations`)
    await untilTakenUp(page)
    await untilHearts(page, SHELF)
    await page.evaluate(goRounds, SETTLED)
    const floor = await held(session)
    console.log(`memory: ${SETTLED} of ${ROUNDS} rounds`)
    await page.evaluate(goRounds, ROUNDS - SETTLED)
    const last = await held(session)
    return [
      {
        name: `held by scripts after ${ROUNDS} rounds, kB (floor: after ${SETTLED})`,
        figure: last.things / 1000,
        floor: floor.things / 1000,
        bound: bounds.memory.heap,
      },
      {
        name: 'DOM nodes',
        figure: last.nodes,
        floor: floor.nodes,
        bound: bounds.memory.nodes,
      },
      {
        name: 'whole heap with what the engine compiled, kB',
        figure: last.heap / 1000,
        floor: floor.heap / 1000,
      },
    ]
  })
}
