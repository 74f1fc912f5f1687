import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { LIBRARY_FIELD } from '../../contract/uploads.ts'
import { LibraryRejected } from '../../books/library/libraryTable.ts'
import { matchLibrary } from '../../books/library/matchLibrary.ts'
import { readLibrary } from '../../books/library/readLibrary.ts'
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
async function send(text: string) {
  const reader = await register(server.app)
  const body = new FormData()
  body.append(LIBRARY_FIELD, new Blob([text]), 'library.csv')
  const loop = monitorEventLoopDelay({ resolution: 5 })
  loop.enable()
  const url = `${address}/api/user/${reader.id}/library`
  const response = await fetch(url, { method: 'POST', headers: reader.bearer, body })
  const json: unknown = await response.json()
  loop.disable()
  return { status: response.status, json, delay: loop.max / 1e6 }
}

test('four million commas in a header', async () => {
  const { delay, status, json } = await send(`title${','.repeat(4_000_000)}\nDune\n`)
  const message = `The row in line 1 is larger than 256 KB, as where a quotation mark is not closed.`
  expect({ status, json }).toMatchObject({ status: 400, json: { message } })
  expect(delay).toBeLessThan(500)
})

/** Reads and matches a file as the server does; the CPU time of all and of the longest slice of it, in ms. */
async function work(text: string) {
  let [all, longest, slice] = [0, 0, process.threadCpuUsage()]
  const pause = () => {
    const { user, system } = process.threadCpuUsage(slice)
    const used = (user + system) / 1000
    all += used
    longest = Math.max(longest, used)
    slice = process.threadCpuUsage()
  }
  const room = { favorites: 1, wantToRead: 1, read: 1, notForMe: 1 }
  const { library } = server.catalogue.file()
  await readLibrary(Buffer.from(text), pause)
    .then((table) => matchLibrary(table, library, { byWork: new Map(), room }, pause))
    .catch((error: unknown) => {
      if (!(error instanceof LibraryRejected)) throw error
    })
  pause()
  return { all, longest }
}

const rowsOf = (text: string) => `title,author\n${`"${text}","${text}"\n`.repeat(1000)}`

// What can be read of a cell takes a fraction of a millisecond, whatever it is.
test.each([
  ['a cell of five million quotation marks', `title\n${'"'.repeat(5_000_000)}`],
  [
    'headers that come apart in eighteen letters each',
    `title${`,${'ﷺ'.repeat(99)}`.repeat(511)}\nDune`,
  ],
  ['cells of nothing but ampersands', rowsOf('&'.repeat(500))],
  ['cells of open brackets', rowsOf('(A, #1-'.repeat(70))],
])('%s', async (_, text) => {
  const { all, longest } = await work(text)
  expect(longest).toBeLessThan(50)
  expect(all).toBeLessThan(1250)
})

test('a tag nested as deep as a text allows', () => {
  expect(plainText(`${'<b>'.repeat(6000)}Dune`, 2000)).toBe('Dune')
})
