/** A backup, a restore or a move cannot be done; the message is one line for who asked for it. */
export class DataError extends Error {}

/** Where an installation is: absolute folders of `readers.db` and `catalogue.db`; the database instead, if any. */
export interface Installation {
  dataDir: string
  catalogueDir: string
  databaseUrl: string | undefined
}

/** Called every few hundred rows or files with how far a step is, where that is known. What it throws ends the work. */
export type Report = (progress: { step: string; done: number; total?: number }) => void

/** How a backup is taken or restored. */
export interface DataOptions {
  /** Takes the place of what is there already. */
  force: boolean
  report: Report
  /** Ends the work between two reports, too. */
  signal: AbortSignal
}

/** @throws DataError for an installation on PostgreSQL */
export function refusePostgres(databaseUrl: string | undefined, instead: string): void {
  if (databaseUrl === undefined) return
  throw new DataError(`DATABASE_URL is set, and this works only with SQLite. ${instead}`)
}
