/** Tags at whose edges words end. */
const BREAKING_TAGS =
  /^(P|BR|LI|[UO]L|D[LTD]|DIV|H[1-6R]|SECTION|ARTICLE|BLOCKQUOTE|PRE|TABLE|T[RDH]|FORM)$/
/** Tags that go with everything in them. */
const SKIPPED_TAGS =
  'script,style,template,noscript,iframe,object,title,button,select,textarea,svg,math'

let policy: { createHTML: (html: string) => string } | undefined

/** Parses a piece of HTML into a document of its own, in which nothing runs and nothing is loaded. */
export function parseHtml(html: string): HTMLElement {
  // The content security policy allows this one policy of Trusted Types for it.
  policy ??= window.trustedTypes?.createPolicy('description', { createHTML: (text) => text })
  const { body } = new DOMParser().parseFromString(policy?.createHTML(html) ?? html, 'text/html')
  for (const element of body.querySelectorAll(SKIPPED_TAGS)) element.remove()
  return body
}

function textOfNode(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? ''
  const text = Array.from(node.childNodes, textOfNode).join('')
  return BREAKING_TAGS.test(node.nodeName) ? ` ${text} ` : text
}

/** The text of a piece of HTML on one line. */
export function htmlToText(html: string): string {
  const text = /[<&]/.test(html) ? textOfNode(parseHtml(html)) : html
  return text.replace(/\s+/g, ' ').trim()
}

/** The first `count` code points and '...', or the whole text if it is no longer. */
export function cutText(text: string, count: number): string {
  const points = Array.from(text)
  return points.length <= count ? text : `${points.slice(0, count).join('')}...`
}
