import { configure, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { isSeen, perform } from '../../mocks/act.ts'
import { atOrigin } from '../../mocks/address.ts'
import { SLOW_MS } from '../../mocks/responses.ts'
import { fakeBackend } from '../../mocks/node.ts'
import { READER } from '../../mocks/reader.ts'
import {
  combineScenarios,
  describeSight,
  type Scenario,
  type Sight,
  type SightKind,
} from '../../mocks/scenario.ts'
import { scenarios, type ScenarioName } from '../../mocks/scenarios.ts'
import { arrivalPath, writeStorage } from '../../mocks/startScenario.ts'
import { paths } from '../paths.ts'
import { stubForms } from './nodeForms.ts'
import { closePage, renderApp } from './renderApp.tsx'

// Twenty sections take jsdom a second, a busy machine many.
configure({ asyncUtilTimeout: 30_000 })
vi.setConfig({ testTimeout: 90_000 })

/** How long a response takes that takes seconds in a browser, in milliseconds. */
const LATE_MS = 150
/** How long nothing must have happened, in milliseconds, for a page to count as finished. */
const QUIET_MS = 60

let logged: string[] = []
let pending = 0
/** When a response came or the page changed last. */
let lastEvent = 0
let ends: (() => void)[] = []

/** Puts something in the place of a global until the end of the test. */
function replace(name: 'fetch' | 'setTimeout', other: unknown): void {
  const own = globalThis[name]
  vi.stubGlobal(name, other)
  ends.push(() => vi.stubGlobal(name, own))
}

/** What takes seconds takes a moment; with `everyResponse`, every response takes that moment, too. */
function hurry(everyResponse: boolean): void {
  const { fetch, setTimeout } = globalThis
  replace('setTimeout', (work: () => void, ms?: number, ...given: unknown[]) =>
    setTimeout(work, ms === SLOW_MS ? LATE_MS : ms, ...given),
  )
  replace('fetch', async (...request: Parameters<typeof fetch>) => {
    pending += 1
    try {
      if (everyResponse) await new Promise((resolve) => setTimeout(resolve, LATE_MS))
      return await fetch(...request)
    } finally {
      pending -= 1
      lastEvent = performance.now()
    }
  })
}

function scrollTo(y: number): void {
  for (const name of ['scrollY', 'pageYOffset']) {
    Object.defineProperty(window, name, { configurable: true, value: y })
  }
  fireEvent.scroll(window)
}

/** The vertical part of what `scrollTo` and `scrollBy` are given, in either form. */
function vertical([first, second]: unknown[]): number {
  if (typeof second === 'number') return second
  return typeof first === 'object' && first !== null && 'top' in first ? Number(first.top) : 0
}

/** jsdom has a page without height; this one scrolls as far as it is asked to. */
function letScroll(): void {
  const by = vi.spyOn(window, 'scrollBy')
  const to = vi.spyOn(window, 'scrollTo')
  by.mockImplementation((...way: unknown[]) => scrollTo(window.scrollY + vertical(way)))
  to.mockImplementation((...place: unknown[]) => scrollTo(vertical(place)))
  ends.push(() => {
    by.mockReset()
    to.mockReset()
    scrollTo(0)
  })
}

function goOffline(): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
  window.dispatchEvent(new Event('offline'))
  ends.push(() => {
    Reflect.deleteProperty(navigator, 'onLine')
    window.dispatchEvent(new Event('online'))
  })
}

/** Where the Google button leads to in the end: what a browser does when it is pressed. */
async function googlePath({ google }: Scenario): Promise<string> {
  const reader = fakeBackend.db.user(READER.id)
  if (google !== undefined && reader !== undefined) {
    return arrivalPath(fakeBackend.db.signIn(reader, 'url'), reader, google === 'newcomer')
  }
  const answer = await fetch(atOrigin(paths.google), { redirect: 'manual' })
  return answer.headers.get('Location') ?? paths.google
}

/** Notices presses on the Google button, which would leave the page; jsdom cannot. */
function watchDepartures(): () => boolean {
  let departed = false
  const listen = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link?.getAttribute('href') !== paths.google) return
    event.preventDefault()
    departed = true
  }
  document.addEventListener('click', listen, true)
  ends.push(() => document.removeEventListener('click', listen, true))
  return () => {
    const before = departed
    departed = false
    return before
  }
}

/** Notes which sights were on the page at any time from now on. */
function watch(sights: readonly Sight[]): ReadonlySet<Sight> {
  const seen = new Set<Sight>()
  const look = (): void => {
    for (const sight of sights) if (!seen.has(sight) && isSeen(sight, logged)) seen.add(sight)
  }
  const observer = new MutationObserver(() => {
    lastEvent = performance.now()
    look()
  })
  observer.observe(document, {
    attributes: true,
    characterData: true,
    childList: true,
    subtree: true,
  })
  const timer = setInterval(look, 50)
  ends.push(() => {
    observer.disconnect()
    clearInterval(timer)
  })
  return seen
}

/** A reader's navbar requests the profile only when its menu, a lazy-loaded module, is there. */
function awaitsMenu(): boolean {
  const greeted = document.querySelector('header')?.textContent.includes('Hello') ?? false
  return greeted && document.querySelector('[aria-label="Profile menu"]') === null
}

/** Waits until nothing has happened for a while, but not for responses that never come. */
async function settle(): Promise<void> {
  let end = 0
  await waitFor(() => {
    const now = performance.now()
    // What the menu requests, once it is there, gets its time as well.
    if (end === 0 || awaitsMenu()) end = now + 3 * LATE_MS
    const busy = (pending > 0 || now - lastEvent < QUIET_MS) && now < end
    if (busy || awaitsMenu()) throw new Error('The page is not finished.')
  })
}

/** Sights that stay; a message, a button or a book may go again. */
const LASTING: readonly SightKind[] = ['heading', 'img', 'option', 'text', 'path']

/** What Redux Toolkit says of a busy machine, not of the product. */
const BUSY_MACHINE = /^(Immutable|Serializable)StateInvariantMiddleware took/

function refuse(what: string, sights: readonly Sight[]): void {
  if (sights.length > 0) throw new Error(`${what}: ${sights.map(describeSight).join('; ')}.`)
}

/**
 * Plays a scenario, or several laid over each other, in the whole product: opens its page with its
 * storage, does its steps, and waits for every sight.
 * @returns lines of the console that the scenario does not speak of
 * @throws where a sight does not come, where steps bring nothing new, where something is on the page in
 *   the end that should not be, or the last sight that should stay is not
 */
export async function playScenario(...names: [ScenarioName, ...ScenarioName[]]): Promise<string[]> {
  const scenario = combineScenarios(names.map((name) => scenarios[name]))
  const { shows, steps = [], lacks = [], note } = scenario
  const { path, storage } = fakeBackend.play(...names)
  writeStorage(localStorage, storage)
  if (scenario.network === 'offline') goOffline()
  if (steps.some((step) => step.do === 'upload')) ends.push(await stubForms())
  letScroll()
  hurry((scenario.latency ?? 0) > 0)
  const departed = watchDepartures()
  const seen = watch(shows)
  let before = new Set<Sight>()
  let { user } = renderApp(path)
  for (const step of steps) {
    await waitFor(async () => {
      if (step === steps[0]) before = new Set(seen)
      await perform(step, user)
    })
    if (!departed()) continue
    closePage()
    user = renderApp(await googlePath(scenario)).user
  }
  await waitFor(() =>
    refuse(
      'Not seen',
      shows.filter((sight) => !seen.has(sight)),
    ),
  )
  // Where all was there before, what the steps do must be said otherwise.
  const inOtherWords = note !== undefined || lacks.length > 0
  if (steps.length > 0 && before.size === shows.length && !inOtherWords) {
    refuse('Seen without any step', shows)
  }
  await settle()
  refuse(
    'Seen, and should not be',
    lacks.filter((sight) => isSeen(sight, logged)),
  )
  const last = shows.findLast(({ as }) => LASTING.includes(as))
  await waitFor(() => refuse('Gone in the end', last && !isSeen(last, logged) ? [last] : []))
  const spokenOf = shows.filter(({ as }) => as === 'log')
  return logged.filter(
    (line) => !BUSY_MACHINE.test(line) && !spokenOf.some(({ text }) => line.startsWith(text)),
  )
}

const warn = vi.spyOn(console, 'warn')

beforeEach(() => {
  logged = []
  pending = 0
  warn.mockImplementation((...said: unknown[]) => {
    logged.push(said.map(String).join(' '))
  })
})

afterEach(() => {
  closePage()
  for (const end of ends.toReversed()) end()
  ends = []
})
