import { Value } from 'typebox/value'
import type { Static, TSchema } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AccountExport, deleteAccount, exportAccount } from '../account.ts'
import { getBook, getRecommendedBooks, searchBooks, type Book } from '../books.ts'
import { CATEGORIES } from '../categories.ts'
import { ErrorBody, type ErrorCode } from '../common.ts'
import { ERROR_TEXTS } from '../errorTexts.ts'
import {
  addFavoriteAuthor,
  addFavoriteBook,
  addFavoriteBookFromDetail,
  getFavoriteAuthors,
  getFavoriteBooks,
  removeFavoriteBook,
} from '../favorites.ts'
import { fold } from '../fold.ts'
import type { Operation } from '../operation.ts'
import { OPERATIONS } from '../operations.ts'
import { getNavbarPreferences, getPreferences, savePreferences } from '../preferences.ts'
import { getProfile, PROFILE_IMAGE_MAX_BYTES, uploadProfileImage } from '../profile.ts'
import { PROFILE_IMAGE_FIELD } from '../profileImage.ts'
import { login, logout, register } from '../session.ts'

/** What the contract is checked on: the server, or the fake that stands in for it. */
export interface Backend {
  /** Sends a request; `path` starts with `/`. */
  request(path: string, init?: RequestInit): Promise<Response>
  /** Ends it and removes what it left behind. */
  close(): Promise<void>
}

interface CallOptions {
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

interface Answer {
  status: number
  headers: Headers
  body: unknown
}

interface Reader {
  id: string
  name: string
  email: string
  token: string
  cookie: string
}

const PASSWORD = 'correct horse battery'
const STRANGE_TOKEN = 'x'.repeat(43)

// A PNG of 2 by 2 pixels.
const PNG = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQImWM4YaNxwkaDAUIBACNeBLHoo3lxAAAAAElFTkSuQmCC',
  ),
  (character) => character.charCodeAt(0),
)

/** The body of an answer as what a schema says it is; fails with the first things that are not so. */
function shape<S extends TSchema>(schema: S, body: unknown): Static<S> {
  if (Value.Check(schema, body)) return body
  const issues = Value.Errors(schema, body)
    .slice(0, 5)
    .map((issue) => `${issue.instancePath || '(body)'} ${issue.message}`)
  throw new Error(`Not what the contract says: ${issues.join('; ')}\n${JSON.stringify(body)}`)
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  const isJson = /^application\/(problem\+)?json/.test(response.headers.get('Content-Type') ?? '')
  return isJson && text !== '' ? JSON.parse(text) : text
}

function form(field: string, content: Uint8Array<ArrayBuffer> | string): FormData {
  const data = new FormData()
  if (typeof content === 'string') data.append(field, content)
  else data.append(field, new File([content], 'picture.png', { type: 'image/png' }))
  return data
}

const ids = (books: readonly { id: string }[]): string[] => books.map(({ id }) => id)

function cookieOf({ headers }: Answer): string {
  return headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** The options of a call of a reader on what is theirs, with the bearer. */
function by({ id, token }: Reader, options: CallOptions = {}): CallOptions {
  return { bearer: token, ...options, params: { id, ...options.params } }
}

/** The same with the cookie alone. */
function byCookie({ id, cookie }: Reader, options: CallOptions = {}): CallOptions {
  return { cookie, ...options, params: { id, ...options.params } }
}

/** What every error answer is beyond its shape (decision 25). */
function checkError(response: Response, body: unknown): void {
  const error = shape(ErrorBody, body)
  expect(response.headers.get('Content-Type')).toMatch(/^application\/problem\+json/)
  expect(error.status).toBe(response.status)
  expect(error.error).toBe(error.message)
  expect(error.detail).toBe(error.message)
  expect(error.message).toMatch(/^[A-Z].*\.$/)
}

/**
 * The list of what every backend must do, one test each: section 7, decisions 25 to 36, sections 0
 * and 2.1 of ../shared/security.md. `open` starts a fresh backend over the books that ship with the project.
 */
export function describeContract(name: string, open: () => Promise<Backend>): void {
  describe(`contract: ${name}`, () => {
    let backend: Backend
    let serial = 0
    const called = new Set<string>()

    beforeAll(async () => {
      backend = await open()
    })

    afterAll(() => backend.close())

    /**
     * Calls an operation, and checks that the answer is one the contract knows: a status it lists, with
     * a body of the shape listed there. Error bodies say their sentence twice.
     */
    async function call(operation: Operation, options: CallOptions = {}): Promise<Answer> {
      called.add(operation.schema.operationId)
      const { params = {}, query = '', json, bearer, cookie } = options
      const path = operation.url.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '')
      const headers = new Headers()
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
      schema: S,
      operation: Operation,
      options?: CallOptions,
    ): Promise<Static<S>> {
      const answer = await call(operation, options)
      if (answer.status >= 300) throw new Error(`Refused: ${JSON.stringify(answer.body)}`)
      return shape(schema, answer.body)
    }

    /** The body of a call that must fail in a certain way. */
    async function refused(
      status: number,
      code: ErrorCode,
      operation: Operation,
      options?: CallOptions,
    ): Promise<ErrorBody> {
      const answer = await call(operation, options)
      expect({ status: answer.status, body: answer.body }).toMatchObject({ status, body: { code } })
      return shape(ErrorBody, answer.body)
    }

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

    async function newReader(): Promise<Reader> {
      const json = registration()
      const answer = await call(register, { json })
      const { id, name, token } = shape(register.schema.response[201], answer.body)
      return { id, name, email: String(json['email']), token, cookie: cookieOf(answer) }
    }

    /** A reader who has something of everything, and the book they favor. */
    async function settledReader(): Promise<{ reader: Reader; book: Book }> {
      const reader = await newReader()
      const book = await someBook()
      await call(savePreferences, by(reader, { json: { preferences: ['Poetry', 'Mystery'] } }))
      await call(addFavoriteBook, by(reader, { json: { bookId: book.id } }))
      await call(addFavoriteAuthor, by(reader, { json: { author: '=Sappho "of Lesbos"' } }))
      await call(uploadProfileImage, by(reader, { body: form(PROFILE_IMAGE_FIELD, PNG) }))
      return { reader, book }
    }

    async function shelf(preference: string, startIndex?: number): Promise<Book[]> {
      const offset = startIndex === undefined ? '' : `&startIndex=${startIndex}`
      const query = `?preference=${encodeURIComponent(preference)}${offset}`
      return succeed(getRecommendedBooks.schema.response[200], getRecommendedBooks, { query })
    }

    async function someBook(index = 0): Promise<Book> {
      const book = (await shelf('Mystery'))[index]
      if (book === undefined) throw new Error('The shelf is too short.')
      return book
    }

    async function favoriteIds(reader: Reader): Promise<string[]> {
      return ids(await succeed(getFavoriteBooks.schema.response[200], getFavoriteBooks, by(reader)))
    }

    async function authorBooks(reader: Reader): Promise<Book[]> {
      return succeed(getFavoriteAuthors.schema.response[200], getFavoriteAuthors, by(reader))
    }

    async function profileImage(reader: Reader): Promise<string | null> {
      const schema = getProfile.schema.response[200]
      return (await succeed(schema, getProfile, by(reader))).profileImage
    }

    async function search(text: string): Promise<{ id: string; title: string }[]> {
      const query = `?query=${encodeURIComponent(text)}`
      const { data } = await succeed(searchBooks.schema.response[200], searchBooks, { query })
      return data.map(({ id, volumeInfo }) => ({ id, title: volumeInfo.title }))
    }

    /** Options with which a call is in order but for its credential. */
    async function inOrder(operation: Operation, reader: Reader): Promise<CallOptions> {
      const book = await someBook()
      const params = { id: reader.id, bookId: book.id }
      const bodies: Readonly<Record<string, unknown>> = {
        savePreferences: { preferences: ['Poetry'] },
        addFavoriteAuthor: { author: 'Ursula K. Le Guin' },
        addFavoriteBook: { bookId: book.id },
        addFavoriteBookFromDetail: { bookId: book.id },
        deleteAccount: { password: PASSWORD },
      }
      const json = bodies[operation.schema.operationId]
      if (operation === uploadProfileImage) return { params, body: form(PROFILE_IMAGE_FIELD, PNG) }
      return { params, ...(json !== undefined && { json }) }
    }

    describe('POST /api/user/register', () => {
      test('answers 201 with token, id, name and a welcome', async () => {
        const answer = await call(register, { json: registration({ name: 'Ada' }) })
        const body = shape(register.schema.response[201], answer.body)
        expect(answer.status).toBe(201)
        expect(body.token).toMatch(/^[A-Za-z0-9_-]{43}$/)
        expect(body.name).toBe('Ada')
        expect(body.message).toBe('Welcome to Catchword, Ada! Your account is ready.')
      })

      test('sets a cookie that scripts and other sites cannot use, for 30 days', async () => {
        const answer = await call(register, { json: registration() })
        const cookies = answer.headers.getSetCookie()
        expect(cookies).toHaveLength(1)
        expect(cookies[0]).toMatch(/; HttpOnly/i)
        expect(cookies[0]).toMatch(/; SameSite=Strict/i)
        expect(cookies[0]).toMatch(/; Path=\//i)
        expect(cookies[0]).toMatch(/; Max-Age=2592000/i)
        expect(cookies[0]).not.toMatch(/Domain=/i)
      })

      test('gives the cookie a secret of its own, not the token', async () => {
        const reader = await newReader()
        expect(reader.cookie).toMatch(/=[A-Za-z0-9_-]{43}$/)
        expect(reader.cookie).not.toContain(reader.token)
      })

      test('signs the reader in', async () => {
        const reader = await newReader()
        const profile = await succeed(getProfile.schema.response[200], getProfile, by(reader))
        expect(profile).toMatchObject({ id: reader.id, name: reader.name })
      })

      test('trims the name', async () => {
        const json = registration({ name: '  Grace Hopper ' })
        const body = await succeed(register.schema.response[201], register, { json })
        expect(body.name).toBe('Grace Hopper')
      })

      test('takes a name in any script, and a password of 128 characters', async () => {
        const password = '密'.repeat(128)
        const json = registration({ name: '紫式部 🌸', password, confirmPassword: password })
        const body = await succeed(register.schema.response[201], register, { json })
        expect(body.name).toBe('紫式部 🌸')
      })

      test('refuses an email that is taken, in any letter case', async () => {
        const reader = await newReader()
        const json = registration({ email: reader.email.toUpperCase() })
        const error = await refused(409, 'email_taken', register, { json })
        expect(error.message).toBe(ERROR_TEXTS.emailTaken)
      })

      test('refuses passwords that differ', async () => {
        const json = registration({ confirmPassword: 'another thing' })
        const error = await refused(400, 'passwords_differ', register, { json })
        expect(error.message).toBe('Passwords do not match.')
      })

      test.each([
        ['of 7 characters', '1234567'],
        ['of 129 characters', 'x'.repeat(129)],
      ])('refuses a password %s with its reason', async (_, password) => {
        const json = registration({ password, confirmPassword: password })
        const error = await refused(400, 'password_rejected', register, { json })
        expect(error.message).toContain('assword')
      })

      test.each([
        ['blank', '   '],
        ['of 81 characters', 'n'.repeat(81)],
        ['with a control character', 'Ada\u0000'],
        ['with half a character', 'Ada\ud800'],
      ])('refuses a name %s', async (_, name) => {
        const error = await refused(400, 'invalid_request', register, {
          json: registration({ name }),
        })
        expect(error.message).toContain('Name')
      })

      test.each(['nobody', '@example.org', 'a@b', 'a b@example.org', 'a@@example.org'])(
        'refuses the email %j',
        async (email) => {
          const error = await refused(400, 'invalid_request', register, {
            json: registration({ email }),
          })
          expect(error.message).toBe(ERROR_TEXTS.emailInvalid)
          expect(error.errors).toStrictEqual([{ field: 'email', rule: 'format' }])
        },
      )

      test.each([
        ['name', 'Name is required.'],
        ['email', 'Email is required.'],
        ['password', 'Password is required.'],
        ['confirmPassword', 'Password confirmation is required.'],
      ])('refuses a body without %s, and names it', async (field, sentence) => {
        const json = registration({ [field]: undefined })
        const error = await refused(400, 'invalid_request', register, { json })
        expect(error.message).toBe(sentence)
        expect(error.errors).toContainEqual({ field, rule: 'required' })
      })

      test('refuses a property that it does not know', async () => {
        const json = registration({ isAdmin: true })
        const error = await refused(400, 'invalid_request', register, { json })
        expect(error.message).toBe('The field "isAdmin" is not known here.')
      })

      test.each([[5], [['Ada']], [null]])('refuses %j as a name', async (name) => {
        const error = await refused(400, 'invalid_request', register, {
          json: registration({ name }),
        })
        expect(error.message).toBe('Name must be a text.')
      })
    })

    describe('POST /api/user/login', () => {
      test('answers token, id and name, and sets the cookie', async () => {
        const reader = await newReader()
        const json = { email: reader.email, password: PASSWORD }
        const answer = await call(login, { json })
        const body = shape(login.schema.response[200], answer.body)
        expect(body).toMatchObject({ id: reader.id, name: reader.name })
        expect(cookieOf(answer)).toMatch(/=[A-Za-z0-9_-]{43}$/)
      })

      test('knows the email in any letter case', async () => {
        const reader = await newReader()
        const json = { email: reader.email.toUpperCase(), password: PASSWORD }
        const body = await succeed(login.schema.response[200], login, { json })
        expect(body.id).toBe(reader.id)
      })

      test('begins a new session beside the old one', async () => {
        const reader = await newReader()
        const json = { email: reader.email, password: PASSWORD }
        const { token } = await succeed(login.schema.response[200], login, { json })
        expect(token).not.toBe(reader.token)
        expect((await call(getProfile, { bearer: token })).status).toBe(200)
        expect((await call(getProfile, by(reader))).status).toBe(200)
      })

      test('refuses a wrong password', async () => {
        const reader = await newReader()
        const error = await refused(401, 'invalid_credentials', login, {
          json: { email: reader.email, password: 'wrong horse battery' },
        })
        expect(error.message).toBe('Invalid email or password.')
      })

      test('says the same of an unknown email', async () => {
        const error = await refused(401, 'invalid_credentials', login, {
          json: { email: 'nobody@example.org', password: PASSWORD },
        })
        expect(error.message).toBe('Invalid email or password.')
      })

      test.each([
        ['email', { password: PASSWORD }, 'Email is required.'],
        ['password', { email: 'a@example.org' }, 'Password is required.'],
        ['password', { email: 'a@example.org', password: '' }, 'Password is required.'],
      ])('refuses a body without %s', async (_, json, sentence) => {
        const error = await refused(400, 'invalid_request', login, { json })
        expect(error.message).toBe(sentence)
      })

      test('refuses a property that it does not know', async () => {
        const json = { email: 'a@example.org', password: PASSWORD, remember: true }
        await refused(400, 'invalid_request', login, { json })
        expect(called).toContain('login')
      })

      test.each([
        [login, { email: 'a@example.org', password: PASSWORD }],
        [register, registration()],
      ])('is not taken from another site ($url)', async (operation, json) => {
        const headers = { 'Sec-Fetch-Site': 'cross-site' }
        const error = await refused(403, 'cross_site', operation, { json, headers })
        expect(error.message).toBe(ERROR_TEXTS.crossSite)
      })
    })

    describe('bodies', () => {
      const json = { 'Content-Type': 'application/json' }

      test('refuses what is not JSON', async () => {
        const options = { body: '{"email":', headers: json }
        const error = await refused(400, 'invalid_request', login, options)
        expect(error.message).toBe(ERROR_TEXTS.bodyNotJson)
      })

      test.each([
        ['nothing', ''],
        ['a list', '[]'],
        ['a text', '"hello"'],
        ['null', 'null'],
      ])('refuses %s as a body', async (_, body) => {
        const error = await refused(400, 'invalid_request', login, { body, headers: json })
        expect(error.message).not.toBe('')
      })

      test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])(
        'refuses the content type %s',
        async (type) => {
          const body = JSON.stringify({ email: 'a@example.org', password: PASSWORD })
          const headers = { 'Content-Type': type }
          const error = await refused(415, 'unsupported_media_type', login, { body, headers })
          expect(error.message).toBe(ERROR_TEXTS.unsupportedMediaType)
        },
      )

      test('refuses more than 16 KiB', async () => {
        const error = await refused(413, 'body_too_large', login, {
          json: { email: 'a@example.org', password: 'x'.repeat(17 * 1024) },
        })
        expect(error.message).toBe(ERROR_TEXTS.bodyTooLarge)
      })
    })

    describe('the guard', () => {
      const guarded = OPERATIONS.filter(({ access }) => access !== 'public')
      const needing = guarded.filter((operation) => operation !== logout)
      const ofAReader = needing.filter(({ url }) => url.includes('/:id'))
      const withCookie = needing.filter(({ access }) => access === 'bearerOrCookie')
      const bearerOnly = needing.filter(({ access }) => access === 'bearer')
      let reader: Reader
      let other: Reader

      beforeAll(async () => {
        reader = await newReader()
        other = await newReader()
      })

      test('has calls of every kind to guard', () => {
        expect(ofAReader.length).toBeGreaterThan(5)
        expect(withCookie).toHaveLength(3)
        expect(bearerOnly.length).toBeGreaterThan(5)
      })

      test.each(needing)('$method $url: 401 without a credential', async (operation) => {
        const answer = await call(operation, await inOrder(operation, reader))
        expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
        expect(answer.headers.get('WWW-Authenticate')).toMatch(/^Bearer/)
      })

      test.each(needing)('$method $url: 401 with an unknown bearer', async (operation) => {
        const options = { ...(await inOrder(operation, reader)), bearer: STRANGE_TOKEN }
        const error = await refused(401, 'unauthenticated', operation, options)
        expect(error.message).toBe(ERROR_TEXTS.unauthenticated)
      })

      test.each(ofAReader)("$method $url: 403 with another reader's bearer", async (operation) => {
        const options = { ...(await inOrder(operation, reader)), bearer: other.token }
        const error = await refused(403, 'forbidden', operation, options)
        expect(error.message).toBe(ERROR_TEXTS.forbidden)
      })

      test.each(ofAReader)('$method $url: 403 for an id that nobody has', async (operation) => {
        const options = await inOrder(operation, { ...reader, id: 'nobody' })
        const error = await refused(403, 'forbidden', operation, {
          ...options,
          bearer: reader.token,
        })
        expect(error.message).toBe(ERROR_TEXTS.forbidden)
      })

      test.each(bearerOnly)('$method $url: 401 with the cookie alone', async (operation) => {
        const options = { ...(await inOrder(operation, reader)), cookie: reader.cookie }
        const error = await refused(401, 'unauthenticated', operation, options)
        expect(error.message).toBe(ERROR_TEXTS.unauthenticated)
      })

      test.each(withCookie)('$method $url: 200 with the cookie alone', async (operation) => {
        const options = { ...(await inOrder(operation, reader)), cookie: reader.cookie }
        expect((await call(operation, options)).status).toBe(200)
      })

      test.each(withCookie)("$method $url: 403 with another reader's cookie", async (operation) => {
        const options = { ...(await inOrder(operation, reader)), cookie: other.cookie }
        const error = await refused(403, 'forbidden', operation, options)
        expect(error.message).toBe(ERROR_TEXTS.forbidden)
      })

      test.each(withCookie)(
        '$method $url: 401 with a bad bearer, however good the cookie',
        async (operation) => {
          const options = await inOrder(operation, reader)
          const credentials = { bearer: STRANGE_TOKEN, cookie: reader.cookie }
          const error = await refused(401, 'unauthenticated', operation, {
            ...options,
            ...credentials,
          })
          expect(error.message).toBe(ERROR_TEXTS.unauthenticated)
        },
      )

      test.each(withCookie)('$method $url: 401 with an unknown cookie', async (operation) => {
        const cookie = `${reader.cookie.split('=')[0]}=${STRANGE_TOKEN}`
        const options = { ...(await inOrder(operation, reader)), cookie }
        const error = await refused(401, 'unauthenticated', operation, options)
        expect(error.message).toBe(ERROR_TEXTS.unauthenticated)
      })

      test.each(
        withCookie.flatMap((operation) => [
          { operation, url: operation.url, method: operation.method, site: 'cross-site' },
          { operation, url: operation.url, method: operation.method, site: 'same-site' },
        ]),
      )('$method $url: 403 with the cookie from a $site page', async ({ operation, site }) => {
        const options = await inOrder(operation, reader)
        const error = await refused(403, 'cross_site', operation, {
          ...options,
          cookie: reader.cookie,
          headers: { 'Sec-Fetch-Site': site },
        })
        expect(error.message).toBe(ERROR_TEXTS.crossSite)
      })

      test.each(withCookie)(
        '$method $url: 403 with the cookie and a foreign Origin',
        async (op) => {
          const options = await inOrder(op, reader)
          const headers = { Cookie: reader.cookie, Origin: 'https://evil.example' }
          const error = await refused(403, 'cross_site', op, { ...options, headers })
          expect(error.message).toBe(ERROR_TEXTS.crossSite)
        },
      )

      test('refuses a change by cookie of which nothing says where it comes from', async () => {
        const options = await inOrder(addFavoriteBook, reader)
        const headers = { Cookie: reader.cookie }
        const error = await refused(403, 'cross_site', addFavoriteBook, { ...options, headers })
        expect(error.message).toBe(ERROR_TEXTS.crossSite)
      })

      test('lets a bearer act from wherever it comes', async () => {
        const headers = { 'Sec-Fetch-Site': 'cross-site' }
        const answer = await call(getPreferences, by(reader, { headers }))
        expect(answer.status).toBe(200)
      })

      test.each(['Basic', 'bearer', 'Token'])('takes no scheme %s', async (scheme) => {
        const headers = { Authorization: `${scheme} ${reader.token}` }
        const error = await refused(401, 'unauthenticated', getProfile, { headers })
        expect(error.message).toBe(ERROR_TEXTS.unauthenticated)
      })

      test('takes no token with one letter changed', async () => {
        const last = reader.token.endsWith('A') ? 'E' : 'A'
        const bearer = reader.token.slice(0, -1) + last
        const error = await refused(401, 'unauthenticated', getProfile, { bearer })
        expect(error.message).toBe(ERROR_TEXTS.unauthenticated)
      })

      test('gives a browser that lost its cookie a new one, which works', async () => {
        const headers = { 'Sec-Fetch-Site': 'same-origin' }
        const fresh = await newReader()
        const answer = await call(getProfile, by(fresh, { headers }))
        const cookie = cookieOf(answer)
        expect(cookie).toMatch(/=[A-Za-z0-9_-]{43}$/)
        const list = await call(getFavoriteBooks, byCookie({ ...fresh, cookie }))
        expect(list.status).toBe(200)
      })

      test("replaces a cookie that is left over from another reader, and that reader's still works", async () => {
        const headers = { 'Sec-Fetch-Site': 'same-origin' }
        const [present, past] = [await newReader(), await newReader()]
        const answer = await call(getProfile, by(present, { headers, cookie: past.cookie }))
        const cookie = cookieOf(answer)
        expect((await call(getFavoriteBooks, byCookie({ ...present, cookie }))).status).toBe(200)
        expect((await call(getFavoriteBooks, byCookie(past))).status).toBe(200)
      })

      test('leaves a good cookie alone', async () => {
        const fresh = await newReader()
        const answer = await call(getProfile, by(fresh, { cookie: fresh.cookie }))
        expect(answer.headers.getSetCookie()).toStrictEqual([])
      })
    })

    describe('preferences', () => {
      const spellings = [getPreferences, getNavbarPreferences]

      test.each(spellings)('GET $url: none at first', async (operation) => {
        const reader = await newReader()
        const body = await succeed(operation.schema.response[200], operation, by(reader))
        expect(body).toStrictEqual({ preferences: [] })
      })

      test.each(spellings)('GET $url: what was saved, in its order', async (operation) => {
        const reader = await newReader()
        const json = { preferences: ['Poetry', "Children's Books", 'Business'] }
        const saved = await succeed(
          savePreferences.schema.response[200],
          savePreferences,
          by(reader, { json }),
        )
        expect(saved.preferences).toStrictEqual(json.preferences)
        const body = await succeed(operation.schema.response[200], operation, by(reader))
        expect(body).toStrictEqual(json)
      })

      test('saving replaces the whole list', async () => {
        const reader = await newReader()
        await call(savePreferences, by(reader, { json: { preferences: ['Poetry', 'Travel'] } }))
        await call(savePreferences, by(reader, { json: { preferences: ['Horror'] } }))
        const body = await succeed(getPreferences.schema.response[200], getPreferences, by(reader))
        expect(body).toStrictEqual({ preferences: ['Horror'] })
      })

      test('all 20 can be saved', async () => {
        const reader = await newReader()
        const json = { preferences: [...CATEGORIES] }
        const body = await succeed(
          savePreferences.schema.response[200],
          savePreferences,
          by(reader, { json }),
        )
        expect(body.preferences).toHaveLength(20)
      })

      test.each([
        ['no interest', { preferences: [] }],
        ['an unknown interest', { preferences: ['Poetry', 'Cooking'] }],
        ['an interest twice', { preferences: ['Poetry', 'Poetry'] }],
        ['a text for a list', { preferences: 'Poetry' }],
        ['another property', { preferences: ['Poetry'], name: 'Eve' }],
        ['no list', {}],
      ])('refuses %s, and keeps what there was', async (_, json) => {
        const reader = await newReader()
        await call(savePreferences, by(reader, { json: { preferences: ['Horror'] } }))
        await refused(400, 'invalid_request', savePreferences, by(reader, { json }))
        const body = await succeed(getPreferences.schema.response[200], getPreferences, by(reader))
        expect(body).toStrictEqual({ preferences: ['Horror'] })
      })
    })

    describe('GET /api/recommendedBooks', () => {
      test.each(CATEGORIES)('%s: ten different books of the category', async (category) => {
        const books = await shelf(category, 1)
        expect(new Set(ids(books)).size).toBe(10)
        for (const book of books) expect(book.volumeInfo.categories).toContain(category)
      })

      test('begins at the best without a startIndex', async () => {
        expect(ids(await shelf('Fiction'))).toStrictEqual(ids(await shelf('Fiction', 0)))
      })

      test('startIndex is an offset into one order', async () => {
        const first = ids(await shelf('Fantasy', 0))
        const third = ids(await shelf('Fantasy', 3))
        expect(third.slice(0, 7)).toStrictEqual(first.slice(3))
      })

      test('wraps past the end, still ten and no book twice', async () => {
        const order: string[] = []
        while (new Set(order).size === order.length && order.length < 1000) {
          order.push(...ids(await shelf('Poetry', order.length)))
        }
        const length = new Set(order).size
        expect(length).toBeGreaterThanOrEqual(24)
        expect(ids(await shelf('Poetry', length))).toStrictEqual(order.slice(0, 10))
        const over = ids(await shelf('Poetry', length - 1))
        expect(over).toStrictEqual([order[length - 1], ...order.slice(0, 9)])
      })

      test('an unknown category is an empty list', async () => {
        expect(await shelf('Cooking')).toStrictEqual([])
      })

      test.each([
        '',
        '?preference=',
        `?preference=${'x'.repeat(65)}`,
        '?preference=Poetry&startIndex=-1',
        '?preference=Poetry&startIndex=1001',
        '?preference=Poetry&startIndex=1.5',
        '?preference=Poetry&startIndex=first',
        '?preference=Poetry&preference=Horror',
      ])('refuses the query %j', async (query) => {
        const error = await refused(400, 'invalid_request', getRecommendedBooks, { query })
        expect(error.errors).not.toStrictEqual([])
      })
    })

    describe('GET /api/book/detail/{id}', () => {
      test('answers the whole book', async () => {
        const book = await someBook()
        const params = { id: book.id }
        const detail = await succeed(getBook.schema.response[200], getBook, { params })
        expect(detail).toStrictEqual(book)
        expect(detail.volumeInfo.description).not.toBe('')
      })

      test('the thumbnail is an image of our own origin', async () => {
        const { volumeInfo, id } = await someBook()
        const thumbnail = volumeInfo.imageLinks?.thumbnail ?? ''
        expect(thumbnail.startsWith(`/covers/${id}`)).toBe(true)
        const response = await backend.request(thumbnail)
        expect(response.status).toBe(200)
        expect(response.headers.get('Content-Type')).toMatch(/^image\//)
      })

      test('404 for an unknown book', async () => {
        const error = await refused(404, 'not_found', getBook, { params: { id: 'no-such-book' } })
        expect(error.message).toBe('Book not found.')
      })

      test.each(['a%20b', 'x'.repeat(65), '..%2f..%2fetc', '%00'])(
        'refuses the id %j',
        async (id) => {
          const error = await refused(400, 'invalid_request', getBook, { params: { id } })
          expect(error.message).toBe('Id is not valid.')
        },
      )
    })

    describe('GET /api/books/search', () => {
      test('puts the exact title first', async () => {
        for (const index of [0, 4, 9]) {
          const { volumeInfo } = await someBook(index)
          expect((await search(volumeInfo.title))[0]?.title).toBe(volumeInfo.title)
        }
      })

      test('does not mind letter case, accents and punctuation', async () => {
        const { id, volumeInfo } = await someBook()
        const accented = volumeInfo.title.replaceAll(/[aeiou]/gi, (vowel) => `${vowel}\u0301`)
        expect(ids(await search(accented))).toContain(id)
        expect(ids(await search(` ${volumeInfo.title.toUpperCase()} !?`))).toContain(id)
      })

      test('finds by the beginning of the last word', async () => {
        const { id, volumeInfo } = await someBook()
        expect(ids(await search(volumeInfo.title.slice(0, -1)))).toContain(id)
      })

      test('finds by author and title together, the words in any order', async () => {
        const { id, volumeInfo } = await someBook()
        const words = fold(`${volumeInfo.authors[0] ?? ''} ${volumeInfo.title}`).split(' ')
        expect(ids(await search(words.toReversed().join(' ')))).toContain(id)
      })

      test('answers 20 at most, none twice', async () => {
        const found = ids(await search('a'))
        expect(found.length).toBeLessThanOrEqual(20)
        expect(new Set(found).size).toBe(found.length)
      })

      test('nothing found is an empty list', async () => {
        expect(await search('qqqqzzzzqqqq xxyyxxyyxx')).toStrictEqual([])
      })

      test.each(['"', "'", '%', '*', 'a AND', '(', '\\', ';--', '.', '🤷', 'title:x', '-'])(
        'takes %j as text',
        async (text) => {
          expect((await search(text)).length).toBeLessThanOrEqual(20)
        },
      )

      test.each([
        '',
        '?query=',
        '?query=%20%20',
        '?query=%09',
        `?query=${'x'.repeat(201)}`,
        '?query=a&query=b',
        '?query=a%00b',
      ])('refuses the query %j', async (query) => {
        const error = await refused(400, 'invalid_request', searchBooks, { query })
        expect(error.message).toContain('Query')
      })
    })

    describe('favorite books', () => {
      test('none is an empty list, not a 404', async () => {
        const reader = await newReader()
        const answer = await call(getFavoriteBooks, by(reader))
        expect(answer).toMatchObject({ status: 200, body: [] })
      })

      test.each([addFavoriteBook, addFavoriteBookFromDetail])(
        'POST $url adds the whole record',
        async (operation) => {
          const reader = await newReader()
          const book = await someBook(2)
          const added = await call(operation, by(reader, { json: { bookId: book.id } }))
          expect(added.status).toBe(200)
          const list = await call(getFavoriteBooks, by(reader))
          expect(list.body).toStrictEqual([book])
        },
      )

      test('the newest is first', async () => {
        const reader = await newReader()
        const books = ids(await shelf('Horror')).slice(0, 4)
        for (const bookId of books) await call(addFavoriteBook, by(reader, { json: { bookId } }))
        expect(await favoriteIds(reader)).toStrictEqual(books.toReversed())
      })

      test('adding again is no error and changes nothing', async () => {
        const reader = await newReader()
        const [one, two] = ids(await shelf('Horror'))
        for (const bookId of [one, two, one]) {
          const answer = await call(addFavoriteBook, by(reader, { json: { bookId } }))
          expect(answer.status).toBe(200)
        }
        expect(await favoriteIds(reader)).toStrictEqual([two, one])
      })

      test('removing takes one away, again is no error', async () => {
        const reader = await newReader()
        const [one, two] = ids(await shelf('Horror'))
        for (const bookId of [one, two]) {
          await call(addFavoriteBook, by(reader, { json: { bookId } }))
        }
        const options = by(reader, { params: { bookId: two ?? '' } })
        for (const attempt of ['first', 'second']) {
          const answer = await call(removeFavoriteBook, options)
          expect({ attempt, status: answer.status }).toStrictEqual({ attempt, status: 200 })
        }
        expect(await favoriteIds(reader)).toStrictEqual([one])
      })

      test('removing what was never there is no error', async () => {
        const reader = await newReader()
        const params = { bookId: 'no-such-book' }
        expect((await call(removeFavoriteBook, by(reader, { params }))).status).toBe(200)
      })

      test('removing tolerates a JSON content type without a body', async () => {
        const reader = await newReader()
        const params = { bookId: 'no-such-book' }
        const headers = { 'Content-Type': 'application/json' }
        const answer = await call(removeFavoriteBook, by(reader, { params, headers }))
        expect(answer.status).toBe(200)
      })

      test('what was removed and added again is the newest', async () => {
        const reader = await newReader()
        const [one = '', two = ''] = ids(await shelf('Horror'))
        for (const bookId of [one, two]) {
          await call(addFavoriteBook, by(reader, { json: { bookId } }))
        }
        await call(removeFavoriteBook, by(reader, { params: { bookId: one } }))
        await call(addFavoriteBook, by(reader, { json: { bookId: one } }))
        expect(await favoriteIds(reader)).toStrictEqual([one, two])
      })

      test('the cookie alone reads, adds and removes in its own list', async () => {
        const reader = await newReader()
        const { id: bookId } = await someBook()
        await call(addFavoriteBook, byCookie(reader, { json: { bookId } }))
        const list = await succeed(
          getFavoriteBooks.schema.response[200],
          getFavoriteBooks,
          byCookie(reader),
        )
        expect(ids(list)).toStrictEqual([bookId])
        await call(removeFavoriteBook, byCookie(reader, { params: { bookId } }))
        expect(await favoriteIds(reader)).toStrictEqual([])
      })

      test('the lists of two readers do not mix', async () => {
        const [one, other] = [await newReader(), await newReader()]
        const { id: bookId } = await someBook()
        await call(addFavoriteBook, by(one, { json: { bookId } }))
        expect(await favoriteIds(other)).toStrictEqual([])
      })

      test.each([addFavoriteBook, addFavoriteBookFromDetail])(
        'POST $url: 404 for an unknown book',
        async (operation) => {
          const reader = await newReader()
          const json = { bookId: 'no-such-book' }
          const error = await refused(404, 'not_found', operation, by(reader, { json }))
          expect(error.message).toBe('Book not found.')
        },
      )

      test.each([
        ['no id', {}, 'Book id is required.'],
        ['an id that is none', { bookId: '../x' }, 'Book id is not valid.'],
        ['a number', { bookId: 12 }, 'Book id must be a text.'],
        ['a list', { bookId: ['a'] }, 'Book id must be a text.'],
        ['another property', { bookId: 'a', userId: 'b' }, 'The field "userId" is not known here.'],
      ])('refuses %s', async (_, json, sentence) => {
        const reader = await newReader()
        const error = await refused(400, 'invalid_request', addFavoriteBook, by(reader, { json }))
        expect(error.message).toBe(sentence)
      })
    })

    describe('favorite authors', () => {
      test('none is an empty list', async () => {
        expect(await authorBooks(await newReader())).toStrictEqual([])
      })

      test('answers books by the authors that were added, and a repeat is no error', async () => {
        const reader = await newReader()
        const { volumeInfo, id } = await someBook()
        const [author = ''] = volumeInfo.authors
        for (const attempt of ['first', 'second']) {
          const answer = await call(addFavoriteAuthor, by(reader, { json: { author } }))
          expect({ attempt, status: answer.status }).toStrictEqual({ attempt, status: 200 })
        }
        const books = await authorBooks(reader)
        expect(ids(books)).toContain(id)
        for (const book of books) expect(book.volumeInfo.authors).toContain(author)
      })

      test('compares names without regard to accents and letter case', async () => {
        const reader = await newReader()
        const { volumeInfo, id } = await someBook()
        const author = (volumeInfo.authors[0] ?? '').toUpperCase()
        await call(addFavoriteAuthor, by(reader, { json: { author } }))
        expect(ids(await authorBooks(reader))).toContain(id)
      })

      test('an author of whom there is no book is no error', async () => {
        const reader = await newReader()
        await call(addFavoriteAuthor, by(reader, { json: { author: 'Nobody At All' } }))
        expect(await authorBooks(reader)).toStrictEqual([])
      })

      test('leaves out favorites while other books of the author remain', async () => {
        const reader = await newReader()
        const author = 'Agatha Christie'
        await call(addFavoriteAuthor, by(reader, { json: { author } }))
        const all = ids(await authorBooks(reader))
        expect(all.length).toBeGreaterThan(1)
        await call(addFavoriteBook, by(reader, { json: { bookId: all[0] } }))
        expect(ids(await authorBooks(reader))).toStrictEqual(all.slice(1))
        for (const bookId of all.slice(1)) {
          await call(addFavoriteBook, by(reader, { json: { bookId } }))
        }
        expect(ids(await authorBooks(reader))).toStrictEqual(all)
      })

      test.each([
        ['no author', {}, 'Author is required.'],
        ['an empty author', { author: '' }, 'Author is required.'],
        ['too long a name', { author: 'x'.repeat(201) }, 'Author can have at most 200 characters.'],
        ['a number', { author: 1 }, 'Author must be a text.'],
        [
          'a control character',
          { author: 'A\u0007' },
          'Author contains characters that cannot be used.',
        ],
        ['only spaces', { author: '  ' }, 'Author is required.'],
        ['another property', { author: 'A', id: 'b' }, 'The field "id" is not known here.'],
      ])('refuses %s', async (_, json, sentence) => {
        const reader = await newReader()
        const error = await refused(400, 'invalid_request', addFavoriteAuthor, by(reader, { json }))
        expect(error.message).toBe(sentence)
      })
    })

    describe('profile', () => {
      async function upload(reader: Reader): Promise<string> {
        const options = by(reader, { body: form(PROFILE_IMAGE_FIELD, PNG) })
        const schema = uploadProfileImage.schema.response[200]
        return (await succeed(schema, uploadProfileImage, options)).profileImageUrl
      }

      test('has no picture at first', async () => {
        expect(await profileImage(await newReader())).toBeNull()
      })

      test('an uploaded picture is the one the profile shows and the server serves', async () => {
        const reader = await newReader()
        const url = await upload(reader)
        expect(await profileImage(reader)).toBe(url)
        const response = await backend.request(url)
        expect(response.status).toBe(200)
        expect(response.headers.get('Content-Type')).toMatch(/^image\//)
        expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0)
      })

      test('the last picture wins, the one before is gone', async () => {
        const reader = await newReader()
        const before = await upload(reader)
        const after = await upload(reader)
        expect(after).not.toBe(before)
        expect(await profileImage(reader)).toBe(after)
        expect((await backend.request(before)).status).toBe(404)
      })

      test.each([
        ['a file in another field', form('picture', PNG)],
        ['an empty file', form(PROFILE_IMAGE_FIELD, new Uint8Array())],
        ['a text in the field', form(PROFILE_IMAGE_FIELD, 'picture')],
        ['a form without a file', new FormData()],
      ])('refuses %s', async (_, body) => {
        const reader = await newReader()
        const options = by(reader, { body })
        const error = await refused(400, 'invalid_request', uploadProfileImage, options)
        expect(error.errors).toStrictEqual([{ field: PROFILE_IMAGE_FIELD, rule: 'required' }])
        expect(await profileImage(reader)).toBeNull()
      })

      test.each([
        ['a text', 'This is no picture at all, only its name says so.'],
        ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
      ])('refuses %s with the name of a picture', async (_, text) => {
        const reader = await newReader()
        const body = form(PROFILE_IMAGE_FIELD, new TextEncoder().encode(text))
        const error = await refused(415, 'image_rejected', uploadProfileImage, by(reader, { body }))
        expect(error.message).toBe(ERROR_TEXTS.imageRejected)
        expect(await profileImage(reader)).toBeNull()
      })

      test('refuses a picture beyond 5 MiB', async () => {
        const reader = await newReader()
        const content = new Uint8Array(PROFILE_IMAGE_MAX_BYTES + 1)
        content.set(PNG)
        const body = form(PROFILE_IMAGE_FIELD, content)
        const error = await refused(413, 'body_too_large', uploadProfileImage, by(reader, { body }))
        expect(error.message).toBe(ERROR_TEXTS.imageTooLarge)
      })

      test('refuses what is no multipart form', async () => {
        const reader = await newReader()
        const headers = { 'Content-Type': 'image/png' }
        const error = await refused(
          415,
          'unsupported_media_type',
          uploadProfileImage,
          by(reader, { body: PNG, headers }),
        )
        expect(error.message).toBe(ERROR_TEXTS.unsupportedMediaType)
      })
    })

    describe('POST /api/user/logout', () => {
      test.each(['bearer', 'cookie'])('by %s ends both secrets of the session', async (by) => {
        const reader = await newReader()
        const { id, token, cookie } = reader
        const answer = await call(logout, by === 'bearer' ? { bearer: token } : { cookie })
        expect(answer.status).toBe(200)
        const params = { id }
        await refused(401, 'unauthenticated', getFavoriteBooks, { params, bearer: token })
        await refused(401, 'unauthenticated', getFavoriteBooks, { params, cookie })
      })

      test('expires the cookie', async () => {
        const reader = await newReader()
        const [cookie = ''] = (await call(logout, byCookie(reader))).headers.getSetCookie()
        expect(cookie.split('=')[0]).toBe(reader.cookie.split('=')[0])
        expect(cookie).toMatch(/Max-Age=0|Expires=Thu, 01 Jan 1970/i)
      })

      test('leaves the other sessions of the reader alone', async () => {
        const reader = await newReader()
        const json = { email: reader.email, password: PASSWORD }
        const { token } = await succeed(login.schema.response[200], login, { json })
        await call(logout, { bearer: token })
        expect((await call(getProfile, by(reader))).status).toBe(200)
      })

      test('keeps what the reader saved', async () => {
        const reader = await newReader()
        const { id: bookId } = await someBook()
        await call(addFavoriteBook, by(reader, { json: { bookId } }))
        await call(logout, by(reader))
        const json = { email: reader.email, password: PASSWORD }
        const { token } = await succeed(login.schema.response[200], login, { json })
        expect(await favoriteIds({ ...reader, token })).toStrictEqual([bookId])
      })

      test.each([
        ['without a credential', {}],
        ['with a bearer that is none', { bearer: STRANGE_TOKEN }],
      ])('answers 200 %s', async (_, options) => {
        expect((await call(logout, options)).status).toBe(200)
      })

      test('is not taken from another site with the cookie', async () => {
        const reader = await newReader()
        const headers = { 'Sec-Fetch-Site': 'cross-site' }
        await refused(403, 'cross_site', logout, { cookie: reader.cookie, headers })
        expect((await call(getProfile, by(reader))).status).toBe(200)
      })
    })

    describe('GET /api/user/{id}/export', () => {
      test('answers everything held, as a file', async () => {
        const { reader, book } = await settledReader()
        const answer = await call(exportAccount, by(reader))
        const held = shape(AccountExport, answer.body)
        expect(held).toMatchObject({
          account: { id: reader.id, name: reader.name, email: reader.email, hasPassword: true },
          identities: [],
          preferences: ['Poetry', 'Mystery'],
          favoriteBooks: [
            { id: book.id, title: book.volumeInfo.title, authors: book.volumeInfo.authors },
          ],
          favoriteAuthors: [{ name: '=Sappho "of Lesbos"' }],
          sessions: [{ begun: 'password' }],
          picture: { link: await profileImage(reader) },
        })
        expect(held.picture?.data).toMatch(/^[A-Za-z\d+/]{20,}=*$/)
        expect(answer.headers.get('Content-Disposition')).toBe(
          'attachment; filename="catchword-account.json"',
        )
        expect(answer.headers.get('Cache-Control')).toBe('no-store')
      })

      test('answers nothing that would let somebody sign in', async () => {
        const { reader } = await settledReader()
        const text = JSON.stringify((await call(exportAccount, by(reader))).body)
        expect(text).toContain(reader.email)
        expect(text).not.toContain(reader.token)
        expect(text).not.toContain(reader.cookie.split('=')[1])
        expect(text).not.toContain(PASSWORD)
        expect(text).not.toContain('argon2')
      })

      test('answers a table for spreadsheets, in which nothing is a formula', async () => {
        const { reader, book } = await settledReader()
        const answer = await call(exportAccount, by(reader, { query: '?format=csv' }))
        const table = shape(exportAccount.schema.response[200].anyOf[1], answer.body)
        expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8; header=present')
        expect(answer.headers.get('Content-Disposition')).toBe(
          'attachment; filename="catchword-account.csv"',
        )
        const lines = table.split('\r\n')
        expect(lines[0]?.replace('\uFEFF', '')).toBe(
          '"kind","id","value","detail","since","last seen","until"',
        )
        expect(lines.at(-1)).toBe('')
        // One identifier in 64 begins as a formula does.
        const id = reader.id.replace(/^-/, "'-")
        expect(table).toContain(`"account","${id}","${reader.name}","${reader.email}",`)
        expect(table).toContain(`"favorite book","${book.id}","${book.volumeInfo.title}",`)
        expect(table).toContain('"interest","","Poetry",')
        expect(table).toContain(`"favorite author","","'=Sappho ""of Lesbos""",`)
      })

      test('answers a newcomer too', async () => {
        const reader = await newReader()
        const held = shape(AccountExport, (await call(exportAccount, by(reader))).body)
        expect(held).toMatchObject({
          preferences: [],
          favoriteBooks: [],
          favoriteAuthors: [],
          picture: null,
        })
      })

      test.each(['xml', '', 'json&format=csv'])('refuses the format %j', async (format) => {
        const reader = await newReader()
        const query = `?format=${format}`
        const options = by(reader, { query })
        const error = await refused(400, 'invalid_request', exportAccount, options)
        expect(error.errors?.[0]?.field).toBe('format')
      })
    })

    describe('DELETE /api/user/{id}', () => {
      const json = { password: PASSWORD }

      test('takes the account and its sessions away, and expires the cookie', async () => {
        const reader = await newReader()
        const credentials = { email: reader.email, password: PASSWORD }
        const second = await succeed(login.schema.response[200], login, { json: credentials })
        const answer = await call(deleteAccount, by(reader, { json }))
        expect(answer.body).toStrictEqual({
          message: 'Your account and everything in it is deleted.',
        })
        const expired = answer.headers.getSetCookie().find((cookie) => {
          return cookie.split('=')[0] === reader.cookie.split('=')[0]
        })
        expect(expired).toMatch(/Max-Age=0|Expires=Thu, 01 Jan 1970/i)
        for (const { token } of [reader, second]) {
          await refused(401, 'unauthenticated', getProfile, { bearer: token })
        }
        await refused(401, 'unauthenticated', getFavoriteBooks, byCookie(reader))
        await refused(401, 'invalid_credentials', login, { json: credentials })
      })

      test('takes the picture away', async () => {
        const reader = await newReader()
        await call(uploadProfileImage, by(reader, { body: form(PROFILE_IMAGE_FIELD, PNG) }))
        const image = (await profileImage(reader)) ?? ''
        expect((await backend.request(image)).status).toBe(200)
        await call(deleteAccount, by(reader, { json }))
        expect((await backend.request(image)).status).toBe(404)
      })

      test('leaves the email free for a new account, which begins with nothing', async () => {
        const reader = await newReader()
        await call(addFavoriteBook, by(reader, { json: { bookId: (await someBook()).id } }))
        await call(deleteAccount, by(reader, { json }))
        const again = registration({ email: reader.email })
        const answer = await call(register, { json: again })
        const { id, token } = shape(register.schema.response[201], answer.body)
        expect(id).not.toBe(reader.id)
        expect(await favoriteIds({ ...reader, id, token })).toStrictEqual([])
      })

      test('leaves other readers alone', async () => {
        const [reader, other] = [await newReader(), await newReader()]
        await call(addFavoriteBook, by(other, { json: { bookId: (await someBook()).id } }))
        await call(deleteAccount, by(reader, { json }))
        expect(await favoriteIds(other)).toHaveLength(1)
      })

      test.each([
        ['with a wrong password', { password: 'another thing' }, ERROR_TEXTS.wrongPassword],
        ['without a password', {}, ERROR_TEXTS.passwordNeeded],
      ])('refuses %s, and the session stays', async (_, wrong, message) => {
        const reader = await newReader()
        const error = await refused(
          403,
          'wrong_password',
          deleteAccount,
          by(reader, { json: wrong }),
        )
        expect(error.message).toBe(message)
        expect((await call(getProfile, by(reader))).status).toBe(200)
        expect((await call(deleteAccount, by(reader, { json }))).status).toBe(200)
      })

      test.each([
        ['a body that is none', undefined],
        ['a property that it does not know', { password: PASSWORD, sure: true }],
        ['a password that is no text', { password: 5 }],
      ])('refuses %s', async (_, wrong) => {
        const reader = await newReader()
        const options = by(reader, wrong === undefined ? {} : { json: wrong })
        await refused(400, 'invalid_request', deleteAccount, options)
        expect((await call(getProfile, by(reader))).status).toBe(200)
      })
    })

    describe('beside the calls of section 7', () => {
      test.each(['/api/nothing', '/api/user', '/api/user/x/favorites', '/api/books'])(
        'GET %s: 404 as problem+json',
        async (path) => {
          const response = await backend.request(path)
          const body = await readBody(response)
          expect(response.status).toBe(404)
          checkError(response, body)
          expect(body).toMatchObject({ code: 'not_found', message: ERROR_TEXTS.pathNotFound })
        },
      )

      test('a trailing slash makes no other path', async () => {
        const { id } = await someBook()
        expect((await backend.request(`/api/book/detail/${id}/`)).status).toBe(200)
      })

      test.each(['/covers/no-such-book', '/media/no-such-picture.webp'])(
        'GET %s: 404 as problem+json',
        async (path) => {
          const response = await backend.request(path)
          expect(response.status).toBe(404)
          checkError(response, await readBody(response))
        },
      )

      test('Google sign-in leads back to the login page', async () => {
        const response = await backend.request('/api/auth/google', { redirect: 'manual' })
        expect(response.status).toBe(303)
        expect(response.headers.get('Location')).toBe('/login?authError=google_not_configured')
      })

      test('the health check answers', async () => {
        const response = await backend.request('/healthz')
        expect(response.status).toBe(200)
        expect(await response.json()).toStrictEqual({ status: 'ok' })
      })
    })

    test('every operation of the contract was called', () => {
      const operations = OPERATIONS.map(({ schema }) => schema.operationId)
      expect([...called].toSorted()).toStrictEqual(operations.toSorted())
    })
  })
}
