import { Parser } from 'htmlparser2'

const BREAKING = new Set(['p', 'br', 'li', 'ul', 'ol', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const SILENT = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'title'])

/**
 * The text of a piece of HTML, entities decoded once, white space folded (decision 39). A tokenizer, not
 * the browser's parser, because Trusted Types forbid the sinks that one needs.
 */
export function htmlToText(html: string): string {
  let text = ''
  let silent = 0
  const parser = new Parser({
    onopentagname(name) {
      if (SILENT.has(name)) silent += 1
      if (BREAKING.has(name)) text += ' '
    },
    ontext(piece) {
      if (silent === 0) text += piece
    },
    onclosetag(name) {
      if (SILENT.has(name)) silent = Math.max(0, silent - 1)
      if (BREAKING.has(name)) text += ' '
    },
  })
  parser.end(html)
  return text.replace(/\s+/g, ' ').trim()
}

/**
 * The first `count` characters and '...', or the whole text where it is no longer (section 2 and
 * decision 39). Counts code points, so that no character is cut in half.
 */
export function cut(text: string, count: number): string {
  // A text has at most as many code points as UTF-16 units: most need no splitting at all.
  if (text.length <= count) return text
  const points = Array.from(text)
  return points.length <= count ? text : `${points.slice(0, count).join('')}...`
}

/**
 * The address where it is a plain http(s) one, else `undefined` (decision 42): no other scheme, no
 * credentials, at most 2,048 characters.
 */
export function httpLink(link: string | undefined): string | undefined {
  if (!link || link.length > 2048 || !URL.canParse(link)) return undefined
  const url = new URL(link)
  const plain = url.protocol === 'https:' || url.protocol === 'http:'
  return plain && !url.username && !url.password ? url.href : undefined
}

/** A date as readers say it: one before our era, which records give as '-700', is '700 BC'. */
export function spokenDate(date: string): string {
  return date.replace(/^-0*(\d+)(?:-\d\d){0,2}$/, '$1 BC')
}
