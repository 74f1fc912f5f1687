import { Parser } from 'htmlparser2'
import { createElement, Fragment, type ReactNode } from 'react'

/** What stays of a description's markup (decision 52). */
const KEPT: ReadonlySet<string> = new Set(['p', 'br', 'b', 'i', 'em', 'strong', 'ul', 'ol', 'li'])
/** What goes with everything in it. */
const SILENT: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'iframe'])

interface Open {
  name: string
  children: ReactNode[]
}

/**
 * A description's HTML as React elements of the kept kinds, without attributes: nothing is ever handed to
 * the browser as markup, so nothing in it can run. Other tags vanish, their text stays.
 */
function toElements(html: string): ReactNode {
  const root: Open = { name: '', children: [] }
  const stack: Open[] = [root]
  let silent = 0
  let key = 0
  const top = (): Open => stack.at(-1) ?? root
  const parser = new Parser({
    onopentagname(name) {
      if (SILENT.has(name)) silent += 1
      if (name === 'br') top().children.push(createElement('br', { key: (key += 1) }))
      else if (KEPT.has(name)) stack.push({ name, children: [] })
    },
    ontext(text) {
      if (silent === 0) top().children.push(text)
    },
    onclosetag(name) {
      if (SILENT.has(name)) silent = Math.max(0, silent - 1)
      if (name === 'br' || !KEPT.has(name)) return
      const closed = stack.pop()
      if (closed && closed !== root) {
        top().children.push(createElement(closed.name, { key: (key += 1) }, ...closed.children))
      }
    },
  })
  parser.end(html)
  return createElement(Fragment, null, ...root.children)
}

/** A book's description with the markup that decision 52 keeps. Plain text stands as one paragraph. */
export function Description({ html }: { html: string }) {
  return /<(p|ul|ol)[\s>]/i.test(html) ? toElements(html) : <p>{toElements(html)}</p>
}
