import { describe } from 'vitest'
import { describeOnPostgres, withPostgres, type TestDatabase } from './postgres.ts'

/** What a test server is given to run on one engine; `drop` ends the database, where there is one. */
export interface Engine {
  databaseUrl?: string
  drop?: TestDatabase['drop']
}

/**
 * The same tests of the whole server on SQLite and, in full runs, on PostgreSQL. Call it once, at the top
 * of a test file.
 * @param tests is given how to have a new engine
 */
export function describeOnEngines(
  title: string,
  tests: (make: () => Promise<Engine>) => void,
): void {
  const postgres = withPostgres()
  describe(`${title} on SQLite`, () => {
    tests(async () => ({}))
  })
  describeOnPostgres(`${title} on PostgreSQL`, () => {
    tests(async () => {
      const database = await postgres.createDatabase()
      return { databaseUrl: database.url, drop: () => database.drop() }
    })
  })
}
