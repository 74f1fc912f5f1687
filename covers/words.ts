/** What a cover says; all but the title may be empty. */
export interface Words {
  title: string
  /** What stands after the colon of the title, set smaller under it. */
  subtitle: string
  author: string
}

const TITLE_MAX = 200
const AUTHOR_MAX = 60

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The characters of a text as a reader counts them: an emoji with its modifiers is one. */
export function charactersOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
}

const unprintable =
  /[\uFFFD\p{Noncharacter_Code_Point}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu

/** A text in NFC, with single spaces and without what XML or a cover cannot hold. */
export function cleanText(text: string): string {
  const printable = text.toWellFormed().normalize('NFC').replace(unprintable, '')
  return printable
    .replace(/\s+/gu, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim()
}

const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Whether the first letter of a text is written from right to left. */
export function isRightToLeft(text: string): boolean {
  return rightToLeft.test(/\p{L}/u.exec(text)?.[0] ?? '')
}

function shorten(text: string, most: number): string {
  const characters = charactersOf(text)
  const start = characters.slice(0, most - 1).join('')
  return characters.length <= most ? text : `${start.trimEnd()}…`
}

/** Two authors by name, more as 'and others'. */
function authorLine(authors: readonly string[]): string {
  const names = authors.map(cleanText).filter((name) => name !== '')
  const line = names.length > 2 ? `${names[0]} and others` : names.join(' & ')
  return shorten(line, AUTHOR_MAX)
}

/** The ways to word a cover, the best first: the title split at its colon or dash, and whole. */
export function wordings(title: string, authors: readonly string[]): Words[] {
  const author = authorLine(authors)
  const text = shorten(cleanText(title), TITLE_MAX) || 'Untitled'
  const whole = { title: text, subtitle: '', author }
  const [, main = '', rest = ''] = /^(.{2,44}?)(?::\s|\s[-–—]\s|;\s)(.{8,110})$/u.exec(text) ?? []
  if (main === '' || isRightToLeft(text)) return [whole]
  return [{ title: main.trim(), subtitle: rest.trim(), author }, whole]
}
