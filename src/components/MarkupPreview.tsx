import { PREVIEW_CHARACTERS } from '../constants.ts'
import { htmlToText } from '../lib/markup.ts'
import { cut } from '../lib/text.ts'
import { messages } from '../messages.ts'

/** The preview of a description that has markup in it. */
export function MarkupPreview({ html }: { html: string }) {
  return cut(htmlToText(html), PREVIEW_CHARACTERS) || messages.noDescriptionOnCard
}
