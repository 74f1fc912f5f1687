import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

/** The part of the files a process may have open that connections may take; requests need the rest. */
const FILES_SHARE = 0.75

/** How many files the process may have open, as Linux tells; without bound elsewhere. */
function openFilesLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Infinity)
  } catch {
    return Infinity
  }
}

/**
 * Bounds how many connections there are at once: without a file left the process cannot even read how much memory
 * it has, and ends. Whoever comes beyond the bound is disconnected, and idle connections make room.
 */
export function limitConnections(
  { server }: FastifyInstance,
  max: number = Math.floor(openFilesLimit() * FILES_SHARE),
): void {
  server.maxConnections = max
  server.on('drop', () => server.closeIdleConnections())
}
