import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/**
 * Compresses what routes answer from 1 KiB on, Brotli before gzip; what is compressed already, such as
 * covers and the files of the build, passes as it is. To be registered before the routes it serves.
 */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    // Bodies that come in are small and never compressed: nothing to unpack, no bomb to defuse.
    globalDecompression: false,
  })
}
