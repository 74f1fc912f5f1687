import * as fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { CATEGORIES } from '../../contract/categories.ts'
import { PROFILE_IMAGE_FIELD } from '../../contract/profileImage.ts'
import type { DocumentedOperation, JsonSchema } from './document.ts'

/** Stand in a generated request for what is known only when it is sent. */
export const OWN_ID = 'OWN-READER-ID'
export const OTHER_ID = 'OTHER-READER-ID'
export const OWN_EMAIL = 'own-reader@example.com'
export const OWN_PASSWORD = 'correct horse battery'
/** Where the bytes of a sound picture go. */
export const PICTURE = 'PICTURE-BYTES'

/** How a request is meant: as documented, with one thing wrong, or with anything at all. */
type Intent = 'valid' | 'near' | 'hostile'

/** Who asks. */
type Credential = 'own' | 'cookie' | 'other' | 'bad' | 'none'

/** A request before the reader's ids and secrets are put in. */
export interface FuzzRequest {
  operation: string
  intent: Intent
  method: string
  url: string
  headers: Record<string, string>
  credential: Credential
  payload: string | undefined
  /** The payload of an operation that takes JSON, where it is JSON. */
  sent: { json: unknown } | undefined
}

const BOOKS = ['emma', 'dracula', 'moby-dick', 'no-such-book']

const NASTY = [
  '',
  ' ',
  '\0',
  'a\u0000b',
  '\ud800',
  '\u202eevil',
  '\ufeff',
  '%',
  '%00',
  '%2e%2e%2f',
  '../../../etc/passwd',
  "' OR 1=1 --",
  '"; DROP TABLE users; --',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'NaN',
  '-1',
  '1e309',
  '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
  'İ'.repeat(100),
  'x'.repeat(10_000),
  '"'.repeat(500),
  '* OR *',
  'NEAR(a b, 10)',
  'title:emma^2',
]

const nasty = fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'binary', maxLength: 300 }))

/** Values that have a meaning here, by the name of the field. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  bookId: BOOKS,
  email: [OWN_EMAIL, 'nobody@example.com'],
  password: [OWN_PASSWORD, 'wrong horse battery'],
  confirmPassword: [OWN_PASSWORD],
  preference: CATEGORIES,
  query: ['emma', 'jane austen', 'the', 'pride and prejudise', 'ursula le guin'],
  author: ['Jane Austen', 'Mary Shelley'],
}

function fitting(schema: JsonSchema, name = ''): Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => fitting(option, name)))
  switch (schema.type) {
    case 'string': {
      const meant = MEANT[name]
      const { minLength = 0, maxLength = 60 } = schema
      const random =
        schema.pattern === undefined
          ? fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 60) })
          : fc.stringMatching(new RegExp(schema.pattern))
      return meant ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...meant) }, random) : random
    }
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 })
    case 'number':
      return fc.double({ noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const bounds = { minLength: schema.minItems ?? 0, maxLength: schema.maxItems ?? 10 }
      const item = fitting(schema.items ?? {}, name)
      return schema.uniqueItems ? fc.uniqueArray(item, bounds) : fc.array(item, bounds)
    }
    case 'object': {
      const required = schema.required ?? []
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([key, value]) => [key, fitting(value, key)]),
        ),
        { requiredKeys: required },
      )
    }
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

const anything: Arbitrary<unknown> = fc.oneof(nasty, fc.jsonValue({ maxDepth: 3 }))

/** A body with one thing wrong, perhaps: not every change breaks every rule. */
function nearly(schema: JsonSchema): Arbitrary<unknown> {
  const names = Object.keys(schema.properties ?? {})
  const name = fc.constantFrom(...(names.length > 0 ? names : ['none']))
  return fc
    .tuple(fitting(schema), name, anything, fc.nat(4))
    .map(([body, key, value, change]): unknown => {
      const copy: Record<string, unknown> = { ...Object(body) }
      if (change === 0) delete copy[key]
      else if (change === 1) copy[`${key}2`] = value
      else if (change === 2) copy[key] = [copy[key]]
      else if (change === 3) copy[key] = String(copy[key]).repeat(400)
      else copy[key] = value
      return copy
    })
}

/** Texts that are JSON, almost, or not at all. */
const brokenJson: Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '[]',
    'null',
    '"text"',
    '{"a":1,}',
    '{"__proto__":{"polluted":true}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '[',
    '{"email":"a","email":"b"}',
    '\ufeff{}',
    `${'['.repeat(5000)}${']'.repeat(5000)}`,
    `{"bookId":"${'x'.repeat(20_000)}"}`,
    '1e999',
    '{"a":\u0000}',
  ),
  fc.json({ maxDepth: 4 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
)

const CONTENT_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-8',
  'application/json; charset=utf-16',
  'application/jsonx',
  'APPLICATION/JSON',
  'application/json,text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/problem+json',
  ';',
  'x',
]

/** Characters that a header may hold. */
const headerText = fc.stringMatching(/^[\x20-\x7e]{0,60}$/)

const oddHeaders: Arbitrary<Record<string, string>> = fc.oneof(
  fc.constant({}),
  fc.record(
    {
      'sec-fetch-site': fc.constantFrom('same-origin', 'same-site', 'cross-site', 'none', 'x'),
      origin: fc.constantFrom('http://localhost:3000', 'https://evil.example', 'null', ''),
      cookie: fc.constantFrom('sid=', 'sid=x; sid=y', ';;;', '='.repeat(100)),
      authorization: fc.oneof(
        fc.constantFrom('', 'Bearer', 'Bearer ', 'Basic YTpi', `Bearer ${'x'.repeat(43)}`),
        headerText,
      ),
      'accept-encoding': fc.constantFrom('br', 'gzip;q=0', '*', 'x'),
      'if-none-match': fc.constantFrom('*', '"x"', 'W/""', ','),
      'x-forwarded-for': fc.constantFrom('1.2.3.4', 'x, y', '::'),
      'x-http-method-override': fc.constant('DELETE'),
      accept: fc.constantFrom('text/html', '*/*', 'x'),
      range: fc.constant('bytes=0-'),
      expect: fc.constant('200-ok'),
    },
    { requiredKeys: [] },
  ),
)

function form(part: string, name: string): string {
  return (
    `--edge\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\n` +
    `Content-Type: image/png\r\n\r\n${part}\r\n--edge--\r\n`
  )
}

interface Body {
  payload: string | undefined
  type: string | undefined
  sent: { json: unknown } | undefined
}

function bodyOf({ json, multipart }: DocumentedOperation, intent: Intent): Arbitrary<Body> {
  const none: Body = { payload: undefined, type: undefined, sent: undefined }
  if (multipart && intent !== 'hostile') {
    const parts =
      intent === 'valid'
        ? fc.constant(form(PICTURE, PROFILE_IMAGE_FIELD))
        : fc.oneof(
            nasty.map((text) => form(text, PROFILE_IMAGE_FIELD)),
            fc.constant(form(PICTURE, 'avatar')),
            fc.constant(form(PICTURE, PROFILE_IMAGE_FIELD).slice(0, -20)),
            fc.constant(form(`${PICTURE}${PICTURE}`, PROFILE_IMAGE_FIELD)),
            fc.constant(form(PICTURE, PROFILE_IMAGE_FIELD) + form(PICTURE, PROFILE_IMAGE_FIELD)),
          )
    return parts.map((payload) => ({
      payload,
      type: 'multipart/form-data; boundary=edge',
      sent: undefined,
    }))
  }
  if (intent === 'hostile') {
    return fc
      .tuple(brokenJson, fc.constantFrom('application/json', 'application/json', ...CONTENT_TYPES))
      .map(([payload, type]) => ({ payload, type, sent: undefined }))
  }
  if (!json) return fc.constant(none)
  const bodies = intent === 'valid' ? fitting(json.schema) : nearly(json.schema)
  return bodies.map((value) => {
    const payload = JSON.stringify(value)
    // What is compared with the schema is what arrives.
    return { payload, type: 'application/json', sent: { json: JSON.parse(payload) } }
  })
}

/** As `encodeURIComponent`, for texts that it refuses too. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function pathOf({ path, parameters }: DocumentedOperation, intent: Intent): Arbitrary<string> {
  const values = parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, schema }) => {
      const isBook = name === 'bookId' || path.startsWith('/api/book/')
      const meant = isBook ? fc.constantFrom(...BOOKS) : fc.constant(OWN_ID)
      const value =
        intent === 'valid'
          ? meant
          : fc.oneof(
              { weight: 2, arbitrary: meant },
              fc.constant(OTHER_ID),
              fitting(schema).map(String),
              nasty,
            )
      const encoded =
        intent === 'hostile'
          ? fc.oneof(value.map(encode), fc.constantFrom('%', '%E0%A4%A', '%00', '..%2f..', '%ff'))
          : value.map(encode)
      return fc.tuple(fc.constant(`{${name}}`), encoded)
    })
  return fc
    .tuple(...values)
    .map((pairs) => pairs.reduce((text, [name, value]) => text.replace(name, () => value), path))
}

function queryOf({ parameters }: DocumentedOperation, intent: Intent): Arbitrary<string> {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const pairs = inQuery.map(({ name, schema, required }) => {
    const valid = fitting(schema, name).map((value) => `${name}=${encode(String(value))}`)
    if (intent === 'valid') return required ? valid : fc.oneof(valid, fc.constant(''))
    return fc.oneof(
      valid,
      fc.constant(''),
      nasty.map((text) => `${name}=${encode(text)}`),
      fc.tuple(valid, valid).map(([one, other]) => `${one}&${other}`),
      fc.constantFrom(`${name}[]=a`, `${name}[a]=b`, `${name}=%`, `${name}=%ff`, name),
    )
  })
  const odd =
    intent === 'valid'
      ? fc.constant('')
      : fc.oneof(
          { weight: 4, arbitrary: fc.constant('') },
          nasty.map((text) => `x=${encode(text)}`),
        )
  return fc.tuple(...pairs, odd).map((parts) => {
    const query = parts.filter((part) => part !== '').join('&')
    return query === '' ? '' : `?${query}`
  })
}

function requestOf(operation: DocumentedOperation, intent: Intent): Arbitrary<FuzzRequest> {
  const credentials: readonly Credential[] =
    intent === 'valid'
      ? ['own', 'own', 'own', 'cookie']
      : ['own', 'own', 'cookie', 'other', 'bad', 'none']
  return fc
    .record({
      path: pathOf(operation, intent),
      query: queryOf(operation, intent),
      body: bodyOf(operation, intent),
      credential: fc.constantFrom(...credentials),
      odd: intent === 'hostile' ? oddHeaders : fc.constant<Record<string, string>>({}),
      method:
        intent === 'hostile'
          ? fc.constantFrom(...Array<string>(8).fill(operation.method), 'PUT', 'HEAD', 'OPTIONS')
          : fc.constant(operation.method),
    })
    .map(({ path, query, body, credential, odd, method }) => ({
      operation: operation.id,
      intent,
      method,
      url: path + query,
      headers: { ...(body.type !== undefined && { 'content-type': body.type }), ...odd },
      credential,
      payload: body.payload,
      sent: body.sent,
    }))
}

/**
 * Requests to every operation, a third of each meant one way; fewer to those that hash a password,
 * which take as long as a hundred others.
 */
export function fuzzRequests(operations: readonly DocumentedOperation[]): Arbitrary<FuzzRequest> {
  const intents: readonly Intent[] = ['valid', 'near', 'hostile']
  return fc.oneof(
    ...operations.flatMap((operation) =>
      intents.map((intent) => ({
        weight: intent === 'valid' && operation.json?.schema.properties?.['password'] ? 1 : 3,
        arbitrary: requestOf(operation, intent),
      })),
    ),
  )
}
