import { Parser } from 'htmlparser2'
import { folded } from './text.ts'

/** Elements at whose edges words end. */
export const BREAKING: ReadonlySet<string> = new Set(
  'p br li ul ol div h1 h2 h3 h4 h5 h6 section article blockquote pre table tr td th dl dt dd hr form'.split(
    ' ',
  ),
)
/** What goes with everything in it: scripts and the like, and controls of forms, whose words lead nowhere. */
export const SILENT: ReadonlySet<string> = new Set(
  'script style template noscript iframe object title button select textarea'.split(' '),
)

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
      if (SILENT.has(name)) silent -= 1
      if (BREAKING.has(name)) text += ' '
    },
  })
  parser.end(html)
  return folded(text)
}
