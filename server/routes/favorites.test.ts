import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Book } from '../../contract/books.ts'
import { listedBook } from '../../contract/shortDescription.ts'
import { storedBook } from '../../test/catalogues.ts'
import {
  createTestServer,
  register,
  type TestReader,
  type TestServer,
} from '../../test/testServer.ts'

let server: TestServer
let books: Book[]

beforeAll(async () => {
  server = await createTestServer()
  books = await server.catalogue.byCategory('Fantasy', 0, 10)
})

afterAll(() => server.close())

function add(reader: TestReader, bookId: string, path = 'user') {
  return server.app.inject({
    method: 'POST',
    url: `/api/${path}/${reader.id}/favoriteBook`,
    headers: reader.bearer,
    payload: { bookId },
  })
}

function remove(
  reader: TestReader,
  bookId: string,
  headers: Record<string, string> = reader.bearer,
) {
  const url = `/api/user/${reader.id}/favoriteBook/${bookId}`
  return server.app.inject({ method: 'DELETE', url, headers })
}

async function list(reader: TestReader): Promise<Book[]> {
  const url = `/api/user/${reader.id}/favoriteBooks`
  return (await server.app.inject({ url, headers: reader.sameOrigin })).json()
}

function addAuthor(reader: TestReader, author: string) {
  return server.app.inject({
    method: 'PUT',
    url: `/api/user/${reader.id}/favoriteAuthors`,
    headers: reader.bearer,
    payload: { author },
  })
}

async function byAuthors(reader: TestReader): Promise<Book[]> {
  const url = `/api/user/${reader.id}/favoriteAuthors`
  return (await server.app.inject({ url, headers: reader.bearer })).json()
}

function idOf(book: Book | undefined): string {
  if (!book) throw new Error('no such book')
  return book.id
}

describe('favorite books', () => {
  test('are records with short descriptions, the newest first, and none is an empty list', async () => {
    const reader = await register(server.app)
    expect(await list(reader)).toEqual([])
    const ids = books.slice(0, 3).map((book) => book.id)
    for (const id of ids) expect((await add(reader, id)).statusCode).toBe(200)
    expect(await list(reader)).toEqual(books.slice(0, 3).toReversed().map(listedBook))
  })

  test('can be added and removed again and again under both spellings', async () => {
    const reader = await register(server.app)
    const [one, two] = [idOf(books[0]), idOf(books[1])]
    expect((await add(reader, one)).statusCode).toBe(200)
    expect((await add(reader, two, 'users')).statusCode).toBe(200)
    expect((await add(reader, one, 'users')).statusCode).toBe(200)
    expect((await list(reader)).map((book) => book.id)).toEqual([two, one])
    for (let time = 0; time < 2; time += 1) {
      expect((await remove(reader, one, reader.sameOrigin)).statusCode).toBe(200)
    }
    expect((await list(reader)).map((book) => book.id)).toEqual([two])
    expect((await remove(reader, 'never-there')).statusCode).toBe(200)
  })

  test("are each reader's own", async () => {
    const [ada, bob] = [await register(server.app), await register(server.app)]
    await add(ada, idOf(books[0]))
    expect(await list(bob)).toEqual([])
    await remove(bob, idOf(books[0]))
    expect(await list(ada)).toHaveLength(1)
  })

  test('must be known books', async () => {
    const reader = await register(server.app)
    const response = await add(reader, 'no-such-book')
    expect(response.json()).toMatchObject({
      status: 404,
      code: 'not_found',
      error: 'Book not found.',
    })
    expect((await add(reader, '../etc')).statusCode).toBe(400)
    expect((await add(reader, '')).statusCode).toBe(400)
    expect(await list(reader)).toEqual([])
  })

  test('end at the quota, where those that are there may be added again', async () => {
    const reader = await register(server.app)
    const [one, two, three] = books
    if (!one || !two || !three) throw new Error('no books')
    const add = (book: Book) => server.store.favorites.add(reader.id, { book }, Date.now(), 2)
    expect(await add(one)).toBe('ok')
    expect(await add(two)).toBe('ok')
    expect(await add(three)).toBe('full')
    expect(await add(two)).toBe('ok')
  })

  test('are 5,000 at most', async () => {
    const reader = await register(server.app)
    const id = idOf(books[0])
    // To have so many takes longer than a test should.
    const added = vi.spyOn(server.store.favorites, 'add').mockResolvedValueOnce('full')
    expect((await add(reader, id)).json()).toMatchObject({
      status: 409,
      code: 'quota_reached',
      message: 'You have reached the limit of 5,000 favorite books.',
    })
    expect(added).toHaveBeenCalledExactlyOnceWith(
      reader.id,
      { book: books[0] },
      expect.any(Number),
      5000,
      undefined,
    )
    added.mockRestore()
  })
})

/** Calls `onPiece` with the number of books, and waits for it, whenever a piece of a list is read. */
function watchPieces(onPiece: (books: number) => unknown) {
  const byIds = server.catalogue.byIds.bind(server.catalogue)
  return vi.spyOn(server.catalogue, 'byIds').mockImplementation(async (ids) => {
    await onPiece(ids.length)
    return byIds(ids)
  })
}

describe('long lists of favorites', () => {
  const MANY = 450
  let reader: TestReader
  let other: TestReader

  beforeAll(async () => {
    const [book] = books
    if (!book) throw new Error('no book')
    // What the schema does not know may stand in a record, and goes nowhere.
    const stored = Array.from({ length: MANY }, (_, at) => ({
      book: { ...book, id: `many_${at}`, secret: 'ours' },
      popularity: 1,
      source: 'many',
    }))
    await server.importBooks('many', stored)
    reader = await register(server.app)
    other = await register(server.app)
    for (const [at, { book }] of stored.entries()) {
      await server.store.favorites.add(reader.id, { book }, at, MANY)
      await server.store.favorites.add(other.id, { book }, at, MANY)
    }
  })

  const request = (by = reader) => {
    const url = `/api/user/${by.id}/favoriteBooks`
    return server.app.inject({ url, headers: by.bearer })
  }

  test('are whole, in their order, and say what short ones say', async () => {
    const reply = await request()
    const [book] = books.map(listedBook)
    const expected = Array.from({ length: MANY }, (_, at) => ({
      ...book,
      id: `many_${MANY - 1 - at}`,
    }))
    expect(reply.json()).toEqual(expected)
    expect(reply.body).not.toContain('ours')
    expect(reply.body).toBe(JSON.stringify(reply.json()))
    const newcomer = await register(server.app)
    await add(newcomer, 'many_1')
    const short = await request(newcomer)
    expect(reply.headers['content-type']).toBe(short.headers['content-type'])
    expect(reply.body).toContain(short.body.slice(1, -1))
  })

  test('are made no further once the client has gone', async () => {
    const address = await server.app.listen({ port: 0 })
    const leaving = new AbortController()
    let pieces = 0
    const spy = watchPieces(async () => {
      pieces += 1
      leaving.abort()
      await delay(200)
    })
    const url = `${address}/api/user/${reader.id}/favoriteBooks`
    const { signal } = leaving
    await expect(fetch(url, { headers: reader.bearer, signal })).rejects.toThrow(/abort/)
    await delay(500)
    spy.mockRestore()
    expect(pieces).toBe(1)
  })

  test('are made a piece at a time, one in a turn of the event loop, however many are asked for', async () => {
    let rotation = 0
    const pieces: { rotation: number; books: number }[] = []
    const spy = watchPieces((books) => pieces.push({ rotation, books }))
    let isCounting = true
    const count = () => {
      rotation += 1
      if (isCounting) setImmediate(count)
    }
    count()
    const lists = await Promise.all([request(), request(), request(other), request(other)])
    isCounting = false
    spy.mockRestore()
    for (const list of lists) expect(list.json()).toHaveLength(MANY)
    expect(pieces).toHaveLength(4 * 9)
    expect(Math.max(...pieces.map((piece) => piece.books))).toBe(50)
    const [first, last] = [pieces[0], pieces.at(-1)]
    expect((last?.rotation ?? 0) - (first?.rotation ?? 0)).toBeGreaterThanOrEqual(pieces.length - 2)
  })
})

describe('favorite authors', () => {
  test('bring their books, leaving out those that are favorites already', async () => {
    const reader = await register(server.app)
    expect(await byAuthors(reader)).toEqual([])
    expect((await addAuthor(reader, ' j. r. r. TOLKIEN ')).statusCode).toBe(200)
    const shelf = await byAuthors(reader)
    expect(shelf.length).toBeGreaterThan(1)
    for (const book of shelf) expect(book.volumeInfo.authors).toContain('J. R. R. Tolkien')

    await add(reader, idOf(shelf[0]))
    expect((await byAuthors(reader)).map((book) => book.id)).not.toContain(idOf(shelf[0]))
    for (const book of shelf) await add(reader, book.id)
    expect(await byAuthors(reader)).toEqual([])
  })

  test('bring twenty books, however many of theirs are favorites already', async () => {
    const reader = await register(server.app)
    const stored = Array.from({ length: 45 }, (_, at) =>
      storedBook({
        id: `prolific_${at}`,
        title: `Part ${at}`,
        authors: ['Prolific Hand'],
        popularity: 100 - at,
      }),
    )
    await server.importBooks('prolific', stored)
    const numbered = (from: number, to: number) => stored.slice(from, to).map((one) => one.book.id)
    await addAuthor(reader, 'Prolific Hand')
    expect((await byAuthors(reader)).map(({ id }) => id)).toEqual(numbered(0, 20))
    for (const { book: favorite } of stored.slice(0, 21)) {
      await server.store.favorites.add(reader.id, { book: favorite }, Date.now(), 5000)
    }
    expect((await byAuthors(reader)).map(({ id }) => id)).toEqual(numbered(21, 41))
  })

  test('are kept once, without blanks around, and up to a quota', async () => {
    const reader = await register(server.app)
    for (const author of ['Ada', ' Ada ', 'Bob']) await addAuthor(reader, author)
    expect(await server.store.authors.list(reader.id)).toEqual(['Bob', 'Ada'])
    expect((await addAuthor(reader, '   ')).json()).toMatchObject({
      status: 400,
      message: 'Author is required.',
    })
    for (let number = 2; number < 500; number += 1) {
      await server.store.authors.add(reader.id, `Author ${number}`, number, 500)
    }
    expect((await addAuthor(reader, 'One More')).json()).toMatchObject({
      status: 409,
      code: 'quota_reached',
      message: 'You have reached the limit of 500 favorite authors.',
    })
    expect((await addAuthor(reader, 'Ada')).statusCode).toBe(200)
  })
})
