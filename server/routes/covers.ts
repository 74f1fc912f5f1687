import type { FastifyInstance } from 'fastify'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { isId } from '../../contract/limits.ts'
import { coverLinkVersion } from '../../books/coverLink.ts'
import type { Covers } from '../covers/covers.ts'
import { notFound } from '../plugins/errors.ts'
import { revalidate } from '../plugins/revalidate.ts'
import type { Services } from './services.ts'

// The link carries the version of the cover: another cover has another link.
const FOR_EVER = 'public, max-age=31536000, immutable'
const A_DAY = 'public, max-age=86400'
// In place of a cover that could not be fetched and may come later.
const FOR_NOW = 'public, max-age=300'
// In place of one that is being fetched: the next request asks again.
const UNTIL_ASKED = 'no-cache'

// A picture needs nothing from anywhere, also when opened as a page of its own (docs/security.md 5).
const CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** GET /covers/{id}, a cover fetched or generated, and /covers/{id}/preview.png, the same for previews of links. */
export function registerCoverRoutes(
  app: FastifyInstance,
  { findBook, covers, previews }: Pick<Services, 'findBook' | 'covers' | 'previews'>,
): void {
  const draw: Record<string, Covers> = {
    '/covers/:id': covers,
    '/covers/:id/preview.png': async (book) => ({
      ...(await previews(book)),
      type: 'image/png',
    }),
  }
  for (const [path, coverOf] of Object.entries(draw)) {
    app.get<{ Params: { id: string }; Querystring: { v?: unknown } }>(
      path,
      { onSend: revalidate },
      async (request, reply) => {
        const { id } = request.params
        const found = isId(id) ? await findBook(id) : undefined
        if (!found) throw notFound(ERROR_TEXTS.bookNotFound)
        const version = coverLinkVersion(found.book.volumeInfo.imageLinks?.thumbnail ?? '')
        const isVersioned = version !== undefined && request.query.v === version
        const { type, bytes, isPlaceholder, isLate } = await coverOf(found)
        const lasting = isVersioned ? FOR_EVER : A_DAY
        const passing = isLate ? UNTIL_ASKED : FOR_NOW
        return reply
          .headers({
            'content-security-policy': CONTENT_SECURITY_POLICY,
            'cache-control': isPlaceholder ? passing : lasting,
          })
          .type(type)
          .send(bytes)
      },
    )
  }
}
