import { noPostgres, whySkipped, withPostgres, type TestDatabase } from './postgres.ts'

/** What a test server is given to run on one engine; `drop` ends the database, where there is one. */
export interface Engine {
  databaseUrl?: string
  drop?: TestDatabase['drop']
}

/**
 * Both engines, for tests of the whole server: the name, whether it is to be skipped, and how to have a
 * new one. Call it once, at the top of a test file.
 */
export function bothEngines(): [name: string, skip: boolean, make: () => Promise<Engine>][] {
  const postgres = withPostgres()
  return [
    ['SQLite', false, async () => ({})],
    [
      `PostgreSQL${whySkipped}`,
      noPostgres !== undefined,
      async () => {
        const database = await postgres.createDatabase()
        return { databaseUrl: database.url, drop: () => database.drop() }
      },
    ],
  ]
}
