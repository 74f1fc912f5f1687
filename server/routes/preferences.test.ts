import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createTestServer,
  register,
  type TestReader,
  type TestServer,
} from '../../test/testServer.ts'

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
