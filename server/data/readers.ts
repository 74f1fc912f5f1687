import { emailKey } from '../../contract/email.ts'
import { plainLine } from '../../contract/plainLine.ts'
import { READER_NAME_MAX_LENGTH } from '../../contract/limits.ts'
import { DAY_MS } from '../../contract/units.ts'
import { newUser } from '../accounts/newUser.ts'
import { createPasswordResets } from '../accounts/passwordResets.ts'
import { countCodePoints, hashPassword } from '../accounts/passwords.ts'
import { newSecret } from '../lib/secrets.ts'
import { loginAccount } from '../accounts/throttle.ts'
import type { Config } from '../config.ts'
import { openStore, type Store, type User } from '../store/store.ts'
import { requireReaders } from './databases.ts'
import { DataError } from './dataError.ts'

/** For how long the link of a new account is good, in ms. */
const INVITATION_MS = 7 * DAY_MS

const iso = (time: number): string => new Date(time).toISOString()

/** A reader as a host sees them; times are ISO 8601. */
export type Reader = Awaited<ReturnType<Readers['list']>>[number]

export type Readers = ReturnType<typeof createReaders>

/** Works on the readers' data beside running servers, on either database. @throws DataError, StoreError */
export async function withReaders<T>(
  config: Config,
  work: (readers: Readers) => Promise<T>,
): Promise<T> {
  if (config.databaseUrl === undefined) requireReaders(config.dataDir)
  const store = await openStore(config)
  try {
    return await work(createReaders(store, config))
  } finally {
    await store.close()
  }
}

/** What a host does with readers. Each of these throws DataError where nobody has the email. */
function createReaders(store: Store, config: Config) {
  const resets = createPasswordResets(store, config)

  const find = async (email: string): Promise<User> => {
    const user = await store.users.byEmail(email)
    if (user) return user
    throw new DataError(`There is no account with the email ${email}.`)
  }

  return {
    find,

    /** By name. A reader was last seen at the last use of a session that is there, the last login or registration. */
    async list() {
      const collator = new Intl.Collator('en')
      const rows = await store.users.overview()
      return rows
        .map(({ seenAt, loggedInAt, ...row }) => ({
          name: row.name,
          email: row.email,
          createdAt: iso(row.createdAt),
          lastSeenAt: iso(Math.max(row.createdAt, seenAt ?? 0, loggedInAt ?? 0)),
          favorites: row.favorites,
          disabledAt: row.disabledAt === null ? null : iso(row.disabledAt),
        }))
        .toSorted((a, b) => collator.compare(a.name, b.name) || collator.compare(a.email, b.email))
    },

    /** Makes an account; returns the link with which its reader sets the password. */
    async add(email: string, name: string): Promise<string> {
      const key = emailKey(email)
      if (key === undefined) throw new DataError(`${email} is no email address.`)
      const line = plainLine(name)
      if (line === '' || countCodePoints(line) > READER_NAME_MAX_LENGTH) {
        throw new DataError(`A name has 1 to ${READER_NAME_MAX_LENGTH} characters.`)
      }
      // A password that nobody knows: until there is another, the account is as any.
      const passwordHash = await hashPassword(newSecret())
      const own = { name: line, email: plainLine(email), emailKey: key, passwordHash }
      const user = newUser(own, Date.now())
      if (await store.users.add(user)) return resets.createLink(user.id, INVITATION_MS)
      throw new DataError(`There is an account with the email ${email} already.`)
    },

    /** A link with which a reader sets another password, good for an hour and one use. */
    async resetPassword(email: string): Promise<string> {
      const { id, passwordHash } = await find(email)
      if (passwordHash !== '') return resets.createLink(id)
      throw new DataError('This account has no password: its reader signs in with a provider.')
    },

    /** Ends a reader's sessions, or everybody's; returns how many. */
    async logOut(email: string | undefined): Promise<number> {
      const userId = email === undefined ? undefined : (await find(email)).id
      return store.sessions.remove({ ...(userId !== undefined && { userId }) })
    },

    /** Ends the reader's sessions and lets none begin, or lets them in again. */
    async setDisabled(email: string, isDisabled: boolean): Promise<void> {
      await store.users.setDisabled((await find(email)).id, isDisabled ? Date.now() : null)
    },

    /** Deletes the account and all that belongs to it, as its reader would. */
    async remove({ id, emailKey: key }: User): Promise<void> {
      await store.accounts.remove(id, loginAccount(key))
      await store.accounts.scrub()
    },
  }
}
