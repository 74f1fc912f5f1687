import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest|txt)$/
const WORTH_IT_BYTES = 256

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

/**
 * Powers of two of bytes, at which brotli divides what it compresses. Which gives the least differs by chance,
 * from one build to the next: the first script by up to 250 bytes (decision page 0029).
 */
const BLOCKS = [16, 17, 18, 19, 20] as const
/** What fits into the smallest block is the same in all of them. */
const ONE_BLOCK_BYTES = 2 ** BLOCKS[0]

async function smallest(content: Buffer): Promise<Buffer> {
  const tried = await Promise.all(
    BLOCKS.slice(0, content.length > ONE_BLOCK_BYTES ? undefined : 1).map((block) =>
      brotli(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_LGBLOCK]: block,
        },
      }),
    ),
  )
  return tried.reduce((best, one) => (one.length < best.length ? one : best))
}

/** Writes `.br` and `.gz` beside every built text file, so that the server never compresses them. */
export function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = entries
        .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
      await Promise.all(
        files.map(async (file) => {
          const content = await readFile(file)
          if (content.length < WORTH_IT_BYTES) return
          await writeFile(`${file}.br`, await smallest(content))
          await writeFile(`${file}.gz`, await gz(content, { level: 9 }))
        }),
      )
    },
  }
}
