import type { Kysely } from 'kysely'
import { changeReader, countChanged, transact } from '../database.ts'
import type { Identity, Tables, User } from '../tables.ts'
import { createUserRepository, holds, type Basis } from './users.ts'

/** The subject is another reader's: rolls the new user back. */
class SubjectInUse extends Error {}

async function addIdentity(db: Kysely<Tables>, identity: Identity): Promise<boolean> {
  const insert = db.insertInto('identities').values(identity)
  return (await countChanged(insert.onConflict((on) => on.doNothing()))) === 1
}

/** One reader a subject, one subject of each provider a reader. */
export const createIdentityRepository = (db: Kysely<Tables>) => ({
  readerOf: (provider: Identity['provider'], subject: string): Promise<User | undefined> =>
    db
      .selectFrom('identities')
      .innerJoin('users', 'users.id', 'identities.userId')
      .selectAll('users')
      .where('identities.provider', '=', provider)
      .where('identities.subject', '=', subject)
      .executeTakeFirst(),

  /** Links a reader; `false` where the subject, or the reader, is linked already, or `by` holds no more. */
  add: (identity: Identity, by?: Basis): Promise<boolean> =>
    changeReader(db, identity.userId, async (trx) => {
      if (by && !(await holds(trx, by))) return false
      return addIdentity(trx, identity)
    }),

  /** Adds a user and their identity, or neither: `false` where the email or the subject is in use. */
  addReader: (user: User, identity: Identity): Promise<boolean> =>
    transact(db, async (trx) => {
      if (!(await createUserRepository(trx).add(user))) return false
      if (!(await addIdentity(trx, identity))) throw new SubjectInUse()
      return true
    }).catch((error: unknown) => {
      if (error instanceof SubjectInUse) return false
      throw error
    }),
})
