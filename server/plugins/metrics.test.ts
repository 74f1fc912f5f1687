import { setImmediate as tick } from 'node:timers/promises'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { errors } from './errors.ts'
import { createMonitorGuard } from './monitorGuard.ts'
import { createTestServer, register, type TestServer } from '../../test/testServer.ts'

let server: TestServer

beforeAll(async () => {
  server = await createTestServer()
})

afterAll(() => server.close())

async function metricsOf({ app }: TestServer): Promise<string> {
  const response = await app.inject('/metrics')
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(response.headers['cache-control']).toBe('no-store')
  return response.body
}

/** The value of a figure, by its name with labels. */
function figure(text: string, name: string): number {
  const line = text.split('\n').find((line) => line.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1))
}

/** The name of a count of requests. */
const counted = (route: string, status: number, method = 'GET'): string =>
  `http_requests_total{method="${method}",route="${route}",status="${status}"}`

describe('GET /metrics', () => {
  test('counts requests by method, route pattern and status, and times them', async () => {
    await server.app.inject('/api/book/detail/emma')
    await server.app.inject('/api/book/detail/dracula')
    await server.app.inject('/api/book/detail/no-such-book')
    await server.app.inject('/api/nothing/at/all')
    await server.app.inject({ method: 'PUT', url: '/api/nothing' })
    const text = await metricsOf(server)
    expect(figure(text, counted('/api/book/detail/:id', 200))).toBe(2)
    expect(figure(text, counted('/api/book/detail/:id', 404))).toBe(1)
    expect(figure(text, counted('none', 404, 'PUT'))).toBe(1)
    const times = 'http_request_duration_seconds'
    const labels = 'method="GET",route="/api/book/detail/:id"'
    expect(figure(text, `${times}_count{${labels}}`)).toBe(3)
    expect(figure(text, `${times}_sum{${labels}}`)).toBeGreaterThan(0)
    expect(figure(text, `${times}_bucket{le="+Inf",${labels}}`)).toBe(3)
  })

  test('says for a minute that a write found no room, and so does /readyz', async () => {
    const { app, store } = server
    const ready = async () => {
      const response = await app.inject('/readyz')
      const isFull = figure(await metricsOf(server), 'catchword_storage_full')
      return { status: response.statusCode, body: response.json<unknown>(), isFull }
    }
    const well = { status: 200, body: { status: 'ready' }, isFull: 0 }
    expect(await ready()).toEqual(well)
    const failing = Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC' })
    const write = vi.spyOn(store.users, 'byEmail').mockRejectedValue(failing)
    onTestFinished(() => write.mockRestore())
    const payload = { email: 'ada@example.com', password: 'correct horse battery' }
    const login = await app.inject({ method: 'POST', url: '/api/user/login', payload })
    expect(login.statusCode).toBe(503)
    const full = { ...well, body: { status: 'ready', writes: 'no room' }, isFull: 1 }
    expect(await ready()).toEqual(full)
    const now = performance.now() + 60_001
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now)
    onTestFinished(() => clock.mockRestore())
    expect(await ready()).toEqual(well)
  })

  test('says how the server is, and what the process uses', async () => {
    const text = await metricsOf(server)
    expect(figure(text, `catchword_info{version="${packageJson.version}"}`)).toBe(1)
    expect(figure(text, 'catchword_database_up')).toBe(1)
    expect(figure(text, 'catchword_password_hashes{state="running"}')).toBe(0)
    expect(figure(text, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
    expect(text).toMatch(/^catchword_cover_fetches\{state="silent"\} \d/m)
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  })

  test('counts the hashes under way', async () => {
    const registrations = Array.from({ length: 6 }, () => register(server.app))
    let most = 0
    const under = { way: true }
    const all = Promise.all(registrations).finally(() => (under.way = false))
    while (under.way) {
      // Injected requests leave the event loop no turn of their own.
      await tick()
      const text = await metricsOf(server)
      most = Math.max(most, figure(text, 'catchword_password_hashes{state="running"}'))
    }
    await all
    expect(most).toBe(2)
  })

  test('holds nothing of readers, and no more labels however odd the requests', async () => {
    const reader = await register(server.app, { name: 'Canary Name', email: 'canary@example.com' })
    await server.app.inject({ url: `/api/user/${reader.id}/favoriteBooks`, headers: reader.bearer })
    await server.app.inject('/api/book/canarywords/similar')
    const before = (await metricsOf(server)).split('\n').length
    for (let at = 0; at < 50; at++) {
      await server.app.inject(`/canary-path-${at}/x?canary=${at}`)
      await server.app.inject({ url: `/api/book/detail/canary-${at}` })
      await server.app.inject({ method: 'OPTIONS', url: `/api/canary-${at}` })
    }
    const text = await metricsOf(server)
    expect(text.toLowerCase()).not.toContain('canary')
    expect(text).not.toContain(reader.id)
    expect(text).not.toContain(reader.token)
    // A route or two that nobody had asked yet, each with its fifteen lines.
    expect(text.split('\n').length - before).toBeLessThan(80)
  })

  test('is there without a database that answers, says so, and what the store has in work', async () => {
    const gone = new Error('the database is gone')
    const check = vi.spyOn(server.store, 'check').mockRejectedValue(gone)
    const connections = { used: 10, idle: 0, waiting: 7 }
    const load = vi.spyOn(server.store, 'load').mockReturnValue({ connections })
    onTestFinished(() => {
      check.mockRestore()
      load.mockRestore()
    })
    const text = await metricsOf(server)
    expect(figure(text, 'catchword_database_up')).toBe(0)
    expect(figure(text, 'catchword_database_connections{state="waiting"}')).toBe(7)
  })
})

interface Watching {
  trustProxy?: string[]
  monitorAllow?: string[]
  monitorToken?: string
}

/** What somebody at this address is answered. */
const statusFor = async (
  remoteAddress: string,
  { trustProxy = [], monitorAllow = [], monitorToken }: Watching = {},
  headers: Record<string, string> = {},
): Promise<number> => {
  const app = fastify({ trustProxy: trustProxy.length > 0 && trustProxy })
  await app.register(errors)
  const onRequest = createMonitorGuard({ monitorAllow, monitorToken, trustProxy })
  app.get('/healthz', { onRequest }, async () => 'ok')
  const { statusCode } = await app.inject({ url: '/healthz', remoteAddress, headers })
  await app.close()
  return statusCode
}

describe('what watches the server', () => {
  test.each(['/healthz', '/readyz', '/metrics'])('%s is for this machine alone', async (url) => {
    expect((await server.app.inject(url)).statusCode).toBe(200)
    const stranger = await server.app.inject({ url, remoteAddress: '192.0.2.7' })
    expect(stranger.statusCode).toBe(404)
    expect(stranger.json()).toMatchObject({ code: 'not_found' })
  })

  const local = '127.0.0.1'
  const monitorToken = 'a-token-of-20-letters'
  const authorization = `Bearer ${monitorToken}`
  const stranger = { 'x-forwarded-for': '198.51.100.1' }
  const six = { monitorAllow: ['2001:db8::/32'] }
  const byProxy = { trustProxy: ['127.0.0.1', '172.30.87.0/24'], monitorAllow: ['192.0.2.7'] }

  test.each<[what: string, ...Parameters<typeof statusFor>]>([
    ['this machine', '::1'],
    ['the same in IPv6', '::ffff:127.0.0.1'],
    ['this machine by a name of its own', local, {}, { host: '[::1]:3000' }],
    ['whom MONITOR_ALLOW names', '192.0.2.7', { monitorAllow: ['192.0.2.0/24'] }],
    ['the same in IPv6', '::ffff:192.0.2.7', { monitorAllow: ['192.0.2.0/24'] }],
    ['a network of IPv6', '2001:db8::5', six],
    ['anybody, if that is wanted', '198.51.100.1', { monitorAllow: ['0.0.0.0/0'] }],
    ['whom it names, by a trusted proxy', local, byProxy, { 'x-forwarded-for': '192.0.2.7' }],
    ['whoever has MONITOR_TOKEN', '198.51.100.1', { monitorToken }, { authorization }],
    ['the same by a proxy', local, { monitorToken }, { authorization, ...stranger }],
  ])('may be %s', async (_what, ...from) => {
    expect(await statusFor(...from)).toBe(200)
  })

  test.each<[what: string, ...Parameters<typeof statusFor>]>([
    ['a stranger', '192.0.2.7'],
    ['whom MONITOR_ALLOW does not name', '192.0.2.8', { monitorAllow: ['192.0.2.7'] }],
    ['another network of IPv6', '2001:db9::5', six],
    // A proxy on this machine that adds no header.
    ['this machine by the name of the site', local, {}, { host: 'books.example' }],
    ['what closes its connections, as a proxy does', local, {}, { connection: 'close, TE' }],
    ['a proxy that no setting names', local, {}, stranger],
    ['the same with another header', local, {}, { forwarded: 'for=198.51.100.1' }],
    ['a proxy with a port', local, {}, { 'x-forwarded-port': '443' }],
    ['a proxy that MONITOR_ALLOW names', '10.0.0.5', { monitorAllow: ['10.0.0.0/8'] }, stranger],
    [
      'a trusted proxy, of which nobody knows for whom it asks',
      '10.0.0.1',
      { trustProxy: ['10.0.0.1'], monitorAllow: ['10.0.0.0/8'] },
    ],
    ['somebody by a trusted proxy', local, byProxy, { 'x-forwarded-for': '192.0.2.8' }],
    ['an address that proxies have', local, byProxy, { 'x-forwarded-for': '172.30.87.1' }],
    ['whoever says to be this machine', local, byProxy, { 'x-forwarded-for': local }],
    ['another token', '198.51.100.1', { monitorToken }, { authorization: 'Bearer x' }],
    ['a token that is not set', '198.51.100.1', {}, { authorization: 'Bearer undefined' }],
  ])('is not %s', async (_what, ...from) => {
    expect(await statusFor(...from)).toBe(404)
  })
})
