import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Compresses responses from 1 KiB on; what is compressed already passes as it is. Registered before its routes. */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    // Bodies that come in are small and never compressed: nothing to unpack, no bomb to defuse.
    globalDecompression: false,
  })
}
