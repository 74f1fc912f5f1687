import { Parser } from 'htmlparser2'
import { folded } from './text.ts'

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
  return folded(text)
}
