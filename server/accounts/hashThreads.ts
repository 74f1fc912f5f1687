import { Worker } from 'node:worker_threads'
import { createGate } from '../lib/gate.ts'
import type { HashReply, HashRequest } from './hashWorker.ts'

const WORKER = new URL('hashWorker.ts', import.meta.url)

/** One thread, which hashes one password at a time. */
class HashThread {
  readonly #worker: Worker
  #settle: { resolve: (reply: HashReply) => void; reject: (error: unknown) => void } | undefined
  isAlive = true

  constructor() {
    // Flags of the process are not meant for its threads.
    this.#worker = new Worker(WORKER, { execArgv: [], name: 'passwords' })
    this.#worker.on('message', (reply: HashReply) => this.#settle?.resolve(reply))
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', () => this.#fail(new Error('The thread of a password ended.')))
    // Only work under way keeps the process going.
    this.#worker.unref()
  }

  #fail(error: unknown): void {
    this.isAlive = false
    this.#settle?.reject(error)
  }

  async hash(request: HashRequest): Promise<Buffer> {
    const { promise, resolve, reject } = Promise.withResolvers<HashReply>()
    this.#settle = { resolve, reject }
    this.#worker.ref()
    try {
      this.#worker.postMessage(request, [])
      const reply = await promise
      if ('failure' in reply) throw new Error(reply.failure)
      return Buffer.from(reply.tag)
    } finally {
      this.#worker.unref()
      this.#settle = undefined
    }
  }
}

// Two at a time leave half of four processors. Threads of their own, since files and pictures need
// Node's, and a thread of one's own can step back behind the others.
// Who is refused at once and asks again at once takes more from everybody else than the hashing does.
const gate = createGate({ atOnce: 2, waiting: 32, kept: { most: 1000, for: 1000 } })

/** How many passwords are being hashed, and how many wait for their turn. */
export const hashing = gate.load

/** Threads without work; started when they are needed, and kept. */
const idle: HashThread[] = []

/**
 * The argon2id tag of a message, made on a thread of its own.
 *
 * @throws GateFull where too many wait already
 */
export function deriveTag(request: HashRequest): Promise<Buffer> {
  return gate(async () => {
    const thread = idle.pop() ?? new HashThread()
    try {
      return await thread.hash(request)
    } finally {
      if (thread.isAlive) idle.push(thread)
    }
  })
}
