import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../contract/units.ts'
import { forEachFolder } from '../../test/serverProcess.ts'
import { testUser } from '../../test/stores.ts'
import { openStore, type Store } from '../store/store.ts'
import { createSessions, type Sessions } from './sessions.ts'

const origin = { begun: 'password', bound: false } as const

let folder: string
let store: Store
let sessions: Sessions
let time: number

forEachFolder((made) => (folder = made))

beforeEach(async () => {
  store = await openStore({ databaseUrl: undefined, dataDir: folder })
  time = Date.UTC(2026, 0, 1)
  sessions = createSessions(store, () => time)
  await store.users.add(testUser('ada'))
})

afterEach(() => store.close())

test('has two independent secrets of 256 bits, neither of which is stored', async () => {
  const { token, cookie } = await sessions.begin('ada', origin)
  expect(token).not.toBe(cookie)
  for (const secret of [token, cookie]) {
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  }
  const byToken = await sessions.byToken(token)
  const byCookie = await sessions.byCookie(cookie)
  expect(byToken?.id).toBe(byCookie?.id)
  const sha256 = createHash('sha256').update(token).digest()
  expect(Buffer.from(byToken?.tokenHash ?? []).equals(sha256)).toBe(true)
  expect(await sessions.byToken(cookie)).toBeUndefined()
  expect(await sessions.byCookie(token)).toBeUndefined()

  await store.close()
  const bytes = readFileSync(join(folder, 'readers.db'))
  for (const secret of [token, cookie]) {
    expect(bytes.includes(secret)).toBe(false)
    expect(bytes.includes(Buffer.from(secret, 'base64url'))).toBe(false)
  }
  store = await openStore({ databaseUrl: undefined, dataDir: folder })
})

test('ends after 30 days, whatever use is made of it, and after 14 without', async () => {
  const { token } = await sessions.begin('ada', origin)
  const unused = await sessions.begin('ada', origin)
  for (let day = 0; day < 30; day += 1) {
    expect((await sessions.byToken(unused.token)) === undefined).toBe(day > 14)
    const session = await sessions.byToken(token)
    expect(session?.userId).toBe('ada')
    if (session) await sessions.seen(session)
    time += DAY_MS
  }
  expect(await sessions.byToken(token)).toBeUndefined()
  expect(await sessions.byCookie(unused.cookie)).toBeUndefined()
})

test('notes its use, and on what, at most once an hour', async () => {
  const { token } = await sessions.begin('ada', origin)
  const noted = async () => {
    const session = await sessions.byToken(token)
    if (session) await sessions.seen(session, 'Mozilla/5.0 (iPhone) Version/26.0 Safari/604.1')
    const { lastSeenAt, browser, system } = (await sessions.byToken(token)) ?? {}
    return [lastSeenAt, browser, system]
  }
  const start = time
  time += HOUR_MS - 1
  expect(await noted()).toEqual([start, null, null])
  time += 1
  expect(await noted()).toEqual([time, 'Safari', 'iPhone'])
})

test('is swept away some time after it ended', async () => {
  const { token } = await sessions.begin('ada', origin)
  const hash = createHash('sha256').update(token).digest()
  time += 31 * DAY_MS
  expect(await store.sessions.byTokenHash(hash)).toBeDefined()
  await sessions.begin('ada', origin)
  expect(await store.sessions.byTokenHash(hash)).toBeUndefined()
})

test('gets one new cookie for half a minute of asking, and then another', async () => {
  const { token, cookie } = await sessions.begin('ada', origin)
  const session = await sessions.byToken(token)
  if (!session) throw new Error('no session')
  const first = await sessions.renewCookie(session)
  time += 30_000
  expect(await sessions.renewCookie(session)).toBe(first)
  expect((await sessions.byCookie(first))?.id).toBe(session.id)
  expect(await sessions.byCookie(cookie)).toBeUndefined()
  time += 1
  expect(await sessions.renewCookie(session)).not.toBe(first)
})

test('gets a cookie only when that is stored, and one at the next asking where it was not', async () => {
  const { token } = await sessions.begin('ada', origin)
  const session = await sessions.byToken(token)
  if (!session) throw new Error('no session')
  const written = vi.spyOn(store.sessions, 'setCookieHash')
  written.mockRejectedValueOnce(new Error('The disk is full.'))
  const responses = await Promise.allSettled([
    sessions.renewCookie(session),
    sessions.renewCookie(session),
  ])
  expect(responses.map(({ status }) => status)).toEqual(['rejected', 'rejected'])

  const cookie = await sessions.renewCookie(session)
  expect((await sessions.byCookie(cookie))?.id).toBe(session.id)
})
