import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { openCatalogue, type Catalogue } from './catalogue/catalogue.ts'
import { prepareCatalogue } from './catalogue/bundled.ts'
import { checkFolders } from './catalogue/checkFolders.ts'
import { ConfigError, GOOGLE_ISSUER, isLoopback, isLoopbackHost, type Config } from './config.ts'
import { ownFolder } from './catalogue/ownFolder.ts'
import { isStorageFailure, StoreError } from './store/errors.ts'
import { PICTURES_FOLDER } from './store/migrations/0005_pictures.ts'
import { openStore } from './store/store.ts'

/** Connections that wait to be accepted, Linux's default: with Node's 511 a busy server loses some for seconds. */
const BACKLOG = 4096

/** A server that listens. */
export interface RunningServer {
  app: FastifyInstance
  /** Where readers reach it: PUBLIC_URL, or localhost with the actual port. */
  address: string
  /** Finishes the requests under way, closes the database, frees the port. */
  close(): Promise<void>
}

const NO_ADDRESS = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EAI_AGAIN', 'EINVAL', 'ENOTFOUND']

/** An error of listening as the person who starts the server reads it. */
function listenError(error: unknown, { host, port }: Config): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const lines: Partial<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is in use already. Stop the other program, or set PORT to a free port.`,
    EACCES: `Port ${port} needs privileges. Set PORT to one above 1023.`,
  }
  const line = lines[code]
  if (line !== undefined) return new ConfigError(line, { cause: error })
  if (!NO_ADDRESS.includes(code)) return error
  return new ConfigError(`HOST ${host} is not an address of this machine.`, { cause: error })
}

/** @throws ConfigError where DIST_DIR names no folder */
function checkPages({ distDir, isDistDirSet }: Config): void {
  if (!isDistDirSet || statSync(distDir, { throwIfNoEntry: false })?.isDirectory()) return
  throw new ConfigError(`DIST_DIR must be a folder with a build; ${distDir} is not a folder.`)
}

/** What the settings leave open, one line each: all of it works, but not as a host would have it. */
function warnings({ host, isPublicUrlSet, secure, publicUrl, ...config }: Config): string[] {
  const lines = [...config.notes]
  if (config.isDistDirSet && !existsSync(join(config.distDir, 'index.html'))) {
    lines.push('DIST_DIR has no build (no index.html), so readers get no pages.')
  }
  if (existsSync(join(config.dataDir, PICTURES_FOLDER))) {
    lines.push(
      'DATA_DIR has the folder pictures of an earlier version; what was in use is in the database now. Delete the ' +
        'folder: it still has the pictures of readers who leave.',
    )
  }
  if (config.googleBooks && config.googleBooks.apiKey === undefined) {
    lines.push('CATALOGUE=google-books without GOOGLE_BOOKS_KEY: Google answers little or nothing.')
  }
  if (config.google?.name === 'Google' && config.google.issuer !== GOOGLE_ISSUER) {
    lines.push('GOOGLE_ISSUER without OIDC_NAME: the button says "Continue with Google".')
  }
  const isBehindProxy = config.trustProxy.length > 0
  if (!isPublicUrlSet && (isBehindProxy || !isLoopbackHost(host))) {
    const who = isBehindProxy ? 'TRUST_PROXY names a proxy' : 'HOST lets other machines in'
    lines.push(
      `${who}, and PUBLIC_URL is not set: favorites cannot be changed from there, and cookies are as for plain http. ` +
        'Set PUBLIC_URL to the address readers type.',
    )
  }
  if (!secure && !isLoopback(new URL(publicUrl))) {
    lines.push('PUBLIC_URL is plain http: anybody on the way can read logins. Use https.')
  }
  if (secure && !isBehindProxy) {
    lines.push(
      'PUBLIC_URL is https, so a proxy stands in front, and TRUST_PROXY does not name it: all readers ' +
        'count as one in every limit. Set TRUST_PROXY to its address.',
    )
  }
  return lines
}

/** Opens the store and the catalogue, and listens. @throws StoreError or ConfigError; nothing stays open */
export async function start(config: Config): Promise<RunningServer> {
  checkPages(config)
  await checkFolders(config)
  await using open = new AsyncDisposableStack()
  const lock = config.databaseUrl === undefined ? open.use(ownFolder(config)) : undefined
  const store = open.adopt(await openStore(config), (opened) => opened.close())
  // From now on the folder without its database is no new one (store/sqlite.ts).
  lock?.exec('COMMIT')
  await prepareCatalogue(config)
  // The log is the app's, which is built with the catalogue.
  let app: FastifyInstance | undefined
  const log = (line: string) => app?.log.warn(line)
  const { catalogueDir: folder, googleBooks, host, port } = config
  const local = openCatalogue({ folder, log })
  open.defer(() => local.close())
  // The thread for searches starts meanwhile; a misspelt query takes most of the steps. If it fails, so will a reader's.
  const isWarm = local.search('wraming up', 1).catch(() => undefined)
  let catalogue: Catalogue = local
  if (googleBooks) {
    // Loaded here, so that a start without it is spared the time.
    const { createGoogleBooks } = await import('./catalogue/googleBooks.ts')
    const google = createGoogleBooks({ ...googleBooks, local, log })
    open.defer(() => google.close())
    catalogue = google
  }
  // The address is known only after listening where any port will do.
  const live = { ...config }
  app = open.adopt(await buildApp({ config: live, store, local, catalogue }), (built) =>
    built.close(),
  )
  await isWarm
  try {
    await app.listen({ host, port, backlog: BACKLOG })
  } catch (error) {
    throw listenError(error, config)
  }
  const [actual] = app.addresses()
  if (!config.isPublicUrlSet) {
    live.publicUrl = `http://localhost:${typeof actual === 'object' ? actual.port : port}`
  }
  for (const warning of warnings(live)) app.log.warn(warning)
  const running = open.move()
  return { app, address: live.publicUrl, close: () => running.disposeAsync() }
}

/** The one line that says why the server cannot start; for what was not foreseen, its message. */
function startFailure(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1)
  if (error instanceof ConfigError || error instanceof StoreError) return line
  if (!isStorageFailure(error)) return `Catchword cannot start: ${line}`
  const what = `The database's disk is full or not writable (${line}).`
  return `${what} Free some space and start again; nothing is lost.`
}

/** Says why the server cannot start, and ends the process with a code other than 0. */
export function fail(error: unknown): never {
  process.stderr.write(`${startFailure(error)}\n`)
  process.exit(1)
}
