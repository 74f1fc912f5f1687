import type { Book } from '../../contract/books.ts'

const LINK_MAX = 2048

/**
 * A description with nothing but p, br, b, i, em, strong, ul, ol and li in it, without attributes
 * (decision 52). What other tags enclose stays as text; scripts and styles go with their content.
 */
export async function cleanDescription(html: string): Promise<string> {
  // Plain text is clean, and spared the time it takes to load the cleaner.
  if (!/[<&]/.test(html)) return html.trim()
  const { default: sanitizeHtml } = await import('sanitize-html')
  return sanitizeHtml(html, {
    allowedTags: ['p', 'br', 'b', 'i', 'em', 'strong', 'ul', 'ol', 'li'],
    allowedAttributes: {},
    selfClosing: ['br'],
  }).trim()
}

/**
 * The link, normalised, where it is one that may be offered: http or https, at most 2,048 characters,
 * no user or password in it (security.md 3.6); else `undefined`.
 */
export function httpLink(text: string | undefined): string | undefined {
  if (text === undefined || text.length > LINK_MAX || !URL.canParse(text)) return undefined
  const { protocol, username, password, href } = new URL(text)
  const web = protocol === 'https:' || protocol === 'http:'
  if (!web || username !== '' || password !== '' || href.length > LINK_MAX) return undefined
  return href
}

/**
 * A record as it enters the catalogue: description cleaned, links checked, a PDF without a link not
 * offered. Whatever a source sends, the screens can show what comes out.
 */
export async function normaliseBook(book: Book): Promise<Book> {
  const { volumeInfo, accessInfo, saleInfo } = book
  const { description, ...volume } = volumeInfo
  const cleaned = description === undefined ? '' : await cleanDescription(description)
  const webReaderLink = httpLink(accessInfo.webReaderLink)
  const acsTokenLink = httpLink(accessInfo.pdf.acsTokenLink)
  const buyLink = httpLink(saleInfo.buyLink)
  return {
    id: book.id,
    volumeInfo: { ...volume, ...(cleaned !== '' && { description: cleaned }) },
    accessInfo: {
      pdf: {
        isAvailable: accessInfo.pdf.isAvailable && acsTokenLink !== undefined,
        ...(acsTokenLink !== undefined && { acsTokenLink }),
      },
      ...(webReaderLink !== undefined && { webReaderLink }),
    },
    saleInfo: buyLink === undefined ? {} : { buyLink },
  }
}
