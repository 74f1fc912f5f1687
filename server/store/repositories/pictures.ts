import type { Kysely } from 'kysely'
import { changeReader } from '../database.ts'
import type { Tables } from '../tables.ts'
import { holds, type Basis } from './users.ts'

const NAME = /^[a-z2-7]{26}\.webp$/

/** Whether a text is a name that a picture may have; in a path it leads nowhere else. */
export const isPictureName = (name: string): boolean => NAME.test(name)

/** The pictures of readers, one each. Nothing reads the bytes of several at once. */
export const createPictureRepository = (db: Kysely<Tables>) => ({
  /** Where a reader's picture is; `undefined` where they have none. */
  async nameOf(userId: string): Promise<string | undefined> {
    const names = db.selectFrom('pictures').select('name').where('userId', '=', userId)
    return (await names.executeTakeFirst())?.name
  },

  /** The bytes of a picture; `undefined` where there is none of this name. */
  async read(name: string): Promise<Uint8Array | undefined> {
    if (!isPictureName(name)) return undefined
    const pictures = db.selectFrom('pictures').select('bytes').where('name', '=', name)
    return (await pictures.executeTakeFirst())?.bytes
  },

  /**
   * Makes a picture the reader's, in place of the one before; `false` where `by` holds no more, and nothing has
   * changed. Rejects where there is no such reader.
   */
  set: (userId: string, name: string, bytes: Uint8Array, by?: Basis): Promise<boolean> =>
    changeReader(db, userId, async (trx) => {
      if (by && !(await holds(trx, by))) return false
      const insert = trx.insertInto('pictures').values({ userId, name, bytes })
      await insert.onConflict((on) => on.column('userId').doUpdateSet({ name, bytes })).execute()
      return true
    }),
})
