import { Value } from 'typebox/value'
import type { Static, TSchema } from 'typebox'
import { afterAll, beforeAll, expect } from 'vitest'
import { AccountExport, exportAccount } from '../account.ts'
import { getRecommendedBooks, type Book } from '../books.ts'
import { ErrorBody, type ErrorCode } from '../common.ts'
import { ERROR_TEXTS } from '../errorTexts.ts'
import {
  addFavoriteAuthor,
  addFavoriteBook,
  getFavoriteAuthors,
  getFavoriteBooks,
} from '../favorites.ts'
import { getMarks, setMark, type Mark, type Marks } from '../marks.ts'
import type { Operation } from '../operation.ts'
import { getProfile, uploadProfileImage } from '../profile.ts'
import { login, register } from '../session.ts'
import { PROFILE_IMAGE_FIELD } from '../uploads.ts'

/** What the contract is checked on: the server, or the fake that stands in for it. */
export interface Backend {
  /** Sends a request; `path` starts with `/`. */
  request(path: string, init?: RequestInit): Promise<Response>
  /** The token of the link that was last mailed to a reader. */
  resetToken(email: string): Promise<string>
  /** Ends it and removes what it left behind. */
  close(): Promise<void>
}

/** What a request has beyond its operation. */
export interface CallOptions {
  params?: Readonly<Record<string, string>>
  query?: string
  /** Sent as JSON. */
  json?: unknown
  /** Sent as it is. */
  body?: BodyInit
  bearer?: string
  /** `name=value`, sent as a browser sends it from one of our own pages. */
  cookie?: string
  headers?: Readonly<Record<string, string>>
}

/** A response that the contract knows, its body read. */
export interface TestResponse {
  status: number
  headers: Headers
  body: unknown
}

/** A reader who has registered, with both secrets of the session. */
export interface Reader {
  id: string
  name: string
  email: string
  token: string
  cookie: string
}

/** How a request is refused: status, code and sentence. */
type Refusal = readonly [status: number, code: ErrorCode, message?: string]

export const UNAUTHENTICATED: Refusal = [401, 'unauthenticated', ERROR_TEXTS.unauthenticated]
export const FORBIDDEN: Refusal = [403, 'forbidden', ERROR_TEXTS.forbidden]
export const CROSS_SITE: Refusal = [403, 'cross_site', ERROR_TEXTS.crossSite]
export const NO_SUCH_BOOK: Refusal = [404, 'not_found', 'Book not found.']

/** An operation with the schema of its answer. */
type Answering<S extends TSchema> = Operation & { schema: { response: { 200: S } } }

/** What every reader's password is. */
export const PASSWORD = 'correct horse battery'
/** Looks like a token, but was given to nobody. */
export const STRANGE_TOKEN = 'x'.repeat(43)

/** The user agent of every request. */
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0'

/** The headers of requests that pages of other sites make, or pages that have no origin. */
export const FOREIGN: readonly Record<string, string>[] = [
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { Origin: 'https://elsewhere.example' },
  { Origin: 'null' },
]

/** A PNG of 2 by 2 pixels. */
export const PNG = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQImWM4YaNxwkaDAUIBACNeBLHoo3lxAAAAAElFTkSuQmCC',
  ),
  (character) => character.charCodeAt(0),
)

/** The body of a response, checked against a schema; fails with the first differences. */
export function shape<S extends TSchema>(schema: S, body: unknown): Static<S> {
  if (Value.Check(schema, body)) return body
  const issues = Value.Errors(schema, body)
    .slice(0, 5)
    .map((issue) => `${issue.instancePath || '(body)'} ${issue.message}`)
  throw new Error(`Not what the contract says: ${issues.join('; ')}\n${JSON.stringify(body)}`)
}

/** The body of a response: parsed if it is JSON, otherwise text. */
export async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  const isJson = /^application\/(problem\+)?json/.test(response.headers.get('Content-Type') ?? '')
  return isJson && text !== '' ? JSON.parse(text) : text
}

/** A form with one field: a file with these bytes, or a text. */
export function form(field: string, content: Uint8Array<ArrayBuffer> | string): FormData {
  const data = new FormData()
  if (typeof content === 'string') data.append(field, content)
  else data.append(field, new File([content], 'picture.png', { type: 'image/png' }))
  return data
}

/** The ids of books, in their order. */
export const ids = (books: readonly { id: string }[]): string[] => books.map(({ id }) => id)

/** `name=value` of the first cookie that a response sets; empty if it sets none. */
export function cookieOf({ headers }: TestResponse): string {
  return headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** The options of a reader's request about their own data, with the bearer. */
export function by({ id, token }: Reader, options: CallOptions = {}): CallOptions {
  return { bearer: token, ...options, params: { id, ...options.params } }
}

/** The same with the cookie alone. */
export function byCookie({ id, cookie }: Reader, options: CallOptions = {}): CallOptions {
  return { cookie, ...options, params: { id, ...options.params } }
}

/** What every error response is beyond its shape: both texts are the same sentence, and its status fits. */
export function checkError(response: Response, body: unknown): void {
  const error = shape(ErrorBody, body)
  expect(response.headers.get('Content-Type')).toMatch(/^application\/problem\+json/)
  expect(error.status).toBe(response.status)
  expect(error.error).toBe(error.message)
  expect(error.detail).toBe(error.message)
  expect(error.message).toMatch(/^[A-Z].*\.$/)
}

/**
 * The requests of a backend, each response checked against the contract, and the readers who send them.
 * `open` starts the backend before the tests of the suite around it; it is closed behind them.
 */
export function createClient(open: () => Promise<Backend>) {
  let backend: Backend
  let serial = 0
  let horror: Promise<Book[]> | undefined
  const called = new Set<string>()

  beforeAll(async () => {
    backend = await open()
  })

  afterAll(() => backend.close())

  /**
   * Calls an operation, and checks that the response is one the contract knows: a status it lists, with
   * a body of the shape listed there. Error bodies say their sentence twice.
   */
  async function call(operation: Operation, options: CallOptions = {}): Promise<TestResponse> {
    called.add(operation.schema.operationId)
    const { params = {}, query = '', json, bearer, cookie } = options
    const path = operation.url.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '')
    const headers = new Headers({ 'User-Agent': FIREFOX })
    if (json !== undefined) headers.set('Content-Type', 'application/json')
    if (bearer !== undefined) headers.set('Authorization', `Bearer ${bearer}`)
    if (cookie !== undefined) {
      headers.set('Cookie', cookie)
      headers.set('Sec-Fetch-Site', 'same-origin')
    }
    for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)
    const response = await backend.request(path + query, {
      method: operation.method,
      headers,
      body: json === undefined ? (options.body ?? null) : JSON.stringify(json),
    })
    const body = await readBody(response)
    const schema = operation.schema.response[response.status]
    if (schema === undefined) {
      throw new Error(
        `${operation.schema.operationId} answers ${response.status}, which the contract does not ` +
          `list: ${JSON.stringify(body)}`,
      )
    }
    shape(schema, body)
    if (response.status >= 400) checkError(response, body)
    return { status: response.status, headers: response.headers, body }
  }

  /** The body of a successful call. */
  async function succeed<S extends TSchema>(
    operation: Answering<S>,
    options?: CallOptions,
  ): Promise<Static<S>> {
    const reply = await call(operation, options)
    if (reply.status !== 200) throw new Error(`Refused: ${JSON.stringify(reply.body)}`)
    return shape(operation.schema.response[200], reply.body)
  }

  /** The body of a call that must fail in a certain way. */
  async function refused(
    operation: Operation,
    options: CallOptions,
    [status, code, message]: Refusal,
  ): Promise<ErrorBody> {
    const reply = await call(operation, options)
    const { operationId } = operation.schema
    expect({ operationId, options, status: reply.status, body: reply.body }).toMatchObject({
      status,
      body: { code, ...(message !== undefined && { message }) },
    })
    return shape(ErrorBody, reply.body)
  }

  /** Each of these bodies must be refused, with its sentence. */
  async function refusedBodies(
    operation: Operation,
    options: CallOptions,
    bodies: readonly (readonly [json: unknown, message?: string])[],
  ): Promise<void> {
    for (const [json, message] of bodies) {
      await refused(operation, { ...options, json }, [400, 'invalid_request', message])
    }
  }

  /** The body of a new reader's registration, with changes. */
  function registration(overrides: object = {}): Record<string, unknown> {
    serial += 1
    return {
      name: `Reader ${serial}`,
      email: `reader${serial}@example.org`,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      ...overrides,
    }
  }

  /** Registers somebody new. */
  async function newReader(input: Record<string, unknown> = {}): Promise<Reader> {
    const json = registration(input)
    const reply = await call(register, { json })
    const { id, name, token } = shape(register.schema.response[201], reply.body)
    return { id, name, email: String(json['email']), token, cookie: cookieOf(reply) }
  }

  /** The reader, logged in once more. */
  async function logInAgain(reader: Reader): Promise<Reader> {
    const json = { email: reader.email, password: PASSWORD }
    return { ...reader, token: (await succeed(login, { json })).token }
  }

  /** A page of recommendations for an interest. */
  async function shelf(preference: string, startIndex?: number): Promise<Book[]> {
    const offset = startIndex === undefined ? '' : `&startIndex=${startIndex}`
    const query = `?preference=${encodeURIComponent(preference)}${offset}`
    return succeed(getRecommendedBooks, { query })
  }

  /** Six books for tests that need any; the catalogue stays the same. */
  async function someBooks(): Promise<[Book, Book, Book, Book, Book, Book]> {
    const [a, b, c, d, e, f] = await (horror ??= shelf('Horror'))
    if (!a || !b || !c || !d || !e || !f) throw new Error('The shelf is too short.')
    return [a, b, c, d, e, f]
  }

  /** Their ids. */
  async function someIds(): Promise<[string, string, string, string, string, string]> {
    const [a, b, c, d, e, f] = await someBooks()
    return [a.id, b.id, c.id, d.id, e.id, f.id]
  }

  /** Gives hearts, the last as the newest. */
  async function love(reader: Reader, ...bookIds: string[]): Promise<void> {
    for (const bookId of bookIds) await succeed(addFavoriteBook, by(reader, { json: { bookId } }))
  }

  async function favorAuthor(reader: Reader, ...authors: string[]): Promise<void> {
    for (const author of authors) await succeed(addFavoriteAuthor, by(reader, { json: { author } }))
  }

  /** Marks books, the last as the newest. */
  async function mark(reader: Reader, as: Mark, ...bookIds: string[]): Promise<void> {
    for (const bookId of bookIds)
      await succeed(setMark, by(reader, { params: { bookId }, json: { mark: as } }))
  }

  /** The ids of a reader's favorite books. */
  const favoriteIds = async (reader: Reader): Promise<string[]> =>
    ids(await succeed(getFavoriteBooks, by(reader)))

  /** The books by a reader's favorite authors. */
  const authorBooks = (reader: Reader): Promise<Book[]> => succeed(getFavoriteAuthors, by(reader))

  /** The ids of the books that a reader has marked. */
  async function marksOf(reader: Reader): Promise<Marks> {
    const { works: _, ...marks } = await succeed(getMarks, by(reader))
    return marks
  }

  /** All that is stored about a reader. */
  const exported = async (reader: Reader): Promise<AccountExport> =>
    shape(AccountExport, await succeed(exportAccount, by(reader)))

  /** Uploads a picture; gives where it is. */
  async function uploadPicture(reader: Reader): Promise<string> {
    const options = by(reader, { body: form(PROFILE_IMAGE_FIELD, PNG) })
    return (await succeed(uploadProfileImage, options)).profileImageUrl
  }

  const profileOf = (reader: Reader) => succeed(getProfile, by(reader))

  return {
    /** Sends a request without an operation; `path` starts with `/`. */
    request: (path: string, init?: RequestInit) => backend.request(path, init),
    /** The token of the link that was last mailed to a reader. */
    resetToken: (email: string) => backend.resetToken(email),
    /** The operations that were called so far, by their id. */
    called,
    call,
    succeed,
    refused,
    refusedBodies,
    registration,
    newReader,
    logInAgain,
    shelf,
    someBooks,
    someIds,
    love,
    favorAuthor,
    mark,
    favoriteIds,
    authorBooks,
    marksOf,
    exported,
    uploadPicture,
    profileOf,
  }
}

export type Client = ReturnType<typeof createClient>
