import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import type { Book } from '../contract/books.ts'
import { CATEGORIES } from '../contract/categories.ts'
import type { RegisterResponse } from '../contract/session.ts'
import { copyBundledCatalogue } from './bundledCatalogue.ts'
import { spawnServer, type ServerProcess } from './process.ts'

const READERS = 2
const WRITERS_PER_READER = 4

/** What is known of one heart: its state, or both where a response never came. */
type Presence = 'present' | 'absent' | 'either'

interface Reader {
  id: string
  token: string
  hearts: Map<string, Presence>
}

interface Call {
  token?: string
  method?: string
  body?: object
}

/** How a call ended: answered, or cut off before (`none`) or within (`half`) its response. */
type Outcome = { status: number; body: string } | { cut: 'none' | 'half' }

/** What the end of a server does to its writers. */
interface CycleFigures {
  /** Writes that were answered 200. */
  acknowledged: number
  /** Acknowledged hearts that are gone, or removals that came back. */
  lost: string[]
  ghosts: string[]
  /** Writes refused with 503, and those whose connection ended before any response. */
  refused: number
  unanswered: number
  /** Responses that broke off in the middle. */
  halves: number
  /** How the process ended. */
  code: number | null
  /** From the start of the process to its readiness, in ms. */
  restart: number
}

/** A server on one place for its data, ended in the middle of writes and started again. */
export interface KillLane {
  /** One end by `signal`, the start after it, and the comparison of what is left. */
  cycle(signal: 'SIGKILL' | 'SIGTERM'): Promise<CycleFigures>
  /** Ends the server as a host does and checks the database; answers SQLite's verdict. */
  finish(): Promise<string>
  /** Ends whatever runs and removes the data. */
  dispose(): Promise<void>
}

function call(agent: Agent, url: string, { token, method = 'GET', body }: Call = {}) {
  const payload = body === undefined ? undefined : JSON.stringify(body)
  return new Promise<Outcome>((resolve) => {
    const sent = request(
      url,
      {
        agent,
        method,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(payload !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(payload),
          }),
        },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => (text += part))
        response.once('end', () => resolve({ status: response.statusCode ?? 0, body: text }))
        response.once('error', () => {
          // The status line is the acknowledgement, whether or not the body still arrives.
          if (response.statusCode === 200) resolve({ status: 200, body: '' })
          else resolve({ cut: 'half' })
        })
      },
    )
    sent.once('error', () => resolve({ cut: 'none' }))
    sent.end(payload)
  })
}

/**
 * Opens a lane: a server with a data folder of its own, or on the PostgreSQL database that `settings`
 * name, with readers whose writers add and remove hearts until the server is gone.
 *
 * @throws Error where the server does not start or answers a write with neither 200 nor 503
 */
export async function openKillLane(settings: Record<string, string> = {}): Promise<KillLane> {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-durability-'))
  await copyBundledCatalogue(folder)
  const start = (): ServerProcess =>
    spawnServer({ DATA_DIR: folder, RATE_LIMIT_FACTOR: '1000000', ...settings })
  let server = start()
  let agent = new Agent({ keepAlive: true })

  const send = async (path: string, options?: Call): Promise<Outcome> => {
    const address = (await server.ready).replace('localhost', '127.0.0.1')
    return call(agent, `${address}${path}`, options)
  }

  const responded = async (status: number, path: string, options?: Call): Promise<string> => {
    const outcome = await send(path, options)
    if ('status' in outcome && outcome.status === status) return outcome.body
    throw new Error(`${path} was answered ${JSON.stringify(outcome)}`)
  }

  const registerReader = async (number: number, books: readonly string[]): Promise<Reader> => {
    const password = 'correct horse battery'
    const body = await responded(201, '/api/user/register', {
      method: 'POST',
      body: {
        name: `Writer ${number}`,
        // A database may be shared with other lanes.
        email: `writer-${number}-${process.pid}-${Math.random()}@example.com`,
        password,
        confirmPassword: password,
      },
    })
    const { id, token }: RegisterResponse = JSON.parse(body)
    return { id, token, hearts: new Map(books.map((book) => [book, 'absent'])) }
  }

  const someBooks = async (): Promise<string[]> => {
    const pages = await Promise.all(
      CATEGORIES.slice(0, 4).map(async (category) => {
        const query = new URLSearchParams({ preference: category, startIndex: '0' })
        const books: Book[] = JSON.parse(await responded(200, `/api/recommendedBooks?${query}`))
        return books.map((book) => book.id)
      }),
    )
    return [...new Set(pages.flat())]
  }

  /** Adds and removes its own books one after another until the server is gone. */
  const write = async (
    { id, token, hearts }: Reader,
    books: readonly string[],
    figures: CycleFigures,
    onAcknowledged: () => void,
  ): Promise<void> => {
    for (;;) {
      const bookId = books[Math.floor(Math.random() * books.length)]
      if (bookId === undefined) return
      const goal = hearts.get(bookId) === 'present' ? 'absent' : 'present'
      hearts.set(bookId, 'either')
      const path = `/api/user/${id}/favoriteBook`
      const outcome =
        goal === 'present'
          ? await send(path, { token, method: 'POST', body: { bookId } })
          : await send(`${path}/${bookId}`, { token, method: 'DELETE' })
      if ('status' in outcome && outcome.status === 200) {
        hearts.set(bookId, goal)
        figures.acknowledged += 1
        onAcknowledged()
        continue
      }
      if (!server.child.killed) throw new Error(`A write was answered ${JSON.stringify(outcome)}`)
      if ('cut' in outcome) {
        if (outcome.cut === 'half') figures.halves += 1
        else figures.unanswered += 1
        return
      }
      if (outcome.status !== 503) throw new Error(`The end was answered ${outcome.status}`)
      figures.refused += 1
      return
    }
  }

  /** Compares what the server has with what it acknowledged, and learns how open writes ended. */
  const compare = async ({ id, token, hearts }: Reader, figures: CycleFigures): Promise<void> => {
    const books: Book[] = JSON.parse(
      await responded(200, `/api/user/${id}/favoriteBooks`, { token }),
    )
    const stored = new Set(books.map((book) => book.id))
    for (const [book, existing] of hearts) {
      if (existing === 'present' && !stored.has(book)) figures.lost.push(book)
      if (existing === 'absent' && stored.has(book)) figures.ghosts.push(book)
      hearts.set(book, stored.has(book) ? 'present' : 'absent')
    }
    figures.ghosts.push(...[...stored].filter((book) => !hearts.has(book)))
  }

  const books = await someBooks()
  if (books.length <= WRITERS_PER_READER * 4) throw new Error('There are too few books to write.')
  const readers = await Promise.all(
    Array.from({ length: READERS }, (_, number) => registerReader(number, books)),
  )

  return {
    async cycle(signal) {
      const figures: CycleFigures = {
        acknowledged: 0,
        lost: [],
        ghosts: [],
        refused: 0,
        unanswered: 0,
        halves: 0,
        code: null,
        restart: 0,
      }
      // Counted in responses, not in time, so that a slow machine writes as much before the end.
      const goal = 5 + Math.floor(Math.random() * 140)
      const enough = Promise.withResolvers<void>()
      const writers = readers.flatMap((reader) =>
        Array.from({ length: WRITERS_PER_READER }, (_, writer) =>
          write(
            reader,
            books.filter((_, index) => index % WRITERS_PER_READER === writer),
            figures,
            () => {
              if (figures.acknowledged === goal) enough.resolve()
            },
          ),
        ),
      )
      await Promise.race([enough.promise, Promise.all(writers)])
      await delay(Math.random() * 10)
      server.child.kill(signal)
      const exit = await server.exit
      figures.code = exit.code
      if (signal === 'SIGKILL' && exit.signal !== 'SIGKILL') {
        throw new Error(`The server ended by itself: ${exit.stderr}`)
      }
      await Promise.all(writers)
      agent.destroy()
      agent = new Agent({ keepAlive: true })
      const began = performance.now()
      server = start()
      await server.ready
      figures.restart = performance.now() - began
      for (const reader of readers) await compare(reader, figures)
      return figures
    },

    async finish() {
      server.child.kill('SIGTERM')
      const { code, stderr } = await server.exit
      if (code !== 0) throw new Error(`The server ended with ${code}: ${stderr}`)
      if (settings['DATABASE_URL'] !== undefined) return 'ok'
      const database = new DatabaseSync(join(folder, 'readers.db'), { readOnly: true })
      const response = database.prepare('PRAGMA integrity_check').get()
      database.close()
      return String(response?.['integrity_check'])
    },

    async dispose() {
      agent.destroy()
      server.child.kill('SIGKILL')
      await server.exit
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
