/**
 * `node bench/search.ts [count ...]` (70,000 books unless given): how fast searches are, on the real
 * server with SQLite, over HTTP, beside reads of a book by its id through the same server in the same
 * run. The catalogues are made at the first run and kept (bench/catalogue.ts). Prints a table for each
 * count and ends with 1 where a bound is missed. The load comes from a process of its own. Only the ratios can be compared between machines, and only where nothing else runs.
 */
import { execFileSync, fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { CATEGORIES } from '../contract/categories.ts'
import { fold } from '../contract/fold.ts'
import type { RegisterAnswer } from '../contract/session.ts'
import { load } from '../hardening/lib/run.ts'
import { DATABASE_FILE } from '../server/store/sqlite/openSqliteStore.ts'
import { MALLOC, NODE_OPTIONS } from '../server/testing/process.ts'
import { seeded } from '../server/testing/seeded.ts'
import { keptCatalogue } from './catalogue.ts'
import { countsOfProcess } from './countsGiven.ts'

/** What must hold, of figures of one run on a machine that does nothing else. */
const BOUNDS = {
  /** p99 of all searches of one client, in ms; of catalogues of more than `LARGE` books. */
  search: 10,
  largeSearch: 30,
  /** Longest hold of the server's event loop, in ms. */
  hold: 30,
  /** p50 of a read while many search, to that while as many read. */
  besides: 2,
}

const LARGE = 100_000

const MAIN = join(import.meta.dirname, '../server/main.ts')
const COUNTS = [70_000]
const ROUNDS = 5
/** Queries of a class in a round; no query is asked twice, so that nothing is gained by remembering. */
const QUERIES = 100
const CLIENTS = 32
/** Searches of one client before anything is measured. */
const WARM = 1500
/** How long each phase with many clients lasts, in ms. */
const PHASE = 4000

// --- The queries ------------------------------------------------------------------------------------

interface Sampled {
  title: string
  author: string
  isbn: string | undefined
}

interface Questions {
  /** Texts by what kind of query they are: `ROUNDS * QUERIES` of each. */
  classes: Record<string, string[]>
  ids: string[]
  /** Authors of many books, and of few. */
  authors: string[]
}

const SMALL = new Set('the of and a in to is for on with at from'.split(' '))

const telling = (text: string): string[] =>
  fold(text)
    .split(' ')
    .filter((word) => !SMALL.has(word))

const surname = ({ author }: Sampled): string => telling(author).at(-1) ?? ''

const long = (word: string): boolean => word.length >= 5

function text(value: unknown): string {
  if (typeof value !== 'string') throw new Error('The catalogue lacks what is asked of it')
  return value
}

/** Queries as readers ask them, of books that are there, the same at every run. */
function questionsOf(folder: string, count: number): Questions {
  const database = new DatabaseSync(join(folder, DATABASE_FILE), { readOnly: true })
  const select = database.prepare(
    "SELECT json_extract(record, '$.volumeInfo.title') AS title, " +
      "json_extract(record, '$.volumeInfo.authors[0]') AS author, " +
      "json_extract(record, '$.volumeInfo.industryIdentifiers[0].identifier') AS isbn " +
      'FROM books WHERE id = ?',
  )
  const random = seeded(20_261_121)
  const pick = <T>(items: readonly T[]): T => {
    const item = items[random(items.length)]
    if (item === undefined) throw new Error('There is nothing to pick from')
    return item
  }
  const book = (fits: (book: Sampled) => boolean): Sampled => {
    for (;;) {
      const row = select.get(`bench_${1 + random(count)}`)
      const isbn = row?.['isbn']
      const sampled: Sampled = {
        title: text(row?.['title']),
        author: text(row?.['author']),
        isbn: typeof isbn === 'string' ? isbn : undefined,
      }
      if (fits(sampled)) return sampled
    }
  }
  const misspell = (word: string): string => {
    const at = 1 + random(word.length - 1)
    const letter = 'abcdefghijklmnopqrstuvwxyz'.charAt(random(26))
    return pick([
      word.slice(0, at) + word.slice(at + 1),
      word.slice(0, at) + letter + word.slice(at),
      word.slice(0, at) + letter + word.slice(at + 1),
      word.slice(0, at - 1) + word.charAt(at) + word.charAt(at - 1) + word.slice(at + 1),
    ])
  }
  const common = database
    .prepare('SELECT term FROM terms ORDER BY books DESC LIMIT 60')
    .all()
    .map(({ term }) => text(term))
  const makers: Record<string, () => string> = {
    'full title': () => book(() => true).title,
    'one word': () => pick(telling(book(({ title }) => telling(title).length > 0).title)),
    'two words': () => {
      const words = telling(book(({ title }) => telling(title).length > 1).title)
      const at = random(words.length - 1)
      return words.slice(at, at + 2).join(' ')
    },
    'prefix of 3 to 5': () =>
      fold(book(({ title }) => fold(title).length > 5).title).slice(0, 3 + random(3)),
    author: () => book(() => true).author,
    'author and word': () => {
      const some = book(({ title }) => telling(title).length > 0)
      return `${surname(some)} ${pick(telling(some.title))}`
    },
    'very common': () =>
      pick([
        () => pick(common),
        () => `${pick(common)} ${pick(common)}`,
        () => `the ${pick(common)} of ${pick(common)}`,
        () => `${pick(common)} ${pick(common).slice(0, 3)}`,
      ])(),
    'title, one typo': () => {
      const words = telling(book(({ title }) => telling(title).some(long)).title)
      const wrong = pick(words.filter(long))
      return words.map((word) => (word === wrong ? misspell(word) : word)).join(' ')
    },
    'word, one typo': () =>
      misspell(pick(telling(book(({ title }) => telling(title).some(long)).title).filter(long))),
    'word and surname, typo': () => {
      const some = book((one) => telling(one.title).length > 0 && long(surname(one)))
      return `${pick(telling(some.title))} ${misspell(surname(some))}`
    },
    'no hit': () =>
      Array.from({ length: 1 + random(3) }, () =>
        Array.from({ length: 6 + random(6) }, () => 'zxkvjwq'.charAt(random(7))).join(''),
      ).join(' '),
    ISBN: () => book(({ isbn }) => isbn !== undefined).isbn ?? '',
  }
  const size = ROUNDS * QUERIES
  const classes = Object.fromEntries(
    Object.entries(makers).map(([name, make]) => {
      const queries = new Set<string>()
      // Of the commonest words there are few: then some come again.
      for (let tries = 0; queries.size < size && tries < size * 20; tries++) queries.add(make())
      const all = [...queries]
      return [name, Array.from({ length: size }, (_, index) => all[index % all.length] ?? '')]
    }),
  )
  const authors = Array.from({ length: 200 }, () => book(() => true).author)
  database.close()
  return {
    classes,
    ids: Array.from({ length: 5000 }, () => `bench_${1 + random(count)}`),
    authors: [...new Set(authors)],
  }
}

// --- The load, in a process of its own ----------------------------------------------------------------

/** What the load process is told to ask. */
interface Load {
  address: string
  questions: Questions
}

interface Phase {
  searches: number[]
  reads: number[]
}

/** Times in ms. */
interface Measured {
  /** One client. */
  alone: Record<string, number[]>
  read: number[]
  /** Many clients that read, in phases between those that search. */
  readsOfMany: number[]
  /** Many clients that search, and one more that reads. */
  searchesOfMany: number[]
  readsBesides: number[]
  perSecond: number
  failed: number
}

/** What goes on, as the load tells it: the holds of the server's loop are kept apart. */
type Stage = 'warming up' | 'searching' | 'reading'

/** What the load asks of its own collector: not to stand still in the time of an answer. */
const LOAD_OPTIONS = ['--min-semi-space-size=64', '--max-semi-space-size=64']

/** So long until the server knows of a new stage, in ms. */
const TOLD = 50

/** Does the work one time after another until the end has come. */
async function repeat(
  times: number[],
  end: number,
  work: (index: number) => Promise<number>,
): Promise<void> {
  for (let index = 0; performance.now() < end; index++) times.push(await work(index))
}

async function begin(stage: Stage): Promise<void> {
  process.send?.(stage)
  await setTimeout(TOLD)
}

async function runLoad({ address, questions }: Load): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS + 1 })
  let failed = 0
  const ask = async (path: string, token?: string): Promise<number> => {
    const started = performance.now()
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    request(address + path, { agent, headers }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
    })
      .once('error', reject)
      .end()
    if ((await promise) !== 200) failed += 1
    return performance.now() - started
  }
  let asked = 0
  const read = (): Promise<number> => {
    asked += 1
    const { ids } = questions
    return ask(`/api/book/detail/${ids[asked % ids.length] ?? ''}`)
  }
  const search = (query: string): Promise<number> =>
    ask(`/api/books/search?query=${encodeURIComponent(query)}`)
  const shelf = (startIndex: number): Promise<number> => {
    asked += 1
    const preference = CATEGORIES[asked % CATEGORIES.length] ?? ''
    return ask(
      `/api/recommendedBooks?preference=${encodeURIComponent(preference)}&startIndex=${startIndex}`,
    )
  }

  const post = async <T>(path: string, method: string, body: unknown, token = ''): Promise<T> => {
    const answer = await fetch(address + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token !== '' && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`)
    const value: T = await answer.json()
    return value
  }
  const password = 'correct horse battery'
  const reader = await post<RegisterAnswer>('/api/user/register', 'POST', {
    name: 'Reader',
    email: `reader-${process.pid}-${Date.now()}@example.com`,
    password,
    confirmPassword: password,
  })
  const authors = `/api/user/${reader.id}/favoriteAuthors`
  for (const author of questions.authors.slice(0, 20)) {
    await post(authors, 'PUT', { author }, reader.token)
  }

  const kinds: Record<string, (index: number) => Promise<number>> = {
    ...Object.fromEntries(
      Object.entries(questions.classes).map(([name, queries]) => [
        name,
        (index: number) => search(queries[index % queries.length] ?? ''),
      ]),
    ),
    shelf: (index) => shelf(1 + (index % 10)),
    'shelf, 1,000 in': () => shelf(1000),
    "favorite authors' books": () => ask(authors, reader.token),
  }
  const alone: Record<string, number[]> = Object.fromEntries(
    Object.keys(kinds).map((name) => [name, []]),
  )
  const everything = Object.values(questions.classes).flat()
  const many = async (work: (client: number) => Promise<void>): Promise<void> => {
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)))
  }
  const searchTogether = async (milliseconds: number): Promise<Phase> => {
    const phase: Phase = { searches: [], reads: [] }
    const end = performance.now() + milliseconds
    await Promise.all([
      repeat(phase.reads, end, read),
      many((client) =>
        repeat(phase.searches, end, (index) =>
          search(everything[(client * 7919 + index * 104_729) % everything.length] ?? ''),
        ),
      ),
    ])
    return phase
  }

  // Code is compiled, pages are read, threads are started.
  await begin('warming up')
  await searchTogether(PHASE)
  // One after another: these are not always done where those of many are.
  for (let index = 0; index < WARM; index++) {
    await search(everything[(index * 7919) % everything.length] ?? '')
  }
  for (let index = 0; index < 300; index++) await Promise.all([read(), shelf(1)])
  failed = 0

  const measured: Measured = {
    alone,
    read: [],
    readsOfMany: [],
    searchesOfMany: [],
    readsBesides: [],
    perSecond: 0,
    failed: 0,
  }
  for (let round = 0; round < ROUNDS; round++) {
    await begin('searching')
    // One of each kind in turn, each beside a read, so that what disturbs one disturbs all.
    for (let index = 0; index < QUERIES; index++) {
      for (const [name, work] of Object.entries(kinds)) {
        alone[name]?.push(await work(round * QUERIES + index))
        measured.read.push(await read())
      }
    }
    await begin('reading')
    const end = performance.now() + PHASE
    await many(() => repeat(measured.readsOfMany, end, read))
    await begin('searching')
    const { searches, reads } = await searchTogether(PHASE)
    measured.searchesOfMany.push(...searches)
    measured.readsBesides.push(...reads)
    measured.perSecond += searches.length / (PHASE / 1000) / ROUNDS
  }
  agent.destroy()
  return { ...measured, failed }
}

// --- The server, which tells how long its loop was held -----------------------------------------------

// A timer that is late says how long nothing else could run; how much of that this very thread worked
// tells being busy from waiting for a processor that others have.
const WATCH_THE_LOOP = `
  import { isMainThread } from 'node:worker_threads'
  if (isMainThread) {
    let stage = 'warming up'
    const holds = { searching: { held: 0, worked: 0 }, reading: { held: 0, worked: 0 } }
    const used = () => { const { user, system } = process.threadCpuUsage(); return (user + system) / 1000 }
    let before = performance.now()
    let cpu = used()
    const look = () => {
      const longest = holds[stage]
      const held = performance.now() - before - 1
      if (longest) {
        longest.held = Math.max(longest.held, held)
        longest.worked = Math.max(longest.worked, Math.min(held, used() - cpu))
      }
      before = performance.now()
      cpu = used()
    }
    setInterval(look, 1).unref()
    process.on('message', (message) => {
      look()
      if (message === 'tell') process.send(holds)
      else stage = message
    })
    process.channel.unref()
  }
`

/** In ms: the longest that nothing else could run, and the most that the thread worked in one such time. */
interface Hold {
  held: number
  worked: number
}

type Holds = Record<'searching' | 'reading', Hold>

interface Server {
  child: ChildProcess
  address: string
  started: number
}

async function startServer(folder: string): Promise<Server> {
  const began = performance.now()
  const child = spawn(
    process.execPath,
    [
      ...NODE_OPTIONS,
      '--import',
      `data:text/javascript,${encodeURIComponent(WATCH_THE_LOOP)}`,
      MAIN,
    ],
    {
      env: {
        PATH: process.env['PATH'] ?? '',
        ...MALLOC,
        PORT: '0',
        LOG_LEVEL: 'silent',
        DATA_DIR: folder,
        RATE_LIMIT_FACTOR: '1000000',
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  )
  if (!child.stdout) throw new Error('The server has no output')
  for await (const line of createInterface(child.stdout)) {
    const address = /^Catchword is at (\S+)$/.exec(line)?.[1]
    if (address === undefined) continue
    child.stdout.resume()
    return {
      child,
      address: address.replace('localhost', '127.0.0.1'),
      started: performance.now() - began,
    }
  }
  throw new Error('The server does not start')
}

/**
 * Gives the load a processor of its own, the last, and the server the others: left to itself the system
 * now and then has one of the two wait for the other, for up to 4 ms, which is nobody's search. Says
 * whether it could.
 */
function keepApart(server: ChildProcess, loader: ChildProcess): boolean {
  const last = availableParallelism() - 1
  try {
    for (const [{ pid }, processors] of [
      [server, `0-${last - 1}`],
      [loader, String(last)],
    ] as const) {
      const order = ['--all-tasks', '--cpu-list', '--pid', processors, String(pid)]
      execFileSync('taskset', order, { stdio: 'ignore' })
    }
    return true
  } catch {
    return false
  }
}

async function holdsOf({ child }: Server): Promise<Holds> {
  const answer = once(child, 'message')
  child.send('tell')
  const [holds]: Holds[] = await answer
  if (!holds) throw new Error('The server does not answer')
  return holds
}

// --- The table ----------------------------------------------------------------------------------------

const quantile = (times: readonly number[], share: number): number =>
  times.toSorted((one, other) => one - other)[
    Math.min(times.length - 1, Math.floor(times.length * share))
  ] ?? Number.NaN

const milliseconds = (value: number): string => value.toFixed(2).padStart(9)

function row(name: string, times: readonly number[]): void {
  const figures = [0.5, 0.9, 0.99, 1].map((share) => milliseconds(quantile(times, share)))
  console.log(`${name.padEnd(26)}${figures.join('')}`)
}

/** Prints a bound and whether it is kept. */
function keeps(name: string, value: number, most: number): boolean {
  const verdict = value <= most ? 'kept' : 'MISSED'
  console.log(`${name.padEnd(64)} ${value.toFixed(2).padStart(8)}, at most ${most}: ${verdict}`)
  return value <= most
}

/** Whether all bounds are kept. */
async function measure(count: number): Promise<boolean> {
  const folder = await keptCatalogue(count)
  const questions = questionsOf(folder, count)
  const server = await startServer(folder)
  const loader = fork(import.meta.filename, ['--load'], { execArgv: LOAD_OPTIONS })
  try {
    const apart = keepApart(server.child, loader)
    console.log(
      `\n${count.toLocaleString('en')} books, started in ${(server.started / 1000).toFixed(1)} s; ${load()}` +
        (apart ? '' : '; server and load share all processors: there is no taskset here'),
    )
    const messages = new Promise<Measured>((resolve, reject) => {
      loader.on('message', (message: Measured | Stage) => {
        if (typeof message === 'string') server.child.send(message)
        else resolve(message)
      })
      loader.once('exit', (code) => reject(new Error(`The load ended with ${code}`)))
    })
    const order: Load = { address: server.address, questions }
    loader.send(order)
    const measured = await messages
    const holds = await holdsOf(server)
    const searches = Object.keys(questions.classes).flatMap((name) => measured.alone[name] ?? [])

    console.log(
      `${'ms'.padEnd(26)}${['p50', 'p90', 'p99', 'max'].map((head) => head.padStart(9)).join('')}`,
    )
    row('read by id', measured.read)
    for (const [name, times] of Object.entries(measured.alone)) row(name, times)
    row('all searches', searches)
    console.log(`${CLIENTS} clients, ${measured.perSecond.toFixed(0)} searches a second:`)
    row('read by id, all read', measured.readsOfMany)
    row('search, all search', measured.searchesOfMany)
    row('read by id, all search', measured.readsBesides)
    for (const [stage, { held, worked }] of Object.entries(holds)) {
      console.log(
        `Event loop while ${stage}: held for ${held.toFixed(1)} ms at most; at work for ${worked.toFixed(1)} ms ` +
          'at most without a pause (the rest waited for a processor)',
      )
    }
    const bounds = [
      keeps(
        'p99 of a search, ms',
        quantile(searches, 0.99),
        count <= LARGE ? BOUNDS.search : BOUNDS.largeSearch,
      ),
      keeps('longest hold of the event loop by searches, ms', holds.searching.held, BOUNDS.hold),
      keeps(
        `p50 of a read while ${CLIENTS} search : while ${CLIENTS} read`,
        quantile(measured.readsBesides, 0.5) / quantile(measured.readsOfMany, 0.5),
        BOUNDS.besides,
      ),
      keeps('requests that failed', measured.failed, 0),
    ]
    console.log(load())
    return bounds.every(Boolean)
  } finally {
    if (loader.connected) loader.disconnect()
    const ended = once(server.child, 'exit')
    server.child.kill('SIGTERM')
    await ended
  }
}

async function main(): Promise<void> {
  const counts = countsOfProcess(...COUNTS)
  console.log(`${availableParallelism()} cores, shared by server and load; Node ${process.version}`)
  let kept = true
  for (const count of counts) kept = (await measure(count)) && kept
  process.exitCode = kept ? 0 : 1
}

if (process.argv.includes('--load')) {
  process.once('message', (order: Load) => {
    void (async () => {
      const measured = await runLoad(order)
      // Not before all of it is sent.
      process.send?.(measured, undefined, undefined, () => process.disconnect())
    })()
  })
} else {
  await main()
}
