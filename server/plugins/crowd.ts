import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

/**
 * The part of the files a process may have open that connections may take. The rest is for what they ask for: with
 * no file left Node closes whoever comes, and the process can read none, not even how much memory it has.
 */
const FILES_SHARE = 0.75

/** The part of the bound from which on connections that nobody uses make room for new ones. */
const CROWDED_SHARE = 0.8

/** How long after that they do it again, in ms: who comes back makes a connection anew, which is what costs most. */
const CLEARED_EVERY_MS = 5000

/** How many connections there may be at once, as far as Linux tells how many files; undefined elsewhere. */
export function connectionsAllowed(): number | undefined {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    const files = /^Max open files\s+(\d+)/m.exec(limits)?.[1]
    return files === undefined ? undefined : Math.floor(Number(files) * FILES_SHARE)
  } catch {
    return undefined
  }
}

/**
 * Bounds how many connections there are at once, so that those who come never take the last files of the process.
 * Before that the ones kept alive that nobody uses are closed; beyond it a connection is closed as it comes.
 */
export function registerCrowd(
  app: FastifyInstance,
  allowed: number | undefined = connectionsAllowed(),
): void {
  if (allowed === undefined) return
  const { server } = app
  server.maxConnections = allowed
  let cleared = Number.NEGATIVE_INFINITY
  server.on('connection', () => {
    // Tells in this very turn, from a figure that Node keeps.
    server.getConnections((_error, count) => {
      if (count < allowed * CROWDED_SHARE || performance.now() - cleared < CLEARED_EVERY_MS) return
      cleared = performance.now()
      server.closeIdleConnections()
    })
  })
}
