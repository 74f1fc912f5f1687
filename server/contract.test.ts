import type { FastifyInstance } from 'fastify'
import { describeContract } from '../contract/testing/contractTests.ts'
import { describeOnPostgres, withPostgres } from '../test/postgres.ts'
import { createTestServer } from '../test/testServer.ts'

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** A fetch whose requests never leave the process. */
async function inject(app: FastifyInstance, path: string, init?: RequestInit): Promise<Response> {
  const request = new Request(new URL(path, 'http://localhost:3000'), init)
  const method = METHODS.find((method) => method === request.method)
  if (method === undefined) throw new Error(`${request.method} is no method of the contract.`)
  const payload = Buffer.from(await request.arrayBuffer())
  const answer = await app.inject({
    method,
    url: path,
    headers: Object.fromEntries(request.headers),
    ...(payload.length > 0 && { payload }),
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers)) {
    for (const single of [value ?? []].flat()) headers.append(name, String(single))
  }
  return new Response(new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers })
}

describeContract('the server on SQLite', async () => {
  const server = await createTestServer()
  return {
    request: (path, init) => inject(server.app, path, init),
    close: () => server.close(),
  }
})

const postgres = withPostgres()

describeOnPostgres('PostgreSQL', () => {
  describeContract('the server on PostgreSQL', async () => {
    const database = await postgres.createDatabase()
    const server = await createTestServer({ databaseUrl: database.url })
    return {
      request: (path, init) => inject(server.app, path, init),
      async close() {
        await server.close()
        await database.drop()
      },
    }
  })
})
