import { describe, expect, test } from 'vitest'
import { deleteAccount, exportAccount } from '../account.ts'
import { ERROR_TEXTS } from '../errorTexts.ts'
import { getFavoriteBooks } from '../favorites.ts'
import { savePreferences } from '../preferences.ts'
import { getProfile, saveLanguage } from '../profile.ts'
import { login } from '../session.ts'
import { by, byCookie, PASSWORD, shape, UNAUTHENTICATED, type Client } from './client.ts'

/** Everything stored about a reader, and its deletion. */
export function describeAccount(client: Client): void {
  const { call, succeed, refused, refusedBodies, newReader, someBooks, love, exported } = client

  /** A reader who has something of everything, and the book they favor. */
  async function readerWithData() {
    const reader = await newReader()
    const [book] = await someBooks()
    await succeed(savePreferences, by(reader, { json: { preferences: ['Poetry', 'Mystery'] } }))
    await love(reader, book.id)
    await succeed(saveLanguage, by(reader, { json: { language: 'pt-BR' } }))
    await client.favorAuthor(reader, '=Sappho "of Lesbos"')
    return { reader, book, picture: await client.uploadPicture(reader) }
  }

  describe('GET /api/user/{id}/export', () => {
    test('answers everything held, as a file, and nothing that would let somebody sign in', async () => {
      const { reader, book, picture } = await readerWithData()
      const { id, name, email } = reader
      const { body, headers } = await call(exportAccount, by(reader))
      expect(body).toMatchObject({
        account: { id, name, email, hasPassword: true, language: 'pt-BR' },
        identities: [],
        preferences: ['Poetry', 'Mystery'],
        favoriteBooks: [
          { id: book.id, title: book.volumeInfo.title, authors: book.volumeInfo.authors },
        ],
        favoriteAuthors: [{ name: '=Sappho "of Lesbos"' }],
        sessions: [{ begun: 'password', browser: 'Firefox', system: 'Windows' }],
        picture: { link: picture, data: expect.stringMatching(/^[A-Za-z\d+/]{20,}=*$/) },
      })
      expect(headers.get('Content-Disposition')).toBe(
        'attachment; filename="catchword-account.json"',
      )
      expect(headers.get('Cache-Control')).toBe('no-store')
      const text = JSON.stringify(body)
      for (const secret of [reader.token, reader.cookie.split('=')[1], PASSWORD, 'argon2'])
        expect(text).not.toContain(secret)
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
      expect(await exported(await newReader())).toMatchObject({
        preferences: [],
        favoriteBooks: [],
        wantToRead: [],
        favoriteAuthors: [],
        import: null,
        picture: null,
      })
    })

    test.each(['xml', '', 'json&format=csv'])('refuses the format %j', async (format) => {
      const options = by(await newReader(), { query: `?format=${format}` })
      const error = await refused(exportAccount, options, [400, 'invalid_request'])
      expect(error.errors?.[0]?.field).toBe('format')
    })
  })

  describe('DELETE /api/user/{id}', () => {
    const json = { password: PASSWORD }

    test('takes the account, its sessions and its picture away, and leaves others alone', async () => {
      const { reader, book, picture } = await readerWithData()
      const [second, other] = [await client.logInAgain(reader), await newReader()]
      await love(other, book.id)
      expect((await client.request(picture)).status).toBe(200)
      const reply = await call(deleteAccount, by(reader, { json }))
      expect(reply.body).toStrictEqual({
        message: 'Your account and everything in it has been deleted.',
      })
      const [name] = reader.cookie.split('=')
      expect(reply.headers.getSetCookie()).toContainEqual(
        expect.stringMatching(new RegExp(`^${name}=.*(Max-Age=0|Expires=Thu, 01 Jan 1970)`, 'i')),
      )
      for (const { token } of [reader, second])
        await refused(getProfile, { bearer: token }, UNAUTHENTICATED)
      await refused(getFavoriteBooks, byCookie(reader), UNAUTHENTICATED)
      const credentials = { json: { email: reader.email, password: PASSWORD } }
      await refused(login, credentials, [401, 'invalid_credentials'])
      expect((await client.request(picture)).status).toBe(404)
      expect(await client.favoriteIds(other)).toStrictEqual([book.id])

      // The email is free for a new account, which begins with nothing.
      const again = await newReader({ email: reader.email })
      expect(again.id).not.toBe(reader.id)
      expect(await client.favoriteIds(again)).toStrictEqual([])
    })

    test('refuses without the password and what is no such request, and all stays', async () => {
      const reader = await newReader()
      for (const [wrong, message] of [
        [{ password: 'another thing' }, ERROR_TEXTS.wrongPassword],
        [{}, ERROR_TEXTS.passwordNeeded],
      ] as const)
        await refused(deleteAccount, by(reader, { json: wrong }), [403, 'wrong_password', message])
      await refusedBodies(deleteAccount, by(reader), [
        [undefined],
        [{ password: PASSWORD, sure: true }],
        [{ password: 5 }],
      ])
      expect((await call(getProfile, by(reader))).status).toBe(200)
    })
  })
}
