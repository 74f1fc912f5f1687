import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

type Encoding = 'br' | 'gzip'

/** A body in the encoding that is wanted, each packed once; none: as it is. */
export type Packed = (encoding: Encoding | undefined) => Promise<Buffer>

/** A body that is sent often, or once; Brotli's qualities go from 0, the quickest, to 11. */
export function pack(body: Buffer | string, quality: number): Packed {
  const plain = Buffer.from(body)
  const kept = new Map<Encoding, Promise<Buffer>>()
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  return async (encoding) => {
    if (encoding === undefined) return plain
    const packed =
      kept.get(encoding) ?? (encoding === 'br' ? brotli(plain, { params }) : zip(plain))
    kept.set(encoding, packed)
    return packed
  }
}

/** The body as the request takes it; sets the header that says so. */
export async function unpack(
  request: FastifyRequest,
  reply: FastifyReply,
  packed: Packed,
): Promise<Buffer> {
  const accepted = request.headers['accept-encoding'] ?? ''
  const takes = (name: RegExp): boolean => name.test(accepted)
  const zipped = takes(/\bgzip\b(?!\s*;\s*q=0(?![.\d]*[1-9]))/i) ? 'gzip' : undefined
  const encoding = takes(/(?:\bbr\b|\*)(?!\s*;\s*q=0(?![.\d]*[1-9]))/i) ? 'br' : zipped
  if (encoding) void reply.header('content-encoding', encoding)
  return packed(encoding)
}
