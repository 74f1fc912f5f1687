import { Value } from 'typebox/value'
import type { Static, TSchema } from 'typebox'
import { ERROR_TEXTS } from '../contract/errorTexts.ts'
import {
  LIBRARY_FIELD,
  LIBRARY_MAX_BYTES,
  PROFILE_IMAGE_FIELD,
  PROFILE_IMAGE_MAX_BYTES,
} from '../contract/uploads.ts'
import { integersOf, type Operation } from '../contract/operation.ts'
import { fieldLabel, issueField, issueSentence } from '../contract/validationText.ts'
import type { FakePicture } from './db.ts'
import { problem, Problem, type Sentence } from './problem.ts'

/** The largest JSON bodies, in bytes: the server's limits. */
const BODY_MAX_BYTES = 16 * 1024
const LISTS_BODY_MAX_BYTES = 1536 * 1024

/** A request with a field that breaks a rule. */
export function invalidField(field: string, rule: string, sentence: Sentence): Problem {
  return new Problem(400, 'invalid_request', sentence, [{ field, rule }])
}

/**
 * Checks a value against a schema of the contract.
 * @throws Problem 400 `invalid_request`, naming the field.
 */
export function checked<S extends TSchema>(schema: S, value: unknown): Static<S> {
  if (Value.Check(schema, value)) return value
  // A property too many is reported twice, first as a schema that is `false`.
  const first = Value.Errors(schema, value).find(({ keyword }) => keyword !== 'boolean')
  const issue = first ?? { keyword: 'type', instancePath: '', params: {} }
  throw new Problem(400, 'invalid_request', issueSentence(issue), [issueField(issue)])
}

/** @throws Problem 400 where a text other than a password has control characters or broken Unicode. */
function checkTexts(values: object): void {
  const fields: [string, unknown][] = Object.entries(values)
  for (const [field, value] of fields) {
    if (typeof value !== 'string' || /password$/i.test(field)) continue
    if (value.isWellFormed() && !/(?!\s)\p{Cc}/u.test(value)) continue
    const values = { field: fieldLabel(field) }
    throw invalidField(field, 'characters', { text: ERROR_TEXTS.badCharacters, values })
  }
}

/** @throws Problem 415 where a request has another content type. */
function checkType(request: Request, type: string): void {
  const sent = request.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  if (sent !== type) throw problem(415, 'unsupported_media_type', 'unsupportedMediaType')
}

/**
 * Reads the JSON body of an operation.
 * @throws Problem 400, 413 or 415.
 */
export async function readBody<Body extends TSchema>(
  request: Request,
  { url, schema }: Operation & { schema: { body: Body } },
): Promise<Static<Body>> {
  const text = await request.text()
  const maxBytes = /\/(?:library|books\/:list)$/.test(url) ? LISTS_BODY_MAX_BYTES : BODY_MAX_BYTES
  if (new TextEncoder().encode(text).length > maxBytes)
    throw problem(413, 'body_too_large', 'bodyTooLarge')
  if (text !== '') checkType(request, 'application/json')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw problem(400, 'invalid_request', 'bodyNotJson')
  }
  const body = checked(schema.body, value)
  checkTexts(Object(body))
  return body
}

/**
 * Reads the query of an operation. A parameter that is there twice becomes a list, which no schema takes.
 * @throws Problem 400 `invalid_request`.
 */
export function readQuery<Query extends TSchema>(
  request: Request,
  { schema }: Operation & { schema: { querystring: Query } },
): Static<Query> {
  const { searchParams } = new URL(request.url)
  const integers = integersOf(schema.querystring)
  const query: Record<string, unknown> = {}
  for (const name of searchParams.keys()) {
    const [value = '', ...others] = searchParams.getAll(name)
    const isNumber = integers.includes(name) && /^-?\d{1,9}$/.test(value)
    query[name] = isNumber ? Number(value) : value
    if (others.length > 0) query[name] = [value, ...others]
  }
  checkTexts(query)
  return checked(schema.querystring, Value.Default(schema.querystring, query))
}

const SIGNATURES = {
  'image/jpeg': '\xFF\xD8\xFF',
  'image/png': '\x89PNG\r\n\x1A\n',
  'image/gif': 'GIF8',
  'image/webp': 'RIFF',
}

/** The one file of a multipart body. @throws Problem 400, 413 or 415. */
async function readUpload(
  request: Request,
  field: string,
  maxBytes: number,
  kind: 'image' | 'library',
): Promise<Uint8Array<ArrayBuffer>> {
  checkType(request, 'multipart/form-data')
  const [entry, ...others] = (await request.formData()).entries()
  const file = entry?.[0] === field && others.length === 0 ? entry[1] : ''
  if (typeof file === 'string') throw invalidField(field, 'required', ERROR_TEXTS[`${kind}Missing`])
  if (file.size > maxBytes) throw problem(413, 'body_too_large', `${kind}TooLarge`)
  return new Uint8Array(await file.arrayBuffer())
}

/**
 * Reads an uploaded picture. What it is comes from its first bytes, as on the server.
 * @throws Problem 400, 413 or 415.
 */
export async function readPicture(request: Request): Promise<FakePicture> {
  const field = PROFILE_IMAGE_FIELD
  const bytes = await readUpload(request, field, PROFILE_IMAGE_MAX_BYTES, 'image')
  if (bytes.length === 0) throw invalidField(field, 'required', ERROR_TEXTS.imageMissing)
  const start = String.fromCharCode(...bytes.subarray(0, 8))
  const [type] = Object.entries(SIGNATURES).find(([, one]) => start.startsWith(one)) ?? []
  if (type === undefined) throw problem(415, 'image_rejected', 'imageRejected')
  return { type, bytes }
}

/** The file of an uploaded library. @throws Problem 400, 413 or 415. */
export const readLibraryFile = (request: Request): Promise<Uint8Array> =>
  readUpload(request, LIBRARY_FIELD, LIBRARY_MAX_BYTES, 'library')
