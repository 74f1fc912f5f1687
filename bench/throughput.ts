/**
 * `node bench/throughput.ts [seconds]`: how many requests a second readers get from one server on
 * SQLite, and from one and two on PostgreSQL, with every write durable. The same mix each time, from
 * two threads on the same machine, whose cores everything shares: the ratios count, not the figures.
 */
import { Agent, request } from 'node:http'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { Client } from 'pg'
import type { Book } from '../contract/books.ts'
import { CATEGORIES } from '../contract/categories.ts'
import type { RegisterAnswer } from '../contract/session.ts'
import { load } from '../hardening/lib/run.ts'
import { spawnServer, type ServerProcess } from '../server/testing/process.ts'
import { countsOfProcess } from './countsGiven.ts'
import { withPostgres } from './postgres.ts'

const THREADS = 2
const CONNECTIONS = 16
const READERS = 32
const SECONDS = 8

interface Reader {
  id: string
  token: string
}

interface Load {
  /** Each thread asks one of them, in turn. */
  address: string
  readers: Reader[]
  books: string[]
  seconds: number
}

interface Counted {
  /** Milliseconds of each request. */
  reads: number[]
  hearts: number[]
  failed: number
}

function pick<T>(items: readonly T[], at: number): T {
  const item = items[at % items.length]
  if (item === undefined) throw new Error('There is nothing to ask for')
  return item
}

/** Asks as many readers do, one request after another on each connection. */
async function runLoad({ address, readers, books, seconds }: Load): Promise<Counted> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const counted: Counted = { reads: [], hearts: [], failed: 0 }
  const ask = async (
    times: number[],
    path: string,
    { token }: Partial<Reader> = {},
    method = 'GET',
    body?: string,
  ): Promise<void> => {
    const started = performance.now()
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    request(
      address + path,
      {
        agent,
        method,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          }),
        },
      },
      (answer) => {
        answer.resume()
        answer.once('end', () => resolve(answer.statusCode ?? 0))
      },
    )
      .once('error', reject)
      .end(body)
    const status = await promise
    times.push(performance.now() - started)
    if (status !== 200) counted.failed += 1
  }
  const end = performance.now() + seconds * 1000
  // Of twenty requests: twelve books, five shelves, one list of favorites, a heart and its end.
  const visit = async (connection: number): Promise<void> => {
    for (let at = connection; performance.now() < end; at++) {
      const reader = pick(readers, connection)
      const hearts = `/api/user/${reader.id}/favoriteBook`
      const book = pick(books, at * 7)
      for (let read = 0; read < 12; read++) {
        await ask(counted.reads, `/api/book/detail/${pick(books, at * 12 + read)}`)
      }
      for (let shelf = 0; shelf < 5; shelf++) {
        const preference = encodeURIComponent(pick(CATEGORIES, at * 5 + shelf))
        const query = `preference=${preference}&startIndex=${(at % 10) + 1}`
        await ask(counted.reads, `/api/recommendedBooks?${query}`)
      }
      await ask(counted.hearts, hearts, reader, 'POST', JSON.stringify({ bookId: book }))
      await ask(counted.reads, `${hearts}s`, reader)
      await ask(counted.hearts, `${hearts}/${book}`, reader, 'DELETE')
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, connection) => visit(connection)))
  agent.destroy()
  return counted
}

async function registerReaders(address: string): Promise<Reader[]> {
  const password = 'correct horse battery'
  const readers: Reader[] = []
  for (let number = 0; number < READERS; number++) {
    const answer = await fetch(`${address}/api/user/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: `Reader ${number}`,
        email: `reader-${number}@example.com`,
        password,
        confirmPassword: password,
      }),
    })
    const { id, token }: RegisterAnswer = await answer.json()
    readers.push({ id, token })
  }
  return readers
}

async function someBooks(address: string): Promise<string[]> {
  const pages = await Promise.all(
    CATEGORIES.map(async (category) => {
      const query = new URLSearchParams({ preference: category, startIndex: '1' })
      const books: Book[] = await (await fetch(`${address}/api/recommendedBooks?${query}`)).json()
      return books.map(({ id }) => id)
    }),
  )
  return [...new Set(pages.flat())]
}

function inThread(load: Load): Promise<Counted> {
  const worker = new Worker(new URL(import.meta.url), { workerData: load })
  return new Promise((resolve, reject) => {
    worker.once('message', (counted: Counted) => resolve(counted))
    worker.once('error', reject)
  })
}

const quantile = (times: readonly number[], share: number): string =>
  (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1)

/** Measures servers with these settings and prints a line; answers requests a second. */
async function measure(
  title: string,
  settings: readonly Record<string, string>[],
  seconds: number,
): Promise<number> {
  const servers: ServerProcess[] = []
  try {
    const addresses: string[] = []
    for (const one of settings) {
      const server = spawnServer({ ...one, RATE_LIMIT_FACTOR: '1000000' })
      servers.push(server)
      addresses.push((await server.ready).replace('localhost', '127.0.0.1'))
    }
    const [first = ''] = addresses
    const all = await registerReaders(first)
    const books = await someBooks(first)
    const runs = async (duration: number): Promise<Counted[]> =>
      Promise.all(
        Array.from({ length: THREADS }, (_, thread) =>
          inThread({
            address: addresses[thread % addresses.length] ?? first,
            // No reader in two threads: their hearts would get in each other's way.
            readers: all.filter((_, at) => at % THREADS === thread),
            books,
            seconds: duration,
          }),
        ),
      )
    await runs(2)
    const counted = await runs(seconds)
    const reads = counted.flatMap((run) => run.reads).toSorted((one, other) => one - other)
    const hearts = counted.flatMap((run) => run.hearts).toSorted((one, other) => one - other)
    const failed = counted.reduce((sum, run) => sum + run.failed, 0)
    const rate = (reads.length + hearts.length) / seconds
    console.log(
      `${title.padEnd(28)} ${rate.toFixed(0).padStart(9)} ${(hearts.length / seconds).toFixed(0).padStart(8)}` +
        `   ${quantile(reads, 0.5)} / ${quantile(reads, 0.99)}`.padEnd(17) +
        `${quantile(hearts, 0.5)} / ${quantile(hearts, 0.99)}`.padEnd(14) +
        (failed > 0 ? `${failed} failed` : ''),
    )
    return rate
  } finally {
    for (const { child } of servers) child.kill('SIGTERM')
    await Promise.all(servers.map(({ exit }) => exit))
  }
}

async function main(): Promise<void> {
  const [seconds = SECONDS] = countsOfProcess(SECONDS)
  await withPostgres(async ({ folder, url: server }) => {
    const databaseAt = async (name: string): Promise<string> => {
      const client = new Client({ connectionString: server })
      await client.connect()
      await client.query(`CREATE DATABASE ${name}`)
      await client.end()
      const url = new URL(server)
      url.pathname = `/${name}`
      return url.href
    }
    console.log(`${availableParallelism()} cores, shared with the clients; ${load()}`)
    console.log(
      `${''.padEnd(28)} requests/s hearts/s   reads ms        hearts ms\n${''.padEnd(50)}p50 / p99       p50 / p99`,
    )
    const sqlite = await measure(
      '1 server, SQLite',
      [{ DATA_DIR: join(folder, 'sqlite') }],
      seconds,
    )
    const shared = { DATA_DIR: join(folder, 'shared') }
    const one = { ...shared, DATABASE_URL: await databaseAt('one') }
    const single = await measure('1 server, PostgreSQL', [one], seconds)
    const two = { ...shared, DATABASE_URL: await databaseAt('two') }
    const both = await measure('2 servers, PostgreSQL', [two, two], seconds)
    console.log(
      `PostgreSQL to SQLite ${(single / sqlite).toFixed(2)}; two servers to one ${(both / single).toFixed(2)}; ${load()}`,
    )
  })
}

if (isMainThread) await main()
else {
  const order: Load = workerData
  parentPort?.postMessage(await runLoad(order), [])
}
