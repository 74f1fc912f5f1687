import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** An HTML file of the build. */
export interface HtmlFile {
  name: string
  html: string
  /** What script-src and style-src have to allow besides files: hashes, each after a space. */
  scripts: string
  styles: string
}

const INLINE_SCRIPT = /<script\b(?![^>]*\ssrc[\s=>])[^>]*>(.*?)<\/script>/gis
const INLINE_STYLE = /<style\b[^>]*>(.*?)<\/style>/gis

function hashes(html: string, inline: RegExp): string {
  return [...html.matchAll(inline)]
    .map(([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    .join('')
}

/** Reads HTML files of the build by their name, each once until it changes. */
export function createHtmlFiles(distDir: string): (name: string) => Promise<HtmlFile | undefined> {
  const cache = new Map<string, { mtimeMs: number; file: HtmlFile }>()
  return async (name) => {
    const path = join(distDir, name)
    try {
      const { mtimeMs } = await stat(path)
      const cached = cache.get(name)
      if (cached?.mtimeMs === mtimeMs) return cached.file
      const html = await readFile(path, 'utf8')
      const scripts = hashes(html, INLINE_SCRIPT)
      const file = { name, html, scripts, styles: hashes(html, INLINE_STYLE) }
      cache.set(name, { mtimeMs, file })
      return file
    } catch {
      // Not built, or not yet.
      return undefined
    }
  }
}
