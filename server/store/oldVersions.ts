/**
 * The last version in which one database held the readers' data and the catalogue: `user_version` in
 * SQLite, `catchword_migrations` in PostgreSQL.
 */
export const LAST_OLD_VERSION = 42
