import { argon2Sync } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { packError, type ThreadError } from '../lib/threadError.ts'

// Hashes passwords on a thread of its own: see hashThreads.ts.

/** What argon2id is to hash, and how; memory in KiB, the length of the tag in bytes. */
export interface HashRequest {
  message: Uint8Array
  nonce: Uint8Array
  memory: number
  passes: number
  parallelism: number
  tagLength: number
}

/** What came of it. */
export type HashReply = { tag: Uint8Array } | { failure: ThreadError }

/** A tenth of what others get where processors are short: sign-ins become slow then, and never stop. */
const NICE = 10

/** Where processors are short, readers go before passwords. Only Linux gives a thread its own priority. */
function stepBack(): void {
  try {
    const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? []
    if (thread !== undefined) setPriority(Number(thread), NICE)
  } catch {
    // There is no such file, or the system does not let us: then all threads are equal.
  }
}

function hash(request: HashRequest): HashReply {
  try {
    return { tag: argon2Sync('argon2id', request) }
  } catch (error) {
    return { failure: packError(error) }
  }
}

function serve(port: NonNullable<typeof parentPort>): void {
  stepBack()
  port.on('message', (request: HashRequest) => port.postMessage(hash(request), []))
}

if (parentPort) serve(parentPort)
