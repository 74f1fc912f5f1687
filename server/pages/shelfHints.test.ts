import cookies from '@fastify/cookie'
import { fastify, type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createShelfHints } from './shelfHints.ts'

let app: FastifyInstance

/** Answers what a browser with these cookies shows of Ada's shelves. */
async function open(secure = false): Promise<void> {
  const hints = createShelfHints({ secure })
  app = fastify()
  await app.register(cookies)
  app.get('/keep', async (_, reply) => {
    hints.keepPreferences(reply, 'ada', ['Poetry', 'Fiction', "Children's Books"])
    hints.keepByAuthors(
      reply,
      'ada',
      Array.from({ length: 20 }, (_, index) => `book-${index}`),
    )
    return {}
  })
  app.get('/expire', async (_, reply) => {
    hints.expire(reply)
    return {}
  })
  app.get('/read', (request) => Promise.resolve(hints.read(request, 'ada')))
}

beforeEach(() => open())
afterEach(() => app.close())

async function read(cookies: Record<string, string>) {
  return (await app.inject({ url: '/read', cookies })).json()
}

test('what is kept is read again, for the reader whose it is', async () => {
  const { cookies } = await app.inject('/keep')
  const kept = Object.fromEntries(cookies.map(({ name, value }) => [name, value]))
  expect(await read(kept)).toEqual({
    preferences: ['Poetry', 'Fiction', "Children's Books"],
    byAuthors: Array.from({ length: 12 }, (_, index) => `book-${index}`),
    startIndexes: {},
  })
  const others = Object.fromEntries(
    cookies.map(({ name, value }) => [name, value.replace('ada', 'grace')]),
  )
  expect(await read(others)).toEqual({ startIndexes: {} })
})

test('it goes to the page of the shelves alone, no script reads it, and it ends with the session', async () => {
  for (const { maxAge, ...cookie } of (await app.inject('/keep')).cookies) {
    expect(cookie).toMatchObject({ path: '/recommendations', httpOnly: true, sameSite: 'Strict' })
    expect(cookie.secure).toBeUndefined()
    expect(maxAge).toBe(30 * 86_400)
  }
  await app.close()
  await open(true)
  for (const { secure } of (await app.inject('/keep')).cookies) expect(secure).toBe(true)
})

test('it is taken away where it was put', async () => {
  const { cookies } = await app.inject('/expire')
  expect(cookies.map(({ name, value, path, maxAge }) => [name, value, path, maxAge])).toEqual([
    ['preferences', '', '/recommendations', 0],
    ['byAuthors', '', '/recommendations', 0],
  ])
})

test('none of it is known where the browser shows nothing', async () => {
  expect(await read({})).toEqual({ startIndexes: {} })
})

test('no interests and no books are known to be none', async () => {
  expect(await read({ preferences: 'ada', byAuthors: 'ada' })).toEqual({
    preferences: [],
    byAuthors: [],
    startIndexes: {},
  })
})

test('of what was tampered with, what is none is left out', async () => {
  const shown = await read({
    preferences: 'ada.3.3.99.-1.x..1e1. 4.0x5.7',
    byAuthors: `ada.emma..../etc.<b>.${'x'.repeat(65)}.persuasion`,
    startIndexes: '{"Poetry":10,"Fiction":0,"Fantasy":11,"Travel":"3","Horror":1.5,"None":3}',
  })
  expect(shown).toEqual({
    preferences: ['Fantasy', 'Food & Cooking'],
    byAuthors: ['emma', 'persuasion'],
    startIndexes: { Poetry: 10 },
  })
})

test.each(['{', 'null', '3', '[1,2]', '%', '"Poetry"'])(
  'beginnings that are none are nothing: %s',
  async (startIndexes) => {
    expect(await read({ startIndexes })).toEqual({ startIndexes: {} })
  },
)
