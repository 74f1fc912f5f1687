import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorBody } from '../../contract/common.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../contract/units.ts'
import { describeOnEngines, type Engine } from '../../test/engines.ts'
import {
  createTestServer,
  register,
  type TestReader,
  type TestServer,
} from '../../test/testServer.ts'
import { charge, loginAccount } from './throttle.ts'

const strict = { loginFreeFailures: 5, loginFailuresPerDay: 100, loginMaxDelay: 60 }

/** The pauses in seconds before so many failed logins, each made as soon as it is let in. */
function pauses(count: number): number[] {
  let now = 0
  let state: ReturnType<typeof charge>['after'] | undefined
  return Array.from({ length: count }, () => {
    const { wait } = charge(state, now, strict)
    now += wait
    state = charge(state, now, strict).after
    return wait / SECOND_MS
  })
}

describe('the pauses before logins on an account', () => {
  test('are none for five failures, then 1, 2, 4 and so on to 60 seconds', () => {
    expect(pauses(14)).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60])
  })

  test('let 100 failures through in a day, and none more before it is over', () => {
    const seen = pauses(102)
    expect(Math.max(...seen.slice(0, 100))).toBe(60)
    expect(seen.slice(0, 101).reduce((sum, pause) => sum + pause, 0)).toBe(DAY_MS / SECOND_MS)
    expect(seen[101]).toBe(0)
  })

  test('are over a quarter of an hour after the last failure', () => {
    const state = { recent: 30, lastAt: 0, today: 30, todayFrom: 0 }
    expect(charge(state, 15 * MINUTE_MS - 1, strict).after.recent).toBe(31)
    expect(charge(state, 15 * MINUTE_MS, strict)).toEqual({
      wait: 0,
      after: { recent: 1, lastAt: 15 * MINUTE_MS, today: 31, todayFrom: 0 },
    })
  })
})

describeOnEngines('login', (make) => {
  let engine: Engine
  let server: TestServer
  let time = Date.UTC(2026, 0, 1)
  let reader: TestReader
  let emails = 0

  beforeAll(async () => {
    engine = await make()
    const { databaseUrl } = engine
    server = await createTestServer({
      ...strict,
      now: () => time,
      ...(databaseUrl !== undefined && { databaseUrl }),
    })
  })

  afterAll(async () => {
    await server.close()
    await engine.drop?.()
  })

  afterEach(() => {
    time += 2 * DAY_MS
  })

  const logIn = (email: string, password = 'wrong', device?: string, on = server) =>
    on.app.inject({
      method: 'POST',
      url: '/api/user/login',
      payload: { email, password },
      headers: device === undefined ? {} : { cookie: `device=${device}` },
    })

  const fail = async (email: string, times: number, device?: string) => {
    for (let count = 0; count < times; count += 1) {
      expect((await logIn(email, 'wrong', device)).statusCode).toBe(401)
    }
  }

  const newReader = async () => {
    emails += 1
    return register(server.app, { email: `throttled-${emails}@example.com` })
  }

  test('waits after five failures, with a time to come back and a plain sentence', async () => {
    reader = await newReader()
    await fail(reader.email, 5)
    // The right password waits too: during the pause nobody learns which one it is.
    const response = await logIn(reader.email, reader.password)
    expect(response.headers['retry-after']).toBe('1')
    expect(response.json()).toMatchObject({
      status: 429,
      code: 'rate_limited',
      message: 'Too many attempts to log in. Please try again in 1 second.',
    })
    time += SECOND_MS
    await fail(reader.email, 1)
    time += SECOND_MS
    expect((await logIn(reader.email)).headers['retry-after']).toBe('1')
    time += SECOND_MS
    expect((await logIn(reader.email, reader.password)).statusCode).toBe(200)
    await fail(reader.email, 5)
    expect((await logIn(reader.email)).statusCode).toBe(429)
  })

  test('answers the same for accounts that do not exist, and for what is no email', async () => {
    reader = await newReader()
    const of = async (email: string) => {
      const seen: unknown[] = []
      for (let count = 0; count < 7; count += 1) {
        const response = await logIn(email)
        const { instance: _, ...body } = response.json<ErrorBody>()
        seen.push([body, response.headers['retry-after']])
        if (count > 4) time += SECOND_MS
      }
      return seen
    }
    const existing = await of(reader.email)
    for (const email of ['nobody-at-all@example.com', 'no email']) {
      expect(await of(email)).toEqual(existing)
    }
    // Each text is somebody else's.
    expect((await logIn('another that is none')).statusCode).toBe(401)
  })

  test('counts all spellings of an email as one', async () => {
    reader = await newReader()
    const { email } = reader
    await fail(email.toUpperCase(), 2)
    await fail(` ${email}`, 2)
    await fail(email.replace('@', '＠'), 1)
    expect((await logIn(email)).statusCode).toBe(429)
  })

  test('lets no more through when many come at once', async () => {
    reader = await newReader()
    const responses = await Promise.all(Array.from({ length: 30 }, () => logIn(reader.email)))
    const statuses = responses.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(25)
  })

  test('lets a browser in that has logged in before, whoever else is guessing', async () => {
    reader = await newReader()
    const first = await logIn(reader.email, reader.password)
    const device = first.cookies.find((cookie) => cookie.name === 'device')
    expect(device).toMatchObject({ httpOnly: true, sameSite: 'Strict', maxAge: 31_536_000 })
    const existing = device?.value ?? ''
    await fail(reader.email, 5)
    expect((await logIn(reader.email, reader.password)).statusCode).toBe(429)
    const again = await logIn(reader.email, reader.password, existing)
    expect(again.statusCode).toBe(200)
    // The browser keeps its secret, and the guesser gains nothing.
    expect(again.cookies.find((cookie) => cookie.name === 'device')?.value).toBe(existing)
    expect((await logIn(reader.email, reader.password)).statusCode).toBe(429)

    // It is no key to the account either: its own failures count, on it alone.
    await fail(reader.email, 5, existing)
    expect((await logIn(reader.email, reader.password, existing)).statusCode).toBe(429)
    const other = await newReader()
    await fail(other.email, 5)
    for (const device of [existing, 'A'.repeat(43), 'short', '']) {
      expect((await logIn(other.email, other.password, device)).statusCode).toBe(429)
    }
  })

  test('takes no secret for a browser that another has thought of', async () => {
    reader = await newReader()
    const planted = 'A'.repeat(43)
    const response = await logIn(reader.email, reader.password, planted)
    const device = response.cookies.find((cookie) => cookie.name === 'device')
    expect(device?.value).toMatch(/^[\w-]{43}$/)
    expect(device?.value).not.toBe(planted)
    await fail(reader.email, 5)
    expect((await logIn(reader.email, reader.password, planted)).statusCode).toBe(429)
  })

  test('allows so many failures a day', async () => {
    reader = await newReader()
    const from = time
    const failures = { recent: 1, lastAt: from, today: 99, todayFrom: from }
    const account = loginAccount(reader.email)
    expect(await server.store.loginThrottles.replace(account, undefined, failures)).toBe(true)
    time += MINUTE_MS
    await fail(reader.email, 1)
    time += 20 * MINUTE_MS
    const full = await logIn(reader.email, reader.password)
    expect(full.json<ErrorBody>().message).toBe(
      'Too many attempts to log in. Please try again in 24 hours.',
    )
    expect(Number(full.headers['retry-after'])).toBe((from + DAY_MS - time) / SECOND_MS)
    for (const [left, words] of [
      [119 * MINUTE_MS, '119 minutes'],
      [2 * MINUTE_MS - SECOND_MS, '119 seconds'],
    ] as const) {
      time = from + DAY_MS - left
      expect((await logIn(reader.email)).json<ErrorBody>().message).toBe(
        `Too many attempts to log in. Please try again in ${words}.`,
      )
    }
    time = from + DAY_MS
    expect((await logIn(reader.email, reader.password)).statusCode).toBe(200)
  })

  test('holds for every server on the database, and after a restart', async () => {
    reader = await newReader()
    await fail(reader.email, 5)
    const second = await createTestServer({
      ...strict,
      now: () => time,
      ...(engine.databaseUrl === undefined
        ? { dataDir: server.config.dataDir }
        : { databaseUrl: engine.databaseUrl }),
    })
    expect((await logIn(reader.email, reader.password, undefined, second)).statusCode).toBe(429)
    await second.close()
  })

  test('keeps no email of those who fail, and nothing for longer than a day', async () => {
    const email = 'typed-by-mistake@example.com'
    await fail(email, 1)
    const digest = loginAccount(email)
    expect(await server.store.loginThrottles.byAccount(digest)).toMatchObject({ today: 1 })
    time += DAY_MS + 1
    await fail('somebody-else@example.com', 1)
    expect(await server.store.loginThrottles.byAccount(digest)).toBeUndefined()
  })
})
