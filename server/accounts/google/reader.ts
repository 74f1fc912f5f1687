import { emailKey } from '../../../contract/email.ts'
import type { GoogleError } from '../../../contract/google.ts'
import { READER_NAME_MAX_LENGTH } from '../../../contract/limits.ts'
import type { Config } from '../../config.ts'
import type { Session, Store, User } from '../../store/store.ts'
import { newUser } from '../newUser.ts'

/** A sign-in fails: `code` is for the reader, `reason` one word for the log, without personal data. */
export class GoogleProblem extends Error {
  readonly code: GoogleError
  readonly reason: string

  constructor(code: GoogleError, reason: string) {
    super(`${code} (${reason})`)
    this.code = code
    this.reason = reason
  }
}

/** What a valid token of the provider says of a reader. */
export interface GoogleClaims {
  subject: string
  email: string
  emailVerified: boolean
  name: string
}

/** Longest subject that OpenID Connect allows, in characters. */
const SUBJECT_MAX = 255

/** Google's name for the reader, shortened; without one, what is before the @. */
function nameOf(name: string, email: string): string {
  const line = name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  const letters = Array.from(line || email.split('@', 1).join(''))
  return letters.slice(0, READER_NAME_MAX_LENGTH).join('').trim()
}

/**
 * The reader whom Google's token names, found by the subject alone, or a new one (docs/security.md 4). An email
 * that has an account is linked only where `holder`, the session that the browser has, is of that account
 * and has not ended: its owner need not be whoever registered it.
 */
export async function readerOf(
  { store, config, now }: { store: Store; config: Pick<Config, 'registration'>; now: () => number },
  claims: GoogleClaims,
  holder: Session | undefined,
): Promise<{ user: User; isNewUser: boolean }> {
  const { subject, email, emailVerified, name } = claims
  const key = emailKey(email)
  if (subject === '' || subject.length > SUBJECT_MAX) {
    throw new GoogleProblem('google_failed', 'subject')
  }
  if (!emailVerified) throw new GoogleProblem('google_unverified', 'email_unverified')
  const identityOf = (userId: string) =>
    ({ provider: 'google', subject, userId, createdAt: now() }) as const

  const linked = await store.identities.readerOf('google', subject)
  if (linked) return { user: linked, isNewUser: false }
  if (key === undefined) throw new GoogleProblem('google_failed', 'email')

  const owner = await store.users.byEmail(email)
  if (!owner) {
    if (config.registration === 'closed') {
      throw new GoogleProblem('google_registration_closed', 'registration_closed')
    }
    const address = email.trim()
    const own = { name: nameOf(name, address), email: address, emailKey: key, passwordHash: '' }
    const user = newUser(own, now())
    if (await store.identities.addReader(user, identityOf(user.id))) {
      return { user, isNewUser: true }
    }
    // Another request made the account in between.
    return readerOf({ store, config, now }, claims, holder)
  }
  if (owner.id !== holder?.userId) {
    throw owner.passwordHash === ''
      ? new GoogleProblem('google_other_account', 'email_of_other_subject')
      : new GoogleProblem('google_email_taken', 'email_taken')
  }
  if (await store.identities.add(identityOf(owner.id), { sessionId: holder.id })) {
    return { user: owner, isNewUser: false }
  }
  throw new GoogleProblem('google_other_account', 'linked_already')
}
