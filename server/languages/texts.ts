import { CATEGORIES } from '../../contract/categories.ts'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import type { Plural } from '../../contract/say.ts'
import { fieldLabel } from '../../contract/validationText.ts'
import { isCommonOrigin, ORIGINS } from '../../books/origins.ts'
import { SUBJECTS } from '../../books/subjects.ts'
import { MAILS, LINK } from './mails.ts'
import { PAGE_TEXTS } from './pageTexts.ts'
import { originReason, REASONS } from './reasons.ts'
import { textKey, type TextGroup, type Texts } from './sayIn.ts'

/** What readers fill in; the other fields are the app's own. */
const FIELDS = ['author', 'confirmPassword', 'email', 'name', 'password', 'query']

const byKey = (texts: readonly (string | Plural)[]): Texts =>
  Object.fromEntries(texts.map((text) => [textKey(text), text]))

/** Every text that the server can say in another language, by section: the template of `server/languages/{code}.json`. */
export const serverTexts = (): Readonly<Record<TextGroup, Texts>> => ({
  problems: byKey(Object.values(ERROR_TEXTS)),
  reasons: byKey([
    ...Object.values(REASONS),
    ...ORIGINS.filter((name) => !isCommonOrigin(name)).map(originReason),
  ]),
  mails: byKey(
    Object.values(MAILS)
      .flatMap(({ subject, paragraphs }) => [subject, ...paragraphs])
      .filter((text) => text !== LINK),
  ),
  pages: byKey(Object.values(PAGE_TEXTS)),
  labels: byKey([...FIELDS.map(fieldLabel), ...CATEGORIES]),
})

/** The subjects of the vocabulary: the template of `contract/labels/{code}.subjects.json`. */
export const subjectTexts = (): Texts => byKey(SUBJECTS)
