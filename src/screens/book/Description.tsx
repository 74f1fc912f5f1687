import { Parser } from 'htmlparser2'
import { createElement, Fragment, type ReactNode } from 'react'
import { BREAKING, htmlToText, SILENT } from '../../lib/markup.ts'

/** What stays of a description's markup (decision 52). */
const KEPT: ReadonlySet<string> = new Set(['p', 'br', 'b', 'i', 'em', 'strong', 'ul', 'ol', 'li'])
/** What no paragraph may hold: it ends before them, as a browser would end it. */
const BLOCKS: ReadonlySet<string> = new Set(['p', 'ul', 'ol', 'li'])

interface Open {
  name: string
  children: ReactNode[]
}

/**
 * A description's HTML as React elements of the kept kinds, without attributes: nothing is ever handed to
 * the browser as markup, so nothing in it can run. Other tags vanish, their text stays, and words on both
 * sides of a block stay apart.
 */
function toElements(html: string): ReactNode {
  const root: Open = { name: '', children: [] }
  const stack: Open[] = [root]
  let silent = 0
  let key = 0
  let hasBlocks = false
  const top = (): Open => stack.at(-1) ?? root
  /** Ends what is open, from the innermost to this place in the stack. */
  const closeDownTo = (place: number): void => {
    while (stack.length > place) {
      const closed = stack.pop()
      if (closed) {
        top().children.push(createElement(closed.name, { key: (key += 1) }, ...closed.children))
      }
    }
  }
  const placeOf = (tag: string): number => stack.findLastIndex(({ name }) => name === tag)
  const parser = new Parser({
    onopentagname(name) {
      if (SILENT.has(name)) silent += 1
      if (name === 'br') top().children.push(createElement('br', { key: (key += 1) }))
      else if (KEPT.has(name)) {
        const isBlock = BLOCKS.has(name)
        hasBlocks ||= isBlock
        const paragraph = isBlock ? placeOf('p') : -1
        if (paragraph > 0) closeDownTo(paragraph)
        stack.push({ name, children: [] })
      } else if (BREAKING.has(name)) top().children.push(' ')
    },
    ontext(text) {
      if (silent === 0) top().children.push(text)
    },
    onclosetag(name) {
      if (SILENT.has(name)) silent -= 1
      // What a paragraph's end has closed already is not open any more.
      const place = placeOf(name)
      if (place > 0) closeDownTo(place)
      else if (!KEPT.has(name) && BREAKING.has(name)) top().children.push(' ')
    },
  })
  parser.end(html)
  // Text alone is one paragraph.
  return createElement(hasBlocks ? Fragment : 'p', null, ...root.children)
}

interface DescriptionProps {
  html: string
  /** What stands where there is no text between the tags. */
  otherwise?: ReactNode
}

/** A book's description with the markup that decision 52 keeps. */
export function Description({ html, otherwise = null }: DescriptionProps) {
  return htmlToText(html) === '' ? otherwise : toElements(html)
}
