const LINK_MAX = 2048

/** The link, normalised, where it may be offered: http or https, short, no user or password in it. */
export function httpLink(text: string | undefined): string | undefined {
  if (text === undefined || text.length > LINK_MAX || !URL.canParse(text)) return undefined
  const { protocol, username, password, href } = new URL(text)
  const isOffered = /^https?:$/.test(protocol) && username === '' && password === ''
  return isOffered && href.length <= LINK_MAX ? href : undefined
}

/** A link to offer on the page of a book, of anything a source sends. */
export function offeredLink(value: unknown): string | undefined {
  const link = typeof value === 'string' ? httpLink(value.trim()) : undefined
  // Google sends http links to hosts that all speak https.
  return link?.replace(/^http:(?=\/\/[^/]*\bgoogle\.[a-z.]{2,6}\/)/, 'https:')
}

const GOOGLE_BOOKS_HOST = /^(?:www\.)?books\.google\.(?:com?\.)?[a-z]{2,3}$/

/**
 * Where a remote cover is, for the server to fetch: always https; Google's covers on one host, in a size
 * that fills our cards, without the turned-up corner (`edge=curl`).
 */
export function cleanPicture(value: unknown): string | undefined {
  const link = httpLink(typeof value === 'string' ? value.trim() : undefined)
  if (link === undefined) return undefined
  const url = new URL(link)
  if (url.protocol === 'http:') {
    if (url.port !== '') return undefined
    url.protocol = 'https:'
  }
  if (GOOGLE_BOOKS_HOST.test(url.hostname)) {
    url.hostname = 'books.google.com'
    url.searchParams.delete('edge')
    // The larger pictures of a scanned book are pages of it; its thumbnail, larger, is the cover always.
    // A signed link works only as it is.
    if (url.pathname.startsWith('/books/') && !url.searchParams.has('sig')) {
      if (url.searchParams.get('zoom') === '5') url.searchParams.set('zoom', '1')
      url.searchParams.set('fife', 'w400-h600')
    }
  }
  return url.href
}
