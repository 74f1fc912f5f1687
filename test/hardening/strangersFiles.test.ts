import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { LIBRARY_FIELD } from '../../contract/uploads.ts'
import { plainText } from '../../books/texts.ts'
import { createTestServer, register, type TestServer } from '../testServer.ts'

// Files that are made to stop a server: each is answered, and none holds the event loop.

vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let address: string
beforeAll(async () => {
  server = await createTestServer()
  address = await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => server.close())

/** Sends a library to the server; the longest time that the event loop was held, in ms, is in the response. */
async function send(text: string, leaveAfter?: number) {
  const reader = await register(server.app)
  const body = new FormData()
  body.append(LIBRARY_FIELD, new Blob([text]), 'library.csv')
  const loop = monitorEventLoopDelay({ resolution: 5 })
  loop.enable()
  const url = `${address}/api/user/${reader.id}/library`
  const response = await fetch(url, {
    method: 'POST',
    headers: reader.bearer,
    body,
    ...(leaveAfter !== undefined && { signal: AbortSignal.timeout(leaveAfter) }),
  })
  const json: unknown = await response.json()
  loop.disable()
  return { status: response.status, json, delay: loop.max / 1e6 }
}

test.each([
  [
    'a header',
    `title${','.repeat(4_000_000)}\nDune\n`,
    400,
    { message: ERROR_TEXTS.libraryTooWide },
  ],
  ['a row', `title\nDune${','.repeat(4_000_000)}\n`, 200, { rows: 1, unreadable: 0 }],
])('four million commas in %s', async (_, text, status, expected) => {
  const { delay, ...response } = await send(text)
  expect(response).toMatchObject({ status, json: expected })
  expect(delay).toBeLessThan(500)
})

// As many as are read within seconds; the budget ends what takes longer.
test('cells of nothing but separators', async () => {
  const text = `title,author\n${`x,"${'&,,'.repeat(160)}"\n`.repeat(100)}`
  const { delay, ...response } = await send(text)
  expect(response).toMatchObject({ status: 200, json: { rows: 100 } })
  expect(delay).toBeLessThan(500)
})

test('the work on a file ends when its sender leaves', async () => {
  const row = `x,"${'&,,'.repeat(160)}"\n`
  await expect(send(`title,author\n${row.repeat(9000)}`, 1500)).rejects.toThrow(
    'aborted due to timeout',
  )
  const before = process.cpuUsage()
  await new Promise((resolve) => setTimeout(resolve, 2000))
  // In microseconds: of two seconds less than one is worked.
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
})

test('a tag nested as deep as a text allows', () => {
  expect(plainText(`${'<b>'.repeat(6000)}Dune`, 2000)).toBe('Dune')
})
