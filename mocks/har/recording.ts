import { Type, type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { Id } from '../../contract/common.ts'
import { VolumeInfo } from '../../contract/books.ts'
import type { Operation } from '../../contract/operation.ts'
import { login, register } from '../../contract/session.ts'
import { parseJson } from './json.ts'
import { operationOf, pathOf } from './operationOf.ts'

/** The methods of calls that are recorded. */
export const CALL_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** One answer: `status` 0 is none at all, as of a server that cannot be reached. */
const RecordedAnswer = Type.Object(
  {
    status: Type.Union([Type.Literal(0), Type.Integer({ minimum: 200, maximum: 599 })]),
    /** JSON in which `{ "$book": id }` stands for a record of `books`. */
    body: Type.Optional(Type.Unknown()),
    /** What the body was where it was no JSON; its words are not kept. */
    as: Type.Optional(Type.Enum(['html', 'text', 'brokenJson'])),
    /** How long the answer took, in milliseconds, where that was long enough to be felt. */
    ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 60_000 })),
  },
  { additionalProperties: false },
)
export type RecordedAnswer = Static<typeof RecordedAnswer>

/** What a call is known by, and its answers in their order; the last one repeats. */
const RecordedCall = Type.Object(
  {
    method: Type.Enum([...CALL_METHODS]),
    /** The path; `*` for a part that was not kept. */
    path: Type.String({ pattern: '^/api/' }),
    query: Type.Optional(Type.Record(Type.String(), Type.String())),
    /** What the call sends, where that tells it from others; `null` where it breaks the contract. */
    body: Type.Optional(Type.Unknown()),
    answers: Type.Array(RecordedAnswer, { minItems: 1 }),
  },
  { additionalProperties: false },
)
export type RecordedCall = Static<typeof RecordedCall>

/** A book of a list, whole or not: other hosts leave fields out, and the product takes them (decision 31). */
export const AnyBook = Type.Object({
  id: Id,
  title: Type.Optional(Type.String()),
  authors: Type.Optional(Type.Array(Type.String())),
  description: Type.Optional(Type.String()),
  imageLinks: Type.Optional(Type.Object({ thumbnail: Type.Optional(Type.String()) })),
  volumeInfo: Type.Optional(Type.Partial(VolumeInfo)),
  accessInfo: Type.Optional(
    Type.Object({
      pdf: Type.Optional(
        Type.Object({
          isAvailable: Type.Optional(Type.Boolean()),
          acsTokenLink: Type.Optional(Type.String()),
        }),
      ),
      webReaderLink: Type.Optional(Type.String()),
    }),
  ),
  saleInfo: Type.Optional(Type.Object({ buyLink: Type.Optional(Type.String()) })),
})
export type AnyBook = Static<typeof AnyBook>

/** A recorded session as `mocks/recorded/{name}.json` has it. */
const Recording = Type.Object(
  {
    title: Type.String({ minLength: 1 }),
    /** The page that was opened first. */
    path: Type.String({ pattern: '^/' }),
    session: Type.Enum(['signedIn', 'signedOut']),
    /** The session came through the address (docs/product.md 4.2). */
    arrival: Type.Optional(Type.Enum(['newcomer', 'returning'])),
    /** In the order in which they were first made. */
    calls: Type.Array(RecordedCall, { minItems: 1 }),
    /** The books of the answers, by id. */
    books: Type.Array(AnyBook),
  },
  { additionalProperties: false },
)
export type Recording = Static<typeof Recording>

/** @throws Error where a value is no recorded session, as one that was edited by hand. */
export function readRecording(value: unknown): Recording {
  if (Value.Check(Recording, value)) return value
  const [issue] = Value.Errors(Recording, value)
  const where = issue?.instancePath ?? ''
  throw new Error(
    `This is no recorded session: ${where} ${issue?.message ?? 'is of another kind'}.`,
  )
}

/** What tells one call from another. */
export type CallKey = Omit<RecordedCall, 'answers' | 'method'> & { method: string }

// The product draws it anew in every session (decision 33), so no replay asks for the same.
const DRAWN = new Set(['startIndex'])

// What they send is the reader's secret, and no replay types it again.
const SECRET_BODIES: ReadonlySet<Operation> = new Set([login, register])

function queryOf(schema: TSchema | undefined, url: URL): Record<string, string> | undefined {
  if (!Type.IsObject(schema)) return undefined
  const kept = Object.keys(schema.properties).flatMap((name) => {
    const value = url.searchParams.get(name)
    return value === null || DRAWN.has(name) ? [] : [[name, value] as const]
  })
  return kept.length > 0 ? Object.fromEntries(kept) : undefined
}

/** A value without the fields that a schema does not have; `undefined` where it breaks the schema. */
export function rebuilt<S extends TSchema>(schema: S, value: unknown): Static<S> | undefined {
  const clean = Value.Clean(schema, structuredClone(value))
  return Value.Check(schema, clean) ? clean : undefined
}

/**
 * What a call is known by, in a recording and in its replay: method, path, the contract's parameters
 * and body. Of a call that the contract does not know, only method and path.
 */
export function keyOf(method: string, url: URL, body: string): CallKey {
  const found = operationOf(method, url.pathname)
  if (!found) return { method, path: url.pathname }
  const { operation, params } = found
  const { querystring, body: bodySchema } = operation.schema
  const query = queryOf(querystring, url)
  return {
    method,
    path: pathOf(operation, params),
    ...(query && { query }),
    ...(bodySchema &&
      !SECRET_BODIES.has(operation) && { body: rebuilt(bodySchema, parseJson(body)) ?? null }),
  }
}

/** JSON in which neither the order of fields nor that of a list makes a difference. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).toSorted().join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  const fields = Object.entries(value).map(([name, field]) => `${name}:${canonical(field)}`)
  return `{${fields.toSorted().join(',')}}`
}

function isSamePath(recorded: string, path: string): boolean {
  const wanted = recorded.split('/')
  const segments = path.split('/')
  return (
    wanted.length === segments.length &&
    wanted.every((segment, index) => segment === '*' || segment === segments[index])
  )
}

/** Whether a call is the recorded one. */
export function isSameCall(recorded: CallKey, call: CallKey): boolean {
  // What was not kept of an unknown path never means a call of the contract.
  if (recorded.path.includes('*') && operationOf(call.method, call.path)) return false
  return (
    recorded.method === call.method &&
    isSamePath(recorded.path, call.path) &&
    canonical(recorded.query) === canonical(call.query) &&
    canonical(recorded.body) === canonical(call.body)
  )
}
