import { normaliseText, textOfHtml, withTagsAlone } from './texts.ts'

const DESCRIPTION_MAX = 20_000

// What is on lines of its own: without its tags it would run into its neighbours.
const BLOCKS =
  'address article aside blockquote center dd div dl dt fieldset figcaption figure footer form h1 h2 h3 ' +
  'h4 h5 h6 header hr main nav pre section table tr'
const PARAGRAPHS = Object.fromEntries(BLOCKS.split(' ').map((tag) => [tag, 'p']))

// Deeper ones are no text that anybody wrote, and take long to show.
const NESTING_MAX = 20

/**
 * A description with nothing but p, br, b, i, em, strong, ul, ol and li in it, without attributes.
 * What other tags enclose stays as text; scripts and styles go with their content.
 */
export async function cleanDescription(html: string): Promise<string> {
  // Plain text is clean, and spared the time it takes to load the cleaner.
  if (!/[<&]/.test(html)) return html.trim()
  const { default: sanitizeHtml } = await import('sanitize-html')
  const clean = sanitizeHtml(withTagsAlone(html), {
    allowedTags: ['p', 'br', 'b', 'i', 'em', 'strong', 'ul', 'ol', 'li'],
    allowedAttributes: {},
    selfClosing: ['br'],
    nestingLimit: NESTING_MAX,
    transformTags: PARAGRAPHS,
  })
  return separate(clean).trim()
}

/** Puts nested paragraphs, which HTML does not have, one behind the other; drops empty ones. */
function separate(clean: string): string {
  let depth = 0
  return clean
    .replaceAll(/<(\/?)p>/g, (tag, closes: string) => {
      depth += closes ? -1 : 1
      if (closes ? depth > 0 : depth > 1) return '</p><p>'
      return tag
    })
    .replaceAll(/<p>\s*<\/p>/g, '')
}

const ENCODED_TAG = /&lt;(?:\/?(?:p|br|b|i|em|strong|ul|ol|li|div|span)\b[^&]*)&gt;/i

/** Markup as a source meant it: decoded where it was sent encoded, paragraphs where it has none. */
function asMarkup(description: string): string {
  const text = normaliseText(description.slice(0, DESCRIPTION_MAX))
  const isMarkup = /<\/?[a-z][^<>]*>/i.test(withTagsAlone(text))
  if (!isMarkup && ENCODED_TAG.test(text)) return textOfHtml(text)
  const paragraphs = isMarkup ? [] : text.split(/\n\s*\n/)
  if (paragraphs.length < 2) return text
  return paragraphs.map((paragraph) => `<p>${paragraph.trim()}</p>`).join('')
}

/** The clean description of anything a source sends; empty where there is no text in it. */
export async function descriptionOf(value: unknown): Promise<string> {
  if (typeof value !== 'string') return ''
  const clean = await cleanDescription(asMarkup(value))
  return /\S/.test(clean.replaceAll(/<[^>]*>|&nbsp;/g, '')) ? clean : ''
}
