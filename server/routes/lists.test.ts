import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
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

// Hearts, marks and authors: what the tests in contract/testing cannot see of them.

let server: TestServer

beforeAll(async () => {
  server = await createTestServer()
})

afterAll(() => server.close())

const send = (
  { id, bearer: headers }: TestReader,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
) =>
  server.app.inject({ method, url: `/api/user/${id}${path}`, headers, ...(payload && { payload }) })

const love = (reader: TestReader, bookId: string) =>
  send(reader, 'POST', '/favoriteBook', { bookId })

const mark = (reader: TestReader, bookId: string, as: string) =>
  send(reader, 'PUT', `/mark/${bookId}`, { mark: as })

const addAuthor = (reader: TestReader, author: string) =>
  send(reader, 'PUT', '/favoriteAuthors', { author })

const listOf = async (reader: TestReader, path: string) =>
  (await send(reader, 'GET', path)).json<Book[]>()

/** A book that is in no catalogue. */
const unlisted = (id: string) =>
  storedBook({ id, authors: [`Author of ${id}`], description: 'What happens. '.repeat(30) }).book

/** Gives a reader so many such books in each list, and so many authors. */
async function fill(reader: TestReader, count: number, lists: string[], authorsMax = 0) {
  const idsOf = (list: string) => Array.from({ length: count }, (_, at) => `${list}-${at}`)
  await server.store.libraries.add(reader.id, {
    program: null,
    lists: Object.fromEntries(lists.map((list) => [list, idsOf(list)])),
    // What the schema does not know may stand in a record, and goes nowhere.
    find: (id) => ({ book: Object.assign(unlisted(id), { secret: 'ours' }) }),
    now: 1000,
    authorsMax,
  })
}

test('what is beyond the limit of a list is refused in words', async () => {
  const reader = await register(server.app)
  await fill(reader, 5000, ['favorites', 'wantToRead', 'read', 'notForMe'], 500)
  const replies = {
    '5,000 favorite books': await love(reader, 'emma'),
    '5,000 books to read': await mark(reader, 'emma', 'wantToRead'),
    '5,000 books that you have read': await mark(reader, 'emma', 'read'),
    '5,000 books that are not for you': await mark(reader, 'emma', 'notForMe'),
    '500 favorite authors': await addAuthor(reader, 'One More'),
  }
  for (const [words, reply] of Object.entries(replies)) {
    expect(reply.json()).toMatchObject({
      status: 409,
      code: 'quota_reached',
      message: `You have reached the limit of ${words}.`,
    })
  }
  expect((await addAuthor(reader, 'Author of favorites-7')).statusCode).toBe(200)
  expect((await love(reader, 'favorites-7')).statusCode).toBe(200)
})

describe('long lists', () => {
  const MANY = 450
  let reader: TestReader
  let other: TestReader

  beforeAll(async () => {
    reader = await register(server.app)
    other = await register(server.app)
    for (const one of [reader, other]) await fill(one, MANY, ['favorites', 'read'])
  })

  test('are whole, in their order, with short descriptions', async () => {
    for (const [list, path] of [
      ['favorites', '/favoriteBooks'],
      ['read', '/marks/read'],
    ] as const) {
      const reply = await send(reader, 'GET', path)
      const expected = Array.from({ length: MANY }, (_, at) =>
        listedBook(unlisted(`${list}-${at}`)),
      )
      expect(reply.json()).toEqual(expected)
      expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
    }
  })

  test('are made a piece at a time, one in a turn of the event loop, however many are asked for', async () => {
    let turn = 0
    const pieces: { turn: number; books: number }[] = []
    const byIds = server.catalogue.byIds.bind(server.catalogue)
    const spy = vi.spyOn(server.catalogue, 'byIds').mockImplementation(async (ids) => {
      pieces.push({ turn, books: ids.length })
      return byIds(ids)
    })
    const counter = () => {
      turn += 1
      counting = setImmediate(counter)
    }
    let counting = setImmediate(counter)
    const four = [reader, reader, other, other].map((by) => listOf(by, '/favoriteBooks'))
    for (const list of await Promise.all(four)) expect(list).toHaveLength(MANY)
    clearImmediate(counting)
    spy.mockRestore()
    expect(pieces).toHaveLength(4 * 9)
    expect(Math.max(...pieces.map(({ books }) => books))).toBe(50)
    const [first, last] = [pieces[0]?.turn ?? 0, pieces.at(-1)?.turn ?? 0]
    expect(last - first).toBeGreaterThanOrEqual(pieces.length - 2)
  })
})

test('favorite authors bring twenty books, however many of theirs are favorites already', async () => {
  const reader = await register(server.app)
  const stored = Array.from({ length: 45 }, (_, at) =>
    storedBook({
      id: `part-${at}`,
      title: `Part ${at}`,
      authors: ['Prolific Hand'],
      popularity: 100 - at,
    }),
  )
  await server.importBooks('prolific', stored)
  const ids = stored.map(({ book }) => book.id)
  await addAuthor(reader, 'Prolific Hand')
  const brought = async () => (await listOf(reader, '/favoriteAuthors')).map(({ id }) => id)
  expect(await brought()).toEqual(ids.slice(0, 20))
  for (const { book } of stored.slice(0, 21)) {
    await server.store.favorites.add(reader.id, { book }, Date.now(), 5000)
  }
  expect(await brought()).toEqual(ids.slice(21, 41))
})

test('a record outlives the catalogue, and goes when nobody keeps it', async () => {
  const statusOf = async () => (await server.app.inject('/api/book/detail/left')).statusCode
  const left = storedBook({ id: 'left', title: 'The Left', authors: ['Lea Leaver'] })
  await server.importBooks('left', [{ ...left, source: 'left' }])
  const [reader, other] = [await register(server.app), await register(server.app)]
  await mark(reader, 'left', 'wantToRead')
  await rewriteCatalogue(server.config.catalogueDir, async (writer) => writer.removeSource('left'))
  await expect.poll(() => server.catalogue.byId('left')).toBeUndefined()

  expect(await listOf(reader, '/marks/wantToRead')).toMatchObject([left.book])
  expect(await statusOf()).toBe(200)
  // Whoever opens its page may mark it, too, and its reader may love it.
  expect((await mark(other, 'left', 'notForMe')).statusCode).toBe(200)
  expect((await love(reader, 'left')).statusCode).toBe(200)
  expect(await listOf(reader, '/marks/wantToRead')).toEqual([])
  await mark(reader, 'left', 'read')
  expect(await listOf(reader, '/marks/read')).toMatchObject([left.book])

  await send(reader, 'DELETE', '/mark/left')
  expect(await statusOf()).toBe(200)
  const { password } = other
  expect((await send(other, 'DELETE', '', { password })).statusCode).toBe(200)
  expect(await statusOf()).toBe(404)
  expect((await mark(reader, 'left', 'read')).statusCode).toBe(404)
})

test('a mark says of which work its book is, where the catalogue has other editions', async () => {
  const editions = ['one', 'two'].map((id) => storedBook({ id, title: 'Same' }))
  await server.importBooks('editions', [...editions, storedBook({ id: 'three', title: 'Alone' })])
  const reader = await register(server.app)
  for (const id of ['two', 'three']) await mark(reader, id, 'notForMe')
  const { works } = (await send(reader, 'GET', '/marks')).json<MarksAnswer>()
  expect(works).toEqual({ two: expect.any(String) })
})
