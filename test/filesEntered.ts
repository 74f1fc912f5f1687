// Starts the server on a folder of its own and tells, as JSON, which of its files run functions for one
// request of a favorite and one of a search, in the search worker, too. Run by `npm run size`.
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { readConfig } from '../server/config.ts'
import { start } from '../server/start.ts'

const ROOT = join(import.meta.dirname, '..')

interface Coverage {
  result: { url: string; functions: { ranges: { count: number }[] }[] }[]
}

/** Sends a command of the inspector's protocol to a worker; resolves with its result. */
type Post = (method: string, parameters?: object) => Promise<unknown>

const session = new Session()
session.connect()

/** The worker threads that have started, each with a way to its inspector. */
const workers: Post[] = []
const waiting = new Map<number, (result: unknown) => void>()
let sent = 0
session.on('NodeWorker.attachedToWorker', ({ params: { sessionId } }) => {
  workers.push((method, params = {}) => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    sent += 1
    waiting.set(sent, resolve)
    const message = JSON.stringify({ id: sent, method, params })
    void session.post('NodeWorker.sendMessageToWorker', { sessionId, message })
    return promise
  })
})
session.on('NodeWorker.receivedMessageFromWorker', ({ params: { message } }) => {
  const { id, result }: { id: number; result: unknown } = JSON.parse(message)
  waiting.get(id)?.(result)
})

function isCoverage(value: unknown): value is Coverage {
  return typeof value === 'object' && value !== null && 'result' in value
}

/** The files in which a function ran since the last call. */
async function take(post: Post): Promise<string[]> {
  const coverage = await post('Profiler.takePreciseCoverage')
  if (!isCoverage(coverage)) throw new TypeError('The inspector answers no coverage')
  return coverage.result
    .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
    .map(({ url }) => url.replace(`file://${ROOT}/`, ''))
    .filter((file) => /^(?:server|books|covers|contract)\//.test(file))
}

const main: Post = (method, parameters) =>
  method === 'Profiler.takePreciseCoverage'
    ? session.post('Profiler.takePreciseCoverage')
    : Promise.reject(new Error(`${method} ${JSON.stringify(parameters)}`))

const server = await start(readConfig(process.env))

async function request(path: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(`${server.address}${path}`, init)
  if (!response.ok) throw new Error(`${path} answers ${response.status}`)
  return response.json()
}

const account = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' }
const json = { 'content-type': 'application/json' }
const registered = await request('/api/user/register', {
  method: 'POST',
  headers: json,
  body: JSON.stringify({ ...account, confirmPassword: account.password }),
})
if (typeof registered !== 'object' || registered === null) throw new TypeError('no reader')
const { id, token }: { id?: unknown; token?: unknown } = registered
// As the browser sends them from our own page.
const headers = {
  ...json,
  authorization: `Bearer ${String(token)}`,
  'sec-fetch-site': 'same-origin',
}

const REQUESTS = {
  favorite: (bookId: string) =>
    request(`/api/user/${String(id)}/favoriteBook`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ bookId }),
    }),
  search: (bookId: string) => request(`/api/books/search?query=${bookId.replaceAll('-', '+')}`),
}

await session.post('NodeWorker.enable', { waitForDebuggerOnStart: false })
// Whatever happens once, such as the start of the worker, is done before.
for (const send of Object.values(REQUESTS)) await send('dracula')
const all = [main, ...workers]
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
for (const post of workers) {
  await post('Profiler.enable')
  await post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
}
const entered: Record<string, string[]> = {}
for (const [name, send] of Object.entries(REQUESTS)) {
  for (const post of all) await take(post)
  await send('pride-and-prejudice')
  const files = await Promise.all(all.map(take))
  entered[name] = [...new Set(files.flat())].toSorted()
}
process.stdout.write(JSON.stringify(entered))
await server.close()
process.exit()
