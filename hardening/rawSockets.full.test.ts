import { expect, onTestFinished, test } from 'vitest'
import { createTestServer } from '../test/testServer.ts'
import { ODD_REQUESTS, sendOddRequests, sendSlowRequests } from './lib/rawSockets.ts'

// `npm run test:hardening rawSockets` adds 500 connections that never end their request.
test(
  `${ODD_REQUESTS} requests that no browser sends and some that never end are answered and ended`,
  { timeout: 120_000 },
  async () => {
    const server = await createTestServer()
    onTestFinished(() => server.close())
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
    const port = Number(new URL(address).port)
    const [faults, slow] = await Promise.all([
      sendOddRequests(port, 60_000),
      sendSlowRequests(port, { count: 4, patience: 60_000 }),
    ])
    expect(faults).toEqual([])
    expect(slow).toMatchObject({ hanging: 0, bad: 0 })
    expect((await fetch(`${address}/api/book/detail/emma`)).status).toBe(200)
  },
)
