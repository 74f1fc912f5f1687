import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

/** An HTML file of the build. */
export interface HtmlFile {
  name: string
  html: string
  /** The same, compressed. */
  brotli: Buffer
  /** What script-src and style-src have to allow besides files: hashes, each after a space. */
  scripts: string
  styles: string
}

/** Addresses that previews of links show: absolute ones alone are understood everywhere. */
const SHOWN_ADDRESS = /(?<=<meta property="og:(?:image|url)" content=")(?=\/)/g

const compress = promisify(brotliCompress)

const INLINE_SCRIPT = /<script\b(?![^>]*\ssrc[\s=>])[^>]*>(.*?)<\/script>/gis
const INLINE_STYLE = /<style\b[^>]*>(.*?)<\/style>/gis

function hashes(html: string, inline: RegExp): string {
  return [...html.matchAll(inline)]
    .map(([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    .join('')
}

/** Reads HTML files of the build by their name, each once until it changes, with the address readers type. */
export function createHtmlFiles(
  distDir: string,
  publicUrl: string,
): (name: string) => Promise<HtmlFile | undefined> {
  const cache = new Map<string, { mtimeMs: number; file: HtmlFile }>()
  return async (name) => {
    const path = join(distDir, name)
    try {
      const { mtimeMs } = await stat(path)
      const cached = cache.get(name)
      if (cached?.mtimeMs === mtimeMs) return cached.file
      const text = await readFile(path, 'utf8')
      const html = text.replace(SHOWN_ADDRESS, () => publicUrl)
      const scripts = hashes(html, INLINE_SCRIPT)
      const brotli = await compress(html)
      const file = { name, html, brotli, scripts, styles: hashes(html, INLINE_STYLE) }
      cache.set(name, { mtimeMs, file })
      return file
    } catch {
      // Not built, or not yet.
      return undefined
    }
  }
}
