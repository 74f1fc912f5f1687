import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { spawnServer } from './process.ts'

/** How the requests of a server that was stopped under load ended. */
export interface StopFigures {
  /** Answered before SIGTERM, and after it. */
  before: number
  after: number
  /** Of those, rejected with 503. */
  rejected: number
  /** Connected, and ended without a whole response. */
  reset: number
  /** Whose connection the system refused, since nothing listened any more. */
  refused: number
  /** Answered with anything but 200 and 503. */
  others: number
  /** How the process ended, and how long that took in ms. */
  code: number | null
  took: number
}

const PATHS = [
  '/api/recommendedBooks?preference=Fantasy&startIndex=1',
  '/api/books/search?query=the+stars',
  '/api/book/detail/emma',
]

/**
 * Stops a server by SIGTERM while so many clients send requests as fast as they are answered: half of them over
 * connections that they keep, half over a new one each.
 */
export async function stopUnderLoad(dataDir: string, clients: number): Promise<StopFigures> {
  const server = spawnServer({ DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '1000000' })
  const { port } = new URL(await server.ready)
  const figures = { before: 0, after: 0, rejected: 0, reset: 0, refused: 0, others: 0 }
  let isStopped = false

  const send = (path: string, agent: Agent) =>
    new Promise<'answered' | 'reset' | 'refused'>((resolve) => {
      const sent = request({ host: '127.0.0.1', port, path, agent }, (response) => {
        response.resume().once('error', () => resolve('reset'))
        response.once('end', () => {
          const { statusCode } = response
          figures[isStopped ? 'after' : 'before'] += 1
          if (statusCode === 503) figures.rejected += 1
          else if (statusCode !== 200) figures.others += 1
          resolve('answered')
        })
      })
      sent.once('error', (error) => {
        const isRefused = 'code' in error && error.code === 'ECONNREFUSED'
        resolve(isRefused ? 'refused' : 'reset')
      })
      sent.end()
    })

  const run = async (client: number): Promise<void> => {
    const isKept = client % 2 === 0
    const agent = new Agent({ keepAlive: isKept, maxSockets: 1 })
    for (let at = client; ; at += 1) {
      const outcome = await send(PATHS[at % PATHS.length] ?? '/', agent)
      if (outcome === 'answered') continue
      figures[outcome] += 1
      // Whoever was reset may come again; nobody comes where nothing listens.
      if (outcome === 'refused') break
    }
    agent.destroy()
  }
  const running = Promise.all(Array.from({ length: clients }, (_, client) => run(client)))
  await delay(1500)
  isStopped = true
  const began = performance.now()
  server.child.kill('SIGTERM')
  const { code } = await server.exit
  const took = performance.now() - began
  await running
  return { ...figures, code, took }
}
