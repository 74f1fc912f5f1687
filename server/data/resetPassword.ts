import { createPasswordResets } from '../accounts/passwordResets.ts'
import type { Config } from '../config.ts'
import { openStore } from '../store/store.ts'
import { requireReaders } from './databases.ts'
import { DataError } from './dataError.ts'

/**
 * A link that sets a reader's password, good for an hour and one use, also while the server runs.
 * @throws DataError where there is no such reader, or one without a password; StoreError
 */
export async function createResetLink(config: Config, email: string): Promise<string> {
  const { dataDir, databaseUrl } = config
  if (databaseUrl === undefined) requireReaders(dataDir)
  const store = await openStore(config)
  try {
    const user = await store.users.byEmail(email)
    if (!user) throw new DataError('There is no account with this email.')
    if (user.passwordHash !== '')
      return await createPasswordResets(store, config).createLink(user.id)
    throw new DataError('This account has no password: its reader signs in with Google.')
  } finally {
    await store.close()
  }
}
