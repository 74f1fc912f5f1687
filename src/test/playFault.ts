import { configure, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { TOAST_MS } from '../constants.ts'
import { isRecord } from '../lib/record.ts'
import { isSeen, perform } from '../../mocks/act.ts'
import { answering } from '../../mocks/address.ts'
import { fakeBackend } from '../../mocks/node.ts'
import { Problem, problemResponse, serverError } from '../../mocks/problem.ts'
import type { Sight, Step } from '../../mocks/scenario.ts'
import { backend, quiet, sentRequests } from './backend.ts'
import { KEPT, NEW_BOOK, type Fault, type FaultyRequest, type Outcome } from './clientFaults.ts'
import { stubForms } from './nodeForms.ts'
import { closePage, renderApp, signIn } from './renderApp.tsx'

/**
 * How long this file waits for anything, in milliseconds. `waitFor` sets its end by the page's own
 * `setTimeout`: it is told from the product's timers by its odd number, and is never held back.
 */
const WAIT_MS = 15_001
configure({ asyncUtilTimeout: WAIT_MS })
vi.setConfig({ testTimeout: 90_000 })

/** How long the client waits for a response, in milliseconds. */
const TIMEOUT_MS = 20_000

const ADA = { id: 'ada', name: 'Ada', email: 'ada@example.org', password: 'correct horse' } as const
const LOG_IN: readonly Step[] = [
  { do: 'fill', field: 'Email', text: ADA.email },
  { do: 'fill', field: 'Password', text: ADA.password },
  { do: 'press', button: 'Login' },
]

const NOT_AUTHENTICATED = 'User not authenticated. Please log in.'

/** What Redux Toolkit says of a busy machine, not of the product. */
const BUSY_MACHINE = /^(Immutable|Serializable)StateInvariantMiddleware took/

let ends: (() => void)[] = []
let said = new Set<string>()
/** What was on the page before. */
let old = new Set<string>()
let logged: string[] = []
let page: ReturnType<typeof renderApp>

function replace(name: 'setTimeout' | 'clearTimeout', other: unknown): void {
  const own = globalThis[name]
  vi.stubGlobal(name, other)
  ends.push(() => vi.stubGlobal(name, own))
}

interface HeldClock {
  /** Lets this many milliseconds pass. */
  letPass: (ms: number) => void
  /** How many requests are under way: each has a timer, which it clears when it has read its response. */
  requestsUnderWay: () => number
}

/**
 * The timers of toasts and of requests wait for a clock that a test moves, so that no toast is gone before a busy
 * machine has pressed its button; others run as usual.
 */
function holdClock(): HeldClock {
  const { setTimeout, clearTimeout } = globalThis
  type Handle = ReturnType<typeof setTimeout> | undefined
  const waiting = new Map<Handle, { work: () => void; ms: number; due: number }>()
  let now = 0
  replace('setTimeout', (work: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
    const isHeld = ms === TOAST_MS || (ms >= TIMEOUT_MS && ms !== WAIT_MS)
    if (!isHeld) return setTimeout(work, ms, ...given)
    // A real timer is its handle; it runs long after the test.
    const handle = setTimeout(() => undefined, ms)
    waiting.set(handle, { work: () => work(...given), ms, due: now + ms })
    return handle
  })
  replace('clearTimeout', (handle: Handle) => {
    waiting.delete(handle)
    clearTimeout(handle)
  })
  const letPass = (ms: number): void => {
    now += ms
    for (const [handle, { work, due }] of waiting) {
      if (due > now) continue
      waiting.delete(handle)
      clearTimeout(handle)
      work()
    }
  }
  ends.push(() => {
    // What still waits for a response that never comes gives up.
    letPass(TIMEOUT_MS)
    for (const handle of waiting.keys()) clearTimeout(handle)
  })
  return {
    letPass,
    requestsUnderWay: () => [...waiting.values()].filter(({ ms }) => ms === TIMEOUT_MS).length,
  }
}

/** What every message on the page says, without its buttons. */
function messagesOnPage(): string[] {
  const texts: string[] = []
  for (const alert of document.querySelectorAll('[role="alert"]')) {
    const copy = document.createElement('div')
    copy.innerHTML = alert.innerHTML
    for (const control of copy.querySelectorAll('button, a')) control.remove()
    const text = copy.textContent.replaceAll(/\s+/g, ' ').trim()
    // An alert that is leaving may be rendered empty.
    if (text !== '') texts.push(text)
  }
  return texts
}

function look(): void {
  for (const text of messagesOnPage()) if (!old.has(text)) said.add(text)
}

function watch(): void {
  const observer = new MutationObserver(look)
  observer.observe(document, { childList: true, subtree: true, characterData: true })
  ends.push(() => observer.disconnect())
}

/** What was said and logged so far is forgotten, also where it is still on the page. */
function listenAnew(): void {
  old = new Set(messagesOnPage())
  said = new Set()
  logged = []
}

function lay(fault: Fault, { operation, commit }: FaultyRequest): void {
  const respond = (reply: Parameters<typeof answering>[1]): void =>
    fakeBackend.use(answering(operation, reply))
  // The server has done what was requested; its response is lost on the way.
  const spoil = (body: string): void =>
    respond(() => {
      const reader = fakeBackend.db.user(ADA.id)
      if (reader) commit?.(reader)
      return new HttpResponse(body, { headers: { 'Content-Type': 'application/json' } })
    })
  switch (fault) {
    case 'timeout':
      return respond(() => new Promise(() => undefined))
    case '500':
      return respond(serverError)
    case 'unreadable body':
      return spoil('{"token": "t", "id"')
    case 'wrong shape':
      return spoil('{"unexpected": {"shape": [1, null]}}')
    case '401 in mid-session':
      return operation.access === 'public'
        ? respond(() => problemResponse(new Problem(401, 'unauthenticated', NOT_AUTHENTICATED)))
        : backend.endSessions()
    case 'network error':
      return respond(() => HttpResponse.error())
  }
}

/** The page waits for nothing, and the reader's menu, a lazy-loaded module, is there. */
async function settle(signedIn: boolean): Promise<void> {
  if (signedIn) await waitFor(() => expect(isSeen(MENU, [])).toBe(true))
  await quiet()
}

const MENU: Sight = { as: 'button', text: 'Profile menu' }

async function doAll(steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    await waitFor(async () => {
      await perform(step, page.user)
    })
  }
}

function refuseMissing(sights: readonly Sight[]): void {
  const missing = sights.filter((sight) =>
    sight.as === 'alert' ? !said.has(sight.text) : !isSeen(sight, logged),
  )
  if (missing.length > 0) {
    throw new Error(`Not seen: ${JSON.stringify(missing)}; said: ${[...said].join(' | ')}`)
  }
}

/** The ids under `favorites` in this browser's storage. */
function storedFavorites(): unknown[] {
  const list: unknown = JSON.parse(localStorage.getItem('favorites') ?? '[]')
  return Array.isArray(list) ? list.map((entry) => (isRecord(entry) ? entry['id'] : entry)) : []
}

function requestsOf({ operation }: FaultyRequest): number {
  const path = new RegExp(`^${operation.url.replaceAll(/:\w+/g, '[^/]+')}(\\?|$)`)
  return sentRequests(operation.method, path).length
}

function prepare(request: FaultyRequest): void {
  backend.clearBooks()
  backend.addBook({
    id: NEW_BOOK.id,
    volumeInfo: {
      title: NEW_BOOK.title,
      authors: [NEW_BOOK.author],
      categories: [NEW_BOOK.category],
    },
  })
  for (const id of KEPT)
    backend.addBook({ id, volumeInfo: { title: id.replace('kept-', 'Kept ') } })
  const account = { ...ADA, favorites: [...KEPT], ...request.reader }
  if (request.reader === undefined) {
    backend.addUser(account)
    return
  }
  signIn(account)
  localStorage.setItem(
    'favorites',
    JSON.stringify(KEPT.map((id) => ({ id, title: id.replace('kept-', 'Kept ') }))),
  )
  // The profile alone knows the name; whatever else is asked, it is known already.
  if (!isProfile(request)) return
  localStorage.setItem('user', JSON.stringify({ id: ADA.id, name: '' }))
  localStorage.setItem('username', '')
}

function isProfile({ operation }: FaultyRequest): boolean {
  return operation.method === 'GET' && operation.url === '/api/profile'
}

/** @returns all messages that came */
async function expectOutcome(outcome: Outcome): Promise<string[]> {
  const { says, logs, shows } = outcome
  await waitFor(() => {
    refuseMissing(shows)
    expect([...said]).toEqual(expect.arrayContaining([...says]))
    for (const line of logs) expect(logged.some((text) => text.startsWith(line))).toBe(true)
  })
  await settle(false)
  const other = logged.filter((text) => !logs.some((line) => text.startsWith(line)))
  // Where a session ends, what the navbar was just requesting may be logged as well.
  if (!outcome.ended) expect(other).toEqual([])
  return [...said].toSorted()
}

/** Every toast's time is over, and what it offered is gone with it. */
async function endToasts(letPass: (ms: number) => void): Promise<void> {
  letPass(TOAST_MS)
  await waitFor(() => expect(document.querySelector('[class*="notistack-MuiContent"]')).toBeNull())
}

/**
 * Tries again what went wrong, now that nothing does.
 * @param before how many requests were sent while it went wrong
 */
async function tryAgain(request: FaultyRequest, before: number): Promise<void> {
  const { works } = request
  const refuseUndone = (): void => {
    refuseMissing(works)
    expect(requestsOf(request)).toBeGreaterThan(before)
  }
  listenAnew()
  if (request.again) {
    for (const step of request.again) {
      await doAll([step])
      // A heart that is pressed twice at once sends nothing.
      await quiet()
    }
  } else {
    closePage()
    page = renderApp(request.path)
  }
  await doAll(request.look ?? [])
  await waitFor(refuseUndone)
  await settle(false)
  expect([...said]).toEqual(works.filter(({ as }) => as === 'alert').map(({ text }) => text))
}

/** The way back after a session has ended: the form. */
async function signInAgain(): Promise<void> {
  listenAnew()
  if (document.querySelector('#auth-form') === null) {
    await doAll([{ do: 'follow', link: 'Login / Register' }])
  }
  await doAll(LOG_IN)
  await waitFor(() => refuseMissing([{ as: 'alert', text: 'Welcome back, Ada!' }]))
  await settle(true)
}

/**
 * Plays one cell of the table in the whole product: its messages come, nothing crashes, no favorite is lost, and
 * what failed works once the fault is gone.
 * @returns all messages that came with the fault
 * @throws where any of it is not so
 */
export async function playFault(
  request: FaultyRequest,
  fault: Fault,
  outcome: Outcome,
): Promise<string[]> {
  const signedIn = request.reader !== undefined
  prepare(request)
  if (request.steps.some((step) => step.do === 'upload')) ends.push(await stubForms())
  const { letPass, requestsUnderWay } = holdClock()
  watch()
  if (request.steps.length === 0) {
    lay(fault, request)
    page = renderApp(request.path)
  } else {
    page = renderApp(request.path)
    await settle(signedIn)
    await doAll(request.before ?? [])
    await waitFor(() => refuseMissing(request.stands ?? []))
    await settle(false)
    listenAnew()
    lay(fault, request)
    await doAll(request.steps)
  }
  if (fault === 'timeout') {
    // Alone, so that no other request times out with it.
    await waitFor(() => expect([requestsOf(request), requestsUnderWay()]).toEqual([1, 1]))
    letPass(TIMEOUT_MS)
  }
  const messages = await expectOutcome(outcome)
  if (fault === 'network error') {
    // Sent once more where that does no harm, and a POST never.
    expect(requestsOf(request)).toBe(request.operation.method === 'POST' ? 1 : 2)
  }
  const before = requestsOf(request)
  backend.recovers()
  if (outcome.ended) await signInAgain()
  if (signedIn) {
    const { favorites } = backend.account(ADA.id)
    await waitFor(() => {
      expect(localStorage.getItem('token')).not.toBeNull()
      for (const list of [storedFavorites(), favorites]) {
        expect(list).toEqual(expect.arrayContaining([...request.keeps]))
      }
    })
  }
  if (outcome.ended) return messages
  if (!outcome.done) {
    await endToasts(letPass)
    await tryAgain(request, before)
  }
  await waitFor(() => expect(request.saved?.(backend.account(ADA.id)) ?? true).toBe(true))
  return messages
}

const warn = vi.spyOn(console, 'warn')

beforeEach(() => {
  listenAnew()
  warn.mockImplementation((...words: unknown[]) => {
    const line = words.map(String).join(' ')
    if (!BUSY_MACHINE.test(line)) logged.push(line)
  })
})

afterEach(() => {
  closePage()
  for (const end of ends.toReversed()) end()
  ends = []
})
