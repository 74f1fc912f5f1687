import * as fc from 'fast-check'
import { CATEGORIES } from '../contract/categories.ts'
import { LIBRARY_FIELD } from '../contract/uploads.ts'
import type { Operation } from '../contract/operation.ts'
import { MARKS } from '../contract/markNames.ts'
import { OPERATIONS } from '../contract/operations.ts'
import hostile from './hostile.json' with { type: 'json' }

/** Placeholders in a generated request for what only its sender has. */
export const OWN_ID = 'OWN-READER-ID'
export const OTHER_ID = 'OTHER-READER-ID'
export const OWN_EMAIL = 'own-reader@example.com'
/** The password of every reader who sends requests. */
export const OWN_PASSWORD = 'correct horse battery'

/** A request as its schemas say, with parts that break them, or with anything at all. */
const INTENTS = ['valid', 'broken', 'hostile'] as const
type Intent = (typeof INTENTS)[number]

/** A request before the reader's ids and secrets are filled in. */
export interface GeneratedRequest {
  operationId: string
  intent: Intent
  method: Operation['method']
  /** Path and query. */
  url: string
  credential: 'own' | 'cookie' | 'other' | 'none'
  headers: Record<string, string>
  body: string | undefined
}

/** What schemas of requests consist of. */
interface JsonSchema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  properties?: Record<string, JsonSchema>
  required?: string[]
}

const NASTY = [...hostile.texts, '\ud800', 'İ'.repeat(100), 'x'.repeat(5000), '"'.repeat(500)]

/** Any text, some of them such as break programs. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ unit: 'binary', maxLength: 300 }),
)

const BOOKS = ['emma', 'dracula', 'moby-dick', 'no-such-book']

/** Values that have a meaning, by the name of their field. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  bookId: BOOKS,
  email: [OWN_EMAIL, 'nobody@example.com'],
  password: [OWN_PASSWORD, 'wrong horse battery'],
  confirmPassword: [OWN_PASSWORD],
  preference: CATEGORIES,
  query: ['emma', 'jane austen', 'the', 'pride and prejudise', 'ursula le guin'],
  author: ['Jane Austen', 'Mary Shelley'],
}

/** Texts that a schema allows. */
function textOf({ pattern, minLength = 0, maxLength = 60 }: JsonSchema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 60) })
}

/** Values that a schema allows. */
function valueOf(schema: JsonSchema, name = ''): fc.Arbitrary<unknown> {
  const { minimum = -1000, maximum = 1000, minItems = 0, maxItems = 10, properties = {} } = schema
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => valueOf(option, name)))
  switch (schema.type) {
    case 'string': {
      const meant = MEANT[name]
      const text = textOf(schema)
      return meant ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...meant) }, text) : text
    }
    case 'integer':
      return fc.integer({ min: minimum, max: maximum })
    case 'boolean':
      return fc.boolean()
    case 'array': {
      const bounds = { minLength: minItems, maxLength: Math.min(maxItems, 20) }
      const item = valueOf(schema.items ?? {}, name)
      return schema.uniqueItems ? fc.uniqueArray(item, bounds) : fc.array(item, bounds)
    }
    case 'object': {
      const fields = Object.entries(properties).map(
        ([key, value]) => [key, valueOf(value, key)] as const,
      )
      const requiredKeys = schema.required ?? []
      return fc.record(Object.fromEntries(fields), { requiredKeys })
    }
    default:
      return schema.const === undefined ? fc.jsonValue() : fc.constant(schema.const)
  }
}

/** Bodies with one field that is left out, added, or has another value. */
function brokenBody(schema: JsonSchema): fc.Arbitrary<unknown> {
  const key = fc.constantFrom(...Object.keys(schema.properties ?? {}), 'unknown')
  const value = fc.option(fc.oneof(anyText, fc.jsonValue()), { nil: undefined })
  return fc
    .tuple(valueOf(schema), key, value)
    .map(([body, key, value]) => ({ ...Object(body), [key]: value }))
}

const hostileBody: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...hostile.bodies,
    `${'['.repeat(5000)}${']'.repeat(5000)}`,
    `{"bookId":"${'x'.repeat(20_000)}"}`,
  ),
  fc.json(),
  anyText,
)

const hostileHeaders: fc.Arbitrary<Record<string, string>> = fc.record(
  Object.fromEntries(
    Object.entries(hostile.headers).map(([name, values]) => [name, fc.constantFrom(...values)]),
  ),
  { requiredKeys: ['content-type'] },
)

const LIBRARY =
  `--edge\r\nContent-Disposition: form-data; name="${LIBRARY_FIELD}"; filename="a.csv"\r\n\r\n` +
  'Title,Author\r\nEmma,Jane Austen\r\n--edge--\r\n'

const typed = (type: string) => fc.constant({ 'content-type': type })

/** Bodies with the headers that they have. */
function bodyOf(
  { schema: { body, consumes } }: Operation,
  intent: Intent,
): fc.Arbitrary<Pick<GeneratedRequest, 'body' | 'headers'>> {
  if (intent === 'hostile') return fc.record({ body: hostileBody, headers: hostileHeaders })
  if (consumes) {
    const headers = typed('multipart/form-data; boundary=edge')
    return fc.record({ body: intent === 'valid' ? fc.constant(LIBRARY) : anyText, headers })
  }
  if (!body) return fc.constant({ body: undefined, headers: {} })
  const value = intent === 'valid' ? valueOf(body) : brokenBody(body)
  return fc.record({
    body: value.map((value) => JSON.stringify(value)),
    headers: typed('application/json'),
  })
}

const encode = (text: string): string => encodeURIComponent(text.toWellFormed())

function pathOf({ url }: Operation, intent: Intent): fc.Arbitrary<string> {
  const parts = url.split('/').map((part) => {
    if (!part.startsWith(':')) return fc.constant(part)
    const isBook = part === ':bookId' || url.startsWith('/api/book/')
    if (part === ':mark' && intent === 'valid') return fc.constantFrom(...MARKS)
    const meant = isBook ? fc.constantFrom(...BOOKS) : fc.constant(OWN_ID)
    if (intent === 'valid') return meant
    const odd = fc.constantFrom(OTHER_ID, '%', '%E0%A4%A', '..%2f..', '%ff')
    // Nothing at the end would be the address above.
    const any = anyText.filter((text) => text !== '').map(encode)
    return fc.oneof({ weight: 2, arbitrary: meant }, odd, any)
  })
  return fc.tuple(...parts).map((found) => found.join('/'))
}

function queryOf({ schema: { querystring } }: Operation, intent: Intent): fc.Arbitrary<string> {
  const { properties = {} }: JsonSchema = { ...querystring }
  const fields = Object.entries(properties).map(([name, property]) => {
    const valid = valueOf(property, name).map((value) => `${name}=${encode(String(value))}`)
    if (intent === 'valid') return valid
    const odd = fc.constantFrom('', name, `${name}[]=a`, `${name}[a]=b`, `${name}=%ff`)
    const other = anyText.map((text) => `${name}=${encode(text)}`)
    return fc.oneof(
      valid,
      odd,
      other,
      fc.tuple(valid, valid).map((pair) => pair.join('&')),
    )
  })
  return fc.tuple(...fields).map((found) => (found.length > 0 ? `?${found.join('&')}` : ''))
}

function requestOf(operation: Operation, intent: Intent): fc.Arbitrary<GeneratedRequest> {
  const credential = fc.constantFrom('own', 'own', 'own', 'cookie', 'other', 'none')
  const parts = { path: pathOf(operation, intent), query: queryOf(operation, intent) }
  return fc
    .record({ ...parts, rest: bodyOf(operation, intent), credential })
    .map(({ path, query, rest, credential }) => ({
      operationId: operation.schema.operationId,
      intent,
      method: operation.method,
      url: path + query,
      credential: intent === 'valid' ? 'own' : credential,
      ...rest,
    }))
}

/** Requests to every operation of the contract, of each intent as many. */
export const requests: fc.Arbitrary<GeneratedRequest> = fc.oneof(
  ...OPERATIONS.flatMap((operation) => INTENTS.map((intent) => requestOf(operation, intent))),
)
