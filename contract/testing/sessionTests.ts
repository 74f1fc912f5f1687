import { describe, expect, test } from 'vitest'
import { ERROR_TEXTS } from '../errorTexts.ts'
import { getFavoriteBooks } from '../favorites.ts'
import { getProfile } from '../profile.ts'
import { endOtherSessions, endSession, getSessions, login, logout, register } from '../session.ts'
import {
  by,
  byCookie,
  cookieOf,
  CROSS_SITE,
  FOREIGN,
  PASSWORD,
  shape,
  STRANGE_TOKEN,
  UNAUTHENTICATED,
  type Client,
  type Reader,
} from './client.ts'

/** Registration, login, logout, and what every body must be. */
export function describeSession(client: Client): void {
  const { call, succeed, refused, refusedBodies, registration, newReader, logInAgain } = client

  describe('POST /api/user/register', () => {
    test('answers 201 with token, id, name, a welcome and a cookie for our pages alone', async () => {
      const reply = await call(register, { json: registration({ name: 'Ada' }) })
      const { id, name, token, message } = shape(register.schema.response[201], reply.body)
      expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
      expect(message).toBe('Welcome to Catchword, Ada! Your account is ready.')
      expect(name).toBe('Ada')
      expect(await succeed(getProfile, { bearer: token })).toMatchObject({ id, name })
      const [cookie = '', ...others] = reply.headers.getSetCookie()
      expect(others).toStrictEqual([])
      for (const part of [/HttpOnly/i, /SameSite=Strict/i, /Path=\//i, /Max-Age=2592000/i])
        expect(cookie).toMatch(part)
      expect(cookie).not.toMatch(/Domain=/i)
      // Its secret is its own.
      expect(cookieOf(reply)).toMatch(/=[A-Za-z0-9_-]{43}$/)
      expect(cookie).not.toContain(token)
    })

    test.each([
      ['  Grace Hopper ', 'Grace Hopper'],
      ['Grace\tHopper\r\n', 'Grace Hopper'],
      ['\ufeffGr\u200bace Hop\u00adper\u200e', 'Grace Hopper'],
      ['紫式部 🌸', '紫式部 🌸'],
    ])('makes one visible line of the name %j', async (name, line) => {
      expect((await newReader({ name })).name).toBe(line)
    })

    test('an email has one account, however it is written, and any of its forms logs in', async () => {
      const [email, ...others] = [
        'jo@Bücher-und-mehr.example',
        'jo@xn--bcher-und-mehr-gsb.example',
        ' J\u200bO\ufeff@bu\u0308cher\u00ad-und-mehr.EXAMPLE\n',
        'ｊｏ＠ｂüｃｈｅｒ－ｕｎｄ－ｍｅｈｒ．ｅｘａｍｐｌｅ',
        'jo@bücher-und-mehr。example',
      ]
      const { id } = await newReader({ email })
      for (const other of others) {
        const taken = [409, 'email_taken', ERROR_TEXTS.emailTaken] as const
        await refused(register, { json: registration({ email: other }) }, taken)
        const json = { email: other, password: PASSWORD }
        expect((await succeed(login, { json })).id).toBe(id)
      }
    })

    test('keeps every space of a password, and knows full-width letters as letters', async () => {
      const [password, email] = [' ｃorrect  horse\u00a0battery ', 'spaces@example.org']
      const { id } = await newReader({ email, password, confirmPassword: password })
      const same = { email, password: ' correct  horse battery ' }
      expect((await succeed(login, { json: same })).id).toBe(id)
      for (const other of [password.trim(), password.replace('  ', ' '), ` ${password}`])
        await refused(login, { json: { email, password: other } }, [401, 'invalid_credentials'])
    })

    test('takes a password of 128 characters, and refuses those that differ or have other lengths', async () => {
      const longest = '密'.repeat(128)
      await newReader({ password: longest, confirmPassword: longest })
      const differ = registration({ confirmPassword: 'another thing' })
      await refused(register, { json: differ }, [
        400,
        'passwords_differ',
        'Passwords do not match.',
      ])
      for (const password of ['1234567', 'x'.repeat(129)]) {
        const json = registration({ password, confirmPassword: password })
        const error = await refused(register, { json }, [400, 'password_rejected'])
        expect(error.message).toContain('assword')
      }
    })

    test('refuses what is no name, no email or not known, and names the field', async () => {
      for (const name of ['   ', '\u200b\u2060\u3164', 'n'.repeat(81), 'Ada\u0000', 'Ada\ud800']) {
        const json = registration({ name })
        const error = await refused(register, { json }, [400, 'invalid_request'])
        expect(error.message).toContain('Name')
      }
      for (const email of ['nobody', '@example.org', 'a@b', 'a b@example.org', 'a@@example.org']) {
        const invalid = [400, 'invalid_request', ERROR_TEXTS.emailInvalid] as const
        const error = await refused(register, { json: registration({ email }) }, invalid)
        expect(error.errors).toStrictEqual([{ field: 'email', rule: 'format' }])
      }
      await refusedBodies(register, {}, [
        [registration({ name: undefined }), 'Name is required.'],
        [registration({ email: undefined }), 'Email is required.'],
        [registration({ password: undefined }), 'Password is required.'],
        [registration({ confirmPassword: undefined }), 'Password confirmation is required.'],
        [registration({ isAdmin: true }), 'The field "isAdmin" is not known here.'],
        [registration({ name: ['Ada'] }), 'Name must be a text.'],
        [registration({ name: null }), 'Name must be a text.'],
      ])
    })
  })

  describe('POST /api/user/login', () => {
    test('begins a session with a cookie, beside the old one, by the email in any letter case', async () => {
      const reader = await newReader()
      const { id, name } = reader
      const reply = await call(login, {
        json: { email: reader.email.toUpperCase(), password: PASSWORD },
      })
      const body = shape(login.schema.response[200], reply.body)
      expect(body).toMatchObject({ id, name })
      expect(cookieOf(reply)).toMatch(/=[A-Za-z0-9_-]{43}$/)
      expect(body.token).not.toBe(reader.token)
      for (const bearer of [body.token, reader.token])
        expect((await call(getProfile, { bearer })).status).toBe(200)
    })

    test('says the same of a wrong password and an unknown email', async () => {
      const { email } = await newReader()
      for (const json of [
        { email, password: 'wrong horse battery' },
        { email: 'nobody@example.org', password: PASSWORD },
      ])
        await refused(login, { json }, [401, 'invalid_credentials', 'Invalid email or password.'])
    })

    test('refuses what is no login', async () => {
      const email = 'a@example.org'
      await refusedBodies(login, {}, [
        [{ password: PASSWORD }, 'Email is required.'],
        [{ email }, 'Password is required.'],
        [{ email, password: '' }, 'Password is required.'],
        [{ email, password: PASSWORD, remember: true }],
        [[]],
        ['hello'],
        [null],
      ])
      const json = { 'Content-Type': 'application/json' }
      const notJson = { body: '{"email":', headers: json }
      await refused(login, notJson, [400, 'invalid_request', ERROR_TEXTS.bodyNotJson])
      await refused(login, { body: '', headers: json }, [400, 'invalid_request'])
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp']) {
        const body = JSON.stringify({ email, password: PASSWORD })
        const unsupported = [
          415,
          'unsupported_media_type',
          ERROR_TEXTS.unsupportedMediaType,
        ] as const
        await refused(login, { body, headers: { 'Content-Type': type } }, unsupported)
      }
      const large = { json: { email, password: 'x'.repeat(17 * 1024) } }
      await refused(login, large, [413, 'body_too_large', ERROR_TEXTS.bodyTooLarge])
    })

    test.each([
      [login, { email: 'a@example.org', password: PASSWORD }],
      [register, registration()],
    ])('is not taken from another site ($url)', async (operation, json) => {
      for (const headers of FOREIGN) await refused(operation, { json, headers }, CROSS_SITE)
    })
  })

  describe('POST /api/user/logout', () => {
    test.each(['bearer', 'cookie'])('by %s ends both secrets of the session', async (by) => {
      const { id, token, cookie } = await newReader()
      const reply = await call(logout, by === 'bearer' ? { bearer: token } : { cookie })
      expect(reply.status).toBe(200)
      const params = { id }
      await refused(getFavoriteBooks, { params, bearer: token }, UNAUTHENTICATED)
      await refused(getFavoriteBooks, { params, cookie }, UNAUTHENTICATED)
    })

    test('expires the cookie, and leaves other sessions and what was saved alone', async () => {
      const reader = await newReader()
      const second = await logInAgain(reader)
      const [bookId] = await client.someIds()
      await client.love(reader, bookId)
      const [cookie = ''] = (await call(logout, byCookie(reader))).headers.getSetCookie()
      expect(cookie.split('=')[0]).toBe(reader.cookie.split('=')[0])
      expect(cookie).toMatch(/Max-Age=0|Expires=Thu, 01 Jan 1970/i)
      expect(await client.favoriteIds(second)).toStrictEqual([bookId])
    })

    // From another site the browser may have kept the cookie back, which the response would take away.
    test.each([
      ['without a credential', {}],
      ['with a bearer that is none', { bearer: STRANGE_TOKEN }],
    ])('answers 200 %s, but not from another site', async (_, options) => {
      expect((await call(logout, options)).status).toBe(200)
      for (const headers of FOREIGN) await refused(logout, { ...options, headers }, CROSS_SITE)
    })

    test('is not taken from another site with the cookie', async () => {
      const reader = await newReader()
      const headers = { 'Sec-Fetch-Site': 'cross-site' }
      await refused(logout, { cookie: reader.cookie, headers }, CROSS_SITE)
      expect((await call(getProfile, by(reader))).status).toBe(200)
    })
  })

  const list = (reader: Reader) => succeed(getSessions, by(reader))

  const statuses = (...readers: Reader[]) =>
    Promise.all(readers.map(async (reader) => (await call(getProfile, by(reader))).status))

  describe('the sessions of a reader', () => {
    test('are listed for them alone, with what each is used on, and end one by one', async () => {
      const [reader, stranger] = [await newReader(), await newReader()]
      const second = await logInAgain(reader)
      const seen = await list(second)
      expect(seen).toHaveLength(2)
      for (const one of seen) expect(one).toMatchObject({ browser: 'Firefox', system: 'Windows' })
      const sessionId = seen.find(({ isCurrent }) => isCurrent)?.id ?? ''
      expect((await list(reader)).find(({ isCurrent }) => !isCurrent)?.id).toBe(sessionId)

      const end = (owner: Reader) => succeed(endSession, by(owner, { params: { sessionId } }))
      // Another reader's session is none of theirs.
      await end(stranger)
      expect(await statuses(reader, second)).toStrictEqual([200, 200])
      // A repeat is no error.
      for (let time = 0; time < 2; time += 1) await end(reader)
      expect(await statuses(reader, second, stranger)).toStrictEqual([200, 401, 200])
      expect(await list(reader)).toHaveLength(1)
    })

    test('end all but the one that asks', async () => {
      const [reader, stranger] = [await newReader(), await newReader()]
      const [second, third] = [await logInAgain(reader), await logInAgain(reader)]
      await succeed(endOtherSessions, by(second))
      expect(await statuses(reader, second, third, stranger)).toStrictEqual([401, 200, 401, 200])
    })
  })
}
