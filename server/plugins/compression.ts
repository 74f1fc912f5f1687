import compress from '@fastify/compress'
import plugin from 'fastify-plugin'

/** Compresses responses from 1 KiB on; what is compressed already passes as it is. */
export const compression = plugin(
  async (app) => {
    await app.register(compress, {
      encodings: ['br', 'gzip'],
      threshold: 1024,
      // Bodies that come in are small and never compressed: nothing to unpack, no bomb to defuse.
      globalDecompression: false,
    })
  },
  { name: 'compression' },
)
