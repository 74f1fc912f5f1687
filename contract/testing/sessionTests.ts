import { describe, expect, test } from 'vitest'
import { ERROR_TEXTS } from '../errorTexts.ts'
import { addFavoriteBook, getFavoriteBooks } from '../favorites.ts'
import { getProfile } from '../profile.ts'
import { endOtherSessions, endSession, getSessions, login, logout, register } from '../session.ts'
import {
  by,
  byCookie,
  cookieOf,
  FOREIGN,
  PASSWORD,
  shape,
  STRANGE_TOKEN,
  type Client,
  type Reader,
} from './client.ts'

/** Registration, login, logout, and what every body must be. */
export function describeSession(client: Client): void {
  const { call, called, succeed, refused, registration, newReader, someBook, favoriteIds } = client

  describe('POST /api/user/register', () => {
    test('answers 201 with token, id, name and a welcome', async () => {
      const reply = await call(register, { json: registration({ name: 'Ada' }) })
      const body = shape(register.schema.response[201], reply.body)
      expect(reply.status).toBe(201)
      expect(body.token).toMatch(/^[A-Za-z0-9_-]{43}$/)
      expect(body.name).toBe('Ada')
      expect(body.message).toBe('Welcome to Catchword, Ada! Your account is ready.')
    })

    test('sets a cookie that scripts and other sites cannot use, for 30 days', async () => {
      const reply = await call(register, { json: registration() })
      const cookies = reply.headers.getSetCookie()
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

    test.each(['  Grace Hopper ', 'Grace\tHopper\r\n', '\ufeffGr\u200bace Hop\u00adper\u200e'])(
      'makes one visible line of the name %j',
      async (name) => {
        const json = registration({ name })
        const body = await succeed(register.schema.response[201], register, { json })
        expect(body.name).toBe('Grace Hopper')
      },
    )

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

    test('an email has one account, however it is written, and any of its forms logs in', async () => {
      const [email, ...others] = [
        'jo@Bücher-und-mehr.example',
        'jo@xn--bcher-und-mehr-gsb.example',
        'JO@bu\u0308cher-und-mehr.EXAMPLE',
        ' j\u200bo\ufeff@bücher\u00ad-und-mehr.example\n',
        'ｊｏ＠ｂüｃｈｅｒ－ｕｎｄ－ｍｅｈｒ．ｅｘａｍｐｌｅ',
        'jo@bücher-und-mehr。example',
      ]
      const { id } = await newReader({ email })
      for (const other of others) {
        await refused(409, 'email_taken', register, { json: registration({ email: other }) })
        const json = { email: other, password: PASSWORD }
        expect((await succeed(login.schema.response[200], login, { json })).id).toBe(id)
      }
    })

    test('keeps every space of a password, and knows full-width letters as letters', async () => {
      const [password, email] = [' ｃorrect  horse\u00a0battery ', 'spaces@example.org']
      const { id } = await newReader({ email, password, confirmPassword: password })
      for (const same of [password, ' correct  horse battery ']) {
        const json = { email, password: same }
        expect((await succeed(login.schema.response[200], login, { json })).id).toBe(id)
      }
      for (const other of [password.trim(), password.replace('  ', ' '), ` ${password}`]) {
        await refused(401, 'invalid_credentials', login, { json: { email, password: other } })
      }
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
      ['that nobody sees', '\u200b\u2060\u3164'],
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
      const reply = await call(login, { json })
      const body = shape(login.schema.response[200], reply.body)
      expect(body).toMatchObject({ id: reader.id, name: reader.name })
      expect(cookieOf(reply)).toMatch(/=[A-Za-z0-9_-]{43}$/)
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
      for (const headers of FOREIGN) {
        const error = await refused(403, 'cross_site', operation, { json, headers })
        expect(error.message).toBe(ERROR_TEXTS.crossSite)
      }
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

  describe('POST /api/user/logout', () => {
    test.each(['bearer', 'cookie'])('by %s ends both secrets of the session', async (by) => {
      const reader = await newReader()
      const { id, token, cookie } = reader
      const reply = await call(logout, by === 'bearer' ? { bearer: token } : { cookie })
      expect(reply.status).toBe(200)
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

    // The browser may have kept the cookie back, which the response would take away.
    test.each([
      ['without a credential', {}],
      ['with a bearer that is none', { bearer: STRANGE_TOKEN }],
    ])('nor %s', async (_, options) => {
      for (const headers of FOREIGN) {
        const error = await refused(403, 'cross_site', logout, { ...options, headers })
        expect(error.message).toBe(ERROR_TEXTS.crossSite)
      }
    })
  })

  /** Logs a reader in once more. */
  const again = async ({ email, ...reader }: Reader): Promise<Reader> => {
    const json = { email, password: PASSWORD }
    const { token } = await succeed(login.schema.response[200], login, { json })
    return { ...reader, email, token }
  }

  const list = (reader: Reader) =>
    succeed(getSessions.schema.response[200], getSessions, by(reader))

  const statuses = (...readers: Reader[]) =>
    Promise.all(readers.map(async (reader) => (await call(getProfile, by(reader))).status))

  describe('the sessions of a reader', () => {
    test('are listed for them alone, with what each is used on', async () => {
      const reader = await newReader()
      await newReader()
      const second = await again(reader)
      const seen = await list(second)
      expect(seen).toHaveLength(2)
      for (const one of seen) expect(one).toMatchObject({ browser: 'Firefox', system: 'Windows' })
      expect((await list(reader)).find(({ isCurrent }) => isCurrent)?.id).toBe(
        seen.find(({ isCurrent }) => !isCurrent)?.id,
      )
    })

    test('end one by one', async () => {
      const reader = await newReader()
      const [second, stranger] = [await again(reader), await newReader()]
      const { id: sessionId = '' } = (await list(reader)).find(({ isCurrent }) => !isCurrent) ?? {}
      const end = (owner: Reader, ended = sessionId) =>
        call(endSession, { params: { id: owner.id, sessionId: ended }, bearer: owner.token })
      // Another reader's session is none of theirs.
      expect((await end(stranger)).status).toBe(200)
      expect(await statuses(reader, second)).toStrictEqual([200, 200])
      expect((await end(reader)).status).toBe(200)
      expect((await end(reader)).status).toBe(200)
      expect(await statuses(reader, second, stranger)).toStrictEqual([200, 401, 200])
      expect(await list(reader)).toHaveLength(1)
    })

    test('end all but the one that asks', async () => {
      const [reader, stranger] = [await newReader(), await newReader()]
      const [second, third] = [await again(reader), await again(reader)]
      await call(endOtherSessions, by(second))
      expect(await statuses(reader, second, third, stranger)).toStrictEqual([401, 200, 401, 200])
    })
  })
}
