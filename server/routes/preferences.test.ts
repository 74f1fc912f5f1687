import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createTestServer,
  register,
  type TestReader,
  type TestServer,
} from '../testing/testServer.ts'

let server: TestServer

beforeAll(async () => {
  server = await createTestServer()
})

afterAll(() => server.close())

function save(reader: TestReader, preferences: unknown) {
  return server.app.inject({
    method: 'PUT',
    url: `/api/user/${reader.id}`,
    headers: reader.bearer,
    payload: { preferences },
  })
}

/** What the browser is given to keep. */
const cookieOf = ({ cookies }: LightMyRequestResponse) =>
  cookies.find(({ name }) => name === 'preferences')

async function saved(reader: TestReader, path: string): Promise<object> {
  const url = `/api/${path}/${reader.id}/preferences`
  return (await server.app.inject({ url, headers: reader.bearer })).json()
}

describe('preferences', () => {
  test('are replaced as a whole, in the order given, under both spellings', async () => {
    const reader = await register(server.app)
    expect(await saved(reader, 'user')).toEqual({ preferences: [] })
    await save(reader, ['Poetry', 'Travel', 'Horror'])
    const response = await save(reader, ['Sci-Fi', "Children's Books"])
    expect(response.statusCode).toBe(200)
    for (const path of ['user', 'users']) {
      expect(await saved(reader, path)).toEqual({ preferences: ['Sci-Fi', "Children's Books"] })
    }
  })

  test('are kept by the browser for the page that shows their shelves', async () => {
    const reader = await register(server.app)
    const kept = { path: '/recommendations', httpOnly: true, sameSite: 'Strict' }
    expect(cookieOf(await save(reader, ['Poetry', 'Fiction']))).toMatchObject({
      ...kept,
      value: `${reader.id}.14.0`,
      maxAge: 30 * 86_400,
    })
    for (const path of ['user', 'users']) {
      const url = `/api/${path}/${reader.id}/preferences`
      const answer = await server.app.inject({ url, headers: reader.bearer })
      expect(cookieOf(answer)).toMatchObject({ ...kept, value: `${reader.id}.14.0` })
    }
    expect(cookieOf(await save(reader, ['no interest']))).toBeUndefined()
  })

  test.each([[[]], [['Poetry', 'Poetry']], [['poetry']], [['Poetry', 1]], ['Poetry'], [null]])(
    'refuse %j and stay as they are',
    async (preferences) => {
      const reader = await register(server.app)
      await save(reader, ['Poetry'])
      expect((await save(reader, preferences)).json()).toMatchObject({
        status: 400,
        code: 'invalid_request',
      })
      expect(await saved(reader, 'user')).toEqual({ preferences: ['Poetry'] })
    },
  )
})
