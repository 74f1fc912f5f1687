import { cleanup, configure, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { File as NodeFile } from 'node:buffer'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { TOAST_MS } from '../constants.ts'
import { isRecord } from '../lib/record.ts'
import { isSeen, perform } from '../../mocks/act.ts'
import { answering, atOrigin } from '../../mocks/address.ts'
import { fakeBackend } from '../../mocks/node.ts'
import { Problem, problemResponse, serverError } from '../../mocks/problem.ts'
import type { Sight, Step } from '../../mocks/scenario.ts'
import { backend, quiet, sentRequests } from './backend.ts'
import {
  FORBIDDEN,
  KEPT,
  LIMITED,
  NEW_BOOK,
  type Fault,
  type FaultyCall,
  type Outcome,
} from './clientFaults.ts'
import { renderApp, signIn } from './renderApp.tsx'

/**
 * How long this file waits for anything, in milliseconds. `waitFor` sets its end by the page's own
 * `setTimeout`: it is told from the product's timers by its odd number, and is never held back.
 */
const PATIENCE_MS = 15_001
configure({ asyncUtilTimeout: PATIENCE_MS })
vi.setConfig({ testTimeout: 90_000 })

/** How late a slow answer is, and how long the client waits for any, in milliseconds. */
const SLOW_MS = 5000
const GIVEN_UP_MS = 20_000

const ADA = { id: 'ada', name: 'Ada', email: 'ada@example.org', password: 'correct horse' } as const
const LOG_IN: readonly Step[] = [
  { do: 'fill', field: 'Email', text: ADA.email },
  { do: 'fill', field: 'Password', text: ADA.password },
  { do: 'press', button: 'Login' },
]

/** What Redux Toolkit says of a busy machine, not of the product. */
const BUSY_MACHINE = /^(Immutable|Serializable)StateInvariantMiddleware took/

let ends: (() => void)[] = []
let said = new Set<string>()
/** What stood on the page before anybody listened. */
let old = new Set<string>()
let logged: string[] = []
let page: ReturnType<typeof renderApp> | undefined

function replace(name: 'setTimeout' | 'clearTimeout' | 'File' | 'FormData', other: unknown): void {
  const own = globalThis[name]
  vi.stubGlobal(name, other)
  ends.push(() => vi.stubGlobal(name, own))
}

interface HeldClock {
  /** Lets this many milliseconds pass. */
  letPass: (ms: number) => void
  /** How many calls are under way: each waits for its timer, which it clears when it has read its answer. */
  callsUnderWay: () => number
}

/**
 * The toasts' timers and those of several seconds wait for a clock that a test moves, so that no toast is
 * gone before a busy machine has pressed its button; others run as usual.
 */
function holdClock(): HeldClock {
  const { setTimeout, clearTimeout } = globalThis
  type Handle = ReturnType<typeof setTimeout> | undefined
  const waiting = new Map<Handle, { work: () => void; ms: number; due: number }>()
  let now = 0
  replace('setTimeout', (work: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) => {
    const isHeld = ms === TOAST_MS || (ms >= SLOW_MS && ms !== PATIENCE_MS)
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
    // What still waits for an answer that never comes gives up.
    letPass(GIVEN_UP_MS)
    for (const handle of waiting.keys()) clearTimeout(handle)
  })
  return {
    letPass,
    callsUnderWay: () => [...waiting.values()].filter(({ ms }) => ms === GIVEN_UP_MS).length,
  }
}

/** For how long nothing else may begin before a call counts as the only one, in milliseconds. */
const ALONE_MS = 100

/** This call alone is under way: time that passes then is over for no other. */
async function untilAlone(call: FaultyCall, { callsUnderWay }: HeldClock): Promise<void> {
  let since: number | undefined
  await waitFor(() => {
    if (callsOf(call) === 0 || callsUnderWay() !== 1) since = undefined
    else since ??= performance.now()
    if (since === undefined || performance.now() - since < ALONE_MS)
      throw new Error(`${callsUnderWay()} calls are under way.`)
  })
}

/** jsdom's files and forms lose their bytes on the way through Node's fetch; Node's own do not. */
async function letUpload(): Promise<void> {
  const form = await new Response(new URLSearchParams()).formData()
  replace('FormData', form.constructor)
  replace('File', NodeFile)
}

function setOnline(online: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => online })
  window.dispatchEvent(new Event(online ? 'online' : 'offline'))
}

/** What every message on the page says, without its buttons. */
function messagesOnPage(): string[] {
  const texts: string[] = []
  for (const alert of document.querySelectorAll('[role="alert"]')) {
    const copy = document.createElement('div')
    copy.innerHTML = alert.innerHTML
    for (const control of copy.querySelectorAll('button, a')) control.remove()
    const text = copy.textContent.replaceAll(/\s+/g, ' ').trim()
    // An alert that is leaving may be drawn empty.
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

/** What was said and logged so far is forgotten, also where it still stands on the page. */
function listenAnew(): void {
  old = new Set(messagesOnPage())
  said = new Set()
  logged = []
}

function lay(fault: Fault, { operation, commit }: FaultyCall): void {
  const answer = (reply: Parameters<typeof answering>[1]): void =>
    fakeBackend.use(answering(operation, reply))
  const problem = (status: number, code: Problem['code'], sentence: string): void =>
    answer(() => problemResponse(new Problem(status, code, sentence)))
  // The server has done what it was asked for; its words are lost on the way.
  const spoil = (body: string, type = 'application/json'): void =>
    answer(() => {
      const reader = fakeBackend.db.user(ADA.id)
      if (reader) commit?.(reader)
      return new HttpResponse(body, { headers: { 'Content-Type': type } })
    })
  switch (fault) {
    case 'timeout':
      return answer(() => new Promise(() => undefined))
    case '500 problem+json':
      return answer(serverError)
    case '500 HTML':
      return answer(() => HttpResponse.html('<h1>Oops</h1>', { status: 500 }))
    case 'malformed JSON':
      return spoil('{"token": "t", "id"')
    case 'empty 200':
      return spoil('')
    case 'wrong shape':
      return spoil('{"unexpected": {"shape": [1, null]}}')
    case 'slow 5 s':
      return answer(async () => {
        await new Promise((resolve) => {
          setTimeout(() => resolve(undefined), SLOW_MS)
        })
        return undefined
      })
    case 'offline':
      setOnline(false)
      ends.push(() => Reflect.deleteProperty(navigator, 'onLine'))
      return fakeBackend.use(http.all(atOrigin('/api/*'), () => HttpResponse.error()))
    case '401 in mid-session':
      return operation.access === 'public'
        ? problem(401, 'unauthenticated', 'User not authenticated. Please log in.')
        : backend.endSessions()
    case '403':
      return problem(403, 'forbidden', FORBIDDEN)
    case '429':
      return problem(429, 'rate_limited', LIMITED)
    case 'connection reset':
      return answer(() => HttpResponse.error())
  }
}

/** The page waits for nothing, and the reader's menu, a part of its own, is there. */
async function settle(signedIn: boolean): Promise<void> {
  if (signedIn) await waitFor(() => expect(isSeen(MENU, [])).toBe(true))
  await quiet()
}

const MENU: Sight = { as: 'button', text: 'Profile menu' }

async function doAll(steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    await waitFor(async () => {
      if (page === undefined) throw new Error('There is no page.')
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

function isDisabled(name: string): boolean {
  return [...document.querySelectorAll('button')].some(
    (button) =>
      button.textContent === name &&
      (button.disabled || button.getAttribute('aria-disabled') === 'true'),
  )
}

const TRY_AGAIN = 'Try again'

function buttonsToTryAgain(): HTMLButtonElement[] {
  return [...document.querySelectorAll('button')].filter(
    ({ textContent }) => textContent === TRY_AGAIN,
  )
}

/** The ids under `favorites` in this browser's storage. */
function keptFavorites(): unknown[] {
  const list: unknown = JSON.parse(localStorage.getItem('favorites') ?? '[]')
  return Array.isArray(list) ? list.map((entry) => (isRecord(entry) ? entry['id'] : entry)) : []
}

function callsOf({ operation }: FaultyCall): number {
  const path = new RegExp(`^${operation.url.replaceAll(/:\w+/g, '[^/]+')}(\\?|$)`)
  return sentRequests(operation.method, path).length
}

function prepare(call: FaultyCall): void {
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
  const account = { ...ADA, favorites: [...KEPT], ...call.reader }
  if (call.reader === undefined) {
    backend.addUser(account)
    return
  }
  signIn(account)
  localStorage.setItem(
    'favorites',
    JSON.stringify(KEPT.map((id) => ({ id, title: id.replace('kept-', 'Kept ') }))),
  )
  // The profile alone knows the name; whatever else is asked, it is known already.
  if (!isProfile(call)) return
  localStorage.setItem('user', JSON.stringify({ id: ADA.id, name: '' }))
  localStorage.setItem('username', '')
}

function isProfile({ operation }: FaultyCall): boolean {
  return operation.method === 'GET' && operation.url === '/api/profile'
}

async function expectOutcome(call: FaultyCall, fault: Fault, outcome: Outcome): Promise<void> {
  const { says, logs, shows } = outcome
  if (outcome.done && fault !== 'offline')
    await doAll(shows === call.works ? (call.look ?? []) : [])
  await waitFor(() => {
    refuseMissing(shows)
    expect([...said]).toEqual(expect.arrayContaining([...says]))
    for (const line of logs) expect(logged.some((text) => text.startsWith(line))).toBe(true)
  })
  await settle(false)
  // All of it, and nothing else: no other message, no page that could not be drawn.
  expect([...said].toSorted()).toEqual([...says].toSorted())
  const other = logged.filter((text) => !logs.some((line) => text.startsWith(line)))
  // Where a session ends, what the navbar was just asking for may be logged as well.
  if (!outcome.ended) expect(other).toEqual([])
}

/** Every toast's time is over, and what it offered is gone with it. */
async function endToasts(letPass: (ms: number) => void): Promise<void> {
  letPass(TOAST_MS)
  await waitFor(() => expect(document.querySelector('[class*="notistack-MuiContent"]')).toBeNull())
}

/**
 * Presses the first button that tries again, unless the page, back in the network, has tried by itself.
 * The button stays until its answer is there; the next one is another's.
 */
async function pressTryAgain(refuseUndone: () => void): Promise<void> {
  let there = 0
  await waitFor(() => {
    there = buttonsToTryAgain().length
    if (there === 0) refuseUndone()
  })
  const [button] = buttonsToTryAgain()
  if (button) await page?.user.click(button)
  await waitFor(() => {
    if (buttonsToTryAgain().length >= there) refuseUndone()
  })
}

/**
 * Tries again what went wrong, now that nothing does.
 * @param before how often the call had been made while it went wrong
 */
async function tryAgain(
  call: FaultyCall,
  { again = call.again }: Outcome,
  before: number,
): Promise<void> {
  const works = call.worksAgain ?? call.works
  const refuseUndone = (): void => {
    refuseMissing(works)
    expect(callsOf(call)).toBeGreaterThan(before)
  }
  listenAnew()
  if (again) {
    for (const step of again) {
      if (step.do === 'press' && step.button === TRY_AGAIN) await pressTryAgain(refuseUndone)
      else {
        await doAll([step])
        // Pressed twice within a frame, a heart asks nobody.
        await quiet()
      }
    }
  } else {
    await leave()
    page = renderApp(call.path)
  }
  await doAll(call.look ?? [])
  await waitFor(refuseUndone)
  await settle(false)
  expect([...said]).toEqual(works.filter(({ as }) => as === 'alert').map(({ text }) => text))
}

/** The way back after a session has ended: the form. Whatever hearts were not sent are sent then. */
async function signInAgain(): Promise<void> {
  listenAnew()
  if (document.querySelector('#auth-form') === null) {
    await doAll([{ do: 'follow', link: 'Sign In / Register' }])
  }
  await doAll(LOG_IN)
  await waitFor(() => refuseMissing([{ as: 'alert', text: 'Welcome back, Ada!' }]))
  await settle(true)
}

async function leave(): Promise<void> {
  cleanup()
  await page?.persistor.flush()
  page?.persistor.pause()
  page = undefined
}

/**
 * Plays one cell of the table in the whole product: exactly its messages come, nothing crashes, no
 * favorite is lost, and what failed works once the fault is gone.
 * @returns the fault that was played
 * @throws where any of it is not so
 */
export async function playFault(call: FaultyCall, fault: Fault): Promise<Fault> {
  const outcome = call.faults[fault]
  const signedIn = call.reader !== undefined
  prepare(call)
  if (call.steps.some((step) => step.do === 'upload')) await letUpload()
  const clock = holdClock()
  const { letPass } = clock
  watch()
  if (call.steps.length === 0) {
    lay(fault, call)
    page = renderApp(call.path)
  } else {
    page = renderApp(call.path)
    await settle(signedIn)
    await doAll(call.before ?? [])
    await waitFor(() => refuseMissing(call.stands ?? []))
    await settle(false)
    listenAnew()
    lay(fault, call)
    await doAll(call.steps)
  }
  if (fault === 'slow 5 s' || fault === 'timeout') {
    await untilAlone(call, clock)
    await waitFor(() => {
      for (const sight of call.waits) {
        if (sight.as === 'disabled') expect(isDisabled(sight.text)).toBe(true)
        else refuseMissing([sight])
      }
    })
    letPass(SLOW_MS - 1)
    expect([...said]).toEqual([])
    letPass(fault === 'timeout' ? GIVEN_UP_MS : 1)
  }
  await expectOutcome(call, fault, outcome)
  if (fault === 'connection reset') {
    // Sent once more where that does no harm, and a POST never.
    expect(callsOf(call)).toBe(call.operation.method === 'POST' ? 1 : 2)
  }
  if (signedIn && !outcome.ended) {
    expect(localStorage.getItem('token')).not.toBeNull()
    await page.persistor.flush()
    const kept = keptFavorites()
    expect(kept).toEqual(expect.arrayContaining([...call.keeps]))
  }
  const before = callsOf(call)
  backend.recovers()
  if (fault === 'offline') setOnline(true)
  if (outcome.ended) {
    await signInAgain()
    await page.persistor.flush()
    const { favorites } = backend.account(ADA.id)
    for (const kept of [keptFavorites(), favorites]) {
      expect(kept).toEqual(expect.arrayContaining([...call.keeps]))
    }
    // A heart that the session took with it is sent at the next sign-in (decision 6).
    if (call.isHeart) await waitFor(() => expect(call.saved?.(backend.account(ADA.id))).toBe(true))
    return fault
  }
  if (!outcome.done) {
    await endToasts(letPass)
    await tryAgain(call, outcome, before)
  }
  if (call.saved) {
    await waitFor(() => expect(call.saved?.(backend.account(ADA.id))).toBe(true))
  }
  return fault
}

const warn = vi.spyOn(console, 'warn')

beforeEach(() => {
  listenAnew()
  warn.mockImplementation((...words: unknown[]) => {
    const line = words.map(String).join(' ')
    if (!BUSY_MACHINE.test(line)) logged.push(line)
  })
})

afterEach(async () => {
  await leave()
  for (const end of ends.toReversed()) end()
  ends = []
})
