/**
 * Whether a piece of HTML has neither a tag nor an entity in it: it is then its own text, and the parser
 * (`markup.ts`, 20 kB) is not needed.
 */
export function isPlain(html: string): boolean {
  return !/[<&]/.test(html)
}

/** A text on one line: its white space folded, none at its ends. */
export function folded(text: string): string {
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
