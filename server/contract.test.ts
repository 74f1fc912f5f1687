import type { FastifyInstance } from 'fastify'
import { describeContract } from '../contract/testing/contractTests.ts'
import { startMailServer } from '../test/mailServer.ts'
import { describeOnPostgres, withPostgres } from '../test/postgres.ts'
import { createTestServer } from '../test/testServer.ts'

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** A fetch whose requests never leave the process. */
async function inject(app: FastifyInstance, path: string, init?: RequestInit): Promise<Response> {
  const request = new Request(new URL(path, 'http://localhost:3000'), init)
  const method = METHODS.find((method) => method === request.method)
  if (method === undefined) throw new Error(`${request.method} is no method of the contract.`)
  const payload = Buffer.from(await request.arrayBuffer())
  const response = await app.inject({
    method,
    url: path,
    headers: Object.fromEntries(request.headers),
    ...(payload.length > 0 && { payload }),
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(response.headers)) {
    for (const single of [value ?? []].flat()) headers.append(name, String(single))
  }
  return new Response(new Uint8Array(response.rawPayload), { status: response.statusCode, headers })
}

/** A server that sends mail, which a mail server of its own takes. */
async function open(databaseUrl?: string) {
  const mail = await startMailServer()
  const from = { name: 'Catchword', address: 'books@example.org' }
  const server = await createTestServer({ databaseUrl, mail: { url: mail.url, from } })
  return {
    request: (path: string, init?: RequestInit) => inject(server.app, path, init),
    resetToken: async (email: string) => (await mail.linkTo(email)).split('reset=')[1] ?? '',
    async close() {
      await server.close()
      await mail.close()
    },
  }
}

describeContract('the server on SQLite', () => open())

const postgres = withPostgres()

describeOnPostgres('PostgreSQL', () => {
  describeContract('the server on PostgreSQL', async () => {
    const database = await postgres.createDatabase()
    const backend = await open(database.url)
    return {
      ...backend,
      async close() {
        await backend.close()
        await database.drop()
      },
    }
  })
})
