import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import type { Catalogue } from '../catalogue/Catalogue.ts'
import { coverLinkVersion } from '../catalogue/coverLink.ts'
import type { Config } from '../config.ts'
import { createDrawnCovers } from '../covers/drawnCovers.ts'
import { createCoverFetcher, type CoverFetcher } from '../covers/fetchCover.ts'
import { HttpProblem } from '../plugins/errors.ts'
import { etagOf, holds } from './freshness.ts'

/** A catalogue whose books may have remote covers. */
interface CoverCatalogue extends Pick<Catalogue, 'byId'> {
  /** Where the book's remote cover is, if it has one. */
  pictureOf?(id: string): Promise<string | undefined>
}

interface Options {
  catalogue: CoverCatalogue
  config: Pick<Config, 'dataDir' | 'coverHosts'>
  /** How remote covers are fetched; the default keeps them under the data folder. */
  fetchCover?: CoverFetcher
}

const DRAWN_MAX_BYTES = 32 * 1024 * 1024

// The link carries the version of the cover: another cover has another link.
const FOR_EVER = 'public, max-age=31536000, immutable'
const A_DAY = 'public, max-age=86400'
// Drawn because the picture could not be had: it may be there soon.
const FOR_NOW = 'public, max-age=300'

// A picture needs nothing from anywhere, also when opened as a page of its own (security.md 3.5).
const CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

const ID = /^[\w-]{1,64}$/

interface CoverQuery {
  v?: unknown
}

function takesBrotli(request: FastifyRequest): boolean {
  const accepted = request.headers['accept-encoding'] ?? ''
  return accepted.split(',').some((item) => /^\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(item))
}

/** Sends a picture, or 304 to a client that has it. */
function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, bytes, caching }: { type: string; bytes: Buffer; caching: string },
  etag: string,
): FastifyReply {
  void reply
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', caching)
    .header('etag', etag)
  if (holds(request, etag)) {
    void reply.removeHeader('content-encoding')
    return reply.code(304).send()
  }
  return reply.type(type).send(bytes)
}

/**
 * GET /covers/{id}: the book's cover on our own origin, whatever stands behind it: the remote picture
 * where the record has one and it can be had, else the drawn cover.
 */
export function registerCoverRoutes(
  app: FastifyInstance,
  { catalogue, config, fetchCover }: Options,
): void {
  const drawn = createDrawnCovers(DRAWN_MAX_BYTES)
  const fetched =
    fetchCover ??
    createCoverFetcher({ hosts: config.coverHosts, folder: join(config.dataDir, 'covers') })

  app.get<{ Params: { id: string }; Querystring: CoverQuery }>(
    '/covers/:id',
    async (request, reply) => {
      const { id } = request.params
      const book = ID.test(id) ? await catalogue.byId(id) : undefined
      if (!book) throw new HttpProblem(404, 'not_found', ERROR_TEXTS.bookNotFound)
      const { title, authors, categories, imageLinks } = book.volumeInfo
      const link = imageLinks?.thumbnail ?? ''
      const version = coverLinkVersion(link)
      const caching = version !== undefined && request.query.v === version ? FOR_EVER : A_DAY

      const picture = await catalogue.pictureOf?.(id)
      if (picture !== undefined) {
        const bytes = await fetched(id, picture)
        if (bytes) {
          const etag = etagOf(`${picture} ${bytes.length}`)
          return send(request, reply, { type: 'image/webp', bytes, caching }, etag)
        }
      }

      const key = JSON.stringify([id, link, title, authors, categories])
      const { svg, compressed } = await drawn(key, { id, title, authors, categories })
      const brotli = takesBrotli(request)
      void reply.header('vary', 'Accept-Encoding')
      if (brotli) void reply.header('content-encoding', 'br')
      const cover = {
        type: 'image/svg+xml; charset=utf-8',
        bytes: brotli ? compressed : svg,
        caching: picture === undefined ? caching : FOR_NOW,
      }
      return send(request, reply, cover, etagOf(`${key} ${svg.length}`))
    },
  )
}
