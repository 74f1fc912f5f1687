import type { FindBook } from '../catalogue/catalogue.ts'
import { Parser } from 'htmlparser2'
import type { FastifyRequest } from 'fastify'
import { authorsShown } from '../../contract/authorsShown.ts'
import type { Book } from '../../contract/books.ts'
import { titleLength } from '../../contract/titleLength.ts'
import { escapeXml } from '../../covers/escapeXml.ts'
import { inTime } from '../lib/gate.ts'

/** A text of more than 160 characters, and the 159 that stay. */
const TOO_LONG = /^(.{159}).{2,}$/su
/** How long a page waits for its book, in ms; the browser requests the book anyway. */
const TIMEOUT_MS = 300

/** What every page says of the product, where a book's page speaks of the book. */
const PRODUCT_META =
  /<meta\b[^>]*\b(?:name="(?:description|twitter:card)"|property="og:[\w:]+")[^>]*>\s*/g
const TITLE = /<title>.*?<\/title>/s
/** What the skeleton's cover has in place of an address (src/screens/book/BookDetail.tsx). */
const COVER_PLACE = 'data-cover=""'
/** And where words of the book stand, in elements that are empty. */
const WORDS_PLACE = /data-early="(title|subtitle|authors)"[^>]*>/g

function meta(name: string, content: string): string {
  const attribute = name.startsWith('og:') ? 'property' : 'name'
  return `<meta ${attribute}="${name}" content="${escapeXml(content)}" />`
}

/** A description's text in one line; paragraphs and items of lists are separate words. */
function toText(html: string): string {
  const parts: string[] = []
  const separate = (tag: string) => ['p', 'br', 'ul', 'ol', 'li'].includes(tag) && parts.push(' ')
  const ontext = (part: string) => parts.push(part)
  new Parser({ onopentag: separate, onclosetag: separate, ontext }).end(html)
  return parts.join('').replaceAll(/\s+/g, ' ').trim()
}

/**
 * A page with title, description and Open Graph tags of a book, for whoever is sent its link, preloads of what the
 * page requests first, the record (`getBook` in src/api/booksApi.ts) and the cover, and the cover, title, subtitle and
 * authors in their places.
 */
export function withBookMeta(page: string, { id, volumeInfo }: Book, publicUrl: string): string {
  const { title, subtitle = '', authors, description = '', imageLinks, language } = volumeInfo
  const text = toText(description) || authors.join(', ')
  const summary = text.replace(TOO_LONG, (_, start: string) => `${start.trimEnd()}…`)
  const cover = imageLinks?.thumbnail
  const head = [
    `<title>${escapeXml(title)} · Catchword</title>`,
    meta('description', summary),
    meta('og:type', 'book'),
    meta('og:title', title),
    meta('og:description', summary),
    meta('og:url', `${publicUrl}/book/${id}`),
    // Links to covers are paths on our own origin.
    meta('og:image', publicUrl + (cover?.replace('?', '/preview.png?') ?? '/og.png')),
    meta('twitter:card', 'summary_large_image'),
    `<link rel="preload" as="fetch" crossorigin href="/api/book/detail/${id}" />`,
    ...(cover === undefined
      ? []
      : [`<link rel="preload" as="image" fetchpriority="high" href="${escapeXml(cover)}" />`]),
  ].join('\n    ')
  const lang = language === undefined ? '' : `lang="${escapeXml(language)}" `
  const words = new Map([
    ['title', [`${lang}data-length="${titleLength(title)}" `, title]],
    ['subtitle', [lang, title.includes(subtitle) ? '' : subtitle]],
    // Lines break between names, as they will between their buttons.
    [
      'authors',
      [
        '',
        authorsShown(authors)
          .map((name) => name.replaceAll(' ', '\u00A0'))
          .join(', '),
      ],
    ],
  ])
  // By a function: in a text, `$&` would stand for what is replaced.
  return page
    .replaceAll(PRODUCT_META, '')
    .replace(COVER_PLACE, (place) => (cover === undefined ? place : `src="${escapeXml(cover)}"`))
    .replaceAll(WORDS_PLACE, (place, name) => {
      const [attributes = '', text = ''] = words.get(name) ?? []
      return attributes + place + escapeXml(text)
    })
    .replace(TITLE, () => head)
}

/** The book that a page is about: none where it is unknown, or the catalogue fails or is slow. */
export type FindPageBook = (request: FastifyRequest, id: string) => Promise<Book | undefined>

/** `isAllowed` limits the look-ups, each of which may cost a request to Google Books. */
export const createFindPageBook =
  (findBook: FindBook, isAllowed: (request: FastifyRequest) => Promise<boolean>): FindPageBook =>
  async (request, id) => {
    if (!(await isAllowed(request))) return undefined
    // Where it fails, the request that the browser makes for the book says what is wrong.
    return (await inTime(findBook(id), TIMEOUT_MS).catch(() => undefined))?.book
  }
