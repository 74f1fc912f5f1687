import { createGate } from '../lib/gate.ts'
import { Thread } from '../lib/thread.ts'
import { unpackError } from '../lib/threadError.ts'
import type { HashReply, HashRequest } from './hashWorker.ts'

const WORKER = new URL('hashWorker.ts', import.meta.url)

// Two at a time leave half of four processors. Threads of their own, since files and pictures need
// Node's, and a thread of one's own can step back behind the others.
// Who is refused at once and asks again at once takes more from everybody else than the hashing does.
const gate = createGate({ atOnce: 2, waiting: 32, kept: { most: 1000, for: 1000 } })

/** How many passwords are being hashed, and how many wait for their turn. */
export const hashing = gate.load

/** Threads without work; started when they are needed, and kept. */
const idle: Thread<HashRequest, HashReply>[] = []

/**
 * The argon2id tag of a message, made on a thread of its own; `first` is done before, once there is a place
 * to hash at.
 *
 * @throws GateFull where too many wait already; what `first` throws
 */
export function deriveTag(request: HashRequest, first?: () => Promise<void>): Promise<Buffer> {
  return gate(async () => {
    await first?.()
    const thread = idle.pop() ?? new Thread(WORKER, { name: 'passwords' })
    try {
      const reply = await thread.ask(request)
      if ('failure' in reply) throw unpackError(reply.failure)
      return Buffer.from(reply.tag)
    } finally {
      if (thread.isAlive) idle.push(thread)
    }
  })
}
