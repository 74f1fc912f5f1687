import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, CDPSession, Locator, Page } from 'playwright'
import { CATEGORIES } from '../../contract/categories.ts'
import { createReader, type Bench } from './bench.ts'
import { slowDown, withDesktop, type Visitor } from './browser.ts'
import { median, quantile, turn, type Line } from './figures.ts'
import { HEARTS, showAllShelves } from './shelves.ts'

/** A page with hearts. */
interface HeartsPage {
  name: string
  url: string
  visitor?: Visitor
  /** Brings all cards onto the page. */
  prepare: (page: Page) => Promise<void>
  /** The hearts, all of them. */
  hearts: string
  /** The attribute that tells whether a heart is given. */
  given: string
}

/** What one press of a heart cost, in ms. */
interface Press {
  /** Interaction to Next Paint, in steps of 8 ms. */
  next: number
  /** The click's own handlers. */
  handlers: number
  /** The main thread's work in the second that follows, less that of a second without a press. */
  work: number
}

/** The presses on one page. */
interface Presses {
  cards: number
  nodes: number
  /** Of a heart that was not pressed before. */
  first: Press
  warm: Press[]
}

/** The window after a press whose work counts, in ms. */
const WINDOW = 1000
/** How long the pointer is down, in ms. */
const DOWN = 60
/** How often the second without a press is measured. */
const IDLE_ROUNDS = 3

/** A page rests once it has worked less than this in a second, in ms on the slower processor. */
const RESTING = 100
/** How long a page is given to come to rest, in ms: bitmaps of all its covers are made first. */
const REST_WITHIN = 120_000

/** What the page notes of the events that belong to a press. */
interface Noted {
  kind: string
  duration: number
  handlers: number
}

declare global {
  interface Window {
    notedEvents?: Noted[]
  }
}

/**
 * Notes the events of every press, and keeps the frames coming: headless Chromium tells when a frame was
 * shown only as the next one is, so on a still page a press would seem to take seconds. Runs in the page.
 */
function noteEvents(): void {
  const noted: Noted[] = []
  // From 16 ms on, the least there is; what TypeScript knows of observers has no word for it.
  const shortOnes = { type: 'event', durationThreshold: 16 }
  window.notedEvents = noted
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceEventTiming) || !entry.interactionId) continue
      const { name, duration, processingStart, processingEnd } = entry
      noted.push({ kind: name, duration, handlers: processingEnd - processingStart })
    }
  }).observe(shortOnes)
  const beat = document.createElement('i')
  beat.style.cssText = 'position:fixed;top:0;left:0;width:2px;height:2px;will-change:transform'
  document.body.append(beat)
  beat.animate([{ transform: 'none' }, { transform: 'translateX(40px)' }], {
    duration: 1000,
    iterations: Infinity,
  })
}

/** How long the page's main thread has worked so far, in ms. */
async function worked(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value
  if (seconds === undefined) throw new Error('The browser does not say how long it worked.')
  return seconds * 1000
}

/**
 * Waits until the page rests. What a page does on its own after its first seconds (a reader's books and covers
 * are kept for the time without network, and bitmaps are made of the covers) would count as what it does
 * without a press.
 */
async function untilResting(session: CDPSession): Promise<void> {
  const end = Date.now() + REST_WITHIN
  let calm = 0
  while (calm < 2 && Date.now() < end) {
    const start = await worked(session)
    await sleep(1000)
    calm = (await worked(session)) - start < RESTING ? calm + 1 : 0
  }
  if (calm < 2) throw new Error('The page does not come to rest.')
}

async function pressOnce(
  page: Page,
  session: CDPSession,
  heart: Locator,
  given: string,
): Promise<Press> {
  const box = await heart.boundingBox()
  if (!box) throw new Error('There is no heart to press.')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await sleep(150)
  await page.evaluate(() => window.notedEvents?.splice(0))
  const before = await heart.getAttribute(given)
  const start = await worked(session)
  await page.mouse.down()
  await sleep(DOWN)
  await page.mouse.up()
  await sleep(WINDOW)
  const work = (await worked(session)) - start
  if ((await heart.getAttribute(given)) === before) {
    throw new Error('A press changed no heart.')
  }
  const noted = (await page.evaluate(() => window.notedEvents)) ?? []
  return {
    // What is shorter than the 16 ms from which on events are told counts as one step.
    next: Math.max(8, ...noted.map(({ duration }) => duration)),
    handlers: Math.max(
      0,
      ...noted.filter(({ kind }) => kind === 'click').map(({ handlers }) => handlers),
    ),
    work,
  }
}

/**
 * Presses a heart amid the page, on and off, on a processor that is 4 times slower: once cold, then
 * `count` times.
 */
function pressHearts(
  browser: Browser,
  { url, visitor, prepare, hearts, given }: HeartsPage,
  count: number,
): Promise<Presses> {
  return withDesktop(browser, visitor, async ({ page, session }) => {
    await page.goto(url)
    await prepare(page)
    const all = page.locator(hearts)
    const cards = await all.count()
    const heart = all.nth(Math.floor(cards / 2))
    await session.send('Performance.enable')
    await page.evaluate(noteEvents)
    await slowDown(session)
    await heart.evaluate((element) =>
      element.scrollIntoView({ block: 'center', behavior: 'instant' }),
    )
    await untilResting(session)
    const still: number[] = []
    for (let round = 0; round < IDLE_ROUNDS; round += 1) {
      const start = await worked(session)
      await sleep(DOWN + WINDOW)
      still.push((await worked(session)) - start)
    }
    const idle = median(still)
    const presses: Press[] = []
    for (let press = 0; press <= count; press += 1) {
      const { work, ...rest } = await pressOnce(page, session, heart, given)
      presses.push({ ...rest, work: Math.max(0, work - idle) })
    }
    const [first, ...warm] = presses
    if (!first) throw new Error('No heart was pressed.')
    const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
    return { cards, nodes, first, warm }
  })
}

/** Warm presses of a page in each round: so many, on one page, as the reference's script makes them. */
const PRESSES = 20
/** More rounds would press the same again. */
const ROUNDS_MOST = 2
/** The reference's list whose work a heart's is held to (../shared/performance.md, figure 12). */
const HELD_TO = 'list-stack-fast'

const warm = (all: Presses[], key: 'next' | 'handlers' | 'work'): number[] =>
  all.flatMap(({ warm }) => warm.map((press) => press[key]))

const nextPaint = (all: Presses[]): number => median(warm(all, 'next'))

const work = (all: Presses[]): number => median(warm(all, 'work'))

const cold = (all: Presses[]): number => median(all.map(({ first }) => first.work))

/**
 * A heart amid 200 on the heaviest real page, the recommendations of somebody with all 20 interests,
 * beside a page of 200 cards without a library.
 */
export async function hearts(bench: Bench): Promise<Line[]> {
  const { browser, address, floors, bounds, runs } = bench
  const list = {
    hearts: 'button[data-favorite]',
    given: 'data-favorite',
    prepare: async (page: Page) => {
      await page.waitForLoadState('load')
    },
  }
  const references: HeartsPage[] = [...floors.shared]
    .filter(([name]) => name.startsWith('list-'))
    .map(([name, { origin }]) => ({
      ...list,
      name,
      url: `${origin}/`,
      hearts: '.heart',
      given: 'aria-pressed',
    }))
  const pages: HeartsPage[] = [
    {
      name: 'app',
      url: `${address}/recommendations`,
      visitor: await createReader(bench, CATEGORIES),
      hearts: HEARTS,
      given: 'data-favorite',
      prepare: (page) => showAllShelves(page, CATEGORIES.length),
    },
    { name: 'floor', url: `${floors.own.origin}/list.html`, ...list },
    ...references,
  ]
  const measured = new Map(pages.map(({ name }): [string, Presses[]] => [name, []]))
  const rounds = Math.min(runs, ROUNDS_MOST)
  for (let round = 0; round < rounds; round += 1) {
    for (const page of turn(pages, round)) {
      measured.get(page.name)?.push(await pressHearts(browser, page, PRESSES))
    }
    console.log(`hearts: ${round + 1} of ${rounds} rounds`)
  }
  const app = measured.get('app') ?? []
  const floor = measured.get('floor') ?? []
  const line = (
    name: string,
    figure: (all: Presses[]) => number,
    pressed = app,
    beside = floor,
  ) => ({
    name,
    figure: figure(pressed),
    floor: figure(beside),
  })
  const heldTo = measured.get(HELD_TO)
  return [
    line('cards', (all) => median(all.map(({ cards }) => cards))),
    line('elements on the page', (all) => median(all.map(({ nodes }) => nodes))),
    {
      ...line('next paint after a press (INP), ms', nextPaint),
      bound: bounds.hearts.next,
    },
    line('next paint, p75, ms', (all) => quantile(warm(all, 'next'), 0.75)),
    {
      ...line('next paint, at most, ms', (all) => Math.max(...warm(all, 'next'))),
      bound: bounds.hearts.longest,
    },
    { ...line('handlers, ms', (all) => median(warm(all, 'handlers'))), digits: 1 },
    {
      ...line('work of the main thread, net of idle, ms', work),
      bound: bounds.hearts.work,
    },
    line('work of the first press, ms', cold),
    ...references.flatMap(({ name }) => [
      line(`the reference's ${name}: next paint, ms`, nextPaint, measured.get(name) ?? []),
      line(`the reference's ${name}: work, ms`, work, measured.get(name) ?? []),
    ]),
    ...(heldTo
      ? [
          {
            ...line(`work, ms (floor: the reference's ${HELD_TO})`, work, app, heldTo),
            bound: bounds.hearts.referenceWork,
          },
        ]
      : []),
  ]
}
