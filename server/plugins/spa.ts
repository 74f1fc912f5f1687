import { access } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

// Built files carry a hash of their content in their name.
const FOR_EVER = 'public, max-age=31536000, immutable'
// Icons, showcase covers and the like keep their names when they change; the ETag makes asking cheap.
const AN_HOUR = 'public, max-age=3600'
// The page names the files of the build it belongs to, so it is asked for each time.
const EACH_TIME = 'no-cache'

const PAGE = 'index.html'
const NOT_BUILT =
  'Catchword is running, but its pages are not built yet.\n' +
  'Run "npm run build" in the project and load this page again.\n'

const NO_PAGES = /^\/(?:api|covers|media)(?:\/|$)/
const HASHED = /^\/assets\//

function pathOf(request: FastifyRequest): string {
  return request.url.split(/[?#]/, 1)[0] ?? '/'
}

function takesHtml({ headers: { accept } }: FastifyRequest): boolean {
  return accept === undefined || /text\/html|\*\/\*/i.test(accept)
}

/**
 * Serves the built SPA: files by their name, with the `.br` and `.gz` beside them where the client
 * takes these, and every other page path with `index.html`, so that each screen can be opened by its
 * address. Paths of the API, of covers and of pictures, and names of files that are not there, are 404.
 * Registered last.
 */
export async function registerSpa(
  app: FastifyInstance,
  { config }: { config: Pick<Config, 'distDir'> },
): Promise<void> {
  await app.register(fastifyStatic, {
    root: config.distDir,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    // The pages may be built later than the server starts.
    suppressWarning: true,
  })

  app.get('/*', async (request, reply) => {
    const path = pathOf(request)
    if (NO_PAGES.test(path)) {
      reply.callNotFound()
      return reply
    }
    const isFile = /\.[^/]*$/.test(path)
    if (isFile && path !== `/${PAGE}`) {
      void reply.header('cache-control', HASHED.test(path) ? FOR_EVER : AN_HOUR)
      return reply.sendFile(decodeURIComponent(path))
    }
    if (!takesHtml(request)) {
      reply.callNotFound()
      return reply
    }
    void reply.header('cache-control', EACH_TIME)
    try {
      await access(join(config.distDir, PAGE))
    } catch {
      return reply
        .code(503)
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send(NOT_BUILT)
    }
    return reply.sendFile(`/${PAGE}`)
  })
}
