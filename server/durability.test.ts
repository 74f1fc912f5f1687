import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Book } from '../contract/books.ts'
import { CATEGORIES } from '../contract/categories.ts'
import type { RegisterAnswer } from '../contract/session.ts'
import { spawnServer } from './testing/process.ts'

// Servers with a data folder each, side by side: most of a cycle is the start of a process.
const LANES = 5
const CYCLES_PER_LANE = 10
const READERS = 2
const WRITERS_PER_READER = 4

/** What is known of one heart: its state, or both where an answer never came. */
type Known = 'present' | 'absent' | 'either'

interface Reader {
  id: string
  token: string
  hearts: Map<string, Known>
}

interface Call {
  token?: string
  method?: string
  body?: object
}

/** A server on one data folder, killed and started again. */
function createLane() {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-durability-'))
  let server = spawnServer({ DATA_DIR: folder, RATE_LIMIT_FACTOR: '1000000' })
  onTestFinished(async () => {
    server.child.kill('SIGKILL')
    await server.exit
    rmSync(folder, { recursive: true, force: true })
  })

  return {
    /** Whether the running server has been told to end. */
    isKilled: () => server.child.killed,

    async restart(): Promise<void> {
      await server.exit
      server = spawnServer({ DATA_DIR: folder, RATE_LIMIT_FACTOR: '1000000' })
      await server.ready
    },

    async end(signal: NodeJS.Signals) {
      server.child.kill(signal)
      return server.exit
    },

    async call(path: string, { token, method = 'GET', body }: Call = {}): Promise<Response> {
      const address = (await server.ready).replace('localhost', '127.0.0.1')
      return fetch(`${address}${path}`, {
        method,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
    },

    integrity() {
      const database = new DatabaseSync(join(folder, 'catchword.db'), { readOnly: true })
      const answer = database.prepare('PRAGMA integrity_check').get()
      database.close()
      return answer
    },
  }
}

type Lane = ReturnType<typeof createLane>

async function registerReader(lane: Lane, number: number, books: string[]): Promise<Reader> {
  const password = 'correct horse battery'
  const response = await lane.call('/api/user/register', {
    method: 'POST',
    body: {
      name: `Writer ${number}`,
      email: `writer-${number}@example.com`,
      password,
      confirmPassword: password,
    },
  })
  expect(response.status).toBe(201)
  const { id, token }: RegisterAnswer = await response.json()
  return { id, token, hearts: new Map(books.map((book) => [book, 'absent'])) }
}

async function someBooks(lane: Lane): Promise<string[]> {
  const pages = await Promise.all(
    CATEGORIES.slice(0, 4).map(async (category) => {
      const query = new URLSearchParams({ preference: category, startIndex: '0' })
      const books: Book[] = await (await lane.call(`/api/recommendedBooks?${query}`)).json()
      return books.map((book) => book.id)
    }),
  )
  return [...new Set(pages.flat())]
}

/** Adds and removes its own books one after another until the server is gone. */
async function write(
  lane: Lane,
  reader: Reader,
  books: readonly string[],
  onAcknowledged: () => void,
): Promise<void> {
  const { id, token, hearts } = reader
  for (;;) {
    const bookId = books[Math.floor(Math.random() * books.length)]
    if (bookId === undefined) return
    const goal = hearts.get(bookId) === 'present' ? 'absent' : 'present'
    hearts.set(bookId, 'either')
    const path = `/api/user/${id}/favoriteBook`
    try {
      const response =
        goal === 'present'
          ? await lane.call(path, { token, method: 'POST', body: { bookId } })
          : await lane.call(`${path}/${bookId}`, { token, method: 'DELETE' })
      // The status line is the acknowledgement, whether or not the body still arrives.
      if (response.status !== 200) throw new Error(`answered ${response.status}`)
      hearts.set(bookId, goal)
      onAcknowledged()
      await response.arrayBuffer()
    } catch (error) {
      if (lane.isKilled()) return
      throw error
    }
  }
}

/** Compares what the server has with what it acknowledged, and learns how open writes ended. */
async function compare(lane: Lane, { id, token, hearts }: Reader) {
  const response = await lane.call(`/api/user/${id}/favoriteBooks`, { token })
  expect(response.status).toBe(200)
  const books: Book[] = await response.json()
  const kept = new Set(books.map((book) => book.id))
  const inState = (state: Known) =>
    [...hearts].filter(([, known]) => known === state).map(([book]) => book)
  const difference = {
    lost: inState('present').filter((book) => !kept.has(book)),
    ghosts: [
      ...inState('absent').filter((book) => kept.has(book)),
      ...[...kept].filter((book) => !hearts.has(book)),
    ],
  }
  for (const book of hearts.keys()) hearts.set(book, kept.has(book) ? 'present' : 'absent')
  return difference
}

/** One kill in the middle of writes, and the look at what is left; answers the acknowledged writes. */
async function cycle(lane: Lane, readers: readonly Reader[], books: string[]): Promise<number> {
  let acknowledged = 0
  // Counted in answers, not in time, so that a slow machine writes as much before the kill.
  const goal = 5 + Math.floor(Math.random() * 60)
  const enough = Promise.withResolvers<void>()
  const count = (): void => {
    acknowledged += 1
    if (acknowledged === goal) enough.resolve()
  }
  const writers = readers.flatMap((reader) =>
    Array.from({ length: WRITERS_PER_READER }, (_, writer) =>
      write(
        lane,
        reader,
        books.filter((_, index) => index % WRITERS_PER_READER === writer),
        count,
      ),
    ),
  )
  await Promise.race([enough.promise, Promise.all(writers)])
  await delay(Math.random() * 10)
  const { signal } = await lane.end('SIGKILL')
  expect(signal).toBe('SIGKILL')
  await Promise.all(writers)
  await lane.restart()
  for (const reader of readers) {
    expect(await compare(lane, reader)).toEqual({ lost: [], ghosts: [] })
  }
  return acknowledged
}

async function runLane(): Promise<void> {
  const lane = createLane()
  const books = await someBooks(lane)
  expect(books.length).toBeGreaterThan(WRITERS_PER_READER * 4)
  const readers = await Promise.all(
    Array.from({ length: READERS }, (_, number) => registerReader(lane, number, books)),
  )
  let acknowledged = 0
  for (let done = 0; done < CYCLES_PER_LANE; done += 1) {
    acknowledged += await cycle(lane, readers, books)
  }
  // The comparison would hold of a server that was never asked anything too.
  expect(acknowledged).toBeGreaterThanOrEqual(CYCLES_PER_LANE * 5)
  await lane.end('SIGTERM')
  expect(lane.integrity()).toEqual({ integrity_check: 'ok' })
}

test(
  'kill -9 in the middle of writes, 50 times: no acknowledged heart is lost, none appears',
  { timeout: 300_000 },
  async () => {
    await Promise.all(Array.from({ length: LANES }, runLane))
  },
)
