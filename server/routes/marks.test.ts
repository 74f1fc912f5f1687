import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Book } from '../../contract/books.ts'
import type { MarksAnswer } from '../../contract/marks.ts'
import { listedBook } from '../../contract/shortDescription.ts'
import { storedBook } from '../../test/catalogues.ts'
import {
  createTestServer,
  register,
  type TestReader,
  type TestServer,
} from '../../test/testServer.ts'
import { rewriteCatalogue } from '../catalogue/rewriteCatalogue.ts'

// What contract/testing/marksTests.ts cannot see of it.

let server: TestServer

beforeAll(async () => {
  server = await createTestServer()
})

afterAll(() => server.close())

const set = (reader: TestReader, bookId: string, mark = 'wantToRead') =>
  server.app.inject({
    method: 'PUT',
    url: `/api/user/${reader.id}/mark/${bookId}`,
    headers: reader.bearer,
    payload: { mark },
  })

const marked = async (reader: TestReader, mark = 'wantToRead') => {
  const url = `/api/user/${reader.id}/marks/${mark}`
  return (await server.app.inject({ url, headers: reader.bearer })).json<Book[]>()
}

const statusOf = async (bookId: string) =>
  (await server.app.inject(`/api/book/detail/${bookId}`)).statusCode

test.each([
  ['wantToRead', 'books to read'],
  ['read', 'books that you have read'],
  ['notForMe', 'books that are not for you'],
])('%s: the 5,001st is refused in words', async (mark, words) => {
  const reader = await register(server.app)
  // To have so many takes longer than a test should.
  const full = vi.spyOn(server.store.marks, 'set').mockResolvedValueOnce('full')
  expect((await set(reader, 'emma', mark)).json()).toMatchObject({
    status: 409,
    code: 'quota_reached',
    message: `You have reached the limit of 5,000 ${words}.`,
  })
  const room = { addedAt: expect.any(Number), max: 5000 }
  const emma = { book: await server.catalogue.byId('emma').then((found) => found?.book) }
  expect(full).toHaveBeenCalledExactlyOnceWith(reader.id, mark, emma, room)
  full.mockRestore()
})

test('a record outlives the catalogue, and goes when nobody keeps it', async () => {
  const left = storedBook({ id: 'left', title: 'The Left', authors: ['Lea Leaver'] })
  await server.importBooks('left', [{ ...left, source: 'left' }])
  const [reader, other] = [await register(server.app), await register(server.app)]
  await set(reader, 'left')
  await rewriteCatalogue(server.config.catalogueDir, async (writer) => writer.removeSource('left'))
  await expect.poll(() => server.catalogue.byId('left')).toBeUndefined()

  expect(await marked(reader)).toMatchObject([left.book])
  expect(await statusOf('left')).toBe(200)
  // Whoever opens its page may mark it, too, and its reader may love it.
  expect((await set(other, 'left', 'notForMe')).statusCode).toBe(200)
  const love = await server.app.inject({
    method: 'POST',
    url: `/api/user/${reader.id}/favoriteBook`,
    headers: reader.bearer,
    payload: { bookId: 'left' },
  })
  expect(love.statusCode).toBe(200)
  expect(await marked(reader)).toEqual([])
  await set(reader, 'left', 'read')
  expect(await marked(reader, 'read')).toMatchObject([left.book])

  await server.app.inject({
    method: 'DELETE',
    url: `/api/user/${reader.id}/mark/left`,
    headers: reader.bearer,
  })
  expect(await statusOf('left')).toBe(200)
  const deleted = await server.app.inject({
    method: 'DELETE',
    url: `/api/user/${other.id}`,
    headers: other.bearer,
    payload: { password: other.password },
  })
  expect(deleted.statusCode).toBe(200)
  expect(await statusOf('left')).toBe(404)
  expect((await set(reader, 'left')).statusCode).toBe(404)
})

test('a mark says of which work its book is, where the catalogue has other editions', async () => {
  const editions = ['one', 'two'].map((id) => storedBook({ id, title: 'Same' }))
  const books = [...editions, storedBook({ id: 'three', title: 'Alone' })]
  await server.importBooks(
    'editions',
    books.map((book) => ({ ...book, source: 'editions' })),
  )
  const reader = await register(server.app)
  for (const id of ['two', 'three']) await set(reader, id, 'notForMe')
  const url = `/api/user/${reader.id}/marks`
  const { works } = (await server.app.inject({ url, headers: reader.bearer })).json<MarksAnswer>()
  expect(works).toEqual({ two: expect.any(String) })
})

test('a long list is whole, in its order, with short descriptions', async () => {
  const reader = await register(server.app)
  const description = 'What happens. '.repeat(60)
  // These are in no catalogue.
  const many = Array.from({ length: 120 }, (_, at) => storedBook({ id: `m${at}`, description }))
  for (const { book } of many)
    await server.store.marks.set(reader.id, 'read', { book }, { addedAt: 1, max: 5000 })
  expect(await marked(reader, 'read')).toEqual(
    many.map(({ book }) => listedBook(book)).toReversed(),
  )
})
