import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getBook } from '../contract/books.ts'
import { OPERATIONS } from '../contract/operations.ts'
import type { Operation } from '../contract/operation.ts'
import { atOrigin } from './address.ts'
import { fakeBackend } from './node.ts'
import { READER } from './builders.ts'
import { describeExpectation, describeStep, SCREENS, type Scenario } from './scenario.ts'
import { isScenarioName, SCENARIO_NAMES, scenarios, type ScenarioName } from './scenarios.ts'
import { UPLOADS } from './uploads.ts'

beforeAll(async () => {
  fakeBackend.listen()
  // Fonts are loaded with the first cover, which would be late.
  await fetch(atOrigin('/covers/emma'))
})
afterEach(() => fakeBackend.reset())
afterAll(() => fakeBackend.close())

/** Longer than any response takes that is not held back, in milliseconds. */
const LATE_MS = 500

const json = { 'Content-Type': 'application/json' }

/** Plays a scenario, and gives what the reader's own page would send with a call. */
function play(name: ScenarioName): { Authorization: string } {
  const { session } = fakeBackend.play(name)
  const reader = fakeBackend.db.user(READER.id)
  if (reader === undefined) throw new Error('There is no reader.')
  return { Authorization: `Bearer ${(session ?? fakeBackend.db.signIn(reader)).token}` }
}

const BODIES: Readonly<Record<string, object>> = {
  login: { email: READER.email, password: READER.password },
  register: {
    name: 'Grace',
    email: 'grace@example.org',
    password: 'correct horse',
    confirmPassword: 'correct horse',
  },
  savePreferences: { preferences: ['Poetry'] },
  saveLanguage: { language: 'de' },
  addFavoriteAuthor: { author: 'Sappho' },
  addFavoriteBook: { bookId: 'dracula' },
  addFavoriteBookFromDetail: { bookId: 'dracula' },
  setMark: { mark: 'wantToRead' },
  removeBooks: { bookIds: ['dracula'] },
  restoreBooks: { bookIds: ['dracula'] },
  // The reader is needed for the calls that follow.
  deleteAccount: { password: 'not this one' },
}

const QUERIES: Readonly<Record<string, string>> = {
  getRecommendedBooks: '?preference=Mystery&startIndex=1',
  searchBooks: '?query=emma',
}

/** A call of the contract as the page would make it: address and options for `fetch`. */
function call(
  { method, url, schema }: Operation,
  headers: object,
  bookId = 'dracula',
): [string, RequestInit] {
  const { operationId } = schema
  const path = url
    .replace(':bookId', bookId)
    .replace(':mark', 'wantToRead')
    .replace(':list', 'wantToRead')
    .replace(':id', operationId === 'getBook' ? bookId : READER.id)
  const address = atOrigin(path + (QUERIES[operationId] ?? ''))
  const body = BODIES[operationId]
  if (operationId === 'uploadProfileImage') {
    const form = new FormData()
    const { name, base64 } = UPLOADS.picture
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    form.append('profileImage', new File([bytes], name))
    return [address, { method, headers: { ...headers }, body: form }]
  }
  return body
    ? [address, { method, headers: { ...headers, ...json }, body: JSON.stringify(body) }]
    : [address, { method, headers: { ...headers } }]
}

/** What comes of a request, in a form that two runs can be compared by. */
async function outcome(address: string, options: RequestInit): Promise<string> {
  const late = new Promise<string>((resolve) => {
    setTimeout(() => resolve('late'), LATE_MS)
  })
  const reply = fetch(address, options).then(
    async (response) => {
      const text = `${response.status} ${await response.text()}`
      // Secrets and names of files are new in every run.
      return text.replaceAll(/[\w-]{43}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '')
    },
    () => 'unreachable',
  )
  return Promise.race([reply, late])
}

/** Every call there is, the scenario's own book, and a cover: all made twice. */
function calls(name: ScenarioName, headers: object): [string, RequestInit][] {
  const { path = '/' }: Scenario = scenarios[name]
  const own = path.startsWith('/book/') ? path.slice('/book/'.length) : 'emma'
  const once = [
    ...OPERATIONS.filter(({ schema }) => schema.operationId !== 'logout').map((operation) =>
      call(operation, headers),
    ),
    call(getBook, headers, own),
    call({ ...getBook, url: '/covers/:id' }, headers),
  ]
  return [...once, ...once]
}

/** Gives back the usual handlers; the database stays as the scenario has prepared it. */
function forgetHandlers(): void {
  const { books, users, sessions, pictures, sendsMail, resetTokens, browserCookie } = fakeBackend.db
  const stored = { books, users, sessions, pictures, sendsMail, resetTokens, browserCookie }
  fakeBackend.reset()
  Object.assign(fakeBackend.db, stored)
}

/** Whether any call is answered otherwise than it would be without the scenario's responses. */
async function respondsOtherwise(name: ScenarioName): Promise<boolean> {
  const headers = play(name)
  forgetHandlers()
  const usual: string[] = []
  for (const request of calls(name, headers)) usual.push(await outcome(...request))
  fakeBackend.reset()
  for (const [index, request] of calls(name, play(name)).entries()) {
    if ((await outcome(...request)) !== usual[index]) return true
  }
  return false
}

/** What the database holds, as far as a scenario may want it otherwise. */
function databaseText(): string {
  const { books, users, sessions, pictures, sendsMail, resetTokens, browserCookie } = fakeBackend.db
  return JSON.stringify([
    books,
    users,
    sessions.length,
    [...pictures.keys()],
    sendsMail,
    [...resetTokens],
    browserCookie === null,
  ])
}

const withResponses = SCENARIO_NAMES.filter((name) => {
  const { responses, network }: Scenario = scenarios[name]
  return responses !== undefined || network !== undefined
})
const withPreparation = SCENARIO_NAMES.filter((name) => scenarios[name].prepare !== undefined)

describe('a scenario', () => {
  test.each([...withResponses, 'happyPath' as const])(
    'responds otherwise than usual if it has responses of its own: %s',
    async (name) => {
      expect(await respondsOtherwise(name)).toBe(name !== 'happyPath')
    },
  )

  test.each(withPreparation)('with a preparation has another database: %s', (name) => {
    fakeBackend.play(name)
    const prepared = databaseText()
    fakeBackend.reset()
    const { session } = scenarios[name]
    const reader = fakeBackend.db.addUser(READER)
    if (session === 'signedIn') fakeBackend.db.signIn(reader)
    expect(prepared).not.toBe(databaseText())
  })

  test.each(SCENARIO_NAMES)('says what is seen: %s', (name) => {
    const {
      title,
      screen,
      shows,
      note,
      path = '/',
      steps = [],
      then = [],
      lacks = [],
    }: Scenario = scenarios[name]
    expect(name).toMatch(/^[a-z][A-Za-z\d]*$/)
    expect(title).toMatch(/^\S.*[^.\s]$/)
    expect(SCREENS).toContain(screen)
    // Steps have an end that can be seen, and without steps there is no afterwards.
    const afterwards = [...then, ...lacks]
    expect(steps.length > 0 ? afterwards.length > 0 : shows.length > 0 && then.length === 0).toBe(
      true,
    )
    expect(note ?? 'said').not.toBe('')
    expect(path).toMatch(/^\//)
    for (const list of [shows, afterwards]) {
      expect(new Set(list.map(describeExpectation)).size).toBe(list.length)
    }
    expect(
      [...shows, ...afterwards].filter(({ text }) => text !== text.trim() || text === ''),
    ).toEqual([])
    expect(steps.map(describeStep).filter((words) => words.endsWith('""'))).toEqual([])
  })

  test.each(SCENARIO_NAMES)('signs the reader in only where it says so: %s', (name) => {
    const { session: expected, storage = {} }: Scenario = scenarios[name]
    const { session, storage: stored } = fakeBackend.play(name)
    expect(session !== undefined).toBe(expected === 'signedIn')
    expect(stored['token']).toBe(storage['token'] === undefined ? session?.token : storage['token'])
  })
})

test('no two scenarios have one title, and no other name is known', () => {
  const titles = SCENARIO_NAMES.map((name) => scenarios[name].title)
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
  for (const text of ['', 'toString', '__proto__', 'HappyPath'])
    expect(isScenarioName(text)).toBe(false)
})
