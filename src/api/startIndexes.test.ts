import { beforeEach, expect, test, vi } from 'vitest'

const KEY = 'startIndexes'

/** As the page begins, with this kept by the tab. */
async function begin(kept?: string) {
  if (kept !== undefined) sessionStorage.setItem(KEY, kept)
  vi.resetModules()
  return import('./startIndexes.ts')
}

const kept = (): unknown => JSON.parse(sessionStorage.getItem(KEY) ?? 'null')

beforeEach(() => sessionStorage.clear())

test('where shelves begin is kept over a reload', async () => {
  const first = await begin()
  const index = first.startIndexFor('Poetry')
  expect(kept()).toEqual({ Poetry: index })
  expect((await begin()).startIndexFor('Poetry')).toBe(index)
})

test('and told to the server, for the page that shows them alone', async () => {
  const cookie = vi.spyOn(document, 'cookie', 'set')
  const { startIndexFor, forgetStartIndexes } = await begin('{"Food & Cooking":7}')
  expect(startIndexFor('Food & Cooking')).toBe(7)
  expect(cookie).not.toHaveBeenCalled()
  const index = startIndexFor('Poetry')
  const [value = '', ...attributes] = cookie.mock.lastCall?.[0].split(';') ?? []
  expect(attributes).toEqual(['path=/recommendations', 'max-age=86400'])
  expect(value).toMatch(/^startIndexes=[\w%.-]+$/)
  expect(JSON.parse(decodeURIComponent(value.slice('startIndexes='.length)))).toEqual({
    'Food & Cooking': 7,
    Poetry: index,
  })
  forgetStartIndexes()
  expect(cookie).toHaveBeenLastCalledWith('startIndexes=%7B%7D;path=/recommendations;max-age=0')
  expect(kept()).toEqual({})
  cookie.mockRestore()
})

test('what stands in the page already goes before what the tab has drawn', async () => {
  const { takeStartIndexes, startIndexFor } = await begin('{"Poetry":7,"Travel":2}')
  expect(takeStartIndexes('{"Poetry":3,"Horror":10}')).toEqual(['Poetry', 'Horror'])
  expect(startIndexFor('Poetry')).toBe(3)
  expect(startIndexFor('Horror')).toBe(10)
  expect(startIndexFor('Travel')).toBe(2)
  expect(kept()).toEqual({ Poetry: 3, Travel: 2, Horror: 10 })
})

test.each([
  '{',
  'null',
  '"Poetry"',
  '[3]',
  '{"Poetry":0}',
  '{"Poetry":11}',
  '{"Poetry":"3"}',
  '{"Poetry":null}',
  '{"Nothing":3}',
])('what is no beginning counts for none: %s', async (json) => {
  const { takeStartIndexes } = await begin(json)
  expect(takeStartIndexes(json)).toEqual([])
  expect(kept()).toEqual({})
})

test('a new tab, which has kept nothing, throws nothing as the script begins', async () => {
  const parse = vi.spyOn(JSON, 'parse')
  await begin()
  expect(parse.mock.results.map(({ type }) => type)).toEqual(['return'])
  parse.mockRestore()
})
