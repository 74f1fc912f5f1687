import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { isId } from '../../contract/limits.ts'
import { coverLinkVersion } from '../../books/coverLink.ts'
import type { Cover } from '../covers/covers.ts'
import { notFound } from '../plugins/errors.ts'
import { etagOf, isFresh } from '../plugins/http.ts'
import type { Services } from './services.ts'

// The link carries the version of the cover: another cover has another link.
const FOR_EVER = 'public, max-age=31536000, immutable'
const A_DAY = 'public, max-age=86400'
// In place of a cover that could not be fetched and may come later.
const FOR_NOW = 'public, max-age=300'

// A picture needs nothing from anywhere, also when opened as a page of its own (docs/security.md 5).
const CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** Sends a cover, or 304 to a client that has it. */
function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, bytes, isPlaceholder }: Cover,
  caching: string,
): FastifyReply {
  const etag = etagOf(bytes)
  void reply.headers({
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-content-type-options': 'nosniff',
    'cache-control': isPlaceholder ? FOR_NOW : caching,
    etag,
  })
  if (isFresh(request, etag)) return reply.code(304).send()
  return reply.type(type).send(bytes)
}

/** GET /covers/{id}: the book's cover on our own origin, fetched or generated. */
export function registerCoverRoutes(
  app: FastifyInstance,
  { findBook, covers }: Pick<Services, 'findBook' | 'covers'>,
): void {
  app.get<{ Params: { id: string }; Querystring: { v?: unknown } }>(
    '/covers/:id',
    async (request, reply) => {
      const { id } = request.params
      const found = isId(id) ? await findBook(id) : undefined
      if (!found) throw notFound(ERROR_TEXTS.bookNotFound)
      const version = coverLinkVersion(found.book.volumeInfo.imageLinks?.thumbnail ?? '')
      const isVersioned = version !== undefined && request.query.v === version
      return send(request, reply, await covers(found), isVersioned ? FOR_EVER : A_DAY)
    },
  )
}
