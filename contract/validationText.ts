import { ERROR_TEXTS, type ErrorSentence, type ErrorText } from './errorTexts.ts'

/** What a JSON Schema validator (Ajv, TypeBox) says of one broken rule. */
export interface SchemaIssue {
  keyword: string
  /** A JSON pointer such as `/preferences/0`. */
  instancePath: string
  params: object
}

const LABELS: Readonly<Record<string, string>> = {
  confirmPassword: 'Password confirmation',
  bookId: 'Book id',
  startIndex: 'Start index',
}

const TYPES: Readonly<Record<string, ErrorText>> = {
  string: ERROR_TEXTS.notText,
  integer: ERROR_TEXTS.notInteger,
  number: ERROR_TEXTS.notNumber,
  boolean: ERROR_TEXTS.notBoolean,
  array: ERROR_TEXTS.notList,
  object: ERROR_TEXTS.notObject,
}

// Ajv names one property at a time, TypeBox all of them in a list.
const PROPERTY_PARAMS = [
  'missingProperty',
  'additionalProperty',
  'requiredProperties',
  'additionalProperties',
]

/** The field at fault and the rule it breaks, as the error body lists them. */
export function issueField({ keyword, instancePath, params }: SchemaIssue) {
  const named = new Map<string, unknown>(Object.entries(params))
  const values = PROPERTY_PARAMS.flatMap((name) => named.get(name))
  const property = values.find((value) => typeof value === 'string')
  return { field: property ?? instancePath.split('/')[1] ?? '', rule: keyword }
}

const RULES: Readonly<Record<string, ErrorText>> = {
  required: ERROR_TEXTS.required,
  minLength: ERROR_TEXTS.tooShort,
  maxLength: ERROR_TEXTS.tooLong,
  minItems: ERROR_TEXTS.tooFew,
  maxItems: ERROR_TEXTS.tooMany,
  uniqueItems: ERROR_TEXTS.repeated,
  minimum: ERROR_TEXTS.tooLow,
  maximum: ERROR_TEXTS.tooHigh,
  enum: ERROR_TEXTS.notOffered,
}

/** What a field is called in sentences, in English. */
export const fieldLabel = (field: string): string =>
  LABELS[field] ?? field.charAt(0).toUpperCase() + field.slice(1)

/** A broken rule as one sentence for the reader that names the field, such as `Email is required.` */
export function issueSentence(issue: SchemaIssue): ErrorSentence {
  const { field, rule } = issueField(issue)
  if (rule === 'additionalProperties')
    return { text: ERROR_TEXTS.unknownField, values: { name: field.slice(0, 40) } }
  if (field === '') return ERROR_TEXTS.needsObject
  const params = new Map<string, unknown>(Object.entries(issue.params))
  const count = Number(params.get('limit'))
  const values = { field: fieldLabel(field), count }
  if (rule === 'type')
    return { text: TYPES[String(params.get('type'))] ?? ERROR_TEXTS.otherKind, values }
  const isMissing = rule === 'minLength' && count <= 1
  return { text: RULES[isMissing ? 'required' : rule] ?? ERROR_TEXTS.notValid, values }
}
