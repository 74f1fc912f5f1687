import { describe, expect, test } from 'vitest'
import { AccountExport, deleteAccount, exportAccount } from '../account.ts'
import type { Book } from '../books.ts'
import { ERROR_TEXTS } from '../errorTexts.ts'
import { addFavoriteAuthor, addFavoriteBook, getFavoriteBooks } from '../favorites.ts'
import { savePreferences } from '../preferences.ts'
import { getProfile, saveLanguage, uploadProfileImage } from '../profile.ts'
import { PROFILE_IMAGE_FIELD } from '../uploads.ts'
import { login, register } from '../session.ts'
import { by, byCookie, form, PASSWORD, PNG, shape, type Client, type Reader } from './client.ts'

/** Everything stored about a reader, and its deletion. */
export function describeAccount(client: Client): void {
  const {
    call,
    succeed,
    refused,
    registration,
    newReader,
    someBook,
    favoriteIds,
    profileImage,
    request,
  } = client

  /** A reader who has something of everything, and the book they favor. */
  async function readerWithData(): Promise<{ reader: Reader; book: Book }> {
    const reader = await newReader()
    const book = await someBook()
    await call(savePreferences, by(reader, { json: { preferences: ['Poetry', 'Mystery'] } }))
    await call(addFavoriteBook, by(reader, { json: { bookId: book.id } }))
    await call(saveLanguage, by(reader, { json: { language: 'pt-BR' } }))
    await call(addFavoriteAuthor, by(reader, { json: { author: '=Sappho "of Lesbos"' } }))
    await call(uploadProfileImage, by(reader, { body: form(PROFILE_IMAGE_FIELD, PNG) }))
    return { reader, book }
  }

  describe('GET /api/user/{id}/export', () => {
    test('answers everything held, as a file', async () => {
      const { reader, book } = await readerWithData()
      const reply = await call(exportAccount, by(reader))
      const accountData = shape(AccountExport, reply.body)
      expect(accountData).toMatchObject({
        account: {
          id: reader.id,
          name: reader.name,
          email: reader.email,
          hasPassword: true,
          language: 'pt-BR',
        },
        identities: [],
        preferences: ['Poetry', 'Mystery'],
        favoriteBooks: [
          { id: book.id, title: book.volumeInfo.title, authors: book.volumeInfo.authors },
        ],
        favoriteAuthors: [{ name: '=Sappho "of Lesbos"' }],
        sessions: [{ begun: 'password', browser: 'Firefox', system: 'Windows' }],
        picture: { link: await profileImage(reader) },
      })
      expect(accountData.picture?.data).toMatch(/^[A-Za-z\d+/]{20,}=*$/)
      expect(reply.headers.get('Content-Disposition')).toBe(
        'attachment; filename="catchword-account.json"',
      )
      expect(reply.headers.get('Cache-Control')).toBe('no-store')
    })

    test('answers nothing that would let somebody sign in', async () => {
      const { reader } = await readerWithData()
      const text = JSON.stringify((await call(exportAccount, by(reader))).body)
      expect(text).toContain(reader.email)
      expect(text).not.toContain(reader.token)
      expect(text).not.toContain(reader.cookie.split('=')[1])
      expect(text).not.toContain(PASSWORD)
      expect(text).not.toContain('argon2')
    })

    test('answers the books as a table that Goodreads reads, in which nothing is a formula', async () => {
      const { reader, book } = await readerWithData()
      const reply = await call(exportAccount, by(reader, { query: '?format=csv' }))
      const table = shape(exportAccount.schema.response[200].anyOf[1], reply.body)
      expect(reply.headers.get('Content-Type')).toBe('text/csv; charset=utf-8; header=present')
      expect(reply.headers.get('Content-Disposition')).toBe(
        'attachment; filename="catchword-account.csv"',
      )
      const [header, line, end] = table.split('\r\n')
      expect(header?.replace('\uFEFF', '')).toMatch(/^"Book Id","Title","Author","Author l-f",/)
      expect(line).toMatch(`"","${book.volumeInfo.title}","${book.volumeInfo.authors[0]}","",`)
      expect(line).toMatch(/"favorites","","read",.*,"[\w-]+"$/)
      expect(end).toBe('')
      // For other programs: nothing of the account.
      for (const text of [reader.id, reader.email, 'Sappho']) expect(table).not.toContain(text)
    })

    test('answers a newcomer too', async () => {
      const reader = await newReader()
      const accountData = shape(AccountExport, (await call(exportAccount, by(reader))).body)
      expect(accountData).toMatchObject({
        preferences: [],
        favoriteBooks: [],
        wantToRead: [],
        favoriteAuthors: [],
        import: null,
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
      const reply = await call(deleteAccount, by(reader, { json }))
      expect(reply.body).toStrictEqual({
        message: 'Your account and everything in it has been deleted.',
      })
      const expired = reply.headers.getSetCookie().find((cookie) => {
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
      expect((await request(image)).status).toBe(200)
      await call(deleteAccount, by(reader, { json }))
      expect((await request(image)).status).toBe(404)
    })

    test('leaves the email free for a new account, which begins with nothing', async () => {
      const reader = await newReader()
      await call(addFavoriteBook, by(reader, { json: { bookId: (await someBook()).id } }))
      await call(deleteAccount, by(reader, { json }))
      const again = registration({ email: reader.email })
      const reply = await call(register, { json: again })
      const { id, token } = shape(register.schema.response[201], reply.body)
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
      const error = await refused(403, 'wrong_password', deleteAccount, by(reader, { json: wrong }))
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
}
