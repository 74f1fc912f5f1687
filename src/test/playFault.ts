import { act, configure, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { isRecord } from '../lib/record.ts'
import { closeToasts } from '../lib/toast.tsx'
import { isShown, perform } from '../../mocks/act.ts'
import { fakeBackend } from '../../mocks/node.ts'
import { Problem, problemResponse, serverError } from '../../mocks/problem.ts'
import type { Expectation, Step } from '../../mocks/scenario.ts'
import { backend, quiet, respondTo, sentRequests } from './backend.ts'
import {
  STORED_IDS,
  NEW_BOOK,
  type Fault,
  type FaultyRequest,
  type Outcome,
} from './clientFaults.ts'
import { stubForms } from './nodeForms.ts'
import { closePage, renderApp, signIn } from './renderApp.tsx'

configure({ asyncUtilTimeout: 15_000 })
vi.setConfig({ testTimeout: 90_000 })

const ADA = { id: 'ada', name: 'Ada', email: 'ada@example.org', password: 'correct horse' } as const
const LOG_IN: readonly Step[] = [
  { do: 'fill', field: 'Email', text: ADA.email },
  { do: 'fill', field: 'Password', text: ADA.password },
  { do: 'press', button: 'Login' },
]

const NOT_AUTHENTICATED = 'User not authenticated. Please log in.'

/** Redux Toolkit's warning about a busy machine. */
const BUSY_MACHINE = /^(Immutable|Serializable)StateInvariantMiddleware took/

let cleanups: (() => void)[] = []
let shownMessages = new Set<string>()
/** What was on the page before. */
let old = new Set<string>()
let logged: string[] = []
let page: ReturnType<typeof renderApp>

/** The text of every message on the page, without its buttons. */
function messagesOnPage(): string[] {
  const messages: string[] = []
  for (const alert of document.querySelectorAll('[role="alert"]')) {
    const copy = document.createElement('div')
    copy.innerHTML = alert.innerHTML
    for (const control of copy.querySelectorAll('button, a')) control.remove()
    const text = copy.textContent.replaceAll(/\s+/g, ' ').trim()
    // An alert that is leaving may be rendered empty.
    if (text !== '') messages.push(text)
  }
  return messages
}

function recordMessages(): void {
  for (const text of messagesOnPage()) if (!old.has(text)) shownMessages.add(text)
}

function watch(): void {
  const observer = new MutationObserver(recordMessages)
  observer.observe(document, { childList: true, subtree: true, characterData: true })
  cleanups.push(() => observer.disconnect())
}

/** Forgets the messages and log lines so far, also those that are still on the page. */
function forgetMessages(): void {
  old = new Set(messagesOnPage())
  shownMessages = new Set()
  logged = []
}

function applyFault(fault: Fault, { operation, commit }: FaultyRequest): void {
  const respond = (reply: Parameters<typeof respondTo>[1]): void =>
    fakeBackend.use(respondTo(operation, reply))
  // The server has done what was requested; its response is lost on the way.
  const spoil = (body: string): void =>
    respond(() => {
      const reader = fakeBackend.db.user(ADA.id)
      if (reader) commit?.(reader)
      return new HttpResponse(body, { headers: { 'Content-Type': 'application/json' } })
    })
  switch (fault) {
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
async function untilIdle(signedIn: boolean): Promise<void> {
  if (signedIn) await waitFor(() => expect(isShown(MENU, [])).toBe(true))
  await quiet()
}

const MENU: Expectation = { as: 'button', text: 'Profile menu' }

async function performAll(steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    await waitFor(async () => {
      await perform(step, page.user)
    })
  }
}

function throwIfMissing(expectations: readonly Expectation[]): void {
  const missing = expectations.filter((expectation) =>
    expectation.as === 'alert'
      ? !shownMessages.has(expectation.text)
      : !isShown(expectation, logged),
  )
  if (missing.length > 0) {
    throw new Error(
      `Not seen: ${JSON.stringify(missing)}; shown: ${[...shownMessages].join(' | ')}`,
    )
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
  const account = { ...ADA, favorites: [...STORED_IDS], ...request.reader }
  for (const id of account.favorites)
    backend.addBook({ id, volumeInfo: { title: id.replace('kept-', 'Kept ') } })
  if (request.reader === undefined) {
    backend.addUser(account)
    return
  }
  signIn(account)
  localStorage.setItem(
    'favorites',
    JSON.stringify(STORED_IDS.map((id) => ({ id, title: id.replace('kept-', 'Kept ') }))),
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
  const { messages, logs, shows } = outcome
  await waitFor(() => {
    throwIfMissing(shows)
    expect([...shownMessages]).toEqual(expect.arrayContaining([...messages]))
    for (const line of logs) expect(logged.some((text) => text.startsWith(line))).toBe(true)
  })
  await untilIdle(false)
  const other = logged.filter((text) => !logs.some((line) => text.startsWith(line)))
  // Where a session ends, what the navbar was just requesting may be logged as well.
  if (!outcome.ended) expect(other).toEqual([])
  return [...shownMessages].toSorted()
}

/** Closes the toasts, so that the same message is noticed again. */
async function endToasts(): Promise<void> {
  act(closeToasts)
  await waitFor(() => expect(document.querySelector('[class*="notistack-MuiContent"]')).toBeNull())
}

/**
 * Tries again what went wrong, now that nothing does.
 * @param before how many requests were sent while it went wrong
 */
async function tryAgain(request: FaultyRequest, before: number): Promise<void> {
  const { works } = request
  const throwIfUndone = (): void => {
    throwIfMissing(works)
    expect(requestsOf(request)).toBeGreaterThan(before)
  }
  forgetMessages()
  if (request.again) {
    for (const step of request.again) {
      await performAll([step])
      // A heart that is pressed twice at once sends nothing.
      await quiet()
    }
  } else {
    closePage()
    page = renderApp(request.path)
  }
  await performAll(request.look ?? [])
  await waitFor(throwIfUndone)
  await untilIdle(false)
  expect([...shownMessages]).toEqual(
    works.filter(({ as }) => as === 'alert').map(({ text }) => text),
  )
}

/** The way back after a session has ended: the form. */
async function signInAgain(): Promise<void> {
  forgetMessages()
  if (document.querySelector('#auth-form') === null) {
    await performAll([{ do: 'follow', link: 'Login / Register' }])
  }
  await performAll(LOG_IN)
  await waitFor(() => throwIfMissing([{ as: 'alert', text: 'Welcome back, Ada!' }]))
  await untilIdle(true)
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
  if (request.steps.some((step) => step.do === 'upload')) cleanups.push(await stubForms())
  watch()
  if (request.steps.length === 0) {
    applyFault(fault, request)
    page = renderApp(request.path)
  } else {
    page = renderApp(request.path)
    await untilIdle(signedIn)
    await performAll(request.before ?? [])
    await waitFor(() => throwIfMissing(request.shown ?? []))
    await untilIdle(false)
    forgetMessages()
    applyFault(fault, request)
    await performAll(request.steps)
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
        expect(list).toEqual(expect.arrayContaining([...request.stored]))
      }
    })
  }
  if (outcome.ended) return messages
  if (!outcome.done) {
    await endToasts()
    await tryAgain(request, before)
  }
  await waitFor(() => expect(request.saved?.(backend.account(ADA.id)) ?? true).toBe(true))
  return messages
}

const warn = vi.spyOn(console, 'warn')

beforeEach(() => {
  forgetMessages()
  warn.mockImplementation((...words: unknown[]) => {
    const line = words.map(String).join(' ')
    if (!BUSY_MACHINE.test(line)) logged.push(line)
  })
})

afterEach(() => {
  closePage()
  for (const cleanup of cleanups.toReversed()) cleanup()
  cleanups = []
})
