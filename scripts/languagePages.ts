import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { directionOf, LANGUAGE_COOKIE, LANGUAGES } from '../contract/languages.ts'
import { escapeXml } from '../covers/escapeXml.ts'
import type { LanguageFile } from '../src/languages/language.ts'
import type { HeadTexts } from '../src/prerender.tsx'

/** For `replace`: in a text, `$&` would stand for what is replaced. */
const said = (text: string) => () => escapeXml(text)

/** The template's head in another language. */
export function translated(template: string, language: string, texts: HeadTexts): string {
  return template
    .replace('<html lang="en">', `<html lang="${language}" dir="${directionOf(language)}">`)
    .replace(/(?<=<title>).*?(?=<\/title>)/s, said(texts.title))
    .replace(/(?<=name="description"\s+content=")[^"]*/, said(texts.description))
    .replace(/(?<=property="og:description" content=")[^"]*/, said(texts.tagline))
    .replace(/(?<=<noscript>).*?(?=<)/s, said(texts.noScript))
}

/**
 * The language of the shell, which is one for all, as the service worker keeps it: the one that was chosen in this
 * browser, else the first of the browser's that there is, else the page's. Before the entry, which reads it.
 */
export const LANGUAGE_SCRIPT =
  `<script>{const k=${JSON.stringify(LANGUAGES)},h=document.documentElement,` +
  `c=/(?:^|; )${LANGUAGE_COOKIE}=([^;]*)/.exec(document.cookie)||[],` +
  'p=t=>k.find(l=>l==t)||k.find(l=>l.slice(0,2)==t.slice(0,2));' +
  'h.lang=k.find(l=>l==c[1])||navigator.languages.map(p).find(Boolean)||h.lang;' +
  `if(${JSON.stringify(LANGUAGES.filter((tag) => directionOf(tag) === 'rtl'))}.includes(h.lang))h.dir='rtl'}</script>`

/** A language's texts, both parts of them; English has none. */
export async function readLanguageFile(folder: string, language: string): Promise<LanguageFile> {
  if (language === 'en') return {}
  const parts = [`${language}.json`, `${language}.reader.json`].map(
    async (file): Promise<unknown> => JSON.parse(await readFile(join(folder, file), 'utf8')),
  )
  return Object.assign({}, ...(await Promise.all(parts)))
}
