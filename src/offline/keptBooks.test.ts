import { beforeEach, expect, test } from 'vitest'
import { buildBook } from '../../mocks/builders.ts'
import { cached, fillCacheStorage, provideCacheStorage } from '../test/cacheStorage.ts'
import { answerFromKept, keepDetail, keepList } from './keptBooks.ts'

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
