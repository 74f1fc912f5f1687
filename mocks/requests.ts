import { Value } from 'typebox/value'
import type { Static, TSchema } from 'typebox'
import { ERROR_TEXTS } from '../contract/errorTexts.ts'
import { LIBRARY_FIELD, LIBRARY_MAX_BYTES } from '../contract/libraryFile.ts'
import { PROFILE_IMAGE_MAX_BYTES } from '../contract/profile.ts'
import { PROFILE_IMAGE_FIELD } from '../contract/profileImage.ts'
import { issueField, issueSentence } from '../contract/validationText.ts'
import type { FakePicture } from './db.ts'
import { Problem } from './problem.ts'

/** The largest JSON body that is taken, in bytes, unless a request may have more; the server's limit. */
const BODY_MAX_BYTES = 16 * 1024

/** A request with a field that breaks a rule. */
export function invalidField(field: string, rule: string, message: string): Problem {
  return new Problem(400, 'invalid_request', message, [{ field, rule }])
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
function checkTexts(values: unknown): void {
  const fields: [string, unknown][] = Object.entries(values ?? {})
  for (const [field, value] of fields) {
    if (typeof value !== 'string' || /password$/i.test(field)) continue
    if (value.isWellFormed() && !/(?!\s)\p{Cc}/u.test(value)) continue
    const name = field.charAt(0).toUpperCase() + field.slice(1)
    throw invalidField(field, 'characters', `${name} contains characters that cannot be used.`)
  }
}

/** @throws Problem 415 where a request has another content type. */
function checkType(request: Request, type: string): void {
  const given = request.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  if (given !== type) {
    throw new Problem(415, 'unsupported_media_type', ERROR_TEXTS.unsupportedMediaType)
  }
}

/**
 * Reads a JSON body and checks it against a schema of the contract.
 * @throws Problem 400, 413 or 415.
 */
export async function readJson<S extends TSchema>(
  request: Request,
  schema: S,
  maxBytes = BODY_MAX_BYTES,
): Promise<Static<S>> {
  const text = await request.text()
  if (new TextEncoder().encode(text).length > maxBytes) {
    throw new Problem(413, 'body_too_large', ERROR_TEXTS.bodyTooLarge)
  }
  if (text !== '') checkType(request, 'application/json')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Problem(400, 'invalid_request', ERROR_TEXTS.bodyNotJson)
  }
  const body = checked(schema, value)
  checkTexts(body)
  return body
}

/**
 * Reads the query and checks it against a schema of the contract. A parameter that is given twice becomes a list,
 * which no schema takes.
 * @throws Problem 400 `invalid_request`.
 */
export function readQuery<S extends TSchema>(request: Request, schema: S): Static<S> {
  const { searchParams } = new URL(request.url)
  const query: Record<string, unknown> = {}
  for (const name of searchParams.keys()) {
    const values = searchParams.getAll(name)
    const [value = ''] = values
    const isNumber = name === 'startIndex' && /^-?\d+$/.test(value)
    query[name] = isNumber ? Number(value) : value
    if (values.length > 1) query[name] = values
  }
  checkTexts(query)
  return checked(schema, Value.Default(schema, query))
}

const SIGNATURES: readonly [type: string, start: string][] = [
  ['image/jpeg', 'ffd8ff'],
  ['image/png', '89504e470d0a1a0a'],
  ['image/gif', '47494638'],
  ['image/webp', '52494646'],
]

function imageType(bytes: Uint8Array): string | undefined {
  const start = [...bytes.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return SIGNATURES.find(([, signature]) => start.startsWith(signature))?.[0]
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
  if (file.size > maxBytes) throw new Problem(413, 'body_too_large', ERROR_TEXTS[`${kind}TooLarge`])
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
  const type = imageType(bytes)
  if (type === undefined) throw new Problem(415, 'image_rejected', ERROR_TEXTS.imageRejected)
  return { type, bytes }
}

/** The file of an uploaded library. @throws Problem 400, 413 or 415. */
export const readLibraryFile = (request: Request): Promise<Uint8Array> =>
  readUpload(request, LIBRARY_FIELD, LIBRARY_MAX_BYTES, 'library')
