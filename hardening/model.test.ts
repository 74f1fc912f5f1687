import { expect, onTestFinished, test } from 'vitest'
import { runs } from '../test/full.ts'
import { describeOnPostgres, withPostgres } from '../test/postgres.ts'
import { createTestServer } from '../test/testServer.ts'
import { runModel } from './lib/model.ts'

const postgres = withPostgres()

// `npm run test:hardening model` runs 2,000 sequences on each.
test('whatever readers do, SQLite holds what a model of it holds', async () => {
  const server = await createTestServer({ rateLimitFactor: 1_000_000 })
  onTestFinished(() => server.close())
  const count = runs(10, 40)
  expect(await runModel(server, { runs: count, length: 50, seed: 1 })).toBe(count)
})

describeOnPostgres('and PostgreSQL', () => {
  test('does so too', async () => {
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
