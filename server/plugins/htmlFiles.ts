import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { constants } from 'node:zlib'
import { escapeXml } from '../../covers/escapeXml.ts'
import type { Config } from '../config.ts'
import { pack, type Packed } from './packed.ts'

/** An HTML file of the build. */
export interface HtmlFile {
  name: string
  html: string
  packed: Packed
  /** What script-src and style-src have to allow besides files: hashes, each after a space. */
  scripts: string
  styles: string
}

/** What pages are served with. */
export type PageConfig = Pick<
  Config,
  'distDir' | 'publicUrl' | 'google' | 'bundledBooks' | 'defaultLanguage'
>

const LANG = /(?<=<html [^>]*)\blang="en"/

/** Addresses that previews of links show: absolute ones alone are understood everywhere. */
const SHOWN_ADDRESS = /(?<=<meta property="og:(?:image|url)" content=")(?=\/)/g

const INLINE_SCRIPT = /<script\b(?![^>]*\ssrc[\s=>])[^>]*>(.*?)<\/script>/gis
const INLINE_STYLE = /<style\b[^>]*>(.*?)<\/style>/gis

function hashes(html: string, inline: RegExp): string {
  return [...html.matchAll(inline)]
    .map(([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    .join('')
}

/** Not within a tag. */
const IN_TEXT = /Google(?=[^<>]*<)/g

/** The pages are built with Google as the provider of sign-in; `src/lib/providerName.ts` reads the attribute. */
function withProvider(html: string, provider: string): string {
  const name = escapeXml(provider)
  const named = html.replaceAll(IN_TEXT, () => name)
  return named.replace('<html ', (tag) => `${tag}data-provider="${name}" `)
}

/** Every page without one of its own starts from it in the browser, in each language. */
export const APP_SHELL = 'app.html'

/**
 * Reads HTML files of the build by their name, each once until it changes, with the address readers type, the
 * provider that signs them in, whether the catalogue is the host's own books alone (`src/theme.ts`), and in the shell
 * the language of a browser that names none.
 */
export function createHtmlFiles({
  distDir,
  publicUrl,
  google,
  bundledBooks,
  defaultLanguage,
}: PageConfig): (name: string) => Promise<HtmlFile | undefined> {
  const cache = new Map<string, { mtimeMs: number; file: Promise<HtmlFile> }>()
  const provider = google?.name ?? 'Google'

  async function read(name: string): Promise<HtmlFile> {
    const text = await readFile(join(distDir, name), 'utf8')
    const addressed = text.replace(SHOWN_ADDRESS, () => publicUrl)
    const named = provider === 'Google' ? addressed : withProvider(addressed, provider)
    const own = bundledBooks === 'on' ? named : named.replace('<html ', '<html data-books="own" ')
    const isInOther = name === APP_SHELL && defaultLanguage !== 'en'
    const html = isInOther ? own.replace(LANG, `lang="${defaultLanguage}"`) : own
    const packed = pack(html, constants.BROTLI_MAX_QUALITY)
    const scripts = hashes(html, INLINE_SCRIPT)
    return { name, html, packed, scripts, styles: hashes(html, INLINE_STYLE) }
  }

  return async (name) => {
    // Not on a thread: there it would wait for what others have packed or drawn.
    const mtimeMs = statSync(join(distDir, name), { throwIfNoEntry: false })?.mtimeMs
    // Not built, or not yet.
    if (mtimeMs === undefined) return undefined
    const cached = cache.get(name)
    if (cached?.mtimeMs === mtimeMs) return cached.file
    const file = read(name)
    cache.set(name, { mtimeMs, file })
    // As where it is being built anew: the next request tries again.
    file.catch(() => cache.delete(name))
    return file
  }
}
