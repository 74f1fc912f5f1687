import { createElement, Fragment, type ReactNode } from 'react'
import { parseHtml } from '../../lib/text.ts'
import { readerMessages } from '../../readerMessages.ts'

/** The tags of a description that stay, without their attributes (docs/decisions/0043). */
const ALLOWED_TAGS: ReadonlySet<string> = new Set('P BR B I EM STRONG UL OL LI'.split(' '))

/** A parsed description as React elements: nothing in it can run. Other tags vanish, their text stays. */
function toReact(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (node.nodeType !== Node.ELEMENT_NODE) return null
  const children = Array.from(node.childNodes, toReact)
  if (!ALLOWED_TAGS.has(node.nodeName))
    return createElement(Fragment, { key }, ' ', ...children, ' ')
  return createElement(node.nodeName.toLowerCase(), { key }, ...children)
}

/** A book's description with its allowed markup. */
export function Description({ html }: { html: string }) {
  const body = parseHtml(html)
  const children = Array.from(body.childNodes, toReact)
  if (body.textContent?.trim() === '') return <p>{readerMessages.book.noDescription}</p>
  // Text alone is one paragraph.
  return body.querySelector('p, ul, ol') ? children : <p>{children}</p>
}
