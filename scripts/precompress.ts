import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(?:css|html|js|json|svg|txt|webmanifest)$/
/** Pages of other languages than English: the server packs a page itself, as it is sent first. */
const PAGES = /[\\/][^\\/]+\.html$/
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Writes a `.br` and a `.gz` beside every text file of the build; the server sends them where it can. */
export function precompress(): Plugin {
  let dist = ''
  return {
    name: 'precompress',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(config) {
      dist = resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        const files = await readdir(dist, { recursive: true })
        for (const file of files.filter((name) => TEXT.test(name) && !PAGES.test(name))) {
          const path = join(dist, file)
          const text = await readFile(path)
          const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
          await writeFile(`${path}.br`, await brotli(text, { params }))
          await writeFile(`${path}.gz`, await zip(text, { level: 9 }))
        }
      },
    },
  }
}
