import {
  CamelCasePlugin,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  type DatabaseConnection,
  type QueryResult,
} from 'kysely'
import type { Pool } from 'pg'
import { DatabaseUnavailable, sqlState } from './errors.ts'
import type { Tables } from './tables.ts'

// Kysely over a pool of connections to PostgreSQL, with errors that may be logged.

/** The error as it may be logged: without values of rows; `DatabaseUnavailable` for a failed connection. */
function presentable(error: unknown): unknown {
  if (sqlState(error) === undefined) return new DatabaseUnavailable(error)
  if (error instanceof Error) {
    for (const name of ['detail', 'where', 'internalQuery']) Reflect.deleteProperty(error, name)
  }
  return error
}

/** Makes the errors of a new connection presentable. */
async function guard(connection: DatabaseConnection): Promise<void> {
  const execute = connection.executeQuery.bind(connection)
  connection.executeQuery = <R>(
    ...query: Parameters<DatabaseConnection['executeQuery']>
  ): Promise<QueryResult<R>> =>
    execute<R>(...query).catch((error: unknown) => {
      throw presentable(error)
    })
}

/** Without the migrator's own lock, which outlasts its transaction: migrate.ts locks before it. */
class UnlockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}

  override async releaseMigrationLock(): Promise<void> {}
}

/** Kysely over a pool, with errors that may be logged. The caller ends the pool. */
export function kyselyOnPostgres(pool: Pool): Kysely<Tables> {
  const connect = () =>
    pool.connect().catch((error: unknown) => {
      throw new DatabaseUnavailable(error)
    })
  const dialect = new PostgresDialect({
    pool: { connect, end: () => pool.end(), options: pool.options },
    onCreateConnection: guard,
  })
  dialect.createAdapter = () => new UnlockedAdapter()
  return new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] })
}
