import { Parser } from 'htmlparser2'
import { fold } from '../contract/fold.ts'
import { withoutUnseen } from '../contract/plainLine.ts'
import words from './nameWords.json' with { type: 'json' }
import tagNames from './tagNames.json' with { type: 'json' }

// How texts of any source are read.

const TITLE_MAX = 200
// So much of a title is read: nobody may make it dear by sending a book in its place.
export const READ_MAX = 10 * TITLE_MAX
// Line ends and tabs are spaces later.
const CONTROL = /(?![\t\n\r])\p{Cc}/gu

/** The text well formed, composed, without characters that are not seen. */
export function normaliseText(text: string): string {
  // Most texts are plain, and are spared the steps that only others need.
  if (/^[\t\n\r\x20-\x7e]*$/.test(text)) return text
  return withoutUnseen(text.toWellFormed().normalize('NFC').replaceAll(CONTROL, ''))
}

const TAGS = new Set(tagNames.join(' ').split(' '))

/**
 * A text in which `<` begins a tag, else is written `&lt;`: not in `x<y`, `List<String>`, `if a<b and c>d`. What is
 * one large letter, as in `Set<A>`, is a tag where it is closed, too.
 */
export function withTagsAlone(text: string): string {
  const closed = new Set(text.match(/(?<=<\/)[A-Z](?=>)/g))
  // A tag that is cut off at the end.
  const cut = /<\/?[a-z]\w*>/i.test(text) ? text.lastIndexOf('<') : -1
  return text.replaceAll(
    /<(?!!)\/?([a-z][a-z\d:]*)?(?:\s*\/?(>)|\s+[^\s<>=]+\s*(=))?/gi,
    (found, name: string = '', ends?: string, attribute?: string, at?: number) => {
      const isLetter = /^[A-Z]$/.test(name) && ends && !closed.has(name)
      const isWhole =
        name.length > 1 || ends || attribute || (at === cut && !text.includes('>', at))
      const isTag = TAGS.has(name.toLowerCase()) && isWhole && !isLetter
      return isTag ? found : `&lt;${found.slice(1)}`
    },
  )
}

const UNREAD_TAGS = new Set(['script', 'style'])

/** The text of a piece of HTML however deep, entities decoded once; scripts and styles go with their content. */
export function textOfHtml(html: string): string {
  let text = ''
  let unread = 0
  const parser = new Parser({
    onopentagname: (name) => {
      if (UNREAD_TAGS.has(name)) unread += 1
      else if (name === 'br' || name === 'p') text += ' '
    },
    onclosetag: (name) => {
      if (UNREAD_TAGS.has(name)) unread -= 1
    },
    ontext: (data) => {
      if (unread === 0) text += data
    },
  })
  parser.end(withTagsAlone(html))
  return text
}

/** The first characters and an ellipsis where a text is longer than `most`; no character is halved. */
function shorten(text: string, most: number): string {
  if (text.length <= most) return text
  const points = Array.from(text)
  if (points.length <= most) return text
  const start = points.slice(0, most - 1).join('')
  const end = start.lastIndexOf(' ')
  return `${start.slice(0, end > most / 2 ? end : start.length).trimEnd()}…`
}

/** A title or a name as plain text on one line of at most `most` characters; of anything else ''. */
export function plainText(value: unknown, most: number = TITLE_MAX): string {
  const whole = typeof value === 'number' && Number.isFinite(value) ? String(value) : value
  if (typeof whole !== 'string') return ''
  // Cut first: nobody may make cleaning dear by sending a book in place of a title.
  const start = whole.slice(0, most * 10)
  const text = normaliseText(/[<&]/.test(start) ? textOfHtml(start) : start)
  // Few texts have space to fold.
  const spaced = /\s\s|[^\S ]/u.test(text) ? text.replaceAll(/\s+/gu, ' ') : text
  return shorten(spaced.trim(), most)
}

// All but spaces, digits and signs: a class of all letters takes long to compile.
const LETTERS = String.raw`[^\s!-@[-\x60{-\xbf\u060c\u061b\u2000-\u206f\u3000-\u303f\uff00-\uff20]*`

/** Any of the words of a list, as a pattern; `*` stands for any letters. */
export const anyOf = (lines: readonly string[]): string =>
  `(?:${lines.join(', ').replaceAll(', ', '|').replaceAll('*', LETTERS)})`

/** The same for folded texts, of words as they are written. */
export const anyFolded = (lines: readonly string[]): string =>
  anyOf(lines).replaceAll(/[^\0-\x7f]+/g, fold)

const folded = (lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.join(', ').split(', ').map(fold))
const PLACEHOLDERS = folded(['', ...words.nobody])
const BESIDE_PLACEHOLDERS = folded(words.besideNobody)

/** Whether a name is none: `Unknown`, `Various Authors`, `Anónimo`, `作者不詳`. */
export function isPlaceholder(name: string): boolean {
  const parts = fold(name.replace(/^(?:作者|著者)|作者$/u, '')).split(' ')
  return PLACEHOLDERS.has(
    [...new Set(parts)].filter((word) => !BESIDE_PLACEHOLDERS.has(word)).join(' '),
  )
}
