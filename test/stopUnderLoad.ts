import { Agent, request } from 'node:http'
import { spawnServer } from './process.ts'

/** How the requests of a server that was stopped under load ended. */
interface StopFigures {
  /** Answered after SIGTERM. */
  after: number
  /** Connected at once, and ended without a whole response. */
  reset: number
  /** Whose connection the system refused, since nothing listened any more. */
  refused: number
  /** Answered with anything but 200 and 503. */
  others: number
  /** How the process ended. */
  code: number | null
}

/**
 * The system knocks again after so many ms, less a little, where a queue is full, as that of a busy server that closes.
 * Several who knock at once may be let in for the client alone, and are reset: the server has never had them.
 */
const KNOCK_MS = 950

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
  const figures = { after: 0, reset: 0, refused: 0, others: 0 }
  let isStopped = false

  const send = (path: string, agent: Agent) =>
    new Promise<'answered' | 'reset' | 'refused'>((resolve) => {
      const sent = request({ host: '127.0.0.1', port, path, agent }, (response) => {
        response.resume().once('error', () => resolve('reset'))
        response.once('end', () => {
          if (isStopped) figures.after += 1
          if (response.statusCode !== 200 && response.statusCode !== 503) figures.others += 1
          resolve('answered')
        })
      })
      let isPutOff = false
      const began = performance.now()
      sent.once('socket', (socket) => {
        if (!socket.connecting) return
        socket.once('connect', () => (isPutOff = performance.now() > began + KNOCK_MS))
      })
      sent.once('error', (error) => {
        const isRefused = 'code' in error && error.code === 'ECONNREFUSED'
        if (!isRefused && !isPutOff) figures.reset += 1
        resolve(isRefused ? 'refused' : 'reset')
      })
      sent.end()
    })

  const run = async (client: number, onAnswered: () => void): Promise<void> => {
    const isKept = client % 2 === 0
    const agent = new Agent({ keepAlive: isKept, maxSockets: 1 })
    for (let at = client; ; at += 1) {
      const outcome = await send(PATHS[at % PATHS.length] ?? '/', agent)
      if (outcome === 'answered') onAnswered()
      // Whoever was reset may come again; nobody comes where nothing listens.
      if (outcome === 'refused') break
    }
    figures.refused += 1
    agent.destroy()
  }
  const starts = Array.from({ length: clients }, () => Promise.withResolvers<void>())
  const running = Promise.all(starts.map(({ resolve }, client) => run(client, resolve)))
  await Promise.all(starts.map(({ promise }) => promise))
  isStopped = true
  server.child.kill('SIGTERM')
  const { code } = await server.exit
  await running
  return { ...figures, code }
}
