import {
  CamelCasePlugin,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type QueryResult,
} from 'kysely'
import type { Pool } from 'pg'
import { DatabaseUnavailable, sqlState } from './postgresErrors.ts'
import type { Tables } from './tables.ts'

/**
 * The error as it may be logged: without the values of rows, and as `DatabaseUnavailable` where the
 * connection failed.
 */
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
  connection.executeQuery = async <R>(
    ...query: Parameters<DatabaseConnection['executeQuery']>
  ): Promise<QueryResult<R>> => {
    try {
      return await execute<R>(...query)
    } catch (error) {
      throw presentable(error)
    }
  }
}

class Driver extends PostgresDriver {
  override async acquireConnection(
    ...options: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    try {
      return await super.acquireConnection(...options)
    } catch (error) {
      throw new DatabaseUnavailable(error)
    }
  }
}

/** Without the migrator's own lock, which outlasts its transaction: migrate.ts locks before it. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}

  override async releaseMigrationLock(): Promise<void> {}
}

class Dialect extends PostgresDialect {
  readonly #pool: Pool

  constructor(pool: Pool) {
    super({ pool })
    this.#pool = pool
  }

  override createAdapter(): PostgresAdapter {
    return new Adapter()
  }

  override createDriver(): PostgresDriver {
    return new Driver({ pool: this.#pool, onCreateConnection: guard })
  }
}

/** Kysely over a pool, with errors that may be logged. The caller ends the pool. */
export const createKysely = (pool: Pool): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new Dialect(pool), plugins: [new CamelCasePlugin()] })
