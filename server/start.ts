import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { openCatalogue, type LocalCatalogue } from './catalogue/catalogue.ts'
import { prepareCatalogue } from './catalogue/prepareCatalogue.ts'
import { ConfigError, isLoopback, isLoopbackHost, type Config } from './config.ts'
import { isStorageFailure, StoreError } from './store/errors.ts'
import { openStore } from './store/store.ts'

/**
 * Connections that wait to be taken in, as many as Linux allows by itself. With Node's 511 a server that
 * is busy for a second loses some, and who is lost tries again after one, three, seven … seconds.
 */
const BACKLOG = 4096

/** The server cannot start; the message is one line for the person who starts it. */
class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartError'
  }
}

/** A server that listens. */
export interface RunningServer {
  app: FastifyInstance
  /** Where readers reach it: PUBLIC_URL, or localhost with the actual port. */
  address: string
  /** Finishes the requests under way, closes the database, frees the port. */
  close(): Promise<void>
}

function listenError(error: unknown, { host, port }: Config): StartError | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} is in use already. Stop the other program, or set PORT to a free port.`,
        { cause: error },
      )
    case 'EACCES':
      return new StartError(`Port ${port} may not be opened. Set PORT to one above 1023.`, {
        cause: error,
      })
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EAI_AGAIN':
    case 'EINVAL':
    case 'ENOTFOUND':
      return new StartError(`HOST ${host} is no address of this machine.`, { cause: error })
    default:
      return undefined
  }
}

function actualPort(app: FastifyInstance, fallback: number): number {
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : fallback
}

/** @throws ConfigError where DIST_DIR names no folder */
function checkPages({ distDir, distDirGiven }: Config): void {
  if (!distDirGiven || statSync(distDir, { throwIfNoEntry: false })?.isDirectory()) return
  throw new ConfigError(`DIST_DIR must be a folder with a build; ${distDir} is no folder.`)
}

/** What the settings leave open, one line each: all of it works, but not as a host would have it. */
function warnings({ host, publicUrlGiven, secure, publicUrl, ...config }: Config): string[] {
  const lines: string[] = []
  if (config.distDirGiven && !existsSync(join(config.distDir, 'index.html'))) {
    lines.push('DIST_DIR holds no build: it has no index.html, and readers get no pages.')
  }
  if (config.googleBooks && config.googleBooks.apiKey === undefined) {
    lines.push('CATALOGUE=google-books without GOOGLE_BOOKS_KEY: Google answers little or nothing.')
  }
  if (!publicUrlGiven && !isLoopbackHost(host)) {
    lines.push(
      'HOST lets other machines in, and PUBLIC_URL is not set: favorites cannot be changed from there. ' +
        'Set PUBLIC_URL to the address readers type.',
    )
  }
  if (!secure && !isLoopback(new URL(publicUrl))) {
    lines.push('PUBLIC_URL is plain http: sign-ins can be read on the way. Use https.')
  }
  if (secure && config.trustProxy.length === 0) {
    lines.push(
      'PUBLIC_URL is https, so a proxy stands in front, and TRUST_PROXY does not name it: all readers ' +
        'count as one in every limit. Set TRUST_PROXY to its address.',
    )
  }
  return lines
}

/** Google Books in front of the local catalogue, where the configuration has it. */
async function openGoogleBooks(
  { googleBooks }: Config,
  local: LocalCatalogue,
  log: (line: string) => void,
) {
  if (!googleBooks) return undefined
  // Loaded here, so that a start without it is spared the time.
  const { createGoogleBooks } = await import('./catalogue/googleBooks.ts')
  return createGoogleBooks({ ...googleBooks, local, log })
}

/**
 * Opens the store and the catalogue, and listens.
 *
 * @throws StartError, StoreError or ConfigError, each with one clear line; nothing stays open
 */
export async function start(config: Config): Promise<RunningServer> {
  checkPages(config)
  await using open = new AsyncDisposableStack()
  const store = open.adopt(await openStore(config), (opened) => opened.close())
  await prepareCatalogue(config)
  // The log is the app's, which is built with the catalogue.
  let app: FastifyInstance | undefined
  const log = (line: string) => app?.log.warn(line)
  const { catalogueDir: folder, searchTimeout } = config
  const local = open.adopt(openCatalogue({ folder, searchTimeout, log }), (opened) =>
    opened.close(),
  )
  const google = await openGoogleBooks(config, local, log)
  open.defer(() => google?.close())
  // The address is known only after listening where any port will do.
  const live = { ...config }
  app = open.adopt(
    await buildApp({ config: live, store, local, ...(google && { catalogue: google }) }),
    (built) => built.close(),
  )
  try {
    await app.listen({ host: config.host, port: config.port, backlog: BACKLOG })
  } catch (error) {
    throw listenError(error, config) ?? error
  }
  if (!config.publicUrlGiven) live.publicUrl = `http://localhost:${actualPort(app, config.port)}`
  for (const warning of warnings(live)) app.log.warn(warning)
  const running = open.move()
  return { app, address: live.publicUrl, close: () => running.disposeAsync() }
}

/** The one line that says why the server cannot start; for what nobody foresaw, its message. */
export function startFailure(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const foreseen =
    error instanceof ConfigError || error instanceof StoreError || error instanceof StartError
  const [line = ''] = text.split('\n', 1)
  if (!foreseen && isStorageFailure(error)) {
    return (
      `The disk of the database is full or takes no writes (${line}). ` +
      'Make room, and start again; nothing is lost.'
    )
  }
  return foreseen ? line : `Catchword cannot start: ${line}`
}
