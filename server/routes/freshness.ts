import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '')

/** A weak ETag of a body: the same body may be sent compressed in several ways. */
export function etagOf(body: string | Buffer): string {
  const hash = createHash('sha1').update(body).digest('base64url')
  return `W/"${hash.slice(0, 22)}"`
}

/** Whether the client has this version (If-None-Match, RFC 9110 13.1.2, compared weakly). */
export function isFresh(request: FastifyRequest, etag: string): boolean {
  const tags = request.headers['if-none-match']
  if (tags === undefined) return false
  return tags.trim() === '*' || tags.split(',').some((tag) => opaque(tag) === opaque(etag))
}

/** An onSend hook: gives successful responses an ETag, and clients that have it a 304. */
export async function revalidate(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
  const etag = etagOf(payload)
  void reply.header('etag', etag)
  if (!isFresh(request, etag)) return payload
  void reply.code(304)
  // A length of 0 would be that of the client's copy (RFC 9110 8.6); for HEAD Fastify drops the body itself.
  return request.method === 'HEAD' ? payload : null
}
