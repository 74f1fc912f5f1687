import { expect, test } from 'vitest'
import { part, preload } from './parts.ts'

const missing = () => Promise.reject(new TypeError('Failed to fetch https://example.org/a-1.js'))

test('a part that comes is what it is', async () => {
  expect(await part(Promise.resolve({ a: 1 }))).toEqual({ a: 1 })
})

test('one that does not come is told in one sentence, without its address', async () => {
  await expect(part(missing())).rejects.toMatchObject({
    name: 'PartMissing',
    message: 'A part of this page could not be loaded. Please reload it.',
    cause: expect.any(TypeError),
  })
})

test('fetching early says nothing where it fails', async () => {
  const failed = missing()
  preload(() => failed)
  await expect(failed).rejects.toThrow('Failed to fetch')
})
