import type { Config } from '../config.ts'
import { HOUR_MS } from '../../contract/units.ts'
import type { Store, User } from '../store/store.ts'
import { newSecret, sha256 } from '../lib/secrets.ts'
import { createSweep } from '../lib/sweep.ts'

/** How long a link is good, in ms. */
const LIFETIME_MS = HOUR_MS

/** Password reset links, stored as the SHA-256 of their token. */
export function createPasswordResets(
  store: Pick<Store, 'accounts' | 'passwordResets'>,
  config: Pick<Config, 'publicUrl'>,
  now: () => number = Date.now,
) {
  const sweep = createSweep(HOUR_MS, now, (time) => store.passwordResets.removeExpired(time))

  return {
    /** A new link for a reader who has a password, good for an hour unless another time is given, in ms. */
    async createLink(userId: string, lifetime: number = LIFETIME_MS): Promise<string> {
      await sweep()
      const token = newSecret()
      const reset = { tokenHash: sha256(token), userId, expiresAt: now() + lifetime }
      await store.passwordResets.add(reset)
      // A fragment is in no request, log or referrer.
      return `${config.publicUrl}/login#reset=${token}`
    },

    /** Whose password a token sets; `undefined` where it is used, late or unknown. */
    readerOf: (token: string): Promise<User | undefined> =>
      store.passwordResets.readerOf(sha256(token), now()),

    /** Sets the password and ends every session; `false` where the token has been used meanwhile. */
    setPassword: (userId: string, token: string, passwordHash: string): Promise<boolean> =>
      store.accounts.setPassword(userId, passwordHash, {
        link: { tokenHash: sha256(token), now: now() },
      }),
  }
}
