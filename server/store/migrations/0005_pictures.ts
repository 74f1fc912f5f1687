import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { isPostgres } from '../database.ts'
import { StoreError } from '../errors.ts'
import { isPictureName } from '../repositories/pictures.ts'
import type { Tables } from '../tables.ts'

/** The folder in a data folder in which earlier versions kept the pictures. */
export const PICTURES_FOLDER = 'pictures'

/** The bytes of a picture; `undefined` where its file is missing, as it was for its reader. */
const readPicture = (path: string): Promise<Buffer | undefined> =>
  readFile(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })

/**
 * Makes the table of the pictures and takes over those in the folder, one at a time; the files stay as they are.
 * @throws StoreError where readers have pictures and there is no folder: after this nobody knows whose they were
 */
export async function addPictures(db: Kysely<Tables>, dataDir: string): Promise<void> {
  const [blob, strict] = isPostgres(db) ? ['bytea', ''] : ['blob', 'STRICT']
  await sql
    .raw(
      `CREATE TABLE pictures (
        user_id text NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
        name text NOT NULL UNIQUE,
        bytes ${blob} NOT NULL
      ) ${strict}`,
    )
    .execute(db)
  const { rows } = await sql<{ userId: string; name: string }>`
    SELECT id AS user_id, picture AS name FROM users WHERE picture IS NOT NULL`.execute(db)
  const found = rows.filter(({ name }) => isPictureName(name))
  const folder = join(dataDir, PICTURES_FOLDER)
  if (found.length > 0 && !existsSync(folder)) {
    const what = `Readers have pictures (${found.length}), and there is no folder ${folder}.`
    const remedy = 'Bring it back, or make an empty one if they are lost.'
    throw new StoreError('damaged', `${what} ${remedy}`)
  }
  for (const { userId, name } of found) {
    const bytes = await readPicture(join(folder, name))
    if (bytes) await db.insertInto('pictures').values({ userId, name, bytes }).execute()
  }
  await sql`ALTER TABLE users DROP COLUMN picture`.execute(db)
  await sql`DROP TABLE left_pictures`.execute(db)
}
