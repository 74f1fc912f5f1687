import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SearchResponse } from '../../contract/books.ts'
import { createTestServer, type TestServer } from '../../test/testServer.ts'

// What contract/testing/booksTests.ts cannot see of it.

let server: TestServer

beforeAll(async () => {
  server = await createTestServer()
})

afterAll(() => server.close())

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  server.app.inject({ method, url, headers })

test.each(['/api/book/detail/emma', '/api/book/emma/similar'])(
  '%s may be kept for five minutes by everyone, and asked for again cheaply',
  async (url) => {
    const { headers } = await get(url)
    expect(headers['cache-control']).toBe('public, max-age=300')
    expect(headers.vary).not.toMatch(/authorization/i)
    const etag = String(headers.etag)
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
    for (const known of [etag, `"x", ${etag}`, etag.replace('W/', ''), '*']) {
      for (const method of ['GET', 'HEAD'] as const) {
        const again = await get(url, { 'if-none-match': known }, method)
        expect([again.statusCode, again.body]).toEqual([304, ''])
        expect(again.headers).toMatchObject({ etag, 'cache-control': 'public, max-age=300' })
      }
    }
    const other = await get(url.replace('emma', 'dracula'), { 'if-none-match': etag })
    expect(other.statusCode).toBe(200)
    const unknown = await get(url.replace('emma', 'no-such-book'))
    expect(unknown.headers['cache-control']).toBe('no-store')
    expect(unknown.headers.etag).toBeUndefined()
    const head = await get(url, {}, 'HEAD')
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', etag])
  },
)

test('a search may be kept, and is asked for again each time', async () => {
  const { headers } = await get('/api/books/search?query=emma')
  expect(headers['cache-control']).toBe('public, no-cache')
})

const find = async (query: string) =>
  (await get(`/api/books/search?query=${encodeURIComponent(query)}`)).json<SearchResponse>()

const titles = ({ data }: SearchResponse) => data.map(({ volumeInfo }) => volumeInfo.title)

test('books like another are what comes next to it, but for its series or its author, as far as wanted', async () => {
  const like = await find('books like dune')
  expect(like.understood?.like).toBe('Dune')
  expect(titles(like).length).toBeGreaterThan(3)
  expect(titles(like).filter((title) => title.includes('Dune'))).toEqual([])
  const wished = titles(await find('books like dune without war'))
  expect(wished.length).toBeGreaterThan(0)
  expect(titles(like)).not.toEqual(wished)
  const { data } = await find('authors like stephen king')
  const authors = data.flatMap(({ volumeInfo }) => volumeInfo.authors)
  expect(authors.length).toBeGreaterThan(3)
  expect(authors).not.toContain('Stephen King')
  const none = await find('books like dune but cookbooks')
  expect([none.isApproximate, none.understood, none.data.length]).toEqual([true, undefined, 5])
})
