import { describe, expect, onTestFinished, test } from 'vitest'
import { noPostgres, whySkipped, withPostgres } from '../server/testing/postgres.ts'
import { createTestServer } from '../server/testing/testServer.ts'
import { runModel } from './lib/model.ts'

const postgres = withPostgres()

// `npm run test:hardening model` runs 2,000 sequences on each.
describe('whatever readers do, the server holds what a model of it holds', () => {
  test('on SQLite', async () => {
    const server = await createTestServer({ rateLimitFactor: 1_000_000 })
    onTestFinished(() => server.close())
    expect(await runModel(server, { runs: 40, length: 50, seed: 1 })).toBe(40)
  })

  test.skipIf(noPostgres)(`on PostgreSQL${whySkipped}`, async () => {
    const database = await postgres.createDatabase()
    onTestFinished(() => database.drop())
    const server = await createTestServer({
      rateLimitFactor: 1_000_000,
      databaseUrl: database.url,
    })
    try {
      expect(await runModel(server, { runs: 20, length: 50, seed: 2 })).toBe(20)
    } finally {
      await server.close()
    }
  })
})
