import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '')

/**
 * An onSend hook: gives successful responses an ETag, and clients that have it a 304. The tag is weak, as a body may be
 * sent compressed in several ways, and compared weakly (RFC 9110 13.1.2).
 */
export async function revalidate(
  { headers, method }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const isBody = typeof payload === 'string' || Buffer.isBuffer(payload)
  if (reply.statusCode !== 200 || !isBody) return payload
  const etag = `W/"${createHash('sha1').update(payload).digest('base64url').slice(0, 22)}"`
  void reply.header('etag', etag)
  const tags = headers['if-none-match']?.trim()
  const isFresh = tags === '*' || tags?.split(',').some((tag) => opaque(tag) === opaque(etag))
  if (!isFresh) return payload
  void reply.code(304)
  // A length of 0 would be that of the client's copy (RFC 9110 8.6); for HEAD Fastify drops the body itself.
  return method === 'HEAD' ? payload : null
}
