import { Value } from 'typebox/value'
import type { Static, TSchema } from 'typebox'
import { ERROR_TEXTS } from '../contract/errorTexts.ts'
import { LIBRARY_FIELD, LIBRARY_MAX_BYTES } from '../contract/libraryFile.ts'
import { PROFILE_IMAGE_MAX_BYTES } from '../contract/profile.ts'
import { PROFILE_IMAGE_FIELD } from '../contract/profileImage.ts'
import { issueField, issueSentence, type SchemaIssue } from '../contract/validationText.ts'
import type { FakePicture } from './db.ts'
import { Problem } from './problem.ts'

/** The largest JSON body taken, in bytes, unless a call takes more; the server's limit. */
const BODY_MAX_BYTES = 16 * 1024

/** The problem of a value that breaks its schema, told by the first rule broken. */
function invalid(issue: SchemaIssue): Problem {
  return new Problem(400, 'invalid_request', issueSentence(issue), [issueField(issue)])
}

/**
 * Checks a value against a schema of the contract.
 * @throws Problem 400 `invalid_request`, naming the field.
 */
export function checked<S extends TSchema>(schema: S, value: unknown): Static<S> {
  if (Value.Check(schema, value)) return value
  // A property too many is reported twice, first as a schema that is `false`.
  const first = Value.Errors(schema, value).find(({ keyword }) => keyword !== 'boolean')
  throw invalid(first ?? { keyword: 'type', instancePath: '', params: {} })
}

/** Well-formed Unicode without control characters but white space: what the server lets in. */
function isCleanText(text: string): boolean {
  return text.isWellFormed() && !/(?!\s)\p{Cc}/u.test(text)
}

/** @throws Problem 400 where a text other than a password holds what no text should. */
function refuseBadTexts(values: object): void {
  const fields: [string, unknown][] = Object.entries(values)
  for (const [field, value] of fields) {
    const mayHoldAnything = /password$/i.test(field)
    if (typeof value !== 'string' || mayHoldAnything || isCleanText(value)) continue
    const name = field.charAt(0).toUpperCase() + field.slice(1)
    throw new Problem(400, 'invalid_request', `${name} contains characters that cannot be used.`, [
      { field, rule: 'characters' },
    ])
  }
}

/**
 * Reads a JSON body and checks it against a schema of the contract.
 * @throws Problem 413 beyond `maxBytes`, 415 for another content type, 400 where it is no JSON, breaks
 * the schema or holds control characters (passwords may).
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
  const type = request.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  if (text !== '' && type !== 'application/json') {
    throw new Problem(415, 'unsupported_media_type', ERROR_TEXTS.unsupportedMediaType)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Problem(400, 'invalid_request', ERROR_TEXTS.bodyNotJson)
  }
  const body = checked(schema, value)
  if (typeof body === 'object' && body !== null) refuseBadTexts(body)
  return body
}

/**
 * Reads the query string and checks it against a schema of the contract: whole numbers become
 * numbers, a parameter given twice becomes a list, which no schema takes.
 * @throws Problem 400 `invalid_request`.
 */
export function readQuery<S extends TSchema>(request: Request, schema: S): Static<S> {
  const query: Record<string, string | number | string[]> = {}
  const parameters = new URL(request.url).searchParams
  for (const name of parameters.keys()) {
    const values = parameters.getAll(name)
    const [value = ''] = values
    if (values.length > 1) query[name] = values
    else query[name] = name === 'startIndex' && /^-?\d+$/.test(value) ? Number(value) : value
  }
  refuseBadTexts(query)
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

/** What a form uploads, and what the answer says where it is no file or too large. */
interface Upload {
  field: string
  maxBytes: number
  missing: string
  tooLarge: string
}

/** The one file of a multipart body. @throws Problem 400, 413 or 415. */
async function readUpload(request: Request, upload: Upload): Promise<Uint8Array<ArrayBuffer>> {
  const { field, maxBytes, missing, tooLarge } = upload
  if (!request.headers.get('Content-Type')?.startsWith('multipart/form-data')) {
    throw new Problem(415, 'unsupported_media_type', ERROR_TEXTS.unsupportedMediaType)
  }
  const [entry, ...others] = (await request.formData()).entries()
  const file = entry?.[0] === field && others.length === 0 ? entry[1] : ''
  if (typeof file === 'string') {
    throw new Problem(400, 'invalid_request', missing, [{ field, rule: 'required' }])
  }
  if (file.size > maxBytes) throw new Problem(413, 'body_too_large', tooLarge)
  return new Uint8Array(await file.arrayBuffer())
}

/**
 * Reads the uploaded picture of a multipart body: exactly one file in the field `profileImage`. What
 * it is comes from its first bytes; name and declared type are ignored, as on the server.
 * @throws Problem 400, 413 or 415.
 */
export async function readPicture(request: Request): Promise<FakePicture> {
  const field = PROFILE_IMAGE_FIELD
  const missing = ERROR_TEXTS.imageMissing
  const tooLarge = ERROR_TEXTS.imageTooLarge
  const maxBytes = PROFILE_IMAGE_MAX_BYTES
  const bytes = await readUpload(request, { field, maxBytes, missing, tooLarge })
  if (bytes.length === 0) {
    throw new Problem(400, 'invalid_request', missing, [{ field, rule: 'required' }])
  }
  const type = imageType(bytes)
  if (type === undefined) throw new Problem(415, 'image_rejected', ERROR_TEXTS.imageRejected)
  return { type, bytes }
}

/** The file of an uploaded library. @throws Problem 400, 413 or 415. */
export const readLibraryFile = (request: Request): Promise<Uint8Array> =>
  readUpload(request, {
    field: LIBRARY_FIELD,
    maxBytes: LIBRARY_MAX_BYTES,
    missing: ERROR_TEXTS.libraryMissing,
    tooLarge: ERROR_TEXTS.libraryTooLarge,
  })
