/**
 * Whether a piece of HTML has neither a tag nor an entity in it: it is then its own text, and the parser
 * (`markup.ts`, 13 kB) is not needed.
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
