import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const OWN = join(import.meta.dirname, '../floor')
/** Floors that a reference brings, where it lies beside the project. */
const SHARED = join(import.meta.dirname, '../../../shared/perf/floor')

const TYPES: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}
const COMPRESSED = new Set(['.html', '.js', '.svg'])

/** A folder of finished pages that is served. */
interface ServedFolder {
  /** Its address, without a slash at the end. */
  origin: string
  close(): Promise<void>
}

interface Answer {
  type: string
  plain: Buffer
  brotli: Buffer | undefined
}

/**
 * Serves files as fast as Node can, so that a floor is one: read and compressed once, at brotli's best as
 * the build does, and kept. The first folder that has a name answers for it.
 */
async function serveFolders(folders: readonly string[]): Promise<ServedFolder> {
  const kept = new Map<string, Answer | undefined>()
  const read = (name: string): Answer | undefined => {
    const file = folders
      .map((folder) => join(folder, normalize(`/${name}`)))
      .find((path) => existsSync(path) && statSync(path).isFile())
    if (file === undefined) return undefined
    const plain = readFileSync(file)
    const ending = extname(file)
    return {
      type: TYPES[ending] ?? 'application/octet-stream',
      plain,
      brotli: COMPRESSED.has(ending) ? brotliCompressSync(plain) : undefined,
    }
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://floor')
    const name = pathname === '/' ? 'index.html' : pathname.slice(1)
    if (!kept.has(name)) kept.set(name, read(name))
    const answer = kept.get(name)
    if (!answer) {
      response.writeHead(404).end()
      return
    }
    const brotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
      ? answer.brotli
      : undefined
    const body = brotli ?? answer.plain
    response.writeHead(200, {
      'content-type': answer.type,
      'content-length': body.length,
      'cache-control': 'no-cache',
      ...(brotli && { 'content-encoding': 'br' }),
    })
    response.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The floor has no port.')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** The floors to measure against. */
export interface Floors {
  /** `bench/floor`: `/` shows what the landing page shows, `/list.html` 200 hearts; neither with a library. */
  own: ServedFolder
  /** Those of the reference by their names, such as `static`; empty where it is not there. */
  shared: ReadonlyMap<string, ServedFolder>
  close(): Promise<void>
}

/** Serves the floor pages, with the covers and the icon of the build in `dist`. */
export async function serveFloors(dist: string, names: readonly string[]): Promise<Floors> {
  const own = await serveFolders([OWN, dist])
  const shared = new Map<string, ServedFolder>()
  for (const name of names) {
    const folder = join(SHARED, name)
    if (existsSync(folder)) shared.set(name, await serveFolders([folder]))
  }
  return {
    own,
    shared,
    async close() {
      await Promise.all([own, ...shared.values()].map((folder) => folder.close()))
    },
  }
}
