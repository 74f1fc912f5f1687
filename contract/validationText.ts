import type { ErrorBody } from './common.ts'

/** What a JSON Schema validator (Ajv, TypeBox) says of one broken rule. */
export interface SchemaIssue {
  keyword: string
  /** A JSON pointer such as `/preferences/0`. */
  instancePath: string
  params: object
}

type FieldError = NonNullable<ErrorBody['errors']>[number]

const LABELS: Readonly<Record<string, string>> = {
  confirmPassword: 'Password confirmation',
  bookId: 'Book id',
  startIndex: 'Start index',
  id: 'Id',
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

// Ajv names one property a time, TypeBox all of them in a list.
const PROPERTY_PARAMS = [
  'missingProperty',
  'additionalProperty',
  'requiredProperties',
  'additionalProperties',
]

/** The field at fault and the rule it breaks, as the error body lists them. */
export function issueField({ keyword, instancePath, params }: SchemaIssue): FieldError {
  const named = new Map<string, unknown>(Object.entries(params))
  const property = PROPERTY_PARAMS.map((name) => named.get(name))
    .flat()
    .find((value) => typeof value === 'string')
  return { field: property ?? instancePath.split('/')[1] ?? '', rule: keyword }
}

/** A broken rule as one sentence that names the field, such as `Email is required.` (decision 25). */
export function issueSentence(issue: SchemaIssue): string {
  const { field } = issueField(issue)
  const name = LABELS[field] ?? field.charAt(0).toUpperCase() + field.slice(1)
  const params = new Map<string, unknown>(Object.entries(issue.params))
  const limit = Number(params.get('limit'))
  if (issue.keyword === 'additionalProperties') {
    return `The field "${field.slice(0, 40)}" is not known here.`
  }
  if (field === '') return 'The request needs a JSON object.'
  switch (issue.keyword) {
    case 'required':
      return `${name} is required.`
    case 'minLength':
      return limit <= 1 ? `${name} is required.` : `${name} needs at least ${limit} characters.`
    case 'maxLength':
      return `${name} can have at most ${limit} characters.`
    case 'minItems':
      return `${name} must name at least ${limit}.`
    case 'maxItems':
      return `${name} can name at most ${limit}.`
    case 'uniqueItems':
      return `${name} must not name the same twice.`
    case 'minimum':
      return `${name} must be at least ${limit}.`
    case 'maximum':
      return `${name} must be at most ${limit}.`
    case 'enum':
      return `${name} must be among those that are offered.`
    case 'type':
      return `${name} must be ${TYPES[String(params.get('type'))] ?? 'of another kind'}.`
    default:
      return `${name} is not valid.`
  }
}
