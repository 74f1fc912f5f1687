import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { atOrigin } from '../../mocks/address.ts'
import { buildBook } from '../../mocks/builders.ts'
import { fakeBackend } from '../../mocks/node.ts'
import { sentRequests } from '../test/backend.ts'
import { cached, fillCacheStorage, provideCacheStorage, putInCache } from '../test/cacheStorage.ts'
import {
  answerFromKept,
  coversToKeep,
  forgetOthers,
  keepCover,
  keepDetail,
  keepList,
} from './keptBooks.ts'

beforeEach(provideCacheStorage)

test('at most 200 details are kept, the ones opened last', async () => {
  const books = Array.from({ length: 202 }, (_, index) => buildBook({ id: `b${index}` }))
  for (const book of books) await keepDetail('u', book)
  const [first] = books
  if (!first) throw new Error('No book.')
  expect(cached()['reader:u']).toHaveLength(200)
  expect(await answerFromKept('/api/book/detail/b1', 'u', [])).toBeUndefined()
  expect(await answerFromKept('/api/book/detail/b2', 'u', [])).toMatchObject({ id: 'b2' })
  // Opened again: the next to go is another.
  const second = buildBook({ id: 'b2' })
  await keepDetail('u', second)
  await keepDetail('u', first)
  expect(await answerFromKept('/api/book/detail/b2', 'u', [])).toMatchObject({ id: 'b2' })
  expect(await answerFromKept('/api/book/detail/b3', 'u', [])).toBeUndefined()
})

test('where there is no more room a book stays as it was kept', async () => {
  const book = buildBook({ id: 'emma', volumeInfo: { title: 'Emma' } })
  await keepDetail('u', book)
  fillCacheStorage()
  await expect(keepDetail('u', book)).rejects.toThrow('No room.')
  expect(await answerFromKept('/api/book/detail/emma', 'u', [])).toMatchObject({ id: 'emma' })
})

test('the list is what the hearts say, in their order, as full as it was known', async () => {
  const [emma, walden] = [buildBook({ id: 'emma' }), buildBook({ id: 'walden' })]
  await keepList('u', [emma, walden])
  const entries = [
    { id: 'new', title: 'New' },
    { id: 'emma', title: 'Emma' },
  ]
  expect(await answerFromKept('/api/user/u/favoriteBooks', 'u', entries)).toMatchObject([
    { id: 'new', volumeInfo: { title: 'New' } },
    emma,
  ])
})

test('a list that was never kept is not an empty one, unless hearts say what is in it', async () => {
  const url = '/api/user/u/favoriteBooks'
  expect(await answerFromKept(url, 'u', [])).toBeUndefined()
  expect(await answerFromKept(url, 'u', [{ id: 'emma', title: 'Emma' }])).toMatchObject([
    { id: 'emma' },
  ])
  await keepList('u', [buildBook({ id: 'emma' })])
  expect(await answerFromKept(url, 'u', [])).toEqual([])
})

test('each reader has their own, whatever the id', async () => {
  await keepDetail('a/../b', buildBook({ id: 'emma' }))
  expect(await answerFromKept('/api/book/detail/emma', 'b', [])).toBeUndefined()
  expect(await answerFromKept('/api/book/detail/emma', 'a/../b', [])).toBeDefined()
  expect(await answerFromKept('/api/user/b/favoriteBooks', 'a/../b', [])).toBeUndefined()
})

test.each(['/api/profile', '/api/recommendedBooks?preference=Poetry', '/api/book/detail/a/b'])(
  '%s is never answered',
  async (url) => {
    await keepDetail('u', buildBook({ id: 'a' }))
    expect(await answerFromKept(url, 'u', [])).toBeUndefined()
  },
)

/** So many covers, from `/covers/b0` on. */
function keepAll(count: number): void {
  for (let index = 0; index < count; index += 1) putInCache('covers', `/covers/b${index}`, 'x')
}

describe('covers', () => {
  test('go where a session has ended, although nothing else was kept in it', async () => {
    putInCache('covers', '/covers/emma', 'a picture')
    await forgetOthers('ada', false)
    expect(Object.keys(cached())).toEqual(['covers'])
    await forgetOthers(null, true)
    expect(cached()).toEqual({})
  })

  test('are fetched once, and at most 400 are kept', async () => {
    keepAll(400)
    fakeBackend.use(http.get(atOrigin('/covers/new'), () => new HttpResponse('a picture')))
    await keepCover('/covers/new')
    await keepCover('/covers/new')
    expect(sentRequests('GET', '/covers/new')).toHaveLength(1)
    const kept = cached()['covers']
    expect(kept).toHaveLength(400)
    expect(kept?.at(0)).toBe('/covers/b1')
    expect(kept?.at(-1)).toBe('/covers/new')
  })

  test('that are kept anew are the last to go', async () => {
    keepAll(400)
    await keepCover('/covers/b0')
    expect(cached()['covers']?.at(-1)).toBe('/covers/b0')
    expect(cached()['covers']).toHaveLength(400)
  })

  test('that the server has not are not kept', async () => {
    fakeBackend.use(http.get(atOrigin('/covers/gone'), () => new HttpResponse('', { status: 404 })))
    await keepCover('/covers/gone')
    expect(cached()['covers'] ?? []).toEqual([])
  })

  test('have to be kept where they are not, or would soon go for others', async () => {
    keepAll(300)
    const links = ['/covers/b0', '/covers/b299', '/covers/new', 'https://books.example/cover']
    expect(await coversToKeep(links, new Set())).toEqual(['/covers/b0', '/covers/new'])
    expect(await coversToKeep(links, new Set(links))).toEqual(['/covers/b0'])
    // What else lies here is no cover.
    expect(await coversToKeep(['/media/ada.webp', '/showcase/1.avif'], new Set())).toEqual([])
  })
})
