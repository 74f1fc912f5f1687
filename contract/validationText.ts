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

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
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

/** What follows the name of an invalid field. */
const RULES: Readonly<Record<string, (limit: number) => string>> = {
  required: () => 'is required',
  minLength: (limit) => (limit <= 1 ? 'is required' : `needs at least ${limit} characters`),
  maxLength: (limit) => `can have at most ${limit} characters`,
  minItems: (limit) => `must name at least ${limit}`,
  maxItems: (limit) => `can name at most ${limit}`,
  uniqueItems: () => 'must not name the same twice',
  minimum: (limit) => `must be at least ${limit}`,
  maximum: (limit) => `must be at most ${limit}`,
  enum: () => 'must be among those that are offered',
}

/** A broken rule as one sentence for the reader that names the field, such as `Email is required.` */
export function issueSentence(issue: SchemaIssue): string {
  const { field, rule } = issueField(issue)
  if (rule === 'additionalProperties') return `The field "${field.slice(0, 40)}" is not known here.`
  if (field === '') return 'The request needs a JSON object.'
  const name = LABELS[field] ?? field.charAt(0).toUpperCase() + field.slice(1)
  const params = new Map<string, unknown>(Object.entries(issue.params))
  if (rule === 'type')
    return `${name} must be ${TYPES[String(params.get('type'))] ?? 'of another kind'}.`
  return `${name} ${RULES[rule]?.(Number(params.get('limit'))) ?? 'is not valid'}.`
}
